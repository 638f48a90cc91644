// SPDX-License-Identifier: MIT
// How much memory making a table takes, and what of it lies in files so that it stays within what
// is allowed.
//
// A plan adds up what is allocated: the program, which is measured, the move programs of the
// readers, which are made and measured, and the arrays of the largest of three stages. *Loading*:
// the values that moves lead to, and the row streams that they are sorted into, twice for the one
// at hand. *Solving*, for either attacker: the two sets, one of them with ghosts; the deltas'
// tables; the rows that change; the other endings' sets and streams; the journal, if it is in
// memory. *Writing*: the journal, a part of the values (distances.h), and what the writer says
// (formats/table_file.h). Between stages freed memory is given back (base/heap.h).
//
// Sizes follow from the layout but for three that depend on the distances, which nobody knows
// before. They are set to what endings were seen to need: a row stream of all positions 3 bits
// each; in the journal a byte an entry of one side, a tenth of that where both sides have the same
// men, and in the layers of a move-count rule half as much on the average; and of a delta's rows in
// the largest half-step all where the defender has nothing but its royal, else six tenths if the
// attacker has more men, one tenth if it has fewer, eight tenths if as many, four if the same.
// Where hardly anything is won, an ending takes less than the plan says.
//
// Example: KBNvK on 12x8, 21 million entries a side, journal on disk: the program 10 MiB, two sets
// of 2,304 rows of 1,536 bytes 7, deltas of 2,304 and with ghosts 3,360 rows 8, what a unit adds 1.
//
// Values that moves lead to lie in files (formats/spill.h) beyond a share of the memory; pages of
// theirs that were touched count until the process has as much as the plan says: without a limit 4
// bits an index entry of either side to move and 48 MiB, less a margin. With a limit that is too
// small for the whole, everything that grows with the ending lies in files: sets, deltas, other
// endings, and the journal. What stays on the heap is the program, what one unit of a half-step
// adds, one other ending while it is sorted, and one part of the values with what the writer needs.
#pragma once

#include <cstdint>
#include <string>

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
  // The least limit that is enough. Where the limit is less, the plan is for this one.
  std::uint64_t least_bytes = 0;
};

MemoryPlan memory_plan(const PositionIndex& index, const GenerateOptions& options);

// The error that says how much is needed: of the material, the least of all that are to be made.
Error needs_memory(const std::string& material, std::uint64_t least_bytes);

}  // namespace augmate
