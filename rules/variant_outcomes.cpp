// SPDX-License-Identifier: MIT
// The keys of a variant file that say what ends or settles a game besides mate.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "rules/internal/variant_builder.h"

namespace augmate::internal {
namespace {

std::optional<Outcome> outcome_named(std::string_view text) {
  for (const Outcome o :
       {Outcome::kLoss, Outcome::kDisadvantage, Outcome::kDraw, Outcome::kAdvantage, Outcome::kWin})
    if (text == name(o)) return o;
  return std::nullopt;
}

Result<void> read_stalemate(const BuildContext& context, GameRules& rules) {
  const Setting* s = context.find("stalemateValue");
  if (s == nullptr) return {};
  const auto outcome = outcome_named(s->value);
  if (!outcome)
    return wrong_value(*s,
                       "win, advantage, draw, disadvantage or loss (of the side that cannot move) "
                       "is wanted");
  rules.stalemate = *outcome;
  return {};
}

Result<void> read_bare_royals(const BuildContext& context, GameRules& rules) {
  if (const Setting* s = context.find("bareKingValue"); s != nullptr) {
    rules.bare_royal = outcome_named(s->value);
    const bool worse = rules.bare_royal && *rules.bare_royal <= Outcome::kDraw;
    if (!worse && s->value != "none")
      return wrong_value(*s,
                         "none, draw, disadvantage or loss (of the side that is bare) is wanted");
  }
  auto draw = flag_of(context, "bareKingsDraw", false);
  if (!draw) return draw.error();
  rules.bare_royals_draw = *draw;
  return {};
}

// "Q:9 R:6": calls set(kind, number) for each.
template <class F>
Result<void> read_numbers(const BuildContext& context, const GameRules& rules, std::string_view key,
                          int high, F&& set) {
  const Setting* s = context.find(key);
  if (s == nullptr || s->value == "-") return {};
  for (const std::string& item : items_of(s->value)) {
    int n = 0;
    const char* end = item.data() + item.size();
    const bool shaped = item.size() > 2 && item[1] == ':';
    const auto [stop, code] = std::from_chars(item.data() + (shaped ? 2 : 0), end, n);
    if (!shaped || code != std::errc{} || stop != end || n < 0 || n > high)
      return wrong_value(
          *s,
          fmt::format("'{}': write a letter, ':' and a number up to {}, as in q:2", item, high));
    auto kinds = kinds_of(rules, *s, item.substr(0, 1));
    if (!kinds) return kinds.error();
    set((*kinds)[0], n);
  }
  return {};
}

Result<void> read_points(const BuildContext& context, GameRules& rules) {
  if (const Setting* s = context.find("infinitePlayValue"); s != nullptr) {
    if (s->value != "draw" && s->value != "points")
      return wrong_value(*s, "draw or points is wanted");
    rules.points_settle = s->value == "points";
  }
  auto ahead = number_of(context, "pointsAhead", 4, 1, 1000);
  if (!ahead) return ahead.error();
  rules.points_ahead = *ahead;
  auto& kinds = rules.kinds;
  auto ok = read_numbers(context, rules, "points", 1000,
                         [&](int k, int n) { kinds[static_cast<std::size_t>(k)].points = n; });
  if (!ok) return ok;
  if (const Setting* s = context.find("heavy"); s != nullptr && s->value != "-") {
    auto heavy = kinds_of(rules, *s, s->value);
    if (!heavy) return heavy.error();
    for (const int k : *heavy) kinds[static_cast<std::size_t>(k)].heavy = true;
  }
  return {};
}

}  // namespace

Result<void> build_outcomes(const BuildContext& context, GameRules& rules) {
  if (auto ok = read_stalemate(context, rules); !ok) return ok;
  if (auto ok = read_bare_royals(context, rules); !ok) return ok;
  if (auto ok = read_points(context, rules); !ok) return ok;
  auto ok = read_numbers(context, rules, "promotionLimit", 99,
                         [&](int k, int n) { rules.kinds[static_cast<std::size_t>(k)].most = n; });
  if (!ok) return ok;
  if (const Setting* s = context.find("perpetualCheckValue"); s != nullptr) {
    if (s->value != "draw" && s->value != "win")
      return wrong_value(*s, "draw or win (of the side that gives check) is wanted");
    rules.perpetual_check_wins = s->value == "win";
  }
  auto moves = number_of(context, "nMoveRule", 50, 0, 10000);
  if (!moves) return moves.error();
  rules.move_rule = *moves;
  return {};
}

}  // namespace augmate::internal
