// SPDX-License-Identifier: MIT
// Layout: how a set of positions lies in memory while solving.
//
// Fix the squares of all men but two, the *row man* and the *lane royal*. What is left is a *row*:
// for each square r of the row man one lane word, in which bit l says something of the position
// with the row man on r and the lane royal on l. Boards of more than 64 squares need several 64-bit
// words for the lanes; these lie in *planes*, so that one plane of a row is a contiguous vector:
//
//   row[plane w][r], bit b  <->  row man on r, lane royal on 64 * w + b
//
// A row of 8x8 has 1 plane of 64 words, one of 12x8 two planes of 96. An ending with no other men
// than royals has rows of one word a plane (padded to eight).
//
// Rows are numbered anchor slot first, then what Jokers imitate, then the *outer* men in the order
// of their groups:
//
//   row = ((slot * states + state) * places(dimension 1) + place 1) * places(dimension 2) + ...
//
// A slot is a square of the anchor royal. *Static* men (pawns) stand on fixed squares: an ending
// with pawns is solved placement by placement, each with a layout of its own, and the moves of
// static men lead to other layouts. Alike men of a dimension are unordered, as in PositionIndex. If
// the row man has twins, they form an outer dimension of their own, one smaller; every position is
// then stored once for each of the twins as row man, and the copies agree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/position_index.h"
#include "rules/game.h"

namespace augmate {

struct Layout {
  struct Dimension {
    Side side = Side::kWhite;
    int kind = 0;
    int men = 1;
    std::uint64_t places = 1;
    std::uint64_t places_of_others = 1;  // with one man fewer
    std::uint64_t stride = 1;
  };
  struct RowMan {
    Side side = Side::kWhite;
    int kind = 0;
  };
  // What Jokers imitate and, under an exact move-count rule, the plies that are left before the
  // draw.
  struct State {
    PositionIndex::State imitates = {-1, -1};
    int plies_left = -1;  // -1: there is no such rule
    bool operator==(const State&) const = default;
  };

  const Game* game = nullptr;
  Side anchor_side = Side::kWhite;
  std::vector<Square> slots;  // anchor square by slot
  std::vector<int> slot_of;   // slot by square, -1 for none
  std::vector<Dimension> dimensions;
  std::optional<RowMan> row_man;
  std::vector<Man> statics;
  // For each of the index's states its `layers`, all plies left first; only that layer is stored.
  std::vector<State> states = {State{}};
  int layers = 1;

  std::array<bool, 2> jokers{};  // by side: the states tell what its Joker imitates
  int squares = 0;               // of the grid
  int planes = 0;
  int row_length = 0;  // words a plane, padded to a multiple of eight
  std::uint64_t outer_places = 1;

  Side lane_side() const { return opponent(anchor_side); }
  int row_words() const { return planes * row_length; }
  int row_squares() const { return row_man ? squares : 1; }
  int outer_men() const;
  std::uint64_t slot_rows() const { return states.size() * outer_places; }
  std::uint64_t rows() const { return slots.size() * slot_rows(); }

  // Fills in what follows from game, slots, dimensions and row_man.
  void complete();
  // The row of a slot, a state and the outer men's squares, in the order of the dimensions; any
  // order within a dimension.
  std::uint64_t row_of(int slot, int state, const Square* outer) const;
  // The outer men's place with one man of a dimension left out: `men` are the dimension's, that one
  // is the `left_out`th of them. Below places_without(dimension).
  std::uint64_t place_without(std::size_t dimension, std::uint64_t outer_place, const Square* men,
                              int left_out) const;
  std::uint64_t places_without(std::size_t dimension) const;
  // The inverse: the slot, and ascending squares within a dimension.
  int squares_of(std::uint64_t row, Square* outer) const;
  int state_of(std::uint64_t row) const {
    return static_cast<int>(row / outer_places % states.size());
  }
  bool stored(int state) const { return state % layers == 0; }
  // Nothing but mate can happen any more: the move-count rule makes a draw.
  bool exhausted(int state) const {
    return states[static_cast<std::size_t>(state)].plies_left == 0;
  }
  // The state after a man of the side moved without capture, a Joker counting as what it imitates;
  // -1 if it has no number (no such move exists). An exhausted state stays so.
  int state_after(int state, Side mover, int kind) const;

  // The same men without one of those of a dimension, the row man, or a static man.
  Layout without_outer(std::size_t dimension) const;
  Layout without_row_man() const;
  Layout without_static(std::size_t number) const;
};

// The layout in which an ending, or one placement of its pawns, is solved: the anchor's slots are
// the index's anchor squares first, then the *ghosts*, all other squares that the anchor royal can
// go to from one of them.
struct SolverLayout {
  Layout layout;
  std::size_t anchors = 0;  // slots that are no ghosts
  int row_twins = 1;        // copies of each position (see above)
};
SolverLayout solver_layout(const PositionIndex& index, std::uint64_t placement);

}  // namespace augmate
