// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "research/mine.h"
#include "research/number_text.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct MineCommand {
  GameOptions game;
  std::string material, folder, to_move;
  int plies = -1;
  bool longest = false, only_move = false, zugzwang = false, exceptions = false;
  bool json = false, count = false;
  std::uint64_t limit = 0;
};

void print(const Game& game, const Find& find, bool json) {
  const std::string fen = to_fen(game, find.position);
  if (!json) {
    fmt::print("{}\n", fen);
    return;
  }
  const auto put = [](nlohmann::ordered_json& object, Value value) {
    object["outcome"] = name(value.outcome);
    object["plies"] = value.plies == kNoDistance ? nlohmann::ordered_json(nullptr)
                                                 : nlohmann::ordered_json(value.plies);
  };
  nlohmann::ordered_json line = {{"fen", fen}};
  put(line, find.value);
  if (find.only) line["only_move"] = to_text(game, *find.only);
  if (find.if_other) {
    put(line["black_to_move"], *find.if_other);
    line["zugzwang"] = find.full_point() ? "full-point" : "half-point";
  }
  line["images"] = find.images;
  fmt::print("{}\n", line.dump());
}

MineOptions ore_of(const MineCommand& options) {
  MineOptions mine;
  mine.ore = options.only_move    ? Ore::kOnlyMove
             : options.zugzwang   ? Ore::kZugzwang
             : options.exceptions ? Ore::kExceptions
             : options.longest    ? Ore::kLongest
                                  : Ore::kPlies;
  mine.plies = options.plies;
  if (!options.to_move.empty())
    mine.to_move = options.to_move == "white" ? Side::kWhite : Side::kBlack;
  return mine;
}

Result<int> run_mine(const MineCommand& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  auto material = parse_material(**game, options.material);
  if (!material) return material.error();
  const MineOptions ore = ore_of(options);
  auto ending = Ending::load(*game, *material, TableSet({options.folder}), moves_to_load(ore.ore));
  if (!ending) return with_game(ending.error(), options.game);
  std::uint64_t finds = 0, full = 0, board = 0;
  mine(*ending, ore, [&](const Find& find) {
    ++finds;
    full += find.full_point();
    board += static_cast<std::uint64_t>(find.images);
    if (!options.count) print(**game, find, options.json);
    return options.limit == 0 || finds < options.limit;
  });
  if (!options.count) return kDone;
  if (options.json) {
    nlohmann::ordered_json counts = {{"positions", finds}, {"on_board", board}};
    if (options.zugzwang) counts["full_point"] = full;
    fmt::print("{}\n", counts.dump());
    return kDone;
  }
  fmt::print("{} positions, {} on the whole board\n", grouped(finds), grouped(board));
  if (options.zugzwang) fmt::print("of them {} full-point\n", grouped(full));
  return kDone;
}

}  // namespace

void add_mine(CLI::App& program, Run& run) {
  auto options = std::make_shared<MineCommand>();
  CLI::App* command = program.add_subcommand(
      "mine", "List the positions of an ending that are the longest, zugzwangs, exceptions, ...");
  command->add_option("MATERIAL", options->material, "White's men, 'v', Black's men, as in KBNvK")
      ->required();
  CLI::Option_group* what = command->add_option_group("What to look for");
  what->add_flag("--longest", options->longest, "The longest wins and losses");
  what->add_option("--plies", options->plies, "Positions won or lost in exactly so many plies")
      ->type_name("N")
      ->transform(whole_number(0, kMaxPlies));
  what->add_flag("--only-move", options->only_move, "Wins that only one move keeps");
  what->add_flag("--zugzwang", options->zugzwang,
                 "Mutual zugzwangs: each side would do better if the other were to move");
  what->add_flag("--exceptions", options->exceptions,
                 "Quiet positions that are not what the ending generally is (see stats --general)");
  what->require_option(1);
  command->add_option("--to-move", options->to_move, "Only with this side to move")
      ->type_name("white|black")
      ->check(CLI::IsMember({"white", "black"}).description(""));
  command->add_option("--limit", options->limit, "Stop after so many")
      ->type_name("N")
      ->transform(whole_number(1, kMostCounted));
  command->add_flag("--json", options->json,
                    "A JSON object a line instead of a FEN; one of the counts with --count");
  command->add_flag("--count", options->count, "Only count them");
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->footer(
      "Positions come in the order of the table, images under the board's symmetries once.");
  command->callback([&run, options] { run = [options] { return run_mine(*options); }; });
}

}  // namespace augmate::cli
