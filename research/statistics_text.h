// SPDX-License-Identifier: MIT
// A table's statistics as text and as JSON, as the game that was asked about sees them.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/table_file.h"
#include "formats/table_set.h"

namespace augmate {

using Sides = std::array<SideStatistics, 2>;  // by Side to move

// Of the material asked for: a table stored with the colours exchanged is turned back.
struct Statistics {
  Sides all;
  // Where there are Jokers: the same for each pair of kinds that they may imitate.
  struct State {
    PositionIndex::State imitates;
    Sides sides;
  };
  std::vector<State> states;
};
Result<Statistics> statistics_of(const Game& game, const OpenTable& table);
// The stored sides of a table as the material that `canonical` started from sees them.
Result<Sides> turned_back(const Game& game, const Canonical& canonical, Sides sides);

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
