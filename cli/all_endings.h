// SPDX-License-Identifier: MIT
// Every ending of a game up to a number of men.
#pragma once

#include <vector>

#include "rules/position.h"

namespace augmate::cli {

// The materials of at most `men` men, each once although its colours may be exchanged, in an order
// in which moves lead to earlier ones only. No side has more of a kind than pawns may make of it.
std::vector<Material> all_endings(const Game& game, int men, bool pawns);

}  // namespace augmate::cli
