// SPDX-License-Identifier: MIT
#include "formats/statistics.h"

#include <string>
#include <utility>

namespace augmate {
Result<Sides> turned_back(const Game& game, const Canonical& canonical, Sides sides) {
  if (!canonical.swapped) return sides;
  std::swap(sides[0], sides[1]);
  for (SideStatistics& side : sides)
    for (OutcomeStatistics& outcome : side.outcomes) {
      if (outcome.longest_fen.empty()) continue;
      auto stored = parse_fen(game, outcome.longest_fen);
      if (!stored) return stored.error();
      outcome.longest_fen = to_fen(game, canonical.undo(*stored));
    }
  return sides;
}

Result<Statistics> statistics_of(const Game& game, const OpenTable& table) {
  const TableInfo& info = table.file().info();
  const std::string& path = table.file().path();
  auto all = turned_back(game, table.canonical(), info.sides);
  if (!all) return all.error().in(path);
  Statistics statistics{std::move(*all), {}};
  for (std::size_t i = 0; i < info.states.size(); ++i) {
    auto sides = turned_back(game, table.canonical(), info.states[i]);
    if (!sides) return sides.error().in(path);
    PositionIndex::State imitates = table.index().states()[i];
    if (table.canonical().swapped) std::swap(imitates[0], imitates[1]);
    statistics.states.push_back({imitates, std::move(*sides)});
  }
  return statistics;
}

bool shown(const SideStatistics& statistics, Outcome outcome) {
  return outcome == Outcome::kWin || outcome == Outcome::kDraw || outcome == Outcome::kLoss ||
         statistics.outcomes[static_cast<unsigned>(outcome)].count > 0;
}

}  // namespace augmate
