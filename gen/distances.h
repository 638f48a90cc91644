// SPDX-License-Identifier: MIT
// Distances: from the journals of an ending's runs (of one placement of its pawns) to the values in
// the order of the file, and to the statistics that the file's header holds.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "formats/position_index.h"
#include "formats/table_file.h"
#include "gen/retrograde.h"

namespace augmate {

// By the side that attacked, best outcome first.
using Journals = std::array<std::vector<RunJournal>, 2>;

class Distances {
 public:
  // All references must outlive this.
  Distances(const PositionIndex& index, std::uint64_t placement, const Retrograde& retrograde,
            const Journals& journals);

  // Adds the placement's counts, by state.
  void add_statistics(std::vector<std::array<SideStatistics, 2>>& states) const;
  // The values of entries of the placement's slab in one state: PositionIndex::slab() of them.
  // Quick when asked for in ascending order.
  void values(Side side, int state, std::uint64_t begin, std::span<PackedValue> out);

 private:
  struct Series {
    const HalfStep* half_step;
    Value value;
    RowStreamReader rows;
    bool more;  // `rows` stands at a row
  };
  std::vector<Series> series_of(Side side) const;
  Value undecided(Side side) const;
  void count(const Series& series, int state, SideStatistics& side, Side to_move) const;
  std::string example(std::uint64_t row, int word, std::uint64_t bits, Side to_move) const;
  void load(Side side, int state, std::uint64_t anchor);
  // For each row man's square the entry, within the anchor's block, of lane 0; -1 for copies that
  // another row stores.
  void find_entries(std::uint64_t row);

  const PositionIndex& index_;
  const std::uint64_t placement_;
  const Retrograde& retrograde_;
  const SolverLayout& solver_;
  const Layout& layout_;
  const Journals& journals_;
  std::size_t row_group_ = 0;

  std::vector<PackedValue> block_;  // of the loaded side, state and anchor
  std::vector<Series> series_;
  bool loaded_ = false;
  Side loaded_side_ = Side::kWhite;
  int loaded_state_ = 0;
  std::uint64_t loaded_anchor_ = 0;
  std::vector<std::int64_t> entries_;
};

// Sums the states' statistics.
std::array<SideStatistics, 2> sum_of(const std::vector<std::array<SideStatistics, 2>>& states);

}  // namespace augmate
