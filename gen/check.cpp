// SPDX-License-Identifier: MIT
#include "gen/check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "gen/internal/check_parts.h"
#include "gen/internal/loaded_table.h"
#include "rules/move_generator.h"

namespace augmate {
namespace {

using internal::side_text;
using internal::TableFamily;
using internal::TableLoader;
using internal::value_text;
using internal::ValueCounts;

constexpr std::uint64_t kRowsAtOnce = 256;  // a row: all squares of the lane royal
constexpr std::size_t kMostMoves = static_cast<std::size_t>(kMaxMen) * kMaxSquares;

// What one thread needs; nothing is allocated after its making.
struct Worker {
  std::vector<Move> moves;
  ValueCounts counts;
  std::array<CheckReport::SideReport, 2> sides;

  Worker() {
    moves.reserve(kMostMoves);
    for (auto& c : counts) c.resize(std::size_t{1} << 16);
  }
  void add(const Worker& other) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t v = 0; v < counts[side].size(); ++v)
        counts[side][v] += other.counts[side][v];
      sides[side].compared += other.sides[side].compared;
      sides[side].moves += other.sides[side].moves;
    }
  }
};

struct Difference {
  Position position;
  PackedValue stored = kDontCare, derived = kDontCare;
};

class Checker {
 public:
  Checker(const Game& game, const TableFamily& family) : game_(game), family_(family) {}

  Result<Worker> compare_all(const CheckOptions& options) const;

 private:
  std::uint64_t rows() const { return index().anchors().size() * index().places(); }
  const PositionIndex& index() const { return family_.index(); }
  bool enter_row(std::uint64_t row, Position& position) const;
  std::optional<Difference> compare_row(Side side, std::uint64_t row, Worker& worker) const;
  PackedValue derive(const Position& position, Worker& worker) const;
  PackedValue without_moves(const Position& position) const;
  Error describe(const Difference& difference) const;
  Error difference_in(std::uint64_t job) const;

  const Game& game_;
  const TableFamily& family_;
};

// The position with every man but the lane royal on his square; false if there is none.
bool Checker::enter_row(std::uint64_t row, Position& position) const {
  std::array<Square, kMaxMen> squares{};
  index().squares_of(row * static_cast<std::uint64_t>(index().squares()), squares.data());
  const auto& men = family_.men();
  position.count = 0;
  SquareSet taken;
  for (std::size_t slot = 0; slot < men.size(); ++slot) {
    position.add({men[slot].kind, men[slot].side, squares[slot]});
    if (slot + 1 == men.size()) break;
    if (!game_.board().exists(squares[slot]) || taken.test(squares[slot])) return false;
    taken.set(squares[slot]);
  }
  return true;
}

std::optional<Difference> Checker::compare_row(Side side, std::uint64_t row, Worker& worker) const {
  Position position;
  position.to_move = side;
  if (!enter_row(row, position)) return std::nullopt;
  Man& lane = position.men[static_cast<std::size_t>(position.count - 1)];
  const auto squares = static_cast<std::uint64_t>(index().squares());
  const auto weight = static_cast<std::uint64_t>(
      index().anchor_weight(static_cast<std::size_t>(row / index().places())));
  SquareSet lanes = game_.board().squares();
  for (int i = 0; i + 1 < position.count; ++i)
    lanes.reset(position.men[static_cast<std::size_t>(i)].square);
  for (Square s = 0; s < index().squares(); ++s) {
    lane.square = s;
    if (!lanes.test(s) || attacks_royal(game_, position, side)) continue;
    const PackedValue derived = derive(position, worker);
    const PackedValue stored =
        family_.main().values[augmate::index(side)][row * squares + static_cast<std::uint64_t>(s)];
    if (stored != derived) return Difference{position, stored, derived};
    worker.counts[augmate::index(side)][derived] += weight;
    ++worker.sides[augmate::index(side)].compared;
  }
  return std::nullopt;
}

PackedValue Checker::without_moves(const Position& position) const {
  if (attacks_royal(game_, position, opponent(position.to_move))) return pack({Outcome::kLoss, 0});
  const Outcome o = game_.rules().stalemate;
  return pack({o, o == Outcome::kDraw ? kNoDistance : 0});
}

// The best over the legal moves. The other side's losses are wins, the shortest first.
PackedValue Checker::derive(const Position& position, Worker& worker) const {
  legal_moves(game_, position, worker.moves);
  if (worker.moves.empty()) return without_moves(position);
  worker.sides[augmate::index(position.to_move)].moves += worker.moves.size();
  int shortest_loss = std::numeric_limits<int>::max(), longest_win = 0;
  bool all_win = true;
  for (const Move& move : worker.moves) {
    const Value after = unpack(family_.value_after(position, move));
    if (after.outcome == Outcome::kLoss) shortest_loss = std::min(shortest_loss, after.plies);
    if (after.outcome == Outcome::kWin)
      longest_win = std::max(longest_win, after.plies);
    else
      all_win = false;
  }
  if (shortest_loss < kMaxPlies) return pack({Outcome::kWin, shortest_loss + 1});
  return all_win && longest_win < kMaxPlies ? pack({Outcome::kLoss, longest_win + 1})
                                            : pack({Outcome::kDraw, kNoDistance});
}

