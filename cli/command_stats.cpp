// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/report.h"
#include "cli/statistics_text.h"
#include "cli/table_options.h"
#include "formats/table_set.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct StatsOptions {
  GameOptions game;
  std::string material, folder;
  bool json = false;
};

Result<int> run_stats(const StatsOptions& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  auto material = parse_material(**game, options.material);
  if (!material) return material.error();
  auto table = TableSet({options.folder}).open(*game, *material);
  if (!table) return with_game(table.error(), options.game);
  auto sides = statistics_of(**game, **table);
  if (!sides) return sides.error();
  const GameRules& rules = (*game)->rules();
  if (options.json) {
    nlohmann::ordered_json json;
    json["variant"] = rules.name;
    json["board"] = board_text(rules.board);
    json["material"] = material_name(**game, *material);
    json["sides"]["white"] = to_json((*sides)[0]);
    json["sides"]["black"] = to_json((*sides)[1]);
    fmt::print("{}\n", json.dump());
    return kDone;
  }
  fmt::print("{} in {}, board {}x{}\nfile {}\n\n", material_name(**game, *material), rules.name,
             rules.board.files(), rules.board.ranks(), (*table)->file().path());
  for (const Side side : {Side::kWhite, Side::kBlack})
    fmt::print("{}{}\n", summary(side, (*sides)[index(side)], rules.move_rule),
               histogram((*sides)[index(side)]));
  return kDone;
}

}  // namespace

void add_stats(CLI::App& program, Run& run) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* command = program.add_subcommand(
      "stats", "Show a table's counts, longest mates and histograms, per side to move");
  command->add_option("MATERIAL", options->material, "White's men, 'v', Black's men, as in KCvK")
      ->required();
  command->add_flag("--json", options->json, "One JSON object");
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->footer(
      "Counts are of legal positions of the whole board, alike men once. Distances are in plies, "
      "and in moves\n"
      "of the side that mates.");
  command->callback([&run, options] { run = [options] { return run_stats(*options); }; });
}

}  // namespace augmate::cli
