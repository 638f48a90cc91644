// SPDX-License-Identifier: MIT
#include "gen/memory_plan.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "formats/loaded_tables.h"
#include "gen/delta.h"
#include "gen/distances.h"
#include "gen/half_step.h"
#include "gen/layout.h"
#include "gen/row_reader.h"
#include "gen/team.h"

namespace augmate {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
// What a process without a limit may take besides 4 bits an index entry.
constexpr std::uint64_t kFixedBytes = 48 * kMiB;
// Code that is not yet in memory, stacks and small things.
constexpr std::uint64_t kProgramBytes = 3 * kMiB / 2;
// Files' pages that a run has at least between two times of putting them by.
constexpr std::uint64_t kFileBytes = 8 * kMiB;
// What is touched beyond a limit before it is noticed, where only values lie in files.
constexpr std::uint64_t kNoticedBytes = kMiB / 2;

std::uint64_t threads_of(const GenerateOptions& options) {
  return static_cast<std::uint64_t>(options.threads > 0 ? options.threads : largest_team());
}

// What may be touched at most before it is noticed.
std::uint64_t margin_bytes(const GenerateOptions& options) {
  return (4 + 2 * threads_of(options)) * kMiB;
}

// Of this process now: the program and its libraries.
std::uint64_t resident_bytes() {
  std::uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t row_bytes(const Layout& l) { return static_cast<std::uint64_t>(l.row_words()) * 8; }
std::uint64_t positions(const Layout& l) {
  return l.rows() * static_cast<std::uint64_t>(l.row_squares() * l.squares);
}

// A row stream of all positions.
std::uint64_t stream_bytes(std::uint64_t positions) { return positions * 3 / 8; }

// Which rows changed: in a half-step at most about half of them.
std::uint64_t row_list_bytes(const Layout& l) { return l.rows() * sizeof(std::uint64_t) / 2; }

// Positions after a move, as a SmallerTable has them.
struct Other {
  Layout layout;
  Side to_move;
};

std::vector<Other> others_of(const Layout& l) {
  std::vector<Other> others;
  for (std::size_t d = 0; d < l.dimensions.size(); ++d)
    others.push_back({l.without_outer(d), l.dimensions[d].side});
  if (l.row_man) others.push_back({l.without_row_man(), l.row_man->side});
  for (std::size_t i = 0; i < l.statics.size(); ++i) {
    others.push_back({l.without_static(i), l.statics[i].side});
    others.insert(others.end(), 2, {l, opponent(l.statics[i].side)});  // a pawn's move, a promotion
  }
  return others;
}

// Its row streams, its set, that of positions in check if it is wanted, and what changes at a step.
std::uint64_t other_bytes(const Other& other) {
  const Layout& l = other.layout;
  const std::uint64_t sets = l.game->rules().perpetual_check_wins ? 3 : 2;
  return stream_bytes(positions(l)) + l.rows() * sets * row_bytes(l) +
         Delta::fixed_bytes(l, opponent(other.to_move));
}

// What a half-step adds to a unit: of the positions at most about a sixteenth, twice while the
// record is made.
std::uint64_t unit_bytes(const SolverLayout& solver) {
  const ChunkPlan plan(solver.layout, solver.anchors);
  const std::uint64_t rows = plan.end_row(plan.unit(0).end - 1);  // no other unit is larger
  return 2 * stream_bytes(rows * row_bytes(solver.layout) * 8) / 16;
}

// How the attacker's men stand to the defender's, and what follows (see the head).
struct Odds {
  Odds(const Material& material, Side attacker) {
    const auto &own = material.men[index(attacker)],
               &other = material.men[index(opponent(attacker))];
    alike = own == other;
    const bool more = own.size() > other.size(), fewer = own.size() < other.size();
    changed = other.size() == 1 ? 10 : alike ? 4 : more ? 6 : fewer ? 1 : 8;
  }
  bool alike;
  std::uint64_t changed;  // of a delta's rows, in tenths
};

// While wins are found. Both runs use the same room, so that it has what the larger one needs: in
// that where the anchor's side defends its ghosts are in a set, and in either in one of the deltas.
std::uint64_t run_bytes(const SolverLayout& solver, const Material& material, Side attacker) {
  const Layout& l = solver.layout;
  const std::uint64_t stored = solver.anchors * l.slot_rows(), all = l.rows();
  const std::uint64_t sets = (stored + all) * row_bytes(l);
  const std::uint64_t tables =
      Delta::fixed_bytes(l, Side::kWhite) + Delta::fixed_bytes(l, Side::kBlack);
  const std::uint64_t changed =
      (stored + all) * row_bytes(l) * Odds(material, attacker).changed / 10;
  // A run's own sets, and for perpetual checks three more and fresh ones of all positions.
  const std::uint64_t perpetual =
      l.game->rules().perpetual_check_wins ? sets + tables + (stored + 2 * all) * row_bytes(l) : 0;
  return sets + tables + changed + perpetual;
}

// The half-steps of both sides to move, if they are kept in memory: with pawns only one
// placement's.
std::uint64_t journal_bytes(const PositionIndex& index, const Layout& l,
                            const GenerateOptions& options) {
  if (index.entries() >= options.journal_entries) return 0;
  const auto layers = static_cast<std::uint64_t>(l.layers);
  const std::uint64_t entries = index.entries() / index.placements() * (layers + 1) / 2;
  return Odds(index.material(), Side::kWhite).alike ? entries / 10 : entries;
}

// Values brought in for the other endings, and with pawns the ending's own. Those after a move are
// wanted with one side to move; with Jokers, all that follow with both.
struct Values {
  std::uint64_t own = 0, others = 0;
};
Values values_of(const PositionIndex& index) {
  Values v;
  if (index.pawns() > 0) v.own = 2 * index.entries() * sizeof(PackedValue);
  for (const Material& m : materials_after_move(index.game(), index.material()))
    if (const auto other = PositionIndex::create(index.shared_game(), m))
      v.others += other->entries() * sizeof(PackedValue);
  return v;
}

class Model {
 public:
  Model(const PositionIndex& index, const GenerateOptions& options)
      : solver_(solver_layout(index, 0)),
        values_(values_of(index)),
        margin_(margin_bytes(options)),
        journal_(journal_bytes(index, solver_.layout, options)) {
    const Layout& l = solver_.layout;
    base_ = resident_bytes() + kProgramBytes + RowReader(l).size_bytes();
    for (const Other& other : others_of(l)) {
      others_ += other_bytes(other);
      largest_stream_ = std::max(largest_stream_, stream_bytes(positions(other.layout)));
      row_lists_ += row_list_bytes(other.layout);
    }
    row_lists_ += 2 * row_list_bytes(l);
    for (const Side attacker : {Side::kWhite, Side::kBlack})
      run_ = std::max(run_, run_bytes(solver_, index.material(), attacker));
    writing_ = writing_bytes(write_options(options.profile, options.sides, index), index.entries(),
                             static_cast<int>(threads_of(options)));
    if (index.pawns() > 0) return;
    part_ = Distances::parts_of(index, l, false).entries * sizeof(PackedValue);
    small_part_ = Distances::parts_of(index, l, true).entries * sizeof(PackedValue);
    // Of a journal on disk the half-steps of an anchor square, of one side to move.
    anchor_journal_ = index.places() * static_cast<std::uint64_t>(index.squares()) / 2;
  }

  // With so much of the values on the heap.
  std::uint64_t in_memory(std::uint64_t values) const {
    const std::uint64_t own = std::min(values, values_.own);
    return base_ + std::max({others_ + largest_stream_ + values,
                             others_ + own + run_ + journal_ + unit_bytes(solver_),
                             own + (journal_ > 0 ? journal_ : anchor_journal_) + part_ + writing_});
  }
  std::uint64_t all_values() const { return values_.own + values_.others; }
  std::uint64_t sets_and_others() const { return run_ + others_; }
  std::uint64_t in_files() const {
    return base_ + margin_ + kFileBytes +
           std::max({largest_stream_, row_lists_ + unit_bytes(solver_),
                     anchor_journal_ + small_part_ + writing_});
  }

 private:
  SolverLayout solver_;
  Values values_;
  std::uint64_t margin_, journal_, base_ = 0, others_ = 0, largest_stream_ = 0, row_lists_ = 0,
                                   run_ = 0, writing_ = 0, part_ = 0, small_part_ = 0,
                                   anchor_journal_ = 0;
};

}  // namespace

MemoryPlan memory_plan(const PositionIndex& index, const GenerateOptions& options) {
  const Model model(index, options);
  const bool limited = options.memory_bytes > 0;
  const std::uint64_t margin = margin_bytes(options);
  MemoryPlan plan;
  plan.shelf_bytes = 8 * kMiB + index.entries() / 4;
  const std::uint64_t heap = model.in_memory(std::min(model.all_values(), plan.shelf_bytes));
  plan.least_bytes = std::min(model.in_files(), heap);
  const std::uint64_t bytes =
      limited ? std::max(options.memory_bytes, plan.least_bytes) : kFixedBytes + index.entries();
  plan.spill_bytes = bytes - std::min(bytes, margin);
  if (!limited || heap <= bytes) {
    plan.file_bytes = model.all_values() - std::min(model.all_values(), plan.shelf_bytes);
    plan.expected_bytes = std::max(
        heap, std::min(model.in_memory(model.all_values()), plan.spill_bytes + kNoticedBytes));
    return plan;
  }
  plan.in_files = true;
  plan.shelf_bytes = 0;
  plan.expected_bytes = bytes;
  plan.file_bytes = model.all_values() + model.sets_and_others();
  return plan;
}

Error needs_memory(const std::string& material, std::uint64_t least_bytes) {
  // What is named leaves room for what the process itself will have more by then.
  return {ErrorCode::kNoMemory,
          fmt::format("{} needs at least --memory {}M", material, (least_bytes >> 20) + 4)};
}

}  // namespace augmate
