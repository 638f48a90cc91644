// SPDX-License-Identifier: MIT
// A table's statistics as the game that was asked about sees them. Plain values; thread safe.
#pragma once

#include <array>
#include <vector>

#include "base/result.h"
#include "formats/table_file.h"
#include "formats/table_set.h"

namespace augmate {

using Sides = std::array<SideStatistics, 2>;  // by Side to move

inline constexpr Outcome kBestFirst[] = {
    Outcome::kWin,          Outcome::kWinPerpetual,  Outcome::kAdvantage, Outcome::kDraw,
    Outcome::kDisadvantage, Outcome::kLossPerpetual, Outcome::kLoss};

// The sides of a stored table as the material that `canonical` started from sees them.
Result<Sides> turned_back(const Game& game, const Canonical& canonical, Sides sides);

// Of the material asked for: a table stored with the colours exchanged is turned back.
struct Statistics {
  Sides all;
  // Where there are Jokers: the same for each pair of kinds that they may imitate, in the order of
  // PositionIndex::states().
  struct State {
    PositionIndex::State imitates;
    Sides sides;
  };
  std::vector<State> states;
};
Result<Statistics> statistics_of(const Game& game, const OpenTable& table);

// Every game has wins, draws and losses; the other outcomes are shown where they occur.
bool shown(const SideStatistics& statistics, Outcome outcome);

}  // namespace augmate
