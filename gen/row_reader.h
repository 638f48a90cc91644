// SPDX-License-Identifier: MIT
// RowReader: the symbolic reader of the move graphs. For one row of positions (layout.h) it
// computes
//
//   OR over the moves of one side of ( set[position after the move] where the move exists )
//
// for all positions of the row at once. Everything that retrograde analysis needs is this one
// operation on different sets: won or lost sets, legal positions, and the royals that can be taken.
//
// How. The graph of each man is evaluated backwards: V[node] is the row vector "some walk from this
// node on stops in the set", and
//
//   V[n] = X(c)                                        stop on c, if the node allows it
//        | (OR V[on_empty]) where c is empty
//        | (OR V[on_friend or on_enemy]) where c is so occupied
//
// with c the square of the node and X(c) the set's row after the move. For an outer man (or the
// anchor) c is one square: occupied by a fixed man, a matter of the whole row; else by the row man
// only in word c, by the lane royal only in bit c. The row man's own start square runs along the
// row, so c does too, and X(c) is the same row shifted by the displacement; for the lane royal it
// runs along the lanes, and X(c) is shifted within the words.
//
// A static man's moves lead to sets of their own (StaticMove). A Joker moves as the row's state
// says, and a move may lead to a row of another state.
//
// Sets are zero wherever two men share a square, so a stop needs no mask: X(c) contributes nothing
// where c is occupied. A capture is a stop whose value comes from the smaller ending's set; it is
// put just into those overlap places. Only going on past c needs masks.
//
// Cost: a few vector operations a node and row; KRBvKR on 8x8 has about 70 nodes a row of 4096
// positions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gen/layout.h"

namespace augmate {

// A set of positions by rows of a layout: zero on overlaps.
struct RowSet {
  const Layout* layout = nullptr;
  const std::uint64_t* rows = nullptr;
  const std::uint16_t* stamps = nullptr;  // by row: the step in which it last changed

  const std::uint64_t* row(std::uint64_t r) const {
    return rows + r * static_cast<std::uint64_t>(layout->row_words());
  }
};

// How a captured man is named: its outer dimension, or kStaticVictim + its number among the static
// men, or the row man.
inline constexpr int kNoVictim = -1;
inline constexpr int kRowManVictim = -2;
inline constexpr int kStaticVictim = kMaxMen;

// Where a static man's move leads: from its present square to `to`, capturing `victim`. Several for
// one square where it has a choice (promotion).
struct StaticMove {
  int man = 0;  // among the layout's static men
  Square to = kNoSquare;
  int victim = kNoVictim;
  RowSet set;
};

// What a reading refers to.
struct ReadSource {
  RowSet set;
  // The smaller endings' sets after a man of the opponent was captured by another man than a static
  // one: by victim, and for the row man. Null layouts where there is nothing to capture.
  std::array<RowSet, 2 * kMaxMen> after;
  RowSet after_row_man;
  std::vector<StaticMove> static_moves;
  int changed_at = -1;       // read only rows with this stamp; -1: all
  bool takes_royal = false;  // the set is "the enemy royal was captured" and nothing else
};

class RowReader {
 public:
  explicit RowReader(const Layout& layout);
  ~RowReader();
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  // Scratch memory of one thread.
  class Scratch;
  struct ScratchDeleter {
    void operator()(Scratch* s) const;
  };
  using ScratchPointer = std::unique_ptr<Scratch, ScratchDeleter>;
  ScratchPointer make_scratch() const;

  // Makes `row` the current one: decodes its men. False if fixed men overlap (no position there).
  bool enter(std::uint64_t row, Scratch& scratch) const;
  // The positions of the current row in which all men stand on different, existing squares.
  void free_positions(const Scratch& scratch, std::uint64_t* out) const;
  // ORs the reading into out (row_words() words); false if nothing was added.
  bool read(Scratch& scratch, Side mover, const ReadSource& source, std::uint64_t* out) const;
  // Whether a row that the mover's moves from the current row lead to has the source's stamp.
  bool any_source_changed(const Scratch& scratch, Side mover, const ReadSource& source) const;

 private:
  struct Program;
  struct Reading;
  std::unique_ptr<Program> make_program(const MoveGraph& graph) const;
  // How a man of the kind moves in a state; null for a Joker that imitates nothing.
  const Program* program(Side side, int kind, int state) const;

  const Layout layout_;
  std::array<std::vector<std::unique_ptr<Program>>, 2> programs_;    // by side and kind
  std::array<std::vector<std::unique_ptr<Program>>, 2> imitations_;  // the same for Jokers
  std::vector<std::uint64_t> lanes_;                                 // existing squares, by plane
  std::vector<std::uint64_t> open_lanes_;                            // those open when empty
  std::vector<std::uint64_t> diagonal_;  // [plane][margin + r]: bit r of the lanes
  int margin_ = 0;
  int padded_ = 0;  // words of a plane with margins
};

}  // namespace augmate
