// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/army_options.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "research/armies.h"
#include "research/number_text.h"
#include "rules/game_options.h"

namespace augmate::cli {
namespace {

struct Options {
  std::string name = "augmenters-12";
  bool json = false;
};

void print_text(const ArmyChoice& choice, const ArmyCounts& counts) {
  fmt::print("{} ({})\n", choice.name, choice.source);
  if (!choice.stated.empty()) fmt::print("  stated:   {}\n", choice.stated);
  fmt::print("  placed:   {:>15}  each man on its square counts for itself\n",
             grouped(counts.placed));
  fmt::print("  unplaced: {:>15}  alike men are interchangeable\n", grouped(counts.unplaced));
  fmt::print(
      "  sensible: {:>15}  placed ones in which every augmenter adds a move to its man, and every "
      "man\n  {:27}gets from everywhere to everywhere on the empty {} board\n",
      grouped(counts.sensible), "", choice.board);
}

void print_json(const ArmyChoice& choice, const ArmyCounts& counts) {
  nlohmann::ordered_json json;
  json["name"] = choice.name;
  json["source"] = choice.source;
  json["stated"] = choice.stated.empty() ? nlohmann::ordered_json(nullptr)
                                         : nlohmann::ordered_json(choice.stated);
  json["placed"] = counts.placed;
  json["unplaced"] = counts.unplaced;
  json["sensible"] = counts.sensible;
  fmt::print("{}\n", json.dump());
}

Result<int> run_armies(const Options& options) {
  auto choices = read_army_choices(data_file("armies.toml"));
  if (!choices) return in_file(choices.error());
  auto choice = named("armies", options.name, *choices);
  if (!choice) return choice.error();
  auto variants = find_variant(GameOptions().variant);
  if (!variants) return variants.error();
  auto counts = count_armies(*choice, variants->library.kinds());
  if (!counts) return in_file(counts.error());
  options.json ? print_json(*choice, *counts) : print_text(*choice, *counts);
  return kDone;
}

}  // namespace

void add_armies(CLI::App& program, Run& run) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("armies", "Count the armies of a game in which they are chosen");
  command->add_option("NAME", options->name, "Of variants/armies.toml; augmenters-12 by default");
  command->add_flag("--json", options->json, "One JSON object");
  command->callback([&run, options] { run = [options] { return run_armies(*options); }; });
}

}  // namespace augmate::cli
