// SPDX-License-Identifier: MIT
// How long endings take to solve and to store, and how large their files are. bench/README.md says
// how to read it. Each ending is solved once a repetition, on one thread, with the smaller tables
// made before; the maxima are checked, so that no figure comes from a wrong table.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/chess_men.h"
#include "formats/loaded_tables.h"
#include "gen/generate.h"

namespace {

using namespace augmate;

struct Ending {
  const char* name;
  int files, ranks;
  const char* material;
  int longest_win;   // plies, White to move; -1: not known from elsewhere
  double target_ms;  // CPU time to solve on one core; 0: none is set
  bool slow;
  bool threads;  // large enough to gain from a second thread
};

constexpr Ending kEndings[] = {
    {"KCvK_12x8", 12, 8, "KCvK", 73, 0, false, false},
    {"KBNvK_8x8", 8, 8, "KBNvK", 65, 30, false, false},
    {"KQvKR_8x8", 8, 8, "KQvKR", 69, 80, false, false},
    {"KPvK_8x8", 8, 8, "KPvK", 55, 0, false, false},
    {"KBNvK_12x8", 12, 8, "KBNvK", -1, 500, false, true},
    {"KBNvK_12x12", 12, 12, "KBNvK", -1, 3000, false, true},
    {"KRBvKR_8x8", 8, 8, "KRBvKR", 129, 3000, true, true},
    {"KBBvKN_8x8", 8, 8, "KBBvKN", 155, 4000, true, true},
    {"KRPvKR_8x8", 8, 8, "KRPvKR", -1, 0, true, false},
    {"KBNvK_16x16", 16, 16, "KBNvK", -1, 30000, true, false},
    {"KRBvKR_12x8", 12, 8, "KRBvKR", -1, 90000, true, false},
};

std::shared_ptr<const Game> game_of(const Ending& ending) {
  return bench::chess_men(ending.files, ending.ranks, bench::Pawns::kPromote);
}

GenerateOptions options_in(const char* folder) {
  GenerateOptions options;
  options.folder = (std::filesystem::temp_directory_path() / folder).string();
  options.threads = 1;
  return options;
}

// Makes the tables that captures and promotions lead to, in a profile that is quick to read; the
// folder should hold no tables of another one.
bool make_smaller(const std::shared_ptr<const Game>& game, const Material& material,
                  GenerateOptions options) {
  options.profile = Profile::kFast;
  options.force = false;
  for (const Material& m : materials_after_move(*game, material))
    if (!generate(game, m, options)) return false;
  return true;
}

double peak_mib() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
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
  const auto options = options_in("augmate-bench-fast");
  if (!make_smaller(game, *material, options)) return state.SkipWithError("no smaller tables");
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    const auto table = solve_only(game, *material, options);
    if (!table) return state.SkipWithError("not solved");
    report(state, ending, *table);
  }
  state.counters["peak_MiB"] = peak_mib();
  if (ending.target_ms == 0) return;
  const double ms = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC /
                    static_cast<double>(state.iterations());
  state.counters["target_ms"] = ending.target_ms;
  state.counters["of_target"] = ms / ending.target_ms;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// One thread and two in turn; what counts is wall time.
void BM_Threads(benchmark::State& state, const Ending& ending) {
  const auto game = game_of(ending);
  const auto material = parse_material(*game, ending.material);
  auto options = options_in("augmate-bench-fast");
  if (!make_smaller(game, *material, options)) return state.SkipWithError("no smaller tables");
  std::array<std::vector<double>, 2> seconds;
  for (auto _ : state)
    for (int round = 0; round < 5; ++round)
      for (int threads = 1; threads <= 2; ++threads) {
        options.threads = threads;
        const auto table = solve_only(game, *material, options);
        if (!table) return state.SkipWithError("not solved");
        seconds[static_cast<unsigned>(threads - 1)].push_back(table->solve_seconds);
      }
  state.counters["target"] = 1.8;
  state.counters["speedup"] = median(seconds[0]) / median(seconds[1]);
}

void BM_Store(benchmark::State& state, const Ending& ending) {
  const auto game = game_of(ending);
  const auto material = parse_material(*game, ending.material);
  auto options = options_in("augmate-bench-store");
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
    if (ending.threads)
      benchmark::RegisterBenchmark(
          ("threads/" + std::string(ending.name)).c_str(),
          [&ending](benchmark::State& state) { BM_Threads(state, ending); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1)
          ->UseRealTime();
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::error_code ignored;
  std::filesystem::remove_all(std::filesystem::temp_directory_path() / "augmate-bench", ignored);
  return 0;
}
