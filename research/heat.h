// SPDX-License-Identifier: MIT
// What the square of one man is worth: for each square of a *chosen man*, the plies to an outcome,
// over the squares of the other men. One side is to move, and an outcome for it is asked about
// (usually its win, or its loss).
//
//   others uniform   every legal position with the chosen man on the square counts once (alike men
//                    once, each state of the Jokers): of those with the outcome, the mean or the
//                    worst, that is the largest, distance
//   others optimal   the other men of the chosen man's side stand where it is best for that side.
//                    For every placement of the opponent's men the best value over all legal
//                    placements of the own others is taken: the best outcome; of equal ones the
//                    least distance where the outcome is better than infinite play, the largest
//                    where it is worse. Of these values with the outcome, one for each placement of
//                    the opponent, the mean or the worst distance
//
// A side with no man but the chosen one has no choice, so that both are the same. Example: in KQvK,
// White to move, the chosen man White's Queen, uniform: the mean distance with the Queen on d4 and
// both Kings anywhere. Optimal: for each square of Black's King the best square of White's King,
// then the mean over Black's King.
//
// Squares that the ending's symmetries make alike are computed once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "formats/square_grid.h"

namespace augmate {

struct HeatQuestion {
  int axis = 0;  // of the grid: the chosen man
  Side to_move = Side::kWhite;
  Outcome outcome = Outcome::kWin;
  bool optimal = false;  // else uniform
};

struct HeatSquare {
  std::uint64_t legal = 0;    // positions, or placements of the opponent with a legal position
  std::uint64_t counted = 0;  // those with the outcome
  std::uint64_t plies = 0;    // their sum
  int worst = kNoDistance;
  double mean() const { return static_cast<double>(plies) / static_cast<double>(counted); }
};

// By square; nothing on squares where the man cannot stand. Outcomes without distances have none to
// be counted: kUsage for that of infinite play.
Result<std::vector<std::optional<HeatSquare>>> heat(SquareGrid& grid, const Material& material,
                                                    const HeatQuestion& question);

}  // namespace augmate
