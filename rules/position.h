// SPDX-License-Identifier: MIT
// Material and positions. Plain values.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace augmate {

inline constexpr int kMaxMen = 8;  // on the board, royals included

struct Man {
  int kind = 0;
  Side side = Side::kWhite;
  Square square = kNoSquare;
  bool operator==(const Man&) const = default;
};

// The men of the two sides: kinds by index, the royal first, the others in the game's order.
struct Material {
  std::array<std::vector<int>, 2> men;
  bool operator==(const Material&) const = default;
  int count() const { return static_cast<int>(men[0].size() + men[1].size()); }
};

// "KCvK": White's letters, 'v', Black's. Letters may come in any order; exactly one royal a side.
Result<Material> parse_material(const Game& game, std::string_view text);
std::string material_name(const Game& game, const Material& material);

struct Position {
  std::array<Man, kMaxMen> men{};
  int count = 0;
  Side to_move = Side::kWhite;
  // After a pawn's multi-step: the squares that it passed, where it can be taken, and its own.
  SquareSet passed;
  Square passer = kNoSquare;
  // What each side's Joker imitates: the kind that the opponent moved last, -1 before any move and
  // for a side without Joker.
  std::array<int, 2> imitates = {-1, -1};

  void add(Man m) { men[static_cast<unsigned>(count++)] = m; }
  const Man* begin() const { return men.data(); }
  const Man* end() const { return men.data() + count; }
};

// Whether the side has a Joker.
bool has_joker(const Game& game, const Position& position, Side side);

// What the men of the position are, in Material's order.
Material material_of(const Game& game, const Position& position);

// FEN: ranks from the top separated by '/', multi-digit runs of empty squares, '*' for each hole or
// empty brouhaha square, letters (upper case White); then the side to move 'w' or 'b'; then, each
// optional, the en-passant squares or '-', and what Jokers imitate or '-'; an orthodox castling
// field
// '-' and move counters are accepted. Errors name the rank and the column.
Result<Position> parse_fen(const Game& game, std::string_view fen);
std::string to_fen(const Game& game, const Position& position);
// A drawing with rank numbers and file letters, one line a rank, for people.
std::string draw(const Game& game, const Position& position);

}  // namespace augmate
