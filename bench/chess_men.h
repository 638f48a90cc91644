// SPDX-License-Identifier: MIT
// The games of the benches: a board of so many files and ranks with the men of chess, and the
// Champion (WAD), which some of the endings have.
#pragma once

#include <memory>
#include <utility>

#include "rules/betza.h"
#include "rules/game.h"

namespace augmate::bench {

enum class Pawns { kNone, kPromote };

inline std::shared_ptr<const Game> chess_men(int files, int ranks, Pawns pawns = Pawns::kNone) {
  GameRules rules;
  rules.board = *Board::rectangle(files, ranks);
  const auto add = [&](char letter, const char* notation) {
    Kind kind;
    kind.letter = letter;
    kind.name = notation;
    kind.notation = {notation, notation};
    const auto steps = parse_piece(notation, Dialect::kBetza);
    kind.steps = {*steps, *steps};
    rules.kinds.push_back(std::move(kind));
  };
  for (const auto& [letter, notation] :
       {std::pair{'K', "K"}, {'Q', "Q"}, {'R', "R"}, {'B', "B"}, {'N', "N"}, {'C', "WAD"}})
    add(letter, notation);
  if (pawns == Pawns::kPromote) {
    add('P', "fmWfcF");
    PawnRule pawn;
    pawn.last_rank = ranks - 1;
    pawn.steps[2] = 2;
    pawn.promotions = {{ranks, true, {1, 2, 3, 4}}};
    rules.kinds.back().pawn = pawn;
  }
  return *Game::create(std::move(rules));
}

}  // namespace augmate::bench
