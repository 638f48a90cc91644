// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/all_endings.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "formats/table_set.h"
#include "gen/estimate.h"
#include "gen/generate.h"
#include "research/number_text.h"
#include "research/statistics_text.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct GenOptions {
  GameOptions game;
  std::string material, folder;
  int threads = 0, all = 0;
  bool force = false, estimate = false, no_pawns = false, journal = false;
  std::uint64_t memory_bytes = 0;
  Profile profile = Profile::kEngine;
  StoredSides sides = StoredSides::kBoth;
};

// What tables take, those named once.
class EstimateReport {
 public:
  void add(const TableEstimate& t) {
    if (!named_.insert(t.material).second) return;
    if (t.present) {
      fmt::print("{}: is there\n", t.material);
      return;
    }
    fmt::print("{}: {} positions, memory {}, disk {} to {}{}\n", t.material, grouped(t.entries),
               size_text(t.memory_bytes), size_text(t.disk_low_bytes), size_text(t.disk_high_bytes),
               t.temporary_bytes > 0
                   ? fmt::format(", while it is made {} more", size_text(t.temporary_bytes))
                   : "");
    memory_ = std::max(memory_, t.memory_bytes);
    low_ += t.disk_low_bytes;
    high_ += t.disk_high_bytes;
  }
  void print_sum() const {
    fmt::print("In all: memory {}, disk {} to {}\n", size_text(memory_), size_text(low_),
               size_text(high_));
  }

 private:
  std::set<std::string> named_;
  std::uint64_t memory_ = 0, low_ = 0, high_ = 0;
};

Result<std::vector<TableEstimate>> estimate_all(const std::shared_ptr<const Game>& game,
                                                const std::vector<Material>& materials,
                                                const GenerateOptions& options) {
  std::vector<TableEstimate> all;
  for (const Material& material : materials) {
    auto tables = estimate(game, material, options);
    if (!tables) return tables;
    all.insert(all.end(), tables->begin(), tables->end());
  }
  return all;
}

Result<int> print_estimate(const std::shared_ptr<const Game>& game,
                           const std::vector<Material>& materials, const GenerateOptions& options) {
  const auto tables = estimate_all(game, materials, options);
  if (!tables) return tables.error();
  EstimateReport report;
  for (const TableEstimate& t : *tables) report.add(t);
  report.print_sum();
  if (auto enough = check_memory(*tables, options); !enough) return enough.error();
  return kDone;
}

