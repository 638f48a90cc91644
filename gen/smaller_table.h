// SPDX-License-Identifier: MIT
// SmallerTable: a solved ending as its parent's captures see it. It is expanded, unfolded, into the
// parent's layout less one man, whatever its own file's anchor, fold and colours are, and then plays
// its values back step by step: at step n its set is what the parent's set of the same kind was at n.
// Both royals survive every capture, so the parent's anchor and lanes always exist in it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "formats/position_index.h"
#include "formats/table_file.h"
#include "gen/layout.h"
#include "gen/row_reader.h"

namespace augmate {

class SmallerTable {
 public:
  // `layout`: the parent's without the captured man. `to_move`: the side that lost the man.
  // `index` and `file` are those of the stored (canonical) ending.
  static Result<SmallerTable> load(const Layout& layout, Side to_move, const Canonical& stored,
                                   const PositionIndex& index, const TableFile& file);

  // Starts a run. If the side to move defends: the set is "lost in at most n"; if it attacks: "legal
  // and not won in at most n".
  void start(Side attacker);
  // Brings the set to step n, called with n = 0, 1, 2 ... in turn. True if it changed.
  bool advance(int step);
  // The largest step at which the set changes, -1 if none.
  int last_change() const { return events_.empty() ? -1 : events_.back().step; }

  RowSet set() const { return {&layout_, rows_.data(), stamps_.data()}; }
  Side to_move() const { return to_move_; }
  std::uint64_t memory_bytes() const;

 private:
  // A word of the set and the bits of it that change at a step.
  struct Event {
    std::uint32_t step;
    std::uint64_t word;
    std::uint64_t bits;
  };

  Layout layout_;
  Side to_move_ = Side::kWhite;
  bool grows_ = true;  // lost positions are added; won ones are taken away
  std::vector<std::uint64_t> legal_;
  std::vector<PackedValue> values_;  // 64 for each word of legal_
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint16_t> stamps_;
  std::vector<Event> events_;  // by step
  std::size_t next_ = 0;
};

}  // namespace augmate
