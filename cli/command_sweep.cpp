// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/army_options.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "research/number_text.h"
#include "research/sweep.h"
#include "research/sweep_files.h"

namespace augmate::cli {
namespace {

struct Options {
  GameOptions game;
  std::string pieces, versus, boards, tables;
  std::vector<std::string> out;
  int threads = 0;
  bool no_verdict = false;
};

std::string longest(int plies) {
  return plies == kNoDistance ? "" : fmt::format(" (at most {} moves)", moves_of(plies));
}

void print_row(const SweepRow& row) {
  const auto& [wtm, btm] = row.sides;
  fmt::print("{}  {} v {}: White wins {:.2f} % with White to move{}, {:.2f} % with Black{}",
             row.board, row.white, row.black, 100 * row.won_share(Side::kWhite, Side::kWhite),
             longest(wtm.max_win_plies), 100 * row.won_share(Side::kBlack, Side::kWhite),
             longest(btm.max_loss_plies));
  if (row.black != "-")
    fmt::print("; Black {:.2f} % and {:.2f} %", 100 * row.won_share(Side::kWhite, Side::kBlack),
               100 * row.won_share(Side::kBlack, Side::kBlack));
  if (!row.verdict.empty())
    fmt::print("; {} for {} ({:.1f} % of quiet positions)", row.verdict, row.strong_side,
               100 * row.quiet_won.value_or(0));
  fmt::print("\n");
}

Result<int> run_sweep(const Options& options) {
  auto boards = workshops(options.game, options.boards);
  if (!boards) return boards.error();
  SweepPlan plan;
  auto white = armies_of("--pieces", options.pieces, boards->front());
  if (!white) return white.error();
  auto black =
      armies_of("--versus", options.versus.empty() ? "-" : options.versus, boards->front());
  if (!black) return black.error();
  plan.boards = std::move(*boards);
  plan.white = std::move(*white);
  plan.black = std::move(*black);
  const auto files = sweep_files(options.out);
  if (!files) return files.error();
  Progress progress;
  SweepOptions sweep_options;
  sweep_options.record = files->record;
  sweep_options.tables = options.tables;
  sweep_options.threads = options.threads;
  sweep_options.general = !options.no_verdict;
  sweep_options.progress = [&](const GenerateProgress& p) {
    progress.show("sweep", fmt::format("{}  {} plies", p.material, p.step), std::nullopt);
  };
  sweep_options.on_row = [&](const SweepRow& row, std::size_t, std::size_t) {
    progress.clear();
    print_row(row);
    std::fflush(stdout);
  };
  auto rows = sweep(plan, sweep_options);
  progress.clear();
  if (!rows) return rows.error();
  if (auto ok = write_files(*files, *rows); !ok) return ok.error();
  fmt::print("{} endings\n", grouped(rows->size()));
  return kDone;
}

}  // namespace

void add_sweep(CLI::App& program, Run& run) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand(
      "sweep", "Solve many endings, a row of counts, shares and maxima for each");
  command
      ->add_option("--pieces", options->pieces,
                   "White's men besides the King: names of lists, 'kinds' (of the variant), or men")
      ->type_name("LIST")
      ->required();
  command->add_option("--versus", options->versus, "Black's men, each meets each; none by default")
      ->type_name("LIST");
  CLI::Option* boards =
      command
          ->add_option("--boards", options->boards,
                       "Sizes, as in 8x8,10x8; the variant's by default")
          ->type_name("SIZES")
          ->check(CLI::Validator(
              [](const std::string& sizes) {
                return std::string(sizes.empty() ? "write sizes, as in 8x8,10x8" : "");
              },
              ""));
  command
      ->add_option("--out", options->out,
                   "FILE.jsonl keeps each row as it is found, and the same command goes on from "
                   "there; FILE.csv and FILE.h5 are written at the end; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--tables", options->tables, "Keep the tables in this folder; else none is kept")
      ->type_name("DIR");
  add_threads_option(*command, options->threads);
  command->add_flag("--no-verdict", options->no_verdict,
                    "Solve only: do not say what is generally won (see 'augmate stats --help')");
  add_game_options(*command, options->game);
  boards->excludes(command->get_option("--board"));
  command->footer(
      "Men are names or notation, '+' joins moves, '&' men: Bishop+Wazir, Bishop & Knight; "
      "'royal:' "
      "puts a man in\nthe King's place. Lists are in variants/lists.toml; docs/research.md tells "
      "what the columns mean.\n"
      "Examples\n"
      "  augmate sweep --pieces augmenters --boards 8x8,12x8 --out augmenters.jsonl\n"
      "  augmate sweep --pieces Rook+Ferz,Champion --versus Rook --out duels.csv");
  command->callback([&run, options] { run = [options] { return run_sweep(*options); }; });
}

}  // namespace augmate::cli
