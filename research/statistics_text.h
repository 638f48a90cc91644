// SPDX-License-Identifier: MIT
// A table's statistics as text and as JSON, as the game that was asked about sees them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "formats/statistics.h"

namespace augmate {

// "sides", "outcomes" and, for a game with an n-move rule, "move_rule".
nlohmann::ordered_json to_json(const Sides& sides, int move_rule);

// Counts and longest distances of one side to move; move_rule: say where a mate takes more moves,
// 0: no.
std::string summary(Side side, const SideStatistics& statistics, int move_rule);
std::string histogram(const SideStatistics& statistics);
// How many won and lost positions are beyond the rule, and the longest mate within it.
std::string move_rule_text(const SideStatistics& statistics, int move_rule);
// What Jokers imitate: "White's Joker imitates K".
std::string state_text(const Game& game, const PositionIndex::State& imitates);

}  // namespace augmate
