// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "formats/table_set.h"
#include "research/generally_won.h"
#include "research/statistics_text.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct StatsOptions {
  GameOptions game;
  std::string material, folder;
  bool json = false, general = false;
};

void print_json(const Game& game, const Material& material, const Statistics& statistics,
                const std::optional<GeneralShares>& shares) {
  const GameRules& rules = game.rules();
  nlohmann::ordered_json json;
  json["variant"] = rules.name;
  json["board"] = board_text(rules.board);
  json["material"] = material_name(game, material);
  json.update(to_json(statistics.all, rules.move_rule));
  const auto letter = [&](int kind) {
    return kind < 0 ? nlohmann::ordered_json(nullptr)
                    : nlohmann::ordered_json(std::string(1, game.kind(kind).letter));
  };
  for (const Statistics::State& state : statistics.states) {
    nlohmann::ordered_json entry;
    entry["imitates"] = {{"white", letter(state.imitates[0])},
                         {"black", letter(state.imitates[1])}};
    entry.update(to_json(state.sides, rules.move_rule));
    json["states"].push_back(std::move(entry));
  }
  if (shares) json["general"] = to_json(*shares);
  fmt::print("{}\n", json.dump());
}

void print_sides(const Sides& sides, int move_rule) {
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const SideStatistics& s = sides[index(side)];
    fmt::print("{}{}{}\n", summary(side, s, move_rule), move_rule_text(s, move_rule), histogram(s));
  }
}

void print_text(const Game& game, const Material& material, const Statistics& statistics,
                const std::string& path) {
  const GameRules& rules = game.rules();
  fmt::print("{} in {}, board {}x{}\nfile {}\n\n", material_name(game, material), rules.name,
             rules.board.files(), rules.board.ranks(), path);
  print_sides(statistics.all, rules.move_rule);
  for (const Statistics::State& state : statistics.states) {
    fmt::print("{}\n\n", state_text(game, state.imitates));
    print_sides(state.sides, rules.move_rule);
  }
}

Result<int> run_stats(const StatsOptions& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  auto material = parse_material(**game, options.material);
  if (!material) return material.error();
  auto table = TableSet({options.folder}).open(*game, *material);
  if (!table) return with_game(table.error(), options.game);
  auto statistics = statistics_of(**game, **table);
  if (!statistics) return statistics.error();
  std::optional<GeneralShares> shares;
  if (options.general) {
    auto ending = Ending::load(*game, *material, TableSet({options.folder}), kMovesForShares);
    if (!ending) return with_game(ending.error(), options.game);
    shares = general_shares(*ending);
  }
  if (options.json) {
    print_json(**game, *material, *statistics, shares);
    return kDone;
  }
  print_text(**game, *material, *statistics, (*table)->file().path());
  if (shares) fmt::print("{}", to_text(*shares));
  return kDone;
}

}  // namespace

void add_stats(CLI::App& program, Run& run) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* command = program.add_subcommand(
      "stats", "Show a table's counts, longest distances and histograms, per side to move");
  add_material_option(*command, options->material)->required();
  command->add_flag("--json", options->json, "One JSON object");
  command->add_flag("--general", options->general,
                    "Also whether the ending is generally won: shares of quiet positions that are "
                    "won and fortresses");
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->footer(
      "Counts are of legal positions of the whole board, alike men once. Distances are in plies, "
      "and in moves\n"
      "of the side that mates. Where there are Jokers the sums over what they imitate come first.");
  command->callback([&run, options] { run = [options] { return run_stats(*options); }; });
}

}  // namespace augmate::cli
