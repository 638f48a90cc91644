// SPDX-License-Identifier: MIT
// PositionIndex: the order of the positions of one ending, in files and while solving.
//
// Men are taken in the order pawns, anchor, groups, lane. The *lane* royal is the innermost
// dimension (one bit of a lane word while solving); the other royal is the *anchor*. A *group* is
// all alike men of one side, stored unordered: k men on S squares have C(S, k) places, numbered by
// the combinatorial number system (ascending squares s1 < s2 < ...: C(s1, 1) + C(s2, 2) + ...). A
// *placement* is the squares of all pawns of both sides, of which only possible ones are numbered.
// The *state* is what the Jokers imitate. So
//
//   index = (((state * placements + placement) * anchors + anchor number) * places + place) * S +
//   lane
//
// with S the squares of the grid, holes included, and the place made of the groups' places. Indices
// of impossible positions exist; they hold no value. Example: K+C v K on 12x8, four symmetries: 24
// anchor squares * 96 * 96 = 221,184 a side.
//
// The ending's symmetries fold the outermost thing that they move: the placement where there are
// pawns, else the anchor, is kept to one of each orbit. One that a symmetry maps to itself (an
// anchor on an axis) has twin positions that are both stored and agree. A position's weight in
// counts over the whole board is the orbit's size.
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
    for (int j = i; j > 0 && squares[j - 1] > squares[j]; --j)
      std::swap(squares[j - 1], squares[j]);
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
  using State = std::array<int, 2>;  // Position::imitates

  // kTooLarge if there are more than kMaxMen men or the index passes 2^48.
  static Result<PositionIndex> create(std::shared_ptr<const Game> game, const Material& material);

  const Game& game() const { return *game_; }
  const std::shared_ptr<const Game>& shared_game() const { return game_; }
  const Material& material() const { return material_; }
  const std::vector<Symmetry>& symmetries() const { return symmetries_; }
  Side anchor_side() const { return anchor_side_; }
  Side lane_side() const { return opponent(anchor_side_); }
  const std::vector<Square>& anchors() const { return anchors_; }  // one of each orbit, ascending
  const std::vector<Group>& groups() const { return groups_; }
  const std::vector<Group>& pawn_groups() const { return pawn_groups_; }
  int pawns() const { return pawns_; }
  const std::vector<State>& states() const { return states_; }  // nothing imitated first
  int squares() const { return squares_; }                      // S
  std::uint64_t places() const { return places_; }              // product over the groups
  std::uint64_t placements() const { return placement_weights_.size(); }
  // A placement's squares, in the order of the pawn groups, ascending within one; pawns() of them.
  const Square* placement(std::uint64_t number) const {
    return placement_squares_.data() + number * static_cast<std::uint64_t>(pawns_);
  }
  // Entries of one state and placement.
  std::uint64_t slab() const {
    return anchors_.size() * places_ * static_cast<std::uint64_t>(squares_);
  }
  std::uint64_t entries() const { return states_.size() * placements() * slab(); }
  int men() const { return material_.count(); }
  // Orbit sizes, for counts over the whole board.
  int placement_weight(std::uint64_t number) const { return placement_weights_[number]; }
  int anchor_weight(std::size_t number) const { return weights_[number]; }
  int weight(std::uint64_t index) const {
    const std::uint64_t anchor = index / (places_ * static_cast<std::uint64_t>(squares_));
    return anchor_weight(anchor % anchors_.size()) *
           placement_weight(anchor / anchors_.size() % placements());
  }

  // Squares in the order pawns, anchor, groups (any order within a group), lane, wherever they are;
  // pawns on squares where they may stand, all on different ones.
  std::uint64_t index_of(const Square* squares, int state = 0) const;
  // The inverse on stored placements and anchor squares; squares within a group ascend.
  void squares_of(std::uint64_t index, Square* squares) const;
  int state_of(std::uint64_t index) const {
    return static_cast<int>(index / (placements() * slab()));
  }
  // The number of a state, -1 if the Jokers of this material do not come to imitate that (what a
  // man just captured or promoted leaves to imitate has no index).
  int find_state(const State& state) const;
  // The index of a legal position of this material, whatever can be taken in passing; nothing for
  // another material or a state without number.
  std::optional<std::uint64_t> find(const Position& position) const;
  Position position(std::uint64_t index, Side to_move) const;

  // Number of the anchor square in anchors(), or of the placement, and a symmetry that leads there.
  struct Folded {
    int number = -1;
    int symmetry = 0;  // into symmetries()
  };
  const Folded& fold(Square anchor) const { return folded_[static_cast<unsigned>(anchor)]; }
  const Folded& fold_placement(const Square* pawns) const;

  // Combinatorial number of ascending squares, and its inverse.
  static std::uint64_t place_of(const Square* ascending, int men);
  static void place_squares(std::uint64_t place, int men, Square* ascending);

 private:
  Result<void> number_placements();
  void number_anchors();
  void add_up_terms();
  std::uint64_t raw_placement(const Square* pawns) const;

  std::shared_ptr<const Game> game_;
  Material material_;
  std::vector<Symmetry> symmetries_;
  Side anchor_side_ = Side::kWhite;
  std::vector<Square> anchors_;
  std::vector<int> weights_;
  std::vector<Folded> folded_;
  std::vector<Group> groups_, pawn_groups_;
  int pawns_ = 0;
  std::vector<Square> placement_squares_;
  std::vector<int> placement_weights_;
  std::vector<Folded> folded_placements_;  // by raw number
  std::vector<State> states_;
  int squares_ = 0;
  std::uint64_t places_ = 1;
  // For index_of: the symmetries' maps in one piece, kMaxSquares each; and what a man on a square
  // adds to the index, kMaxSquares for each man of the groups in turn.
  std::vector<std::uint8_t> maps_;
  std::vector<std::uint64_t> terms_;
};

// Colours exchanged: where a game looks the same to both sides, KvKR is KRvK turned round, and one
// file serves both.
struct Canonical {
  Material material;        // the one that is stored
  bool swapped = false;     // colours exchanged
  std::vector<Square> map;  // where squares go when swapped; empty otherwise
  Position apply(const Position& position) const;
  Position undo(const Position& stored) const;  // the position asked about that is stored as this
};
Canonical canonical(const Game& game, const Material& material);

}  // namespace augmate
