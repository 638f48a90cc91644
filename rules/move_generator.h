// SPDX-License-Identifier: MIT
// The forward reader of the step graphs: the legal moves of a concrete position. Probing, `check`
// and perft stand on it; the solver's symbolic reader (gen/) is another reader of the same graphs.
// Functions only; thread safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/position.h"

namespace augmate {

struct Move {
  Square from = kNoSquare;
  Square to = kNoSquare;
  int promotion = -1;        // the kind that a pawn becomes
  Square taken = kNoSquare;  // where the captured man stood: not `to` when taken in passing
  bool multi_step = false;   // a pawn's, after which it can be taken in passing
  bool capture() const { return taken != kNoSquare; }
  bool operator==(const Move&) const = default;
  auto operator<=>(const Move&) const = default;
};

// Whether a man of the side could take the enemy royal if it were the side's turn.
bool attacks_royal(const Game& game, const Position& position, Side attacker);

// Why the position is not legal (RULES.md section 1), or nothing when it is.
std::optional<std::string> why_illegal(const Game& game, const Position& position);

// The legal moves of the side to move, sorted by from, to, promotion. The position itself must be
// legal. Appends to `moves` after clearing it, so that a caller in a loop allocates nothing.
void legal_moves(const Game& game, const Position& position, std::vector<Move>& moves);

// The position after a legal move: a captured man is gone, a pawn promoted, a passed square open to
// capture, and the opponent's Joker imitates the kind that moved.
Position after(const Game& game, const Position& position, const Move& move);

std::string to_text(const Game& game, const Move& move);  // "c4e6", "c7c8=Q"

// The squares that a multi-step passes.
SquareSet passed_squares(const Game& game, const Move& move);

// Leaf nodes of the tree of legal moves, plies deep.
std::uint64_t perft(const Game& game, const Position& position, int plies);

// The squares to which the man may move or capture among the other men, legal or not (no regard to
// checks): for diagrams and tests.
struct Reach {
  SquareSet quiet, captures;
};
Reach reach(const Game& game, const Position& position, int man);

}  // namespace augmate
