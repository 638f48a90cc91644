// SPDX-License-Identifier: MIT
// SmallerTable: solved positions as the moves of an ending that is being solved see them: a smaller
// ending after a capture, another one after a promotion, another placement of the pawns after a
// pawn move. They are expanded, unfolded, into the layout of the ending less the captured man (with
// a pawn elsewhere or promoted as a static man), whatever the table's own anchor, fold and colours
// are, and then play their values back step by step: at step n the set is what the parent's set of
// the same kind was at n. Both royals survive every move, so the parent's anchor and lanes always
// exist.
//
// What is kept is, for each value, a row stream (row_stream.h) of the positions that have it: the
// same for every run, and as compact as a journal. A run picks the streams of its outcome by their
// distance. Each is in as many parts as threads loaded it, the same rows in the same part for every
// value, so that threads can go through parts side by side. Memory: these, one bit a position for
// the set, and what the last step changed; the table's own values are needed only to load.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/result.h"
#include "formats/loaded_tables.h"
#include "gen/aligned_words.h"
#include "gen/delta.h"
#include "gen/layout.h"
#include "gen/row_reader.h"
#include "gen/row_stream.h"

namespace augmate {

class SmallerTable {
 public:
  // What the move left besides the men of `layout`.
  struct Trace {
    SquareSet passed;  // by a pawn's multi-step to
    Square passer = kNoSquare;
    Side promoted = Side::kWhite;  // the side whose pawn became a Joker
    bool joker_made = false;
  };

  // `layout`: of the positions after the move, its states those of the parent. `to_move`: the side
  // to move after it. The tables must have all that LoadedTables::value_of needs. `spill`: where
  // it is to lie, null for memory.
  static SmallerTable load(const Layout& layout, Side to_move, const Trace& trace,
                           const LoadedTables& tables, Spill* spill);

  // Starts a run for one outcome (of the attacker). If the side to move defends, the set becomes
  // "the attacker has the outcome or better in at most n"; if it attacks, "legal and that not so".
  // What is better than the outcome, or reached there by infinite play, counts as reached at 0.
  void start(Side attacker, Outcome outcome);
  // Brings the set to step n, called with n = 0, 1, 2 ... in turn. True if it changed.
  bool advance(int step);
  // The largest step at which the set changes, -1 if none.
  int last_change() const { return events_.empty() ? -1 : events_.back().step; }

  // Instead of a run: all legal positions.
  void select_legal() {
    select([](Value) { return true; }, false);
    all_legal_ = true;
  }
  // Instead of a run: the legal positions whose value fits; with `checked` only those in which the
  // side to move is in check.
  void select(const std::function<bool(Value)>& fits, bool checked);

  RowSet set() const { return {&layout_, rows_.data(), nullptr}; }
  // What the last advance() changed in it.
  RowSet changes() const { return {&layout_, nullptr, &*delta_}; }
  Side to_move() const { return to_move_; }

 private:
  struct Positions {
    Value value;
    std::vector<RowStream::Bytes> parts;  // in streams_
  };
  // Positions that join or leave the set at a step.
  struct Event {
    int step = 0;
    const Positions* positions = nullptr;
  };
  using StreamsByValue = std::map<PackedValue, std::vector<RowStream>>;  // by part
  void gather(StreamsByValue by_value);
  void set_positions(const std::function<bool(Value)>& fit);
  // Calls f with the reader at each of their rows.
  template <class F>
  void each_row(const std::vector<const Positions*>& which, const F& f) const;

  Layout layout_;
  Side to_move_ = Side::kWhite;
  std::array<Outcome, 2> infinite_{};  // infinite_play by side
  bool grows_ = true;                  // lost positions are added; won ones are taken away
  Spill* spill_ = nullptr;
  int parts_ = 1;
  AlignedArray<std::uint8_t> streams_;
  std::vector<Positions> positions_;  // by value: all that are legal
  AlignedWords checked_;              // the side to move is in check; only if a perpetual counts
  AlignedWords rows_;
  bool all_legal_ = false;  // what rows_ is
  std::unique_ptr<Delta> delta_;
  std::vector<Event> events_;  // by step
  std::size_t next_ = 0;
};

}  // namespace augmate
