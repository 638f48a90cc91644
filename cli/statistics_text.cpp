// SPDX-License-Identifier: MIT
#include "cli/statistics_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.h"
#include "cli/table_options.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

using nlohmann::ordered_json;

const OutcomeStatistics& of(const SideStatistics& statistics, Outcome outcome) {
  return statistics.outcomes[static_cast<unsigned>(outcome)];
}

// The position asked about that `canonical` stores as this one.
Position turned_back(const Canonical& canonical, Position stored) {
  for (int i = 0; i < stored.count; ++i) {
    Man& man = stored.men[static_cast<unsigned>(i)];
    man.side = opponent(man.side);
    man.square = static_cast<Square>(
        std::find(canonical.map.begin(), canonical.map.end(), man.square) - canonical.map.begin());
  }
  stored.to_move = opponent(stored.to_move);
  return stored;
}

ordered_json plies_or_null(int plies) {
  return plies == kNoDistance ? ordered_json(nullptr) : ordered_json(plies);
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

}  // namespace

Result<std::array<SideStatistics, 2>> statistics_of(const Game& game, const OpenTable& table) {
  std::array<SideStatistics, 2> sides = table.file().info().sides;
  if (!table.canonical().swapped) return sides;
  std::swap(sides[0], sides[1]);
  for (SideStatistics& side : sides)
    for (OutcomeStatistics& outcome : side.outcomes) {
      if (outcome.longest_fen.empty()) continue;
      auto stored = parse_fen(game, outcome.longest_fen);
      if (!stored) return stored.error().in(table.file().path());
      outcome.longest_fen = to_fen(game, turned_back(table.canonical(), *stored));
    }
  return sides;
}

ordered_json to_json(const SideStatistics& statistics) {
  const OutcomeStatistics& win = of(statistics, Outcome::kWin);
  const OutcomeStatistics& loss = of(statistics, Outcome::kLoss);
  ordered_json json;
  json["legal"] = statistics.legal;
  json["win"] = win.count;
  json["draw"] = of(statistics, Outcome::kDraw).count;
  json["loss"] = loss.count;
  json["max_win_plies"] = plies_or_null(win.max_plies());
  json["max_loss_plies"] = plies_or_null(loss.max_plies());
  json["win_histogram"] = win.histogram;
  json["loss_histogram"] = loss.histogram;
  json["longest_win_fen"] = text_or_null(win.longest_fen);
  json["longest_loss_fen"] = text_or_null(loss.longest_fen);
  return json;
}

std::string summary(Side side, const SideStatistics& statistics, int move_rule) {
  std::string text =
      fmt::format("{} to move: {} legal positions\n", side == Side::kWhite ? "White" : "Black",
                  grouped(statistics.legal));
  for (const Outcome outcome : {Outcome::kWin, Outcome::kDraw, Outcome::kLoss}) {
    const OutcomeStatistics& o = of(statistics, outcome);
    const double percent = statistics.legal == 0 ? 0
                                                 : 100 * static_cast<double>(o.count) /
                                                       static_cast<double>(statistics.legal);
    text += fmt::format("  {:4} {:>15} {:6.2f} %", name(outcome), grouped(o.count), percent);
    if (const int plies = o.max_plies(); plies != kNoDistance) {
      text += fmt::format("  longest {} plies ({} moves)", plies, moves_of(plies));
      if (move_rule > 0 && moves_of(plies) > move_rule)
        text += fmt::format(", beyond the {}-move rule", move_rule);
      if (!o.longest_fen.empty()) text += ": " + o.longest_fen;
    }
    text += '\n';
  }
  return text;
}

std::string histogram(const SideStatistics& statistics) {
  std::string text;
  for (const Outcome outcome : {Outcome::kWin, Outcome::kLoss}) {
    const OutcomeStatistics& o = of(statistics, outcome);
    if (o.histogram.empty()) continue;
    text += fmt::format("  {} in plies: positions\n", name(outcome));
    for (const auto& [plies, count] : o.histogram)
      text += fmt::format("  {:7}: {}\n", plies, grouped(count));
  }
  return text;
}

}  // namespace augmate::cli
