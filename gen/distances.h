// SPDX-License-Identifier: MIT
// Distances: from the journal of an ending's half-steps (of one placement of its pawns) to the
// values in the order of the file, and to the statistics that the file's header holds. Values are
// rebuilt part by part, each from its own chunks of all half-steps. A part is an anchor square with
// some squares of the men that the index puts first; so neither memory nor the cost of a few
// entries anywhere grows with the ending. Where the row man is first, all the anchor's rows have to
// be gone through for any part, so that parts are as large as may be.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "formats/position_index.h"
#include "formats/table_file.h"
#include "gen/retrograde.h"

namespace augmate {

class Distances {
 public:
  // Which parts an ending is rebuilt by.
  struct Parts {
    bool by_rows = false;       // a part has rows of its own; else some words of all rows
    std::uint64_t entries = 0;  // at most
    std::uint64_t rows = 0;
  };
  // `small`: parts are small at any cost.
  static Parts parts_of(const PositionIndex& index, const Layout& layout, bool small);

  // All references must outlive this.
  Distances(const PositionIndex& index, const Retrograde& retrograde,
            const HalfStepJournal& journal, const Solved& solved, bool small_parts);

  // The values of entries of the placement's slab in one state: PositionIndex::slab() of them.
  // Quick when asked for in ascending order.
  Result<void> values(Side side, int state, std::uint64_t begin, std::span<PackedValue> out);

 private:
  struct Loaded {
    Side side = Side::kWhite;
    int state = -1;  // nothing is loaded
    std::uint64_t anchor = 0, part = 0;
    bool operator==(const Loaded&) const = default;
  };
  // What half-steps add to one chunk, and the values of that.
  using Additions = std::vector<std::pair<PackedValue, RowStream::Bytes>>;
  Result<void> load(const Loaded& what);
  void load_chunk(const Loaded& what, std::uint64_t chunk, const Additions& additions,
                  RowReader::Scratch& scratch);
  struct Rows {
    std::uint64_t begin = 0, end = 0;
  };
  Rows rows_of(const Loaded& what) const;
  ChunkRange chunks_of(const Loaded& what) const;
  // For each row man's square the entry, within the part, of lane 0; -1 for other parts' and for
  // copies that another row stores.
  void find_entries(std::uint64_t row, std::vector<std::int64_t>& entries) const;
  void put(const std::vector<std::int64_t>& entries, int word, std::uint64_t bits,
           PackedValue value);

  const PositionIndex& index_;
  const Retrograde& retrograde_;
  const Layout& layout_;
  const HalfStepJournal& journal_;
  const Solved& solved_;
  std::size_t row_group_ = 0;
  std::uint64_t anchor_entries_;
  Parts parts_;

  Loaded loaded_;
  std::uint64_t part_begin_ = 0;    // among the anchor's entries
  std::vector<PackedValue> block_;  // what is loaded
};

// Adds a placement's counts, by state.
void add_statistics(const PositionIndex& index, std::uint64_t placement, const SolverLayout& layout,
                    const Solved& solved, std::vector<std::array<SideStatistics, 2>>& states);

// Sums the states' statistics.
std::array<SideStatistics, 2> sum_of(const std::vector<std::array<SideStatistics, 2>>& states);

}  // namespace augmate
