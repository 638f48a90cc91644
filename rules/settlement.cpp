// SPDX-License-Identifier: MIT
#include "rules/settlement.h"

#include <algorithm>

namespace augmate {
namespace {

int points_of(const Game& game, const Material& material, Side side) {
  int heavy = 0, other = 0;
  for (const int k : material.men[index(opponent(side))]) {
    if (k == game.royal(opponent(side))) continue;
    ++(game.kind(k).heavy ? heavy : other);
  }
  int sum = 0;
  for (const int k : material.men[index(side)]) {
    if (k == game.royal(side)) continue;
    sum += game.kind(k).points;
    if (game.kind(k).joker && heavy > other) ++sum;
  }
  return sum;
}

}  // namespace

Outcome infinite_play(const Game& game, const Material& material, Side side) {
  if (!game.rules().points_settle) return Outcome::kDraw;
  const int ahead = points_of(game, material, side) - points_of(game, material, opponent(side));
  if (ahead >= game.rules().points_ahead) return Outcome::kAdvantage;
  if (ahead <= -game.rules().points_ahead) return Outcome::kDisadvantage;
  return Outcome::kDraw;
}

Outcome infinite_play(const Game& game, const Position& position, Side side) {
  if (!game.rules().points_settle) return Outcome::kDraw;
  return infinite_play(game, material_of(game, position), side);
}

std::optional<Value> ended_by_material(const Game& game, const Material& material, Side to_move) {
  const GameRules& rules = game.rules();
  const bool bare = material.men[index(to_move)].size() == 1;
  const bool other_bare = material.men[index(opponent(to_move))].size() == 1;
  const auto ends = [&](Outcome o) {
    return Value{o, o == infinite_play(game, material, to_move) ? kNoDistance : 0};
  };
  if (bare && other_bare && (rules.bare_royals_draw || rules.bare_royal))
    return ends(Outcome::kDraw);
  if (!rules.bare_royal || *rules.bare_royal == Outcome::kDraw) {
    if (rules.bare_royal && (bare || other_bare)) return ends(Outcome::kDraw);
    return std::nullopt;
  }
  if (bare) return ends(*rules.bare_royal);
  if (other_bare) return ends(opposite(*rules.bare_royal));
  return std::nullopt;
}

Value stuck_value(const Game& game, const Material& material, Side to_move, bool in_check) {
  if (in_check) return {Outcome::kLoss, 0};
  const Outcome o = game.rules().stalemate;
  return {o, o == infinite_play(game, material, to_move) ? kNoDistance : 0};
}

std::vector<Outcome> winning_outcomes(const Game& game, const Material& material, Side side) {
  const GameRules& rules = game.rules();
  const Outcome infinite = infinite_play(game, material, side);
  std::vector<Outcome> all;
  for (int i = kOutcomes - 1; i > static_cast<int>(infinite); --i) {
    const auto o = static_cast<Outcome>(i);
    const bool perpetual = o == Outcome::kWinPerpetual || o == Outcome::kLossPerpetual;
    const bool between = o == Outcome::kAdvantage || o == Outcome::kDisadvantage;
    if (perpetual && !rules.perpetual_check_wins) continue;
    if (between && !rules.points_settle && rules.stalemate != o && rules.stalemate != opposite(o) &&
        rules.bare_royal != o && rules.bare_royal != opposite(o))
      continue;
    all.push_back(o);
  }
  return all;
}

Value before_move(Value after, Outcome infinite, Outcome infinite_after) {
  const Outcome o = opposite(after.outcome);
  if (o == infinite) return {o, kNoDistance};
  const bool reached = o > infinite ? infinite_after >= o : infinite_after <= o;
  return {o, (reached ? 0 : std::max(after.plies, 0)) + 1};
}

void BestValue::add(Value after, Outcome infinite_after) {
  const Value v = before_move(after, infinite_, infinite_after);
  const bool first = !any_ || v.outcome > best_;
  if (!first && v.outcome < best_) return;
  any_ = true;
  best_ = v.outcome;
  if (first)
    plies_ = v.plies;
  else
    plies_ = best_ > infinite_ ? std::min(plies_, v.plies) : std::max(plies_, v.plies);
}

Value BestValue::value() const { return {best_, plies_}; }

}  // namespace augmate
