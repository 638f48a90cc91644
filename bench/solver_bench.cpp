// SPDX-License-Identifier: MIT
// How long endings take to solve and to store, and how large their files are. bench/README.md says
// how to read it. Each ending is solved once a repetition, on one thread, with the smaller tables
// made before; the maxima are checked, so that no figure comes from a wrong table.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gen/generate.h"
#include "rules/betza.h"

namespace {

using namespace augmate;

struct Ending {
  const char* name;
  int files, ranks;
  const char* material;
  int longest_win;  // plies, White to move
  bool slow;
};

constexpr Ending kEndings[] = {
    {"KCvK_12x8", 12, 8, "KCvK", 73, false},   {"KBNvK_8x8", 8, 8, "KBNvK", 65, false},
    {"KQvKR_8x8", 8, 8, "KQvKR", 69, false},   {"KPvK_8x8", 8, 8, "KPvK", 55, false},
    {"KBNvK_12x8", 12, 8, "KBNvK", -1, false}, {"KRBvKR_8x8", 8, 8, "KRBvKR", 129, true},
    {"KBBvKN_8x8", 8, 8, "KBBvKN", 155, true}, {"KRPvKR_8x8", 8, 8, "KRPvKR", -1, true},
};

std::shared_ptr<const Game> game_of(const Ending& ending) {
  GameRules rules;
  rules.board = *Board::rectangle(ending.files, ending.ranks);
  for (const auto& [letter, notation] : {std::pair{'K', "K"},
                                         {'Q', "Q"},
                                         {'R', "R"},
                                         {'B', "B"},
                                         {'N', "N"},
                                         {'C', "WAD"},
                                         {'P', "fmWfcF"}}) {
    Kind kind;
    kind.letter = letter;
    kind.name = notation;
    kind.notation = {notation, notation};
    const auto steps = parse_piece(notation, Dialect::kBetza);
    kind.steps = {*steps, *steps};
    rules.kinds.push_back(std::move(kind));
  }
  PawnRule pawn;
  pawn.last_rank = ending.ranks - 1;
  pawn.steps[2] = 2;
  pawn.promotions = {{ending.ranks, true, {1, 2, 3, 4}}};
  rules.kinds.back().pawn = pawn;
  return *Game::create(std::move(rules));
}

GenerateOptions options_in(const char* folder) {
  GenerateOptions options;
  options.folder = (std::filesystem::temp_directory_path() / folder).string();
  options.threads = 1;
  return options;
}

void report(benchmark::State& state, const Ending& ending, const GeneratedTable& table) {
  const double entries = 2.0 * static_cast<double>(table.info.entries);
  state.counters["positions/s"] =
      benchmark::Counter(entries, benchmark::Counter::kIsIterationInvariantRate);
  const int longest =
      table.info.sides[0].outcomes[static_cast<unsigned>(Outcome::kWin)].max_plies();
  state.counters["longest"] = longest;
  if (ending.longest_win >= 0 && longest != ending.longest_win)
    state.SkipWithError("a wrong maximum");
}

void BM_Solve(benchmark::State& state, const Ending& ending) {
  const auto game = game_of(ending);
  const auto material = parse_material(*game, ending.material);
  const auto options = options_in("augmate-bench");
  if (!solve_only(game, *material, options)) return state.SkipWithError("not solved");
  for (auto _ : state) {
    const auto table = solve_only(game, *material, options);
    report(state, ending, *table);
  }
}

void BM_Store(benchmark::State& state, const Ending& ending) {
  const auto game = game_of(ending);
  const auto material = parse_material(*game, ending.material);
  auto options = options_in("augmate-bench");
  options.force = true;
  for (auto _ : state) {
    const auto tables = generate(game, *material, options);
    if (!tables) return state.SkipWithError("not made");
    report(state, ending, tables->back());
    const auto bytes = static_cast<double>(std::filesystem::file_size(tables->back().path));
    state.counters["bytes"] = bytes;
    state.counters["bytes/position"] =
        bytes / (2.0 * static_cast<double>(tables->back().info.entries));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool slow = std::getenv("AUGMATE_BENCH_SLOW") != nullptr;
  for (const Ending& ending : kEndings) {
    if (ending.slow && !slow) continue;
    for (const bool store : {false, true}) {
      const std::string name = (store ? "store/" : "solve/") + std::string(ending.name);
      auto* b =
          benchmark::RegisterBenchmark(name.c_str(), [store, &ending](benchmark::State& state) {
            store ? BM_Store(state, ending) : BM_Solve(state, ending);
          });
      b->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
      if (ending.slow) b->Iterations(1);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::error_code ignored;
  std::filesystem::remove_all(std::filesystem::temp_directory_path() / "augmate-bench", ignored);
  return 0;
}
