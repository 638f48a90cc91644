// SPDX-License-Identifier: MIT
#include "cli/game_options.h"

#include <string>
#include <utility>
#include <vector>

#include "cli/number_options.h"

namespace augmate::cli {
namespace {

constexpr const char* kGame = "The game";

// The help text shows the words as the option's type already.
CLI::Validator one_of(std::vector<std::string> words) {
  return CLI::IsMember(std::move(words)).description("");
}

}  // namespace

void add_board_options(CLI::App& command, GameOptions& options) {
  const auto add = [&](const char* option, auto& value, const char* type, const char* help) {
    return command.add_option(option, value, help)->type_name(type)->group(kGame);
  };
  add("--variant", options.variant, "NAME|FILE.ini[:NAME]",
      "A variant (see 'augmate variants'), chess by default");
  add("--board", options.board, "FILESxRANKS", "Size of the board, up to 16x16, as in 12x8");
  add("--holes", options.holes, "SQUARES", "Missing squares, as in a1,h8 or d4-e5 (a rectangle)");
  add("--brouhaha", options.brouhaha, "SQUARES",
      "Squares that exist only while a man stands there");
  add("--first-rank", options.first_rank, "N", "Number of the lowest rank, normally 1");
  add("--dialect", options.dialect, "betza|xboard|diagram|fsf",
      "What notation means, betza by default")
      ->check(one_of({"betza", "xboard", "diagram", "fsf"}));
}

void add_rule_options(CLI::App& command, GameOptions& options) {
  add_board_options(command, options);
  const auto add = [&](const char* option, auto& value, const char* type, const char* help) {
    return command.add_option(option, value, help)->type_name(type)->group(kGame);
  };
  const auto directions = one_of({"north", "east", "south", "west"});
  add("--piece", options.pieces, "LETTER=MOVES",
      "A kind of man, in Betza notation (C=WAD) or by names (X=Rook+Ferz); repeatable")
      ->allow_extra_args(false);
  add("--white", options.white, "LETTER=MOVES", "The same for White's men alone; repeatable")
      ->allow_extra_args(false);
  add("--black", options.black, "LETTER=MOVES", "The same for Black's men alone; repeatable")
      ->allow_extra_args(false);
  add("--royal", options.royal, "LETTER[,LETTER]", "The royal man, or White's and Black's");
  add("--forward-white", options.forward_white, "north|east|south|west",
      "Where White's men look, north by default")
      ->check(directions);
  add("--forward-black", options.forward_black, "north|east|south|west",
      "Where Black's men look, south by default")
      ->check(directions);
  add("--stalemate", options.stalemate, "win|advantage|draw|disadvantage|loss",
      "What it is for the side that cannot move")
      ->check(one_of({"win", "advantage", "draw", "disadvantage", "loss"}));
  add("--bare-king", options.bare_king, "draw|loss|none",
      "What it is for a side that has nothing but its royal man, at once")
      ->check(one_of({"draw", "loss", "none"}));
  add("--perpetual-check", options.perpetual_check, "draw|win",
      "What it is for the side that gives check for ever")
      ->check(one_of({"draw", "win"}));
}

void add_game_options(CLI::App& command, GameOptions& options) {
  add_rule_options(command, options);
  command
      .add_option(
          "--move-rule", options.move_rule,
          "A draw when so many moves by each side pass without capture or pawn move: values are "
          "exact under that rule, in tables of their own, counted from such a move")
      ->type_name("N")
      ->transform(whole_number(1, kMostCountedMoves))
      ->group(kGame);
}

}  // namespace augmate::cli
