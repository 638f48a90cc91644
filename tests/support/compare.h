// SPDX-License-Identifier: MIT
// Holds a solved ending against the plain solver, every value and every count.
#pragma once

#include <memory>

#include "rules/position.h"

namespace augmate::test {

// Adds test failures: the first few differing positions and any differing count. Where stalemate
// wins or loses the solver may refuse the game, but not answer wrongly.
void compare_with_plain(const std::shared_ptr<const Game>& game, const Material& material);

}  // namespace augmate::test
