// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/army_options.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/report.h"
#include "research/reach.h"

namespace augmate::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  GameOptions game;
  std::string pieces, at;
  bool json = false;
};

struct Man {
  std::string text;
  ArmyEnding ending;
  Mobility mobility;
  std::array<Reachability, 2> reach;  // by Helpers
  const Board& board() const { return ending.game->board(); }
};

constexpr std::array<const char*, 2> kHelp = {"alone", "with others' help"};

Result<Man> man_of(const Workshop& workshop, const std::string& text) {
  auto army = parse_army(workshop, text);
  if (!army) return army.error();
  if (army->men.size() + (army->royal ? 1 : 0) != 1)
    return Error{ErrorCode::kUsage, "'" + text + "': reach is of one man at a time"};
  auto ending = make_ending(workshop.rules, *army, Army());
  if (!ending) return ending.error();
  Man man{text, std::move(*ending), {}, {}};
  const int kind = man.ending.material.men[0].back();
  const Game& game = *man.ending.game;
  man.mobility = mobility(game, Side::kWhite, kind);
  man.reach = {reachability(game, Side::kWhite, kind, Helpers::kNone),
               reachability(game, Side::kWhite, kind, Helpers::kAny)};
  return man;
}

// How many classes of each size, the largest first.
std::vector<std::pair<int, int>> sizes(const Reachability& reach) {
  std::map<int, int, std::greater<>> count;
  for (const SquareSet& c : reach.classes) ++count[c.count()];
  return {count.begin(), count.end()};
}

std::string sizes_text(const Reachability& reach) {
  std::string text;
  for (const auto& [size, count] : sizes(reach))
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", count,
                        size == 1 ? "1 square" : fmt::format("{} squares", size));
  return text;
}

// The board with one letter a square, by `mark`.
template <class Mark>
std::string drawing(const Board& board, Mark&& mark) {
  std::string text;
  for (int rank = board.ranks() - 1; rank >= 0; --rank) {
    text += fmt::format("{:>4} ", rank + board.first_rank());
    for (int file = 0; file < board.files(); ++file) {
      const Square s = board.at(file, rank);
      text += ' ';
      text += board.exists(s) ? mark(s) : ' ';
    }
    text += '\n';
  }
  text += "     ";
  for (int file = 0; file < board.files(); ++file) text += std::string(" ") + char('a' + file);
  return text + '\n';
}

// The classes by letters, where there are letters enough.
std::string class_drawing(const Man& man) {
  const auto& classes = man.reach[0].classes;
  if (classes.size() < 2 || classes.size() > 26) return "";
  return drawing(man.board(), [&](Square s) {
    for (std::size_t c = 0; c < classes.size(); ++c)
      if (classes[c].test(s)) return static_cast<char>('A' + c);
    return '.';
  });
}

std::string reached_drawing(const Man& man, Square from) {
  const auto at = static_cast<std::size_t>(from);
  return drawing(man.board(), [&](Square s) {
    if (s == from) return 'o';
    if (man.reach[0].reached[at].test(s)) return 'x';
    return man.reach[1].reached[at].test(s) ? '+' : '.';
  });
}

void print_text(const Man& man, Square at, bool draw) {
  fmt::print("{}: {:.3f} moves alone, {:.3f} in a crowd\n", man.text, man.mobility.alone,
             man.mobility.in_crowd);
  for (std::size_t h = 0; h < kHelp.size(); ++h)
    fmt::print("  {}: {} {}: {}\n", kHelp[h], man.reach[h].classes.size(),
               man.reach[h].everywhere() ? "class" : "classes", sizes_text(man.reach[h]));
  if (draw) fmt::print("{}", at == kNoSquare ? class_drawing(man) : reached_drawing(man, at));
  if (at != kNoSquare)
    fmt::print("  from {}: x reached alone ({} squares), + with others' help only\n",
               man.board().name(at),
               man.reach[0].reached[static_cast<std::size_t>(at)].count() - 1);
}

Json to_json(const Man& man, Square at) {
  const auto squares = [&](const SquareSet& set) {
    Json names = Json::array();
    set.for_each([&](Square s) { names.push_back(man.board().name(s)); });
    return names;
  };
  constexpr std::array<const char*, 2> kKeys = {"alone", "with_help"};
  Json json = {{"man", man.text},
               {"board", board_text(man.board())},
               {"mobility_alone", man.mobility.alone},
               {"mobility_in_crowd", man.mobility.in_crowd}};
  for (std::size_t h = 0; h < kKeys.size(); ++h) {
    for (const SquareSet& c : man.reach[h].classes) json["classes"][kKeys[h]].push_back(squares(c));
    if (at != kNoSquare)
      json["reached"][kKeys[h]] = squares(man.reach[h].reached[static_cast<std::size_t>(at)]);
  }
  return json;
}

Result<int> run_reach(const Options& options) {
  auto workshop = open_workshop(options.game);
  if (!workshop) return workshop.error();
  auto pieces = armies_of("reach", options.pieces, *workshop);
  if (!pieces) return pieces.error();
  const Board& board = workshop->rules.board;
  const Square at = options.at.empty() ? kNoSquare : board.find(options.at).value_or(kNoSquare);
  if (!options.at.empty() && at == kNoSquare)
    return Error{ErrorCode::kUsage, "--at " + options.at + ": the board has no such square"};
  for (const std::string& text : *pieces) {
    auto man = man_of(*workshop, text);
    if (!man) return man.error();
    const Game& game = *man->ending.game;
    if (at != kNoSquare &&
        !game.may_stand(Side::kWhite, man->ending.material.men[0].back()).test(at))
      return Error{ErrorCode::kUsage, "--at " + options.at + ": no " + text + " may stand there"};
    if (options.json)
      fmt::print("{}\n", to_json(*man, at).dump());
    else
      print_text(*man, at, at != kNoSquare || pieces->size() == 1);
  }
  return kDone;
}

}  // namespace

void add_reach(CLI::App& program, Run& run) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand(
      "reach", "Show a man's mobility, and which squares it can ever reach from which");
  command
      ->add_option("PIECES", options->pieces,
                   "White's men: names of lists, 'kinds' (of the variant), or men")
      ->type_name("LIST")
      ->required();
  command->add_option("--at", options->at, "Draw what it reaches from this square");
  command->add_flag("--json", options->json, "One JSON object a man");
  add_rule_options(*command, options->game);
  command->footer(
      "Squares that reach each other form a class. 'Alone' means on the empty board; others' help "
      "is "
      "that of hurdles,\nmen to capture and men to pass. A crowd has a man on three of ten "
      "squares.\n"
      "Examples\n"
      "  augmate reach Bishop+Dabbabah\n"
      "  augmate reach corps --json");
  command->callback([&run, options] { run = [options] { return run_reach(*options); }; });
}

}  // namespace augmate::cli
