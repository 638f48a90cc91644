// SPDX-License-Identifier: MIT
// How far a kind of man gets, apart from any ending: its mobility, and which squares it can ever
// reach from which.
//
// Mobility. Alone on the board: the number of squares that it may move to, averaged over the
// squares where it may stand. In a crowd: the expected number of moves and captures when every
// other square holds a man with probability `filled`, friend or enemy alike, each square for
// itself; 0.3 is Betza's "magic number" of 0.7 empty squares. Exact, no sampling: for each pair of
// squares the walks between them are followed, and wherever one depends on a square not yet decided
// the three cases are summed. Example, a Rook's move three squares forward: 0.7 * 0.7 * 0.85.
//
// Reachability. A square is reached from another if moves lead from one to the other. Squares that
// reach each other form a class: a Bishop has two of 32 on 8x8, an Alfil eight of 8; a Lance, which
// never comes back, 64 of one. Two graphs of moves are of use: those of a man alone, and those for
// which other men might be of help (a Grasshopper has none alone).
#pragma once

#include <vector>

#include "rules/game.h"

namespace augmate {

struct Mobility {
  double alone = 0, in_crowd = 0;
};
inline constexpr double kFilled = 0.3;
Mobility mobility(const Game& game, Side side, int kind, double filled = kFilled);

enum class Helpers { kNone, kAny };  // other men on the board

struct Reachability {
  std::vector<SquareSet> reached;  // by square of the grid: where it can get, itself included
  std::vector<SquareSet> classes;  // largest first, then by first square
  // One class: the man can get from everywhere to everywhere.
  bool everywhere() const { return classes.size() == 1; }
};
Reachability reachability(const Game& game, Side side, int kind, Helpers helpers);

}  // namespace augmate
