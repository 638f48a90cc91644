// SPDX-License-Identifier: MIT
// PositionIndex: the order of the positions of one ending, in files and while solving.
//
// Men are taken in the order anchor, groups, lane. The *lane* royal is the innermost dimension (one
// bit of a lane word while solving); the other royal is the *anchor*, outermost, kept to one square
// of each orbit of the ending's symmetry group. A *group* is all alike men of one side, stored
// unordered: k men on S squares have C(S, k) places, numbered by the combinatorial number system
// (ascending squares s1 < s2 < ...: C(s1, 1) + C(s2, 2) + ...). So
//
//   index = ((anchor_number * places(group 1) + place 1) * places(group 2) + ...) * S + lane square
//
// with S the squares of the grid, holes included. Indices of impossible placements exist; they hold
// no value. Example: K+C v K on 12x8, four symmetries: 24 anchor squares * 96 * 96 = 221,184 a side.
//
// An anchor square on an axis has a symmetry that fixes it, so twin positions are both stored and
// agree. A position's weight in counts over the whole board is its anchor square's orbit size.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rules/game.h"
#include "rules/position.h"

namespace augmate {

// Sorts a handful of squares in place, ascending.
inline void sort_squares(Square* squares, int count) {
  for (int i = 1; i < count; ++i)
    for (int j = i; j > 0 && squares[j - 1] > squares[j]; --j) std::swap(squares[j - 1], squares[j]);
}

// The symmetries of the board that map every man of the material onto itself, the identity first.
std::vector<Symmetry> symmetries_of(const Game& game, const Material& material);

class PositionIndex {
 public:
  struct Group {
    Side side = Side::kWhite;
    int kind = 0;
    int men = 1;
    std::uint64_t places = 0;  // C(S, men)
  };

  // kTooLarge if there are more than kMaxMen men or the index passes 2^48.
  static Result<PositionIndex> create(std::shared_ptr<const Game> game, const Material& material);

  const Game& game() const { return *game_; }
  const Material& material() const { return material_; }
  const std::vector<Symmetry>& symmetries() const { return symmetries_; }
  Side anchor_side() const { return anchor_side_; }
  Side lane_side() const { return opponent(anchor_side_); }
  const std::vector<Square>& anchors() const { return anchors_; }  // one of each orbit, ascending
  int anchor_weight(std::size_t number) const { return weights_[number]; }
  const std::vector<Group>& groups() const { return groups_; }
  int squares() const { return squares_; }            // S
  std::uint64_t places() const { return places_; }    // product over the groups
  std::uint64_t entries() const { return anchors_.size() * places_ * static_cast<std::uint64_t>(squares_); }
  int men() const { return material_.count(); }

  // Squares in the order anchor, groups (any order within a group), lane; any anchor square.
  std::uint64_t index_of(const Square* squares) const;
  // The inverse on stored anchor squares; squares within a group ascend.
  void squares_of(std::uint64_t index, Square* squares) const;
  // The index of a position of this material, nothing for another material.
  std::optional<std::uint64_t> find(const Position& position) const;
  Position position(std::uint64_t index, Side to_move) const;

  // Number of the anchor square in anchors() and a symmetry that leads there.
  struct Folded {
    int anchor = -1;
    int symmetry = 0;  // into symmetries()
  };
  const Folded& fold(Square anchor) const { return folded_[static_cast<unsigned>(anchor)]; }

  // Combinatorial number of ascending squares, and its inverse.
  static std::uint64_t place_of(const Square* ascending, int men);
  static void place_squares(std::uint64_t place, int men, Square* ascending);

 private:
  std::shared_ptr<const Game> game_;
  Material material_;
  std::vector<Symmetry> symmetries_;
  Side anchor_side_ = Side::kWhite;
  std::vector<Square> anchors_;
  std::vector<int> weights_;
  std::vector<Folded> folded_;
  std::vector<Group> groups_;
  int squares_ = 0;
  std::uint64_t places_ = 1;
};

// Colours exchanged: where a game looks the same to both sides, KvKR is KRvK turned round, and one
// file serves both.
struct Canonical {
  Material material;       // the one that is stored
  bool swapped = false;    // colours exchanged
  std::vector<Square> map; // where squares go when swapped; empty otherwise
  Position apply(const Position& position) const;
};
Canonical canonical(const Game& game, const Material& material);

}  // namespace augmate
