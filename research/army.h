// SPDX-License-Identifier: MIT
// Army: the men of one side as a researcher writes them, free of letters, and the ending that two
// armies make.
//
//   army := '-'                  the bare royal
//         | man ('&' man)*       as in "Bishop & Knight"
//   man  := ['royal:'] kind      'royal:' puts it in the place of the side's royal
//   kind := the name of a kind of the game at hand, else a kind text (rules/kind_text.h)
//
// A name of the game comes first because a kind of a game can be more than its steps: a pawn
// promotes, a Joker imitates. Plain values and functions of them; thread safe.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/betza.h"
#include "rules/game.h"
#include "rules/game_options.h"
#include "rules/kind_text.h"
#include "rules/position.h"

namespace augmate {

struct Army {
  struct Member {
    std::string text;        // as written
    Kind kind;               // without letter where it is no kind of the game
    std::optional<int> own;  // which kind of the game it is
    bool operator==(const Member& o) const { return text == o.text; }
  };
  std::string text = "-";
  std::optional<Member> royal;  // absent: the game's own
  std::vector<Member> men;
};

// What armies are made of.
struct Workshop {
  GameRules rules;  // of the game at hand
  KindLibrary kinds;
  Dialect dialect = Dialect::kBetza;
};
Result<Workshop> open_workshop(const GameOptions& options);

// kBadNotation or kUsage with the army and the man named.
Result<Army> parse_army(const Workshop& workshop, std::string_view text);

// The ending: of a game that has just the kinds that it needs: the royals under one letter, the men
// of both armies (two of one text are one kind), and what pawns may become. A kind keeps the letter
// that the game gives it; another gets the first free one of its name, else of the alphabet.
struct ArmyEnding {
  std::shared_ptr<const Game> game;
  Material material;
};
Result<ArmyEnding> make_ending(const GameRules& rules, const Army& white, const Army& black);

}  // namespace augmate
