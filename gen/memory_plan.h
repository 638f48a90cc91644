// SPDX-License-Identifier: MIT
// How much memory making a table takes, and what of it lies in files so that it stays within what
// is allowed.
//
// Memory is the program's own, which is measured, and the largest of three stages: the values that
// moves lead to are brought in and sorted; the sets of positions are worked on; the values are
// rebuilt and written. What depends on the ending's distances is set to what many endings need: a
// row stream of all positions takes about 3 bits each, and in the largest half-step three
// quarters of the rows change.
//
// Values that moves lead to lie in files (formats/spill.h) beyond a share of the memory; pages of
// theirs that were touched count until the process has as much as the plan says: without a limit 4
// bits an index entry of either side to move and 48 MiB. With a limit that is too small for the
// whole, everything that grows with the ending lies in files: sets, deltas, other endings, and the
// journal. What stays on the heap is the program, what one unit of a half-step adds, one other
// ending while it is sorted, and one part of the values with what the writer needs for coding.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "formats/position_index.h"
#include "gen/generate.h"

namespace augmate {

struct MemoryPlan {
  std::uint64_t spill_bytes = 0;     // from which on files' pages are put by
  std::uint64_t shelf_bytes = 0;     // of values that moves lead to, beyond which they lie in files
  bool in_files = false;             // all the rest that grows with the ending does too
  std::uint64_t expected_bytes = 0;  // the most that the process will have at a time
  std::uint64_t file_bytes = 0;      // about what the files take, the journal apart
};

// kNoMemory if the limit is too small, with the least that is possible.
Result<MemoryPlan> memory_plan(const PositionIndex& index, const GenerateOptions& options);

}  // namespace augmate
