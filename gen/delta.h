// SPDX-License-Identifier: MIT
// Delta: what one half-step changed in a set of positions, by rows (layout.h).
//
// A half-step of retrograde analysis needs only what the half-step before it found, so readers ask
// a delta two questions, and both must be cheap for the many rows that did not change:
//
//   row(r)    the bits of row r that changed, null if none did
//   line(...) which squares a man could go to so that the row reached has changed: fix everything
//             but one man, and the rows that its moves lead to form a *line*, one bit a square
//
// A man on f whose moves reach the squares R from f, whatever stands between, finds something only
// if line & R is not empty: one instruction for all its moves on boards of 64 squares. Most rows of
// most half-steps end there.
//
// There are lines for the movers alone: the anchor, if it is theirs, and their outer men. A line's
// number is that of the row without the man (of alike men: of the others).
//
// Memory: a pointer a row, a bit a row and mover, and the changed rows, side by side in room for
// all rows, of which only what some half-step needed is ever touched. Threads may add different
// rows at once; adding and reading must not meet.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "gen/aligned_words.h"
#include "gen/layout.h"

namespace augmate {

class Delta {
 public:
  static constexpr int kAnchor = -1;  // in place of a dimension

  // Of a set that the mover's moves lead to.
  // `spill`: where it lies, null for memory.
  Delta(const Layout& layout, Side mover, Spill* spill);

  // What it takes in memory besides the changed rows.
  static std::uint64_t fixed_bytes(const Layout& layout, Side mover);

  bool empty() const;
  const std::uint64_t* row(std::uint64_t r) const { return where_[r]; }
  // `others`: Layout::place_without. planes words.
  const std::uint64_t* line(int dimension, int slot, int state, std::uint64_t others) const {
    const Lines& l = lines_[static_cast<std::size_t>(dimension + 1)];
    const auto row = (static_cast<std::uint64_t>(slot) * l.slot_stride +
                      static_cast<std::uint64_t>(state) * l.state_stride + others);
    return l.bits.data() + row * planes_;
  }

  // The words of a row, to write to; zero when the row is added.
  std::uint64_t* add(std::uint64_t row);
  // Adds a row that is not there.
  void add(std::uint64_t row, const std::uint64_t* words);
  void clear();

 private:
  struct Lines {
    AlignedWords bits;
    std::uint64_t slot_stride = 0, state_stride = 0;
  };
  // What one thread added: its rows lie in blocks that it takes one by one.
  struct Store {
    std::vector<std::uint64_t> blocks;  // numbers
    std::vector<std::uint64_t> rows;
  };
  static constexpr std::uint64_t kBlockRows = 64;

  std::uint64_t* take(std::uint64_t row);
  void mark(std::uint64_t row);
  void mark_line(int dimension, int slot, int state, std::uint64_t others, Square square);

  Layout layout_;
  std::uint64_t planes_;
  std::size_t row_words_;
  AlignedArray<std::uint64_t*> where_;
  std::vector<Lines> lines_;  // the anchor's, then by dimension
  std::vector<Store> stores_;
  AlignedWords words_;
  std::atomic<std::uint64_t> blocks_taken_{0};
};

}  // namespace augmate
