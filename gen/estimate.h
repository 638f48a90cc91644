// SPDX-License-Identifier: MIT
// estimate: what making a table takes, before it is made: positions exactly, memory as
// memory_plan.h says, disk as a range.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/position_index.h"
#include "gen/generate.h"

namespace augmate {

struct TableEstimate {
  std::string material;
  bool present = false;       // nothing to do
  std::uint64_t entries = 0;  // of both sides to move: exact
  // With a limit that is too small: of making it with the least that is enough.
  std::uint64_t memory_bytes = 0;
  std::uint64_t least_memory_bytes = 0;
  // The table; the journal and other temporary files come on top while it is made.
  std::uint64_t disk_low_bytes = 0, disk_high_bytes = 0;
  std::uint64_t temporary_bytes = 0;
};

// What generate would do, smallest table first, without doing it.
Result<std::vector<TableEstimate>> estimate(const std::shared_ptr<const Game>& game,
                                            const Material& material,
                                            const GenerateOptions& options);

// kNoMemory if the limit is too small for one of the tables that are to be made: with the least
// that is enough for all.
Result<void> check_memory(std::span<const TableEstimate> tables, const GenerateOptions& options);

}  // namespace augmate
