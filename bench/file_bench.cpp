// SPDX-License-Identifier: MIT
// How small files are, how fast their blocks are coded, and what choosing how to code them costs,
// for each profile; targets beside what was measured. bench/README.md says how to read it. Each
// ending is solved and stored once for each profile and choice of sides; what is timed is writing
// (the file alone), reading every block of the same file, and choosing beside coding the same
// values.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/chess_men.h"
#include "formats/entry_rules.h"
#include "formats/internal/coding_choice.h"
#include "formats/table_set.h"
#include "gen/generate.h"
#include "rules/move_generator.h"

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

struct Chosen {
  const char* name;
  int files;
  const char* material;
  Profile profile;
  StoredSides sides;
};

constexpr double kTargetOfCoding = 0.1;  // what choosing may cost

constexpr Chosen kChosen[] = {
    {"KBNvK/engine/both", 8, "KBNvK", Profile::kEngine, StoredSides::kBoth},
    {"KQvKR/engine/both", 8, "KQvKR", Profile::kEngine, StoredSides::kBoth},
    {"KRPvK/engine/both", 8, "KRPvK", Profile::kEngine, StoredSides::kBoth},
    {"KBNvK_12x8/engine/both", 12, "KBNvK", Profile::kEngine, StoredSides::kBoth},
    {"KBNvK/archive/both", 8, "KBNvK", Profile::kArchive, StoredSides::kBoth},
    {"KBNvK/archive/one", 8, "KBNvK", Profile::kArchive, StoredSides::kSmaller},
    {"KQvKR/archive/both", 8, "KQvKR", Profile::kArchive, StoredSides::kBoth},
    {"KQvKR/archive/one", 8, "KQvKR", Profile::kArchive, StoredSides::kSmaller},
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

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Every block of the sides that the file holds, from the page cache; blocks are decoded from
// nothing each time, so `us/block` is what a cold look-up waits.
void BM_Read(benchmark::State& state, const Stored& stored) {
  const auto game = bench::chess_men(8, 8);
  if (there != &stored && !make(game, stored)) return state.SkipWithError("not made");
  const auto table = TableSet({folder()}).open(game, *parse_material(*game, stored.material));
  if (!table) return state.SkipWithError("not opened");
  const TableFile& file = (*table)->file();
  std::uint64_t blocks = 0, entries = 0, sum = 0;
  const double begin = cpu_seconds();
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
  const double seconds = cpu_seconds() - begin;
  state.counters["us/block"] = seconds * 1e6 / static_cast<double>(blocks);
  state.counters["ns/entry"] = seconds * 1e9 / static_cast<double>(entries);
}

using Values = std::array<std::vector<PackedValue>, 2>;

// All values as a solver gives them: kDontCare where no position is possible.
Result<Values> values_of(const OpenTable& table) {
  const PositionIndex& order = table.index();
  Values values;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    std::vector<PackedValue>& own = values[index(side)];
    for (std::uint64_t b = 0; b < table.file().blocks(); ++b) {
      const auto block = table.file().read_block(side, b);
      if (!block) return block.error();
      own.insert(own.end(), block->begin(), block->end());
    }
    std::array<Square, kMaxMen> squares;
    for (std::uint64_t i = 0; i < own.size(); ++i) {
      order.squares_of(i, squares.data());
      sort_squares(squares.data(), order.men());
      Square* const end = squares.data() + order.men();
      if (std::adjacent_find(squares.data(), end) != end ||
          why_illegal(order.game(), order.position(i, side)))
        own[i] = kDontCare;
    }
  }
  return values;
}

// Choosing alone, then writing, which chooses once more: the rest is coding. CPU time.
void BM_Choose(benchmark::State& state, const Chosen& chosen) {
  const bool pawns = std::string(chosen.material).find('P') != std::string::npos;
  const auto game =
      bench::chess_men(chosen.files, 8, pawns ? bench::Pawns::kPromote : bench::Pawns::kNone);
  GenerateOptions generation;
  generation.folder = folder() + "/choose";
  generation.threads = 1;
  generation.profile = Profile::kFast;
  const Material material = *parse_material(*game, chosen.material);
  if (!generate(game, material, generation)) return state.SkipWithError("not made");
  const auto table = TableSet({generation.folder}).open(game, material);
  if (!table) return state.SkipWithError("not opened");
  const TableInfo& info = (*table)->file().info();
  const auto values = values_of(**table);
  if (!values) return state.SkipWithError("a block that cannot be read");
  const ValueSource source = [&](Side side, std::uint64_t begin, std::span<PackedValue> out) {
    std::copy_n((*values)[index(side)].begin() + static_cast<std::ptrdiff_t>(begin), out.size(),
                out.begin());
    return Result<void>();
  };
  const WriteOptions options = write_options(chosen.profile, chosen.sides, (*table)->index());
  const internal::Dictionaries dictionaries = {internal::ranked_values(info.sides[0]),
                                               internal::ranked_values(info.sides[1])};
  const auto rules = entry_rules(info.rules_text, info.entries);
  if (!rules) return state.SkipWithError("rules that cannot be read");
  double choosing = 0, coding = 0;
  for (auto _ : state) {
    const double begin = cpu_seconds();
    const auto choice =
        internal::choose_coding(info.entries, dictionaries, source, options, rules->get());
    const double middle = cpu_seconds();
    const auto written = write_table(folder() + "/choose/written", info, source, options);
    if (!choice || !written) return state.SkipWithError("not written");
    choosing += middle - begin;
    coding += cpu_seconds() - middle - (middle - begin);
  }
  state.counters["choosing_s"] = benchmark::Counter(choosing, benchmark::Counter::kAvgIterations);
  state.counters["coding_s"] = benchmark::Counter(coding, benchmark::Counter::kAvgIterations);
  state.counters["of_coding"] = choosing / coding;
  state.counters["target"] = kTargetOfCoding;
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
  for (const Chosen& chosen : kChosen)
    benchmark::RegisterBenchmark((std::string("choose/") + chosen.name).c_str(),
                                 [&chosen](benchmark::State& state) { BM_Choose(state, chosen); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(chosen.profile == Profile::kArchive ? 1 : 5);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::error_code ignored;
  std::filesystem::remove_all(folder(), ignored);
  return 0;
}
