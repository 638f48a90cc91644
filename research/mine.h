// SPDX-License-Identifier: MIT
// mine: the positions of an ending that somebody looks for, in the order of the table (White to
// move first), images under the ending's symmetries once.
//
//   plies       won or lost in exactly so many
//   longest     the longest wins and the longest losses of each side
//   only move   won, and exactly one move keeps the win
//   zugzwang    *mutual* zugzwangs: legal whoever is to move (so that no royal is in check), and
//               White is worse off with White to move than with Black to move. Black then is
//               worse off with the move too: what one side gains, the other loses. *Full-point*:
//               whoever is to move loses. *Half-point*: any other, in plain chess a position that
//               one side wins if the other is to move, and else is drawn. Given with White to move
//   exceptions  quiet positions (research/generally_won.h) with the strong side to move that are
//               what the ending is not: fortresses and losses where it is generally won, wins where
//               it is generally drawn. An ending that depends on the position has none
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "research/ending.h"
#include "research/generally_won.h"

namespace augmate {

enum class Ore { kPlies, kLongest, kOnlyMove, kZugzwang, kExceptions };

struct MineOptions {
  Ore ore = Ore::kLongest;
  int plies = 0;                // of Ore::kPlies
  std::optional<Side> to_move;  // only with this side to move, of the material asked for
};
// How many moves an Ending must have been loaded for.
int moves_to_load(Ore ore);

struct Find {
  Position position;              // of the material asked for
  Value value;                    // for the side to move
  int images = 1;                 // on the whole board, this one included
  std::optional<Move> only;       // the move that keeps the win
  std::optional<Value> if_other;  // zugzwang: the value for Black, if Black is to move
  bool full_point() const {
    return if_other && value.outcome == Outcome::kLoss && if_other->outcome == Outcome::kLoss;
  }
};

// Gives the finds until `found` says false.
void mine(const Ending& ending, const MineOptions& options,
          const std::function<bool(const Find&)>& found);

// Whether there is a mutual zugzwang that the side (of the material asked for) wins if the other is
// to move.
bool has_zugzwang(const Ending& ending, Side side);

}  // namespace augmate
