// SPDX-License-Identifier: MIT
// How small files are and how fast their blocks are coded, for each profile; targets beside what
// was measured. bench/README.md says how to read it. Each ending is solved and stored once for each
// profile and choice of sides; what is timed is writing (the file alone) and reading every block of
// the same file.
#include <benchmark/benchmark.h>

#include <array>
#include <filesystem>
#include <string>

#include "bench/chess_men.h"
#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/generate.h"

namespace {

using namespace augmate;

struct Stored {
  const char* name;
  const char* material;
  Profile profile;
  StoredSides sides;
  double target_bytes;  // 0: none
};

constexpr Stored kStored[] = {
    {"KBNvK/fast/both", "KBNvK", Profile::kFast, StoredSides::kBoth, 0},
    {"KBNvK/engine/both", "KBNvK", Profile::kEngine, StoredSides::kBoth, 900'000},
    {"KBNvK/engine/one", "KBNvK", Profile::kEngine, StoredSides::kSmaller, 450'000},
    {"KBNvK/archive/both", "KBNvK", Profile::kArchive, StoredSides::kBoth, 541'704},
    {"KBNvK/archive/one", "KBNvK", Profile::kArchive, StoredSides::kSmaller, 248'456},
    {"KQvKR/fast/both", "KQvKR", Profile::kFast, StoredSides::kBoth, 0},
    {"KQvKR/engine/both", "KQvKR", Profile::kEngine, StoredSides::kBoth, 0},
    {"KQvKR/archive/both", "KQvKR", Profile::kArchive, StoredSides::kBoth, 911'304},
    {"KQvKR/archive/one", "KQvKR", Profile::kArchive, StoredSides::kSmaller, 430'344},
};

std::string folder() {
  return (std::filesystem::temp_directory_path() / "augmate-file-bench").string();
}

const Stored* there = nullptr;  // what the folder holds

Result<GeneratedTable> make(const std::shared_ptr<const Game>& game, const Stored& stored) {
  GenerateOptions options;
  options.folder = folder();
  options.threads = 1;
  options.force = true;
  options.profile = stored.profile;
  options.sides = stored.sides;
  auto tables = generate(game, *parse_material(*game, stored.material), options);
  if (!tables) return tables.error();
  there = &stored;
  return std::move(tables->back());
}

void BM_Write(benchmark::State& state, const Stored& stored) {
  const auto game = bench::chess_men(8, 8);
  for (auto _ : state) {
    const auto table = make(game, stored);
    if (!table) return state.SkipWithError("not made");
    state.SetIterationTime(table->write_seconds);
    state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(table->path));
    if (stored.target_bytes > 0) state.counters["target"] = stored.target_bytes;
    state.counters["entries/s"] = benchmark::Counter(2.0 * static_cast<double>(table->info.entries),
                                                     benchmark::Counter::kIsIterationInvariantRate);
  }
}

// Every block of the sides that the file holds, from the page cache; blocks are decoded from
// nothing each time, so `us/block` is what a cold look-up waits.
void BM_Read(benchmark::State& state, const Stored& stored) {
  const auto game = bench::chess_men(8, 8);
  if (there != &stored && !make(game, stored)) return state.SkipWithError("not made");
  const auto table = TableSet({folder()}).open(game, *parse_material(*game, stored.material));
  if (!table) return state.SkipWithError("not opened");
  const TableFile& file = (*table)->file();
  std::uint64_t blocks = 0, entries = 0, sum = 0;
  for (auto _ : state)
    for (const Side side : {Side::kWhite, Side::kBlack})
      for (std::uint64_t b = 0; file.holds(side) && b < file.blocks(); ++b) {
        const auto block = file.read_block(side, b);
        if (!block) return state.SkipWithError("a block that cannot be read");
        ++blocks;
        entries += block->size();
        sum += block->front();
      }
  benchmark::DoNotOptimize(sum);
  state.counters["us/block"] = benchmark::Counter(
      static_cast<double>(blocks) / 1e6, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["ns/entry"] =
      benchmark::Counter(static_cast<double>(entries) / 1e9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Stored& stored : kStored) {
    const std::string name = stored.name;
    benchmark::RegisterBenchmark(("write/" + name).c_str(),
                                 [&stored](benchmark::State& state) { BM_Write(state, stored); })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime()
        ->Iterations(1);
    benchmark::RegisterBenchmark(("read/" + name).c_str(),
                                 [&stored](benchmark::State& state) { BM_Read(state, stored); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(stored.profile == Profile::kArchive ? 1 : 10);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::error_code ignored;
  std::filesystem::remove_all(folder(), ignored);
  return 0;
}
