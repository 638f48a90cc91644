// SPDX-License-Identifier: MIT
// How the values after a position's moves make its own value: the rule that a finished table obeys
// in every position, and by which positions that no table stores get theirs. The solver does not
// use it.
//
// Perpetual check (RULES.md section 2): a position of the set P, from which its side to move can
// check for ever, is won in 0. In check with every reply into P or a mating win, and one into P, is
// lost by perpetual check in 1; so the moves tell: not in check, no mate, and some check leads to
// such a one. That P is the greatest such set they cannot tell; see gen/check.h.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rules/move_generator.h"
#include "rules/settlement.h"

namespace augmate {

// "win in 1 ply", "draw".
inline std::string to_text(Value v) {
  if (v.plies == kNoDistance) return name(v.outcome);
  return std::string(name(v.outcome)) + " in " + std::to_string(v.plies) +
         (v.plies == 1 ? " ply" : " plies");
}

// What a material settles for one side to move.
struct Settlement {
  Outcome infinite = Outcome::kDraw;
  std::optional<Value> ended;  // the game is over
  Value stalemate;
};

inline Settlement settlement_of(const Game& game, const Material& material, Side to_move) {
  return {infinite_play(game, material, to_move), ended_by_material(game, material, to_move),
          stuck_value(game, material, to_move, false)};
}

inline bool in_check(const Game& game, const Position& position) {
  return attacks_royal(game, position, opponent(position.to_move));
}

// Whether a legal move takes in passing; `moves` are the position's legal moves.
inline bool can_take_in_passing(const std::vector<Move>& moves) {
  return std::any_of(moves.begin(), moves.end(),
                     [](const Move& m) { return m.capture() && m.taken != m.to; });
}

// Whether the move from `position` to `next`, of the given value, keeps to perpetual check.
inline bool keeps_checking(const Game& game, const Position& position, const Position& next,
                           Value after) {
  return after == Value{Outcome::kLossPerpetual, 1} && in_check(game, next) &&
         !in_check(game, position);
}

// What infinite play is worth to the side that moved, by what it was worth before.
inline Outcome infinite_after(const Game& game, Outcome before, const Move& move,
                              const Position& next) {
  if (!move.capture() && move.promotion < 0) return before;
  return infinite_play(game, next, opponent(next.to_move));
}

// `moves`: the legal moves. `value_after(position)` gives the value of a position after one of them
// as an optional; nothing makes the result nothing.
template <class ValueAfter>
std::optional<Value> value_by_moves(const Game& game, const Position& position,
                                    const Settlement& settled, const std::vector<Move>& moves,
                                    ValueAfter&& value_after) {
  if (settled.ended) return settled.ended;
  if (moves.empty()) return in_check(game, position) ? Value{Outcome::kLoss, 0} : settled.stalemate;
  BestValue best(settled.infinite);
  bool perpetual = false;
  for (const Move& move : moves) {
    const Position next = after(game, position, move);
    const std::optional<Value> value = value_after(next);
    if (!value) return std::nullopt;
    best.add(*value, infinite_after(game, settled.infinite, move, next));
    perpetual = perpetual || keeps_checking(game, position, next, *value);
  }
  Value value = best.value();
  if (value.outcome == Outcome::kWinPerpetual && perpetual) value.plies = 0;
  return value;
}

}  // namespace augmate
