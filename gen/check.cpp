// SPDX-License-Identifier: MIT
#include "gen/check.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <utility>

#include "gen/internal/check_parts.h"
#include "rules/move_generator.h"

namespace augmate {
namespace {

using internal::CheckedTable;
using internal::Difference;
using internal::ValueCounts;

constexpr std::uint64_t kRowsAtOnce = 256;  // a row: all squares of the lane royal

// What one thread needs.
struct Worker {
  LoadedTables::Reader reader;
  std::vector<Move> moves;
  ValueCounts counts;
  std::array<CheckReport::SideReport, 2> sides;

  // `values`: packed ones are below that.
  Worker(const CheckedTable& table, std::size_t values) : reader(table.tables()) {
    counts.resize(table.index().states().size());
    for (auto& of_state : counts)
      for (auto& of_side : of_state) of_side.resize(values);
  }
  void add(const Worker& other) {
    for (std::size_t state = 0; state < counts.size(); ++state)
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t v = 0; v < counts[state][side].size(); ++v)
          counts[state][side][v] += other.counts[state][side][v];
    for (std::size_t side = 0; side < 2; ++side) {
      sides[side].compared += other.sides[side].compared;
      sides[side].moves += other.sides[side].moves;
    }
  }
};

// Re-derives the values and compares them. A job is a number of rows of one side, White's first.
class Checker {
 public:
  explicit Checker(const CheckedTable& table)
      : table_(table), jobs_a_side_((table.rows() - 1) / kRowsAtOnce + 1) {}

  // Under an exact move-count rule: derives the values with one ply fewer left than the stored ones
  // have, from none left on. Call it before compare_all.
  Result<void> count_down(const CheckOptions& options);
  Result<Worker> compare_all(const CheckOptions& options) const;

 private:
  std::optional<Difference> compare_job(std::uint64_t job, Worker& worker) const;
  PackedValue derive(const Position& position, std::uint64_t entry, Worker& worker) const;
  std::optional<std::uint64_t> counted_entry(const Position& next, std::uint64_t entry) const;
  void derive_layer(std::uint64_t job, Worker& worker, bool exhausted,
                    std::array<std::vector<PackedValue>, 2>& layer) const;
  Worker new_worker() const { return {table_, largest_value() + 1}; }
  std::size_t largest_value() const;

