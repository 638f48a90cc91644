// SPDX-License-Identifier: MIT
// Distances: from the journals of an ending's runs to the values in the order of the file, and to
// the statistics that the file's header holds.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "formats/position_index.h"
#include "formats/table_file.h"
#include "gen/retrograde.h"

namespace augmate {

class Distances {
 public:
  // By the side that attacked. All references must outlive this.
  Distances(const PositionIndex& index, const SolverLayout& layout, const Retrograde& retrograde,
            const std::array<RunJournal, 2>& journals);

  std::array<SideStatistics, 2> statistics() const;
  // As a ValueSource.
  void values(Side side, std::uint64_t begin, std::span<PackedValue> out);

 private:
  struct Series {
    const HalfStep* half_step;
    PackedValue value;
    std::size_t cursor;
  };
  std::uint64_t weigh(const HalfStep& half_step) const;
  std::string example(const HalfStep& half_step, Side to_move) const;
  void load(Side side, std::uint64_t anchor);
  // For each row man's square the entry, within the anchor's block, of lane 0; -1 for copies that
  // another row stores.
  void find_entries(std::uint64_t row);

  const PositionIndex& index_;
  const SolverLayout& solver_;
  const Layout& layout_;
  const Retrograde& retrograde_;
  const std::array<RunJournal, 2>& journals_;
  std::size_t row_group_ = 0;

  std::vector<PackedValue> block_;  // of the loaded side and anchor
  std::vector<Series> series_;
  bool loaded_ = false;
  Side loaded_side_ = Side::kWhite;
  std::uint64_t loaded_anchor_ = 0;
  std::vector<std::int64_t> entries_;
};

}  // namespace augmate