// Shows half-steps as the generator reports them.
class Reporter {
 public:
  void operator()(const GenerateProgress& p) {
    const std::string stage = p.material + (p.writing                    ? "  writing"
                                            : p.attacker == Side::kWhite ? "  White's wins"
                                                                         : "  Black's wins");
    if (!p.notice.empty() && p.notice != notice_) {
      progress_.clear();
      fmt::print(stderr, "augmate: {}\n", p.notice);
      notice_ = p.notice;
    }
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
  std::string stage_, notice_;
};

void print_table(const GeneratedTable& t) {
  if (t.kept) {
    fmt::print("{}: is there: {}\n", t.material, t.path);
    return;
  }
  const std::string resumed =
      t.resumed_records > 0
          ? fmt::format("gone on from {} records of an earlier run, ", grouped(t.resumed_records))
          : "";
  fmt::print(
      "{}: {} positions, symmetry group of order {}, {}solved in {:.2f} s, written in {:.2f} s: "
      "{}\n",
      t.material, grouped(2 * t.info.entries), t.info.symmetries, resumed, t.solve_seconds,
      t.write_seconds, t.path);
}

// One ending with all that it leads to.
Result<int> make_one(const std::shared_ptr<const Game>& game, const Material& material,
                     const GenerateOptions& gen, Reporter& reporter) {
  auto tables = generate(game, material, gen);
  reporter.clear();
  if (!tables) return tables.error();
  for (const GeneratedTable& t : *tables) print_table(t);
  auto table = TableSet({gen.folder}).open(game, material);
  if (!table) return table.error();
  auto statistics = statistics_of(*game, **table);
  if (!statistics) return statistics.error();
  for (const Side side : {Side::kWhite, Side::kBlack})
    fmt::print("{}", summary(side, statistics->all[index(side)], game->rules().move_rule));
  return kDone;
}

// The most memory that this process has had, in bytes.
std::uint64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Result<int> make_all(const std::shared_ptr<const Game>& game,
                     const std::vector<Material>& materials, const GenerateOptions& gen,
                     Reporter& reporter) {
  if (gen.memory_bytes > 0) {  // before anything is made
    const auto tables = estimate_all(game, materials, gen);
    if (!tables) return tables.error();
    if (auto enough = check_memory(*tables, gen); !enough) return enough.error();
  }
  const auto start = std::chrono::steady_clock::now();
  std::map<std::string, std::uint64_t> sizes;  // by path
  std::size_t made = 0;
  for (const Material& material : materials) {
    auto tables = generate(game, material, gen);
    reporter.clear();
    if (!tables) return tables.error();
    for (const GeneratedTable& t : *tables) {
      if (!t.kept) ++made;
      std::error_code code;
      const auto size = std::filesystem::file_size(t.path, code);
      if (sizes.insert_or_assign(t.path, code ? 0 : size).second || !t.kept) print_table(t);
    }
  }
  std::uint64_t bytes = 0;
  for (const auto& [path, size] : sizes) bytes += size;
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  fmt::print("{} endings, {} made: time {:.2f} s, peak memory {}, tables {} in all\n", sizes.size(),
             made, time.count(), size_text(peak_memory_bytes()), size_text(bytes));
  return kDone;
}

Result<std::vector<Material>> asked_materials(const Game& game, const GenOptions& options) {
  if (options.all > 0) {
    if (!options.material.empty())
      return Error{ErrorCode::kUsage, "gen: --all makes every ending, so give no MATERIAL"};
    return all_endings(game, options.all, !options.no_pawns);
  }
  if (options.material.empty())
    return Error{ErrorCode::kUsage, "gen: give a MATERIAL, as in KCvK, or --all N"};
  if (options.no_pawns) return Error{ErrorCode::kUsage, "gen: --no-pawns goes with --all"};
  auto material = parse_material(game, options.material);
  if (!material) return material.error();
  return std::vector{std::move(*material)};
}

Result<int> run_gen(const GenOptions& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  auto materials = asked_materials(**game, options);
  if (!materials) return materials.error();
  Reporter reporter;
  GenerateOptions gen;
  gen.folder = options.folder;
  gen.threads = options.threads;
  gen.force = options.force;
  gen.memory_bytes = options.memory_bytes;
  if (options.journal) gen.journal_entries = 0;
  gen.profile = options.profile;
  gen.sides = options.sides;
  gen.progress = [&](const GenerateProgress& p) { reporter(p); };
  if (options.estimate) return print_estimate(*game, *materials, gen);
  return options.all > 0 ? make_all(*game, *materials, gen, reporter)
                         : make_one(*game, materials->front(), gen, reporter);
}

}  // namespace

void add_gen(CLI::App& program, Run& run) {
  auto options = std::make_shared<GenOptions>();
  CLI::App* command = program.add_subcommand(
      "gen", "Make the table of an ending, and first those of the endings that it leads to");
  add_material_option(*command, options->material);
  command
      ->add_option("--all", options->all,
                   "Every ending of at most N men instead, and what all took")
      ->type_name("N")
      ->transform(whole_number(2, kMaxMen));
  command->add_flag("--no-pawns", options->no_pawns, "With --all: only endings without pawns");
  add_threads_option(*command, options->threads);
  command->add_flag("--force", options->force, "Make the table anew although it is there");
  command->add_flag("--estimate", options->estimate,
                    "Only say how many positions, how much memory and disk it takes");
  command
      ->add_option(
          "--memory", options->memory_bytes,
          "Take no more memory than this (512M, 4G); what needs more lies in files beside the "
          "tables")
      ->transform(size_of_memory())
      ->type_name("SIZE");
  command->add_flag(
      "--journal", options->journal,
      "Keep on disk what is found, so that a killed run goes on, for small endings too");
  command
      ->add_option("--profile", options->profile,
                   "How files are stored: fast to write, for an engine, or as small as can be")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Profile>{
          {"fast", Profile::kFast}, {"engine", Profile::kEngine}, {"archive", Profile::kArchive}}))
      ->option_text("fast|engine|archive");
  command
      ->add_option("--sides", options->sides,
                   "Store the values of both sides to move, or only those that take less room; the "
                   "others then follow by one ply")
      ->transform(CLI::CheckedTransformer(std::map<std::string, StoredSides>{
          {"both", StoredSides::kBoth}, {"smaller", StoredSides::kSmaller}}))
      ->option_text("both|smaller");
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->footer(
      "Examples\n"
      "  augmate gen KBNvK\n"
      "  augmate gen KPvKP\n"
      "  augmate gen KCvK --variant wide-wad\n"
      "  augmate gen --all 4 --variant chess\n"
      "  augmate gen KRvK --white K=KH --black K=KsR    Kings with augmenters\n"
      "  augmate gen KXvK --board 10x10 --piece X=Rook+Ferz --estimate");
  command->callback([&run, options] { run = [options] { return run_gen(*options); }; });
}

}  // namespace augmate::cli
