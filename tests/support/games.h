// SPDX-License-Identifier: MIT
// Short ways to write down a game in a test.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rules/game.h"
#include "rules/position.h"

namespace augmate::test {

// A letter and what fairy_man() makes of a name; the first kind is royal for both sides.
using Men = std::vector<std::pair<char, std::string>>;
GameRules plain_rules(int files, int ranks, const Men& men);

// Stops the test program when the rules are no game: they are written in the test.
std::shared_ptr<const Game> make_game(GameRules rules);
Material material(const Game& game, const std::string& text);

// Square by name, which must exist.
Square square(const Board& board, const std::string& name);

}  // namespace augmate::test
