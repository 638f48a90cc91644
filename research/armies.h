// SPDX-License-Identifier: MIT
// How many armies a game of choice has (12 Augmenters Chess and its relatives).
//
// Reading of its "Setup Phase": a side chooses the two base pieces of its Regent and gives each of
// its men the augmenters that it holds, all of one pool, none twice. Two armies differ when some
// man on its starting square differs: which of the two Rooks has the Wazir is a choice. With twelve
// augmenters, six men that hold one and two that hold three, and three pairs of bases, that is
//   3 * 12! / (3! * 3!) = 39,916,800.
//
// Counting goes man by man over what is left of the pool: the ways to go on from there are the sum,
// over what the next man may hold, of the ways after it; equal remainders are counted once. A pool
// may hold an augmenter several times. Three counts:
//   placed     as above
//   unplaced   men of one slot are interchangeable: their holdings in any order are one army
//   sensible   of the placed ones, those in which every augmenter adds a move to its man in some
//              position (a Rook gets none from a Wazir) and every man gets from everywhere to
//              everywhere on the empty board (a Bishop with a Dabbabah does not), which are the
//              first and third of the document's "setup strategies"
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "research/data_files.h"
#include "rules/kind_text.h"

namespace augmate {

struct ArmyCounts {
  std::uint64_t placed = 0, unplaced = 0, sensible = 0;
};

// What each holding of a slot is worth counting.
struct Holding {
  std::string base;                     // "" for none
  std::vector<std::string> augmenters;  // in the pool's order
};
using HoldingTest = std::function<bool(const Holding&)>;

// Armies all of whose holdings pass the test, men of one slot told apart or not. kUsage when the
// pool is too small for the men, kTooLarge beyond what 64 bits count.
Result<std::uint64_t> count_armies(const ArmyChoice& choice, bool placed, const HoldingTest& test);

// All three counts, on the choice's board.
Result<ArmyCounts> count_armies(const ArmyChoice& choice, const KindLibrary& kinds);

}  // namespace augmate
