// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/statistics_text.h"
#include "cli/table_options.h"
#include "formats/table_set.h"
#include "gen/generate.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct GenOptions {
  GameOptions game;
  std::string material, folder;
  int threads = 0;
  bool force = false, estimate = false;
};

Result<int> print_estimate(const std::shared_ptr<const Game>& game, const Material& material,
                           const GenerateOptions& options) {
  auto tables = estimate(game, material, options);
  if (!tables) return tables.error();
  std::uint64_t memory = 0, low = 0, high = 0;
  for (const TableEstimate& t : *tables) {
    if (t.present) {
      fmt::print("{}: is there\n", t.material);
      continue;
    }
    fmt::print("{}: {} positions, memory {}, disk {} to {}\n", t.material, grouped(t.entries),
               size_text(t.memory_bytes), size_text(t.disk_low_bytes),
               size_text(t.disk_high_bytes));
    memory = std::max(memory, t.memory_bytes);
    low += t.disk_low_bytes;
    high += t.disk_high_bytes;
  }
  fmt::print("In all: memory {}, disk {} to {}\n", size_text(memory), size_text(low),
             size_text(high));
  return kDone;
}

// Shows half-steps as the generator reports them.
class Reporter {
 public:
  void operator()(const GenerateProgress& p) {
    const std::string stage = p.material + (p.writing                    ? "  writing"
                                            : p.attacker == Side::kWhite ? "  White's wins"
                                                                         : "  Black's wins");
    if (stage != stage_) time_left_.restart();
    stage_ = stage;
    time_left_.step(p.positions);
    const std::string detail =
        p.writing ? "" : fmt::format("{} plies  {} positions found", p.step, grouped(p.positions));
    progress_.show(stage, detail, p.writing ? std::nullopt : time_left_.seconds());
  }
  void clear() { progress_.clear(); }

 private:
  Progress progress_;
  TimeLeft time_left_;
  std::string stage_;
};

void print_table(const GeneratedTable& t) {
  if (t.kept) {
    fmt::print("{}: is there: {}\n", t.material, t.path);
    return;
  }
  fmt::print(
      "{}: {} positions, symmetry group of order {}, solved in {:.2f} s, written in {:.2f} s: {}\n",
      t.material, grouped(2 * t.info.entries), t.info.symmetries, t.solve_seconds, t.write_seconds,
      t.path);
}

Result<int> run_gen(const GenOptions& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  // The solver leaves stalemates undecided, which is right for draws only.
  if (const Outcome stalemate = (*game)->rules().stalemate; stalemate != Outcome::kDraw)
    return Error{ErrorCode::kNotCovered,
                 fmt::format("{}: tables of games in which stalemate is a {} are not covered",
                             (*game)->rules().name, name(stalemate))};
  auto material = parse_material(**game, options.material);
  if (!material) return material.error();
  Reporter reporter;
  GenerateOptions gen;
  gen.folder = options.folder;
  gen.threads = options.threads;
  gen.force = options.force;
  gen.progress = [&](const GenerateProgress& p) { reporter(p); };
  if (options.estimate) return print_estimate(*game, *material, gen);
  auto tables = generate(*game, *material, gen);
  reporter.clear();
  if (!tables) return tables.error();
  for (const GeneratedTable& t : *tables) print_table(t);
  auto table = TableSet({options.folder}).open(*game, *material);
  if (!table) return table.error();
  auto sides = statistics_of(**game, **table);
  if (!sides) return sides.error();
  for (const Side side : {Side::kWhite, Side::kBlack})
    fmt::print("{}", summary(side, (*sides)[index(side)], (*game)->rules().move_rule));
  return kDone;
}

}  // namespace

void add_gen(CLI::App& program, Run& run) {
  auto options = std::make_shared<GenOptions>();
  CLI::App* command = program.add_subcommand(
      "gen", "Make the table of an ending, and first those of the smaller endings it leads to");
  command->add_option("MATERIAL", options->material, "White's men, 'v', Black's men, as in KCvK")
      ->required();
  command->add_option("--threads", options->threads, "Threads; as many as there are by default")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--force", options->force, "Make the table anew although it is there");
  command->add_flag("--estimate", options->estimate,
                    "Only say how many positions, how much memory and disk it takes");
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->footer(
      "Examples\n"
      "  augmate gen KBNvK\n"
      "  augmate gen KCvK --variant wide-wad\n"
      "  augmate gen KRvK --white K=KH --black K=KsR    Kings with augmenters\n"
      "  augmate gen KXvK --board 10x10 --piece X=Rook+Ferz --estimate");
  command->callback([&run, options] { run = [options] { return run_gen(*options); }; });
}

}  // namespace augmate::cli
