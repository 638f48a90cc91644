// SPDX-License-Identifier: MIT
// Counts of positions up to the symmetries of a square board, the way in which many sources count:
// equal men are told apart, and a position and its images are one.
//
// Burnside's lemma: the number of orbits is the mean, over the eight symmetries, of the positions
// that each leaves as they are. The identity leaves all; a reflection those with all men on its
// axis (few, so they are looked up one by one); a rotation none that has two men.
#pragma once

#include <array>
#include <map>

#include "tests/support/solved.h"

namespace augmate::test {

class OrbitCounts {
 public:
  explicit OrbitCounts(const Solved& solved);

  std::uint64_t legal(Side to_move) const;
  std::uint64_t count(Side to_move, Outcome outcome) const;
  std::uint64_t count(Side to_move, Outcome outcome, int plies) const;
  int orders_of_alike() const { return orders_; }

 private:
  void add_fixed(const Symmetry& symmetry);
  std::uint64_t orbits(std::uint64_t whole_board, std::uint64_t fixed) const;

  const Solved& solved_;
  std::vector<Man> men_;
  int orders_ = 1;
  std::uint64_t symmetries_ = 1;
  std::array<std::map<Value, std::uint64_t>, 2> fixed_;  // by side to move, over all symmetries
};

}  // namespace augmate::test
