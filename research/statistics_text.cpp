// SPDX-License-Identifier: MIT
#include "research/statistics_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "research/number_text.h"
#include "rules/position.h"

namespace augmate {
namespace {

using nlohmann::ordered_json;

const OutcomeStatistics& of(const SideStatistics& statistics, Outcome outcome) {
  return statistics.outcomes[static_cast<unsigned>(outcome)];
}

ordered_json plies_or_null(int plies) {
  return plies == kNoDistance ? ordered_json(nullptr) : ordered_json(plies);
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

ordered_json side_json(const SideStatistics& statistics) {
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

ordered_json outcomes_json(const SideStatistics& statistics) {
  ordered_json json = ordered_json::object();
  for (const Outcome outcome : kBestFirst) {
    if (!shown(statistics, outcome)) continue;
    const OutcomeStatistics& o = of(statistics, outcome);
    json[name(outcome)] = {{"count", o.count},
                           {"max_plies", plies_or_null(o.max_plies())},
                           {"histogram", o.histogram},
                           {"longest_fen", text_or_null(o.longest_fen)}};
  }
  return json;
}

// Of one histogram: the positions whose mate takes more moves than the rule allows, and the longest
// within it.
struct Limited {
  std::uint64_t beyond = 0;
  int longest = kNoDistance;  // plies
};

Limited limited(const OutcomeStatistics& statistics, int move_rule) {
  Limited l;
  for (const auto& [plies, count] : statistics.histogram)
    if (moves_of(plies) > move_rule)
      l.beyond += count;
    else
      l.longest = std::max(l.longest, plies);
  return l;
}

ordered_json move_rule_json(const SideStatistics& statistics, int move_rule) {
  const Limited win = limited(of(statistics, Outcome::kWin), move_rule);
  const Limited loss = limited(of(statistics, Outcome::kLoss), move_rule);
  return {{"wins_beyond", win.beyond},
          {"losses_beyond", loss.beyond},
          {"max_win_plies_within", plies_or_null(win.longest)},
          {"max_loss_plies_within", plies_or_null(loss.longest)}};
}

std::string limited_text(const OutcomeStatistics& statistics, const char* outcome, int move_rule) {
  if (statistics.count == 0) return "";
  const Limited l = limited(statistics, move_rule);
  return fmt::format(
      "  {}-move rule: {} of {} {} need more moves; the longest within it takes {}\n", move_rule,
      grouped(l.beyond), grouped(statistics.count), outcome,
      l.longest == kNoDistance
          ? "none"
          : fmt::format("{} plies ({} moves)", l.longest, moves_of(l.longest)));
}

}  // namespace

ordered_json to_json(const Sides& sides, int move_rule) {
  ordered_json json;
  constexpr const char* kNames[] = {"white", "black"};
  for (unsigned side = 0; side < 2; ++side) json["sides"][kNames[side]] = side_json(sides[side]);
  for (unsigned side = 0; side < 2; ++side)
    json["outcomes"][kNames[side]] = outcomes_json(sides[side]);
  if (move_rule <= 0) return json;
  json["move_rule"]["moves"] = move_rule;
  for (unsigned side = 0; side < 2; ++side)
    json["move_rule"][kNames[side]] = move_rule_json(sides[side], move_rule);
  return json;
}

std::string move_rule_text(const SideStatistics& statistics, int move_rule) {
  if (move_rule <= 0) return "";
  return limited_text(of(statistics, Outcome::kWin), "wins", move_rule) +
         limited_text(of(statistics, Outcome::kLoss), "losses", move_rule);
}

std::string state_text(const Game& game, const PositionIndex::State& imitates) {
  std::string text;
  for (const Side side : {Side::kWhite, Side::kBlack})
    if (const int k = imitates[index(side)]; k >= 0)
      text += fmt::format("{}{}'s Joker imitates {}", text.empty() ? "" : ", ",
                          side == Side::kWhite ? "White" : "Black", game.kind(k).letter);
  return text.empty() ? "Jokers imitate nothing" : text;
}

std::string summary(Side side, const SideStatistics& statistics, int move_rule) {
  std::string text =
      fmt::format("{} to move: {} legal positions\n", side == Side::kWhite ? "White" : "Black",
                  grouped(statistics.legal));
  int width = 4;
  for (const Outcome outcome : kBestFirst)
    if (shown(statistics, outcome))
      width = std::max(width, static_cast<int>(std::string_view(name(outcome)).size()));
  for (const Outcome outcome : kBestFirst) {
    if (!shown(statistics, outcome)) continue;
    const OutcomeStatistics& o = of(statistics, outcome);
    const bool mate = outcome == Outcome::kWin || outcome == Outcome::kLoss;
    const double percent = statistics.legal == 0 ? 0
                                                 : 100 * static_cast<double>(o.count) /
                                                       static_cast<double>(statistics.legal);
    text +=
        fmt::format("  {:{}} {:>15} {:6.2f} %", name(outcome), width, grouped(o.count), percent);
    if (const int plies = o.max_plies(); plies != kNoDistance) {
      text += fmt::format("  longest {} plies ({} moves)", plies, moves_of(plies));
      if (mate && move_rule > 0 && moves_of(plies) > move_rule)
        text += fmt::format(", beyond the {}-move rule", move_rule);
      if (!o.longest_fen.empty()) text += ": " + o.longest_fen;
    }
    text += '\n';
  }
  return text;
}

std::string histogram(const SideStatistics& statistics) {
  std::string text;
  for (const Outcome outcome : kBestFirst) {
    const OutcomeStatistics& o = of(statistics, outcome);
    if (o.histogram.empty()) continue;
    text += fmt::format("  {} in plies: positions\n", name(outcome));
    for (const auto& [plies, count] : o.histogram)
      text += fmt::format("  {:7}: {}\n", plies, grouped(count));
  }
  return text;
}

}  // namespace augmate
