// SPDX-License-Identifier: MIT
// estimate: what making a table takes, before it is made: positions exactly, memory by a model of
// what is in memory at the same time, disk as a range.
//
// Memory is the program's own, which is measured, and the largest of three stages: the values that
// moves lead to are brought in and sorted; the sets of positions are worked on; the values are
// rebuilt and written. What depends on the ending's distances is set to what many endings need: a
// row stream of all positions takes about 3 bits each, and in the largest half-step nearly every
// row changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/position_index.h"
#include "gen/generate.h"
#include "gen/layout.h"

namespace augmate {

struct TableEstimate {
  std::string material;
  bool present = false;       // nothing to do
  std::uint64_t entries = 0;  // of both sides to move: exact
  std::uint64_t memory_bytes = 0;
  // The table; the journal and other temporary files come on top while it is made.
  std::uint64_t disk_low_bytes = 0, disk_high_bytes = 0;
  std::uint64_t temporary_bytes = 0;
};

// What generate would do, smallest table first, without doing it.
Result<std::vector<TableEstimate>> estimate(const std::shared_ptr<const Game>& game,
                                            const Material& material,
                                            const GenerateOptions& options);

// Bytes of the sets of positions while one placement is solved.
std::uint64_t set_bytes(const SolverLayout& solver);
// How much of the values that an ending's moves lead to is kept in memory.
std::uint64_t shelf_bytes(const PositionIndex& index);

}  // namespace augmate
