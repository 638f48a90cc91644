// SPDX-License-Identifier: MIT
// Counts of positions up to the symmetries of the board, the way in which many sources count: equal
// men are told apart, and a position and its images are one.
//
// Burnside's lemma: the number of orbits is the mean, over the symmetries, of the positions that
// each leaves as they are. The identity leaves all; a reflection those with all men on its axis
// (few, so they are looked at one by one); a rotation none that has two men.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "rules/position.h"

namespace augmate {

class OrbitCounts {
 public:
  OrbitCounts(const std::shared_ptr<const Game>& game, const Material& material);

  // Whether every symmetry of the board keeps every man's moves, so that there are such orbits.
  bool defined() const { return defined_; }
  // Orders of alike men: so many times is a position counted that has them unordered.
  std::uint64_t orders_of_alike() const { return orders_; }
  // Legal positions that some symmetry leaves as they are, once for each such symmetry.
  const std::vector<Position>& fixed(Side to_move) const { return fixed_[index(to_move)]; }
  // Orbits of a set of which so many positions are on the whole board, alike men once, and so many
  // among fixed().
  std::uint64_t orbits(std::uint64_t whole_board, std::uint64_t fixed) const {
    return (whole_board * orders_ + fixed) / symmetries_;
  }

 private:
  void add_fixed(const Game& game, const Symmetry& symmetry, const std::vector<Man>& men);

  bool defined_ = false;
  std::uint64_t orders_ = 1, symmetries_ = 1;
  std::array<std::vector<Position>, 2> fixed_;
};

}  // namespace augmate
