// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "formats/table_set.h"
#include "gen/check.h"
#include "research/number_text.h"
#include "research/sample_check.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

constexpr std::uint64_t kMostDrawn = 1'000'000'000;  // a check of all is faster than more

struct CheckCommand {
  GameOptions game;
  std::string material, folder;
  int threads = 0;
  std::uint64_t sample = 0, seed = 1;
};

void print_report(const CheckReport& report) {
  fmt::print("{}: {}\n", report.material, report.path);
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto& s = report.sides[index(side)];
    fmt::print(
        "{} to move: {} positions re-derived from {} legal moves, all equal; they stand for {} "
        "legal "
        "positions, as the table says\n",
        side == Side::kWhite ? "White" : "Black", grouped(s.compared), grouped(s.moves),
        grouped(s.legal));
  }
  if (report.turned > 0)
    fmt::print("moves compared under the board's symmetries: {} positions\n",
               grouped(report.turned));
  if (report.perpetual > 0)
    fmt::print("positions in which one side can check for ever, found anew: {}\n",
               grouped(report.perpetual));
  if (!report.relied_on.empty())
    fmt::print("relied on the tables of {} (check those too)\n", fmt::join(report.relied_on, ", "));
  fmt::print("the table is right\n");
}

void print_report(const SampleReport& report) {
  fmt::print("{}: {}\n", report.material, report.path);
  fmt::print(
      "{} positions with White and {} with Black to move drawn and re-derived from {} legal moves, "
      "all equal\n",
      grouped(report.compared[0]), grouped(report.compared[1]), grouped(report.moves));
}

template <class Check>  // gives a report, or an error
Result<int> report_of(const CheckCommand& options, Check&& check) {
  Progress progress;
  const auto report = check([&](std::uint64_t done, std::uint64_t all) {
    progress.show_share(options.material + "  checking", done, all);
  });
  progress.clear();
  if (!report) return with_game(report.error(), options.game);
  print_report(*report);
  return kDone;
}

Result<int> run_check(const CheckCommand& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  auto material = parse_material(**game, options.material);
  if (!material) return material.error();
  if (options.sample > 0)
    return report_of(options, [&](auto progress) {
      return check_sample(*game, *material, options.folder,
                          {options.sample, options.seed, options.threads, progress});
    });
  return report_of(options, [&](auto progress) {
    CheckOptions all;
    all.threads = options.threads;
    all.progress = progress;
    return check_table(*game, *material, TableSet({options.folder}), all);
  });
}

}  // namespace

void add_check(CLI::App& program, Run& run) {
  auto options = std::make_shared<CheckCommand>();
  CLI::App* command = program.add_subcommand(
      "check", "Re-derive every position of a table with the forward move generator alone");
  add_material_option(*command, options->material)->required();
  add_threads_option(*command, options->threads);
  CLI::Option* sample =
      command
          ->add_option(
              "--sample", options->sample,
              "Only so many positions, drawn at random: for tables that do not fit in memory")
          ->type_name("N")
          ->transform(whole_number(1, kMostDrawn));
  command->add_option("--seed", options->seed, "Of the random numbers; 1 by default")
      ->type_name("N")
      ->transform(whole_number(0, ~std::uint64_t{0}).description(""))
      ->needs(sample);
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->footer(
      "A position's value must be the best over its legal moves. The exit status is 1 where one is "
      "not; the\n"
      "smaller tables that captures lead to are taken as they are, and named.");
  command->callback([&run, options] { run = [options] { return run_check(*options); }; });
}

}  // namespace augmate::cli
