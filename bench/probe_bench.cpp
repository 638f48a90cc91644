// SPDX-License-Identifier: MIT
// How many probes a second one thread gets, at random legal positions over whole tables. The
// positions are drawn before the clock starts, and what the probes say is summed and printed, so
// that nothing is left out. bench/README.md says how to read it.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <string>

#include "bench/chess_men.h"
#include "gen/generate.h"
#include "probe/probe.h"

namespace {

using namespace augmate;

constexpr std::size_t kPositions = std::size_t{1} << 18;

struct Table {
  const char* name;
  int files, ranks;
  const char* material;
  bool slow;
};

constexpr Table kTables[] = {
    {"KBNvK_8x8", 8, 8, "KBNvK", false},   {"KQvKR_8x8", 8, 8, "KQvKR", false},
    {"KBNvK_12x8", 12, 8, "KBNvK", false}, {"KQvKR_12x8", 12, 8, "KQvKR", false},
    {"KRBvKR_8x8", 8, 8, "KRBvKR", true},
};

std::string folder() {
  return (std::filesystem::temp_directory_path() / "augmate-probe-bench").string();
}

struct Squares {
  std::array<std::uint8_t, 6> men;
  Side to_move;
};

// A table and random legal positions of it, for all benchmarks of the table.
struct Drawn {
  std::shared_ptr<const Game> game;
  Material material;
  std::vector<Squares> squares;  // in the material's order
  std::vector<Position> positions;
};

Squares squares_of(const Material& material, const Position& p) {
  Squares s{{}, p.to_move};
  std::size_t n = 0;
  unsigned taken = 0;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const int kind : material.men[index(side)])
      for (unsigned i = 0; i < static_cast<unsigned>(p.count); ++i) {
        const Man& m = p.men[i];
        if ((taken >> i & 1) != 0 || m.kind != kind || m.side != side) continue;
        taken |= 1u << i;
        s.men[n++] = static_cast<std::uint8_t>(m.square);
        break;
      }
  return s;
}

const Drawn* drawn(const Table& table) {
  static std::map<std::string, Drawn> all;
  const auto known = all.find(table.name);
  if (known != all.end()) return &known->second;
  Drawn d;
  d.game = bench::chess_men(table.files, table.ranks);
  d.material = *parse_material(*d.game, table.material);
  GenerateOptions options;
  options.folder = folder();
  options.threads = 1;
  if (!generate(d.game, d.material, options)) return nullptr;
  const auto order = PositionIndex::create(d.game, d.material);
  if (!order) return nullptr;
  std::mt19937_64 random(20);
  std::uniform_int_distribution<std::uint64_t> any(0, 2 * order->entries() - 1);
  while (d.positions.size() < kPositions) {
    const std::uint64_t i = any(random);
    const Position p = order->position(i / 2, i % 2 == 0 ? Side::kWhite : Side::kBlack);
    if (why_illegal(*d.game, p)) continue;
    d.positions.push_back(p);
    d.squares.push_back(squares_of(d.material, p));
  }
  return &all.emplace(table.name, std::move(d)).first->second;
}

enum class How { kDecoded, kPreloaded, kOutcome, kPosition, kChecked, kCold };

struct Probe {
  const char* name;
  How how;
  double target;  // probes a second
};
constexpr Probe kProbes[] = {
    {"decoded", How::kDecoded, 12e6}, {"preloaded", How::kPreloaded, 1e9 / 60},
    {"outcome", How::kOutcome, 3e6},  {"position", How::kPosition, 0},
    {"checked", How::kChecked, 0},    {"cold", How::kCold, 40'000},
};

int number(const Result<Value>& value) { return value ? value->plies : -1000; }
int number(const Result<Outcome>& outcome) { return outcome ? static_cast<int>(*outcome) : -1000; }

int ask(How how, const Prober& prober, const EndingReader& ending, const Drawn& d, std::size_t i) {
  if (how == How::kPosition) return number(prober.probe_unchecked(d.positions[i]));
  if (how == How::kChecked) return number(prober.probe(d.positions[i]));
  std::array<Square, 6> squares;
  for (std::size_t j = 0; j < squares.size(); ++j) squares[j] = d.squares[i].men[j];
  const Side side = d.squares[i].to_move;
  if (how == How::kOutcome) return number(ending.outcome_unchecked(squares.data(), side));
  return number(ending.probe_unchecked(squares.data(), side));
}

void BM_Probe(benchmark::State& state, const Table& table, const Probe& probe) {
  const Drawn* d = drawn(table);
  if (d == nullptr) return state.SkipWithError("no table");
  ProbeOptions options;
  options.preload = probe.how == How::kPreloaded;
  // One page, so that hardly a position finds its own; else all of them.
  options.cache_bytes = probe.how == How::kCold ? 1 : std::uint64_t{4} << 30;
  Prober prober(d->game, {folder()}, options);
  const auto ending = prober.ending(d->material);
  if (!ending) return state.SkipWithError("not opened");
  if (probe.how != How::kCold)
    for (std::size_t i = 0; i < kPositions; ++i) ask(probe.how, prober, **ending, *d, i);
  std::int64_t sum = 0;
  std::size_t i = 0;
  for (auto _ : state) {
    sum += ask(probe.how, prober, **ending, *d, i);
    i = (i + 1) % kPositions;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["sum"] = static_cast<double>(sum);
  if (probe.target > 0) state.counters["target/s"] = probe.target;
  if (probe.how == How::kOutcome)
    state.counters["bytes"] = static_cast<double>(*(*ending)->outcome_bytes());
  if (probe.how == How::kPreloaded)
    state.counters["bytes"] = static_cast<double>((*ending)->preloaded_bytes());
  if (probe.how == How::kCold)
    state.counters["bytes"] = static_cast<double>((*ending)->table().file().size_bytes());
}

}  // namespace

int main(int argc, char** argv) {
  const bool slow = std::getenv("AUGMATE_BENCH_SLOW") != nullptr;
  for (const Table& table : kTables) {
    if (table.slow && !slow) continue;
    for (const Probe& probe : kProbes)
      benchmark::RegisterBenchmark(
          (std::string(probe.name) + "/" + table.name).c_str(),
          [&table, &probe](benchmark::State& state) { BM_Probe(state, table, probe); });
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::error_code ignored;
  std::filesystem::remove_all(folder(), ignored);
  return 0;
}