Error Checker::describe(const Difference& d) const {
  return {ErrorCode::kMismatch,
          fmt::format("{}, {} to move, {}: stored {}, re-derived {}",
                      material_name(game_, index().material()), side_text(d.position.to_move),
                      to_fen(game_, d.position), value_text(d.stored), value_text(d.derived))};
}

// A job is a number of rows of one side, White's first.
Error Checker::difference_in(std::uint64_t job) const {
  const std::uint64_t jobs_a_side = (rows() - 1) / kRowsAtOnce + 1;
  const Side side = job < jobs_a_side ? Side::kWhite : Side::kBlack;
  Worker worker;
  const std::uint64_t begin = job % jobs_a_side * kRowsAtOnce;
  for (std::uint64_t row = begin; row < std::min(begin + kRowsAtOnce, rows()); ++row)
    if (const auto difference = compare_row(side, row, worker)) return describe(*difference);
  return {ErrorCode::kMismatch, "a difference that does not come again"};
}

int thread_count(const CheckOptions& options) {
#ifdef _OPENMP
  return options.threads > 0 ? options.threads : omp_get_max_threads();
#else
  static_cast<void>(options);
  return 1;
#endif
}

int thread_number() {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

// Threads take jobs in order and skip those behind the first known difference; what is before it
// has been or is being looked at, so the lowest job with a difference is always found.
Result<Worker> Checker::compare_all(const CheckOptions& options) const {
  const std::uint64_t jobs_a_side = (rows() - 1) / kRowsAtOnce + 1;
  const auto jobs = static_cast<std::int64_t>(2 * jobs_a_side);
  const std::uint64_t positions = 2 * index().entries();
  const int threads = thread_count(options);
  std::vector<Worker> workers(static_cast<std::size_t>(threads));
  std::atomic<std::int64_t> first{jobs};  // relaxed: only a bound; read for good after the join
  std::atomic<std::uint64_t> done{0};     // relaxed: for display
  const auto run = [&](std::int64_t job) {
    if (job > first.load(std::memory_order_relaxed)) return;
    const auto number = static_cast<std::uint64_t>(job);
    const Side side = number < jobs_a_side ? Side::kWhite : Side::kBlack;
    Worker& worker = workers[static_cast<std::size_t>(thread_number())];
    const std::uint64_t begin = number % jobs_a_side * kRowsAtOnce;
    const std::uint64_t end = std::min(begin + kRowsAtOnce, rows());
    for (std::uint64_t row = begin; row < end; ++row) {
      if (!compare_row(side, row, worker)) continue;
      std::int64_t known = first.load(std::memory_order_relaxed);
      while (job < known && !first.compare_exchange_weak(known, job, std::memory_order_relaxed)) {
      }
      return;
    }
    done.fetch_add((end - begin) * static_cast<std::uint64_t>(index().squares()),
                   std::memory_order_relaxed);
    if (options.progress && thread_number() == 0)
      options.progress(done.load(std::memory_order_relaxed), positions);
  };
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) default(none) shared(run, jobs) num_threads(threads)
#endif
  for (std::int64_t job = 0; job < jobs; ++job) run(job);
  if (first < jobs) return difference_in(static_cast<std::uint64_t>(first.load()));
  for (std::size_t i = 1; i < workers.size(); ++i) workers[0].add(workers[i]);
  if (options.progress) options.progress(positions, positions);
  return std::move(workers[0]);
}

std::uint64_t memory_limit(const CheckOptions& options) {
  if (options.memory_bytes != 0) return options.memory_bytes;
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 4 * 3;
}

Result<void> check_outcomes(const Game& game) {
  const Outcome o = game.rules().stalemate;
  if (o == Outcome::kWin || o == Outcome::kDraw || o == Outcome::kLoss) return {};
  return Error{ErrorCode::kNotCovered, "check knows win, draw and loss only; in " +
                                           game.rules().name + " a stalemate is " + name(o)};
}

CheckReport report_of(const Game& game, const TableFamily& family, const Worker& counted) {
  CheckReport report;
  report.material = material_name(game, family.index().material());
  report.path = family.main().table->file().path();
  report.sides = counted.sides;
  for (std::size_t side = 0; side < 2; ++side) {
    report.sides[side].entries = family.index().entries();
    report.sides[side].legal = family.main().table->file().info().sides[side].legal;
  }
  std::set<std::string> names;
  for (const auto& smaller : family.smaller())
    if (smaller) names.insert(material_name(game, smaller->loaded->index().material()));
  report.relied_on.assign(names.begin(), names.end());
  return report;
}

}  // namespace

Result<CheckReport> check_table(const std::shared_ptr<const Game>& game, const Material& material,
                                const TableSet& tables, const CheckOptions& options) {
  if (auto fine = check_outcomes(*game); !fine) return fine.error();
  TableLoader loader(game, tables, memory_limit(options));
  const auto family = TableFamily::load(loader, canonical(*game, material).material);
  if (!family) return family.error();
  if (auto fine = family->main().table->file().verify(); !fine) return fine.error();
  const auto turned_positions = internal::check_symmetries(*game, *family);
  if (!turned_positions) return turned_positions.error();
  const auto counted = Checker(*game, *family).compare_all(options);
  if (!counted) return counted.error();
  if (auto fine = internal::check_header(*game, *family, counted->counts); !fine)
    return fine.error();
  CheckReport report = report_of(*game, *family, *counted);
  report.turned = *turned_positions;
  return report;
}

}  // namespace augmate
