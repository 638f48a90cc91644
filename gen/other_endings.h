// SPDX-License-Identifier: MIT
// What the moves of an ending lead to outside it: one SmallerTable for each kind of capture and for
// each move of each pawn of the placement.
#pragma once

#include "gen/layout.h"
#include "gen/retrograde.h"
#include "gen/table_shelf.h"

namespace augmate {

// The values come from the shelf: every material that one move leads to, and, if there are pawns,
// the placements of the own material that pawn moves lead to. `spill`: where what is made of them
// lies, null for memory.
Result<OtherEndings> other_endings(const Layout& layout, TableShelf& shelf, Spill* spill);

}  // namespace augmate
