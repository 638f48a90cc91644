// SPDX-License-Identifier: MIT
// SolvedEnding: an ending solved, its values not unpacked: they are rebuilt from the journal as they
// are asked for. Without pawns that is one placement and its half-steps; with pawns it is placement
// after placement, the most advanced first, since pawns only go forward, and each leaves a record
// of its values (placement_record.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "formats/journal.h"
#include "gen/distances.h"
#include "gen/retrograde.h"
#include "gen/table_shelf.h"

namespace augmate {

class SolvedEnding {
 public:
  using Progress = std::function<void(const SolveProgress&)>;

  // `tables` hold what moves lead to; `index` and `journal` must outlive this.
  static Result<std::unique_ptr<SolvedEnding>> solve(const PositionIndex& index,
                                                     const TableSet& tables, Journal& journal,
                                                     const Progress& progress);

  // By state.
  const std::vector<std::array<SideStatistics, 2>>& statistics() const { return statistics_; }
  // The values of entries of one side to move. Quick when asked for in ascending order.
  Result<void> values(Side side, std::uint64_t begin, std::span<PackedValue> out);

 private:
  SolvedEnding(const PositionIndex& index, Journal& journal) : index_(index), journal_(journal) {}
  Result<void> solve_at_once(TableShelf& shelf, const Progress& progress);
  Result<void> solve_placements(TableShelf& shelf, const Progress& progress);
  Result<Journal::Record> solve_placement(std::uint64_t placement, TableShelf& shelf,
                                          const Progress& progress);
  Result<std::unique_ptr<Retrograde>> retrograde_of(std::uint64_t placement,
                                                    TableShelf& shelf) const;
  std::vector<std::uint64_t> most_advanced_first() const;
  bool ended() const;
  // Values of one state and placement.
  Result<void> slab_values(Side side, std::uint64_t slab, std::uint64_t begin,
                           std::span<PackedValue> out);

  const PositionIndex& index_;
  Journal& journal_;
  std::vector<std::array<SideStatistics, 2>> statistics_;

  // Without pawns.
  std::unique_ptr<Retrograde> retrograde_;
  std::optional<HalfStepJournal> half_steps_;
  Solved solved_;
  std::optional<Distances> distances_;

  // With pawns: records by placement, and the one unpacked last.
  std::vector<Journal::Record> records_;
  std::vector<PackedValue> unpacked_;
  std::optional<std::pair<Side, std::uint64_t>> unpacked_which_;
};

}  // namespace augmate
