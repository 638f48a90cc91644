// SPDX-License-Identifier: MIT
// What a game says of a pawn besides its steps, in words.
#pragma once

#include <string>

#include "rules/game.h"

namespace augmate::cli {

// "stands on own ranks 2 to 7; goes up to 2 squares from rank 2 and can be taken in passing;
// promotes on rank 8 to QRBN".
std::string pawn_text(const GameRules& rules, const PawnRule& pawn);

}  // namespace augmate::cli
