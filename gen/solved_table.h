// SPDX-License-Identifier: MIT
// SolvedTable: an ending solved, and its values as they are asked for. Without pawns it is one
// placement, and values are rebuilt from its half-steps in the journal. With pawns it is placement
// after placement, the most advanced first, since pawns only go forward; values of finished ones
// lie unpacked on the shelf, where pawn moves find them, and in the journal for a run that goes on.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/journal.h"
#include "formats/spill.h"
#include "gen/distances.h"
#include "gen/memory_plan.h"
#include "gen/retrograde.h"
#include "gen/table_shelf.h"

namespace augmate {

class SolvedTable {
 public:
  using Progress = std::function<void(const SolveProgress&)>;

  // The tables in `folder` hold what moves lead to. `index` and `journal` must outlive this.
  static Result<std::unique_ptr<SolvedTable>> solve(const PositionIndex& index,
                                                    const std::string& folder, Journal& journal,
                                                    const MemoryPlan& memory,
                                                    const Progress& progress);

  // By state.
  const std::vector<std::array<SideStatistics, 2>>& statistics() const { return statistics_; }
  // The values of entries of one side to move. Quick when asked for in ascending order.
  Result<void> values(Side side, std::uint64_t begin, std::span<PackedValue> out);

 private:
  SolvedTable(const PositionIndex& index, const std::string& folder, Journal& journal,
              const MemoryPlan& memory);
  Result<void> solve_at_once(const Progress& progress);
  Result<void> solve_placements(const Progress& progress);
  Result<Solved> solve_placement(std::uint64_t placement, const Progress& progress);
  Result<Solved> unpack_placement(const Journal::Record& record);
  std::span<PackedValue> own_slab(Side side, std::uint64_t state, std::uint64_t placement);
  Result<void> append_record(std::uint64_t placement, const Solved& solved);
  Result<std::unique_ptr<Retrograde>> retrograde_of(std::uint64_t placement);
  std::vector<std::uint64_t> most_advanced_first() const;
  bool ended() const;
  const PositionIndex& index_;
  Journal& journal_;
  Spill spill_;
  bool in_files_;
  TableShelf shelf_;
  std::vector<std::array<SideStatistics, 2>> statistics_;

  // Without pawns.
  std::unique_ptr<Retrograde> retrograde_;
  std::optional<HalfStepJournal> half_steps_;
  Solved solved_;
  std::optional<Distances> distances_;

  // With pawns: on the shelf.
  std::array<MappedArray<PackedValue>, 2>* own_ = nullptr;
  std::uint64_t positions_here_ = 0;  // shown so far
};

}  // namespace augmate
