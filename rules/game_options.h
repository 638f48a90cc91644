// SPDX-License-Identifier: MIT
// GameOptions: which game is meant, as people say it: a variant by name or from a file, and changes
// to it. The command line and files of claims say it with the same words. A plain value; the
// functions are thread safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/game.h"
#include "rules/variant_file.h"

namespace augmate {

struct GameOptions {
  std::string variant = "chess";  // NAME, FILE.ini or FILE.ini:NAME
  std::string board;              // FILESxRANKS
  std::string holes, brouhaha;    // lists of squares
  std::optional<int> first_rank;
  std::vector<std::string> pieces, white, black;  // LETTER=MOVES
  std::string royal;                              // LETTER, or WHITE,BLACK
  std::string forward_white, forward_black;
  std::string stalemate, bare_king, perpetual_check;
  int move_rule = 0;  // exact; 0: none
  std::string dialect = "betza";
};

Result<GameRules> make_rules(const GameOptions& options);
Result<std::shared_ptr<const Game>> make_game(const GameOptions& options);

// The shipped variants (of the folder, or of default_variant_folder()), and those of the file that
// `variant` names, if it names one. `name` is then the variant to load.
struct Variants {
  VariantLibrary library;
  std::string name;
};
Result<Variants> find_variant(const std::string& variant,
                              const std::string& folder = default_variant_folder());

// A message about a missing table ends with the command that makes it; this adds the game to it.
Error with_game(const Error& error, const GameOptions& options);
// The options as they are typed, each after a space; nothing for plain chess.
std::string command_words(const GameOptions& options);
// "12x8", and what is missing or peculiar.
std::string board_text(const Board& board);

}  // namespace augmate
