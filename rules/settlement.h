// SPDX-License-Identifier: MIT
// What settles a game besides a move: material that ends it at once, infinite play, and how the
// values after the moves make the value before them (RULES.md sections 1, 4 and 7). Functions of
// values; thread safe.
#pragma once

#include <optional>
#include <vector>

#include "rules/outcome.h"
#include "rules/position.h"

namespace augmate {

// What play without end is worth for the side with this material: a draw, or by the count of
// points.
Outcome infinite_play(const Game& game, const Material& material, Side side);
Outcome infinite_play(const Game& game, const Position& position, Side side);

// The value for the side to move if the game is over as soon as only these men are left.
std::optional<Value> ended_by_material(const Game& game, const Material& material, Side to_move);

// The value of a position without legal moves, for its side to move.
Value stuck_value(const Game& game, const Material& material, Side to_move, bool in_check);

// The outcomes better than infinite play that the side can hope for in this game, best first.
std::vector<Outcome> winning_outcomes(const Game& game, const Material& material, Side side);

// Collects the values after a side's moves. Outcome comes before distance: the mover takes the best
// outcome; where that is better than infinite play it hurries, where it is worse it delays, among
// the moves that keep the outcome; where it is equal there is no distance. Where infinite play of
// the material after a capture or promotion is already worth the outcome to the side that wants it,
// that side has reached it: 0 plies from there, whatever the value after the move says of
// distances.
class BestValue {
 public:
  explicit BestValue(Outcome infinite) : infinite_(infinite) {}
  // `after`: for the opponent, who is to move there. `infinite_after`: infinite_play for the side
  // that moved, with the material after the move.
  void add(Value after, Outcome infinite_after);
  bool any() const { return any_; }
  Value value() const;

 private:
  Outcome infinite_;
  bool any_ = false;
  Outcome best_ = Outcome::kLoss;
  int plies_ = kNoDistance;
};

// One such value: what a move to `after` is worth to the mover.
Value before_move(Value after, Outcome infinite, Outcome infinite_after);

}  // namespace augmate
