// SPDX-License-Identifier: MIT
// What the moves of an ending lead to outside it: one SmallerTable for each kind of capture and for
// each move of each pawn of the placement.
#pragma once

#include "formats/loaded_tables.h"
#include "gen/layout.h"
#include "gen/retrograde.h"

namespace augmate {

// `tables` must have every material that one move leads to, and the ending's own table, with the
// placements that pawn moves lead to, if it has pawns.
OtherEndings other_endings(const Layout& layout, const LoadedTables& tables);

}  // namespace augmate