  const CheckedTable& table_;
  const std::uint64_t jobs_a_side_;
  std::array<std::vector<PackedValue>, 2> counted_;  // empty without a move-count rule
};

std::size_t Checker::largest_value() const {
  std::size_t largest = 0;
  for (const auto& values : table_.main().values)
    for (const PackedValue v : values) largest = std::max<std::size_t>(largest, v);
  return largest;
}

// Where a move that counts (no capture, no pawn move) leads to; nothing for one that starts a new
// count.
std::optional<std::uint64_t> Checker::counted_entry(const Position& next,
                                                    std::uint64_t entry) const {
  if (counted_[0].empty()) return std::nullopt;
  const auto placement = [&](std::uint64_t e) {
    return e / table_.index().slab() % table_.index().placements();
  };
  const auto to = table_.index().find(next);
  if (!to || placement(*to) != placement(entry)) return std::nullopt;
  return to;
}

void Checker::derive_layer(std::uint64_t job, Worker& worker, bool exhausted,
                           std::array<std::vector<PackedValue>, 2>& layer) const {
  const Side side = job < jobs_a_side_ ? Side::kWhite : Side::kBlack;
  const std::uint64_t begin = job % jobs_a_side_ * kRowsAtOnce;
  for (std::uint64_t row = begin; row < std::min(begin + kRowsAtOnce, table_.rows()); ++row)
    table_.each_position(side, row, [&](const Position& position, std::uint64_t entry) {
      PackedValue& value = layer[index(side)][entry];
      value = derive(position, entry, worker);
      if (exhausted && !worker.moves.empty())
        value = pack({table_.settled(side).infinite, kNoDistance});
      return true;
    });
}

Result<void> Checker::count_down(const CheckOptions& options) {
  const int plies = 2 * table_.game().rules().exact_move_rule;
  if (plies == 0 || table_.settled(Side::kWhite).ended) return {};
  const int threads = internal::thread_count(options);
  std::vector<Worker> workers(static_cast<std::size_t>(threads), new_worker());
  for (int left = 0; left < plies; ++left) {
    std::array<std::vector<PackedValue>, 2> layer;
    for (auto& values : layer) values.assign(table_.index().entries(), kDontCare);
    const auto done =
        internal::first_difference(2 * jobs_a_side_, threads, [&](std::uint64_t job, int thread) {
          derive_layer(job, workers[static_cast<std::size_t>(thread)], left == 0, layer);
          return false;
        });
    if (!done) return done.error();
    counted_ = std::move(layer);
  }
  return {};
}

PackedValue Checker::derive(const Position& position, std::uint64_t entry, Worker& worker) const {
  const Settlement& settled = table_.settled(position.to_move);
  if (settled.ended) return pack(*settled.ended);
  legal_moves(table_.game(), position, worker.moves);
  worker.sides[index(position.to_move)].moves += worker.moves.size();
  const auto value =
      value_by_moves(table_.game(), position, settled, worker.moves, [&](const Position& next) {
        const auto counted = counted_entry(next, entry);
        return std::optional(counted ? unpack(counted_[index(next.to_move)][*counted])
                                     : worker.reader.value_of(next));
      });
  return value->plies <= kMaxPlies ? pack(*value) : kDontCare;
}

std::optional<Difference> Checker::compare_job(std::uint64_t job, Worker& worker) const {
  const Side side = job < jobs_a_side_ ? Side::kWhite : Side::kBlack;
  const std::uint64_t begin = job % jobs_a_side_ * kRowsAtOnce;
  std::optional<Difference> difference;
  for (std::uint64_t row = begin; row < std::min(begin + kRowsAtOnce, table_.rows()); ++row) {
    const bool same =
        table_.each_position(side, row, [&](const Position& position, std::uint64_t entry) {
          const PackedValue derived = derive(position, entry, worker);
          const PackedValue stored = table_.stored(side, entry);
          if (stored != derived) {
            difference = Difference{position, stored, derived};
            return false;
          }
          worker.counts[static_cast<std::size_t>(table_.index().state_of(entry))][index(side)]
                       [derived] += static_cast<std::uint64_t>(table_.index().weight(entry));
          ++worker.sides[index(side)].compared;
          return true;
        });
    if (!same) return difference;
  }
  return std::nullopt;
}

Result<Worker> Checker::compare_all(const CheckOptions& options) const {
  const std::uint64_t positions = 2 * table_.index().entries();
  const int threads = internal::thread_count(options);
  std::vector<Worker> workers(static_cast<std::size_t>(threads), new_worker());
  std::atomic<std::uint64_t> done{0};  // relaxed: for display
  const auto first =
      internal::first_difference(2 * jobs_a_side_, threads, [&](std::uint64_t job, int thread) {
        if (compare_job(job, workers[static_cast<std::size_t>(thread)])) return true;
        const std::uint64_t begin = job % jobs_a_side_ * kRowsAtOnce;
        done.fetch_add((std::min(begin + kRowsAtOnce, table_.rows()) - begin) *
                           static_cast<std::uint64_t>(table_.index().squares()),
                       std::memory_order_relaxed);
        if (options.progress && thread == 0)
          options.progress(done.load(std::memory_order_relaxed), positions);
        return false;
      });
  if (!first) return first.error();
  if (*first < 2 * jobs_a_side_) {
    Worker worker = new_worker();
    return describe(table_, *compare_job(*first, worker));
  }
  for (std::size_t i = 1; i < workers.size(); ++i) workers[0].add(workers[i]);
  if (options.progress) options.progress(positions, positions);
  return std::move(workers[0]);
}

std::uint64_t memory_limit(const CheckOptions& options) {
  if (options.memory_bytes != 0) return options.memory_bytes;
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 4 * 3;
}

CheckReport report_of(const CheckedTable& table, const Worker& counted) {
  CheckReport report;
  report.material = material_name(table.game(), table.index().material());
  report.path = table.file().path();
  report.sides = counted.sides;
  for (std::size_t side = 0; side < 2; ++side) {
    report.sides[side].entries = table.index().entries();
    report.sides[side].legal = table.file().info().sides[side].legal;
  }
  std::set<std::string> names;
  for (const auto& t : table.tables().tables())
    if (t.get() != &table.main()) names.insert(material_name(table.game(), t->index.material()));
  report.relied_on.assign(names.begin(), names.end());
  return report;
}

}  // namespace

Result<CheckReport> check_table(const std::shared_ptr<const Game>& game, const Material& material,
                                const TableSet& tables, const CheckOptions& options) {
  const auto table =
      CheckedTable::load(game, canonical(*game, material).material, tables, memory_limit(options));
  if (!table) return table.error();
  if (auto fine = table->file().verify(); !fine) return fine.error();
  const auto turned_positions = internal::check_symmetries(*table);
  if (!turned_positions) return turned_positions.error();
  Checker checker(*table);
  if (auto fine = checker.count_down(options); !fine) return fine.error();
  const auto counted = checker.compare_all(options);
  if (!counted) return counted.error();
  if (auto fine = internal::check_header(*table, counted->counts); !fine) return fine.error();
  const auto perpetual = internal::check_perpetual(*table, options);
  if (!perpetual) return perpetual.error();
  CheckReport report = report_of(*table, *counted);
  report.turned = *turned_positions;
  report.perpetual = *perpetual;
  return report;
}

}  // namespace augmate
