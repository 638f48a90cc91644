// SPDX-License-Identifier: MIT
// What a half-step adds, and where in the journal it stands.
//
// The rows of a layout are cut into *chunks*, which one thread takes at a time, and chunks are
// gathered into *units*, each a piece of work with a record of its own in the journal
// (formats/journal.h). A chunk never holds rows of two anchor slots, unless slots have so few rows
// that it holds several whole ones; so the distances of one slot are rebuilt from the chunks of
// that slot, whatever the rest holds. A unit has enough words that finishing it, with all threads
// waiting for the last, costs nothing; of most endings all rows are one unit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "formats/journal.h"
#include "gen/layout.h"
#include "gen/row_stream.h"
#include "rules/outcome.h"

namespace augmate {

struct ChunkRange {
  std::uint64_t begin = 0, end = 0;
};

class ChunkPlan {
 public:
  // Of the rows of the first `anchors` slots.
  ChunkPlan(const Layout& layout, std::uint64_t anchors);

  std::uint64_t chunks() const { return groups_ * parts_; }
  std::uint64_t units() const { return (groups_ + unit_groups_ - 1) / unit_groups_; }
  ChunkRange unit(std::uint64_t number) const;
  std::uint64_t unit_of(std::uint64_t chunk) const { return chunk / parts_ / unit_groups_; }
  // A chunk's rows; there may be none.
  std::uint64_t begin_row(std::uint64_t chunk) const;
  std::uint64_t end_row(std::uint64_t chunk) const { return begin_row(chunk + 1); }
  // Chunks that hold the slot's rows.
  ChunkRange of_slot(std::uint64_t slot) const {
    return {slot / group_slots_ * parts_, (slot / group_slots_ + 1) * parts_};
  }

 private:
  std::uint64_t rows_, group_slots_, group_rows_, groups_, parts_, part_rows_, unit_groups_;
};

// Positions in one state of the Jokers, weighted by the anchor's orbit, twins not yet divided out.
struct Tally {
  std::uint64_t positions = 0;
  // One of them, the first by rows.
  std::uint64_t row = 0, bits = 0;
  int word = 0;

  void unite(const Tally& other) {
    const std::uint64_t sum = positions + other.positions;
    if (other.positions > 0 && (positions == 0 || other.row < row)) *this = other;
    positions = sum;
  }
};

struct HalfStep {
  struct Unit {
    Journal::Record record;
    std::vector<std::uint32_t> ends;  // of the chunks, in the record behind these numbers
  };
  Side to_move = Side::kWhite;
  Value value;  // of the positions that it adds
  std::vector<Unit> units;
  std::vector<Tally> tallies;  // by state

  bool empty() const;
};

// The half-steps of one placement in a journal.
class HalfStepJournal {
 public:
  using Bytes = RowStream::Bytes;

  HalfStepJournal(Journal& journal, const ChunkPlan& plan, std::uint64_t placement)
      : journal_(journal), plan_(plan), placement_(placement) {}

  const ChunkPlan& plan() const { return plan_; }
  // The record of the unit, if it is there already: kTruncated and the like are errors.
  Result<std::optional<HalfStep::Unit>> take(JournalKey key) const;
  Result<HalfStep::Unit> append(JournalKey key, const std::vector<RowStream>& chunks) const;
  // The streams of consecutive chunks of one unit, none if all are empty; `buffer` holds their
  // bytes.
  Result<std::vector<Bytes>> read(const HalfStep& half_step, ChunkRange chunks,
                                  std::vector<std::uint8_t>& buffer) const;
  void forget(const HalfStep& half_step) const;

 private:
  Journal& journal_;
  const ChunkPlan& plan_;
  std::uint64_t placement_;
};

}  // namespace augmate
