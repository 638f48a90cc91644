// SPDX-License-Identifier: MIT
// RowReader: the symbolic reader of the move graphs. For one row of positions (layout.h) it
// computes
//
//   OR over the moves of one side of ( set[position after the move] where the move exists )
//
// for all positions of the row at once. Everything that retrograde analysis needs is this one
// operation on different sets: won or lost sets, legal positions, and the royals that can be taken.
//
// How. Sets are zero wherever two men share a square, so stopping needs no mask: a row of the set,
// moved to where the man came from, contributes nothing where its square is occupied. Passing over
// squares does: a move exists only where they are empty, which clears a few lanes (the lane royal
// in the way) and words (the row man in the way) of what is read; a fixed man in the way takes the
// whole move. So each move is "a row, masked", and a reading is a list of them (row_program.h) that
// is ORed together eight words at a time (row_kernel.h). The row man's moves are its own row
// shifted along the row, the lane royal's are shifts within the words. Men that go on from occupied
// squares are read by their move graph instead (graph_reading.h).
//
// A static man's moves lead to sets of their own (StaticMove). A Joker moves as the row's state
// says, and a move may lead to a row of another state.
//
// A capture is a stop whose value comes from the smaller ending's set, put just into the places in
// which the captured man stands on the square.
//
// Cost: an instruction or two for eight words and move; KRBvKR on 8x8 has about 70 moves a row of
// 4096 positions, and most rows are left after a look at what changed (delta.h) or when the first
// few moves have saved all candidates.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gen/delta.h"
#include "gen/layout.h"

namespace augmate {

// A set of positions by rows of a layout: zero on overlaps. With a delta, only what is in that.
struct RowSet {
  const Layout* layout = nullptr;
  const std::uint64_t* rows = nullptr;
  const Delta* delta = nullptr;

  // Null: nothing.
  const std::uint64_t* row(std::uint64_t r) const {
    return delta != nullptr ? delta->row(r)
                            : rows + r * static_cast<std::uint64_t>(layout->row_words());
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
  bool takes_royal = false;  // the set is "the enemy royal was captured" and nothing else (takes())
};

class RowReader {
 public:
  explicit RowReader(const Layout& layout);
  ~RowReader();
  std::uint64_t size_bytes() const;  // about, of what all threads share
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
  // out = the reading's positions that are in `within`; false if there are none, then out may hold
  // anything. row_words() words each.
  bool read(Scratch& scratch, Side mover, const ReadSource& source, const std::uint64_t* within,
            std::uint64_t* out) const;
  // Takes the reading out of `positions`; false if none are left.
  bool exclude(Scratch& scratch, Side mover, const ReadSource& source,
               std::uint64_t* positions) const;
  // Appends those of the rows [begin, end) in which a reading of deltas may find something.
  void find_changed(std::uint64_t begin, std::uint64_t end, Side mover, const ReadSource& source,
                    std::vector<std::uint64_t>& rows) const;
  // The positions in which the mover could take the enemy royal.
  void takes(Scratch& scratch, Side mover, std::uint64_t* out) const;

  struct Parts;

 private:
  class Reading;
  std::unique_ptr<Parts> parts_;
};

}  // namespace augmate
