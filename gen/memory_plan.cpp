// SPDX-License-Identifier: MIT
#include "gen/memory_plan.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "formats/loaded_tables.h"
#include "gen/half_step.h"
#include "gen/layout.h"
#include "gen/team.h"

namespace augmate {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
// What a process without a limit may take besides 4 bits an index entry.
constexpr std::uint64_t kFixedBytes = 48 * kMiB;
// Code that is not yet in memory, stacks and small things.
constexpr std::uint64_t kProgramBytes = 4 * kMiB;
// Files' pages that a run has at least between two times of putting them by.
constexpr std::uint64_t kFileBytes = 8 * kMiB;

// What may be touched before it is noticed.
std::uint64_t margin_bytes(const GenerateOptions& options) {
  const int threads = options.threads > 0 ? options.threads : largest_team();
  return (4 + 2 * static_cast<std::uint64_t>(threads)) * kMiB;
}

// To choose a way of coding and to code blocks.
std::uint64_t writing_bytes(Profile profile) { return (profile == Profile::kFast ? 6 : 19) * kMiB; }

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

// A row stream of all positions: 3 bits each. The journal has those of both sides to move that are
// won or lost: about a byte an entry of one side.
std::uint64_t stream_bytes(std::uint64_t positions) { return positions * 3 / 8; }

// Which rows changed: in a half-step at most about half of them.
std::uint64_t row_list_bytes(const Layout& l) { return l.rows() * sizeof(std::uint64_t) / 2; }

// One other ending: its values as row streams, its set, and what changes in it at a step.
std::uint64_t other_bytes(const Layout& l) {
  return stream_bytes(positions(l)) + l.rows() * (2 * row_bytes(l) + sizeof(void*));
}

// The other endings' layouts, each as often as it is needed.
std::vector<Layout> other_layouts(const Layout& l) {
  std::vector<Layout> others;
  for (std::size_t d = 0; d < l.dimensions.size(); ++d) others.push_back(l.without_outer(d));
  if (l.row_man) others.push_back(l.without_row_man());
  for (std::size_t i = 0; i < l.statics.size(); ++i) {
    others.push_back(l.without_static(i));
    others.insert(others.end(), 2, l);
  }
  return others;
}

// Two sets, one with ghosts, and three quarters as many rows again for what a half-step changes in
// each, with a pointer a row.
std::uint64_t set_bytes(const SolverLayout& solver) {
  const Layout& l = solver.layout;
  const std::uint64_t stored = solver.anchors * l.slot_rows();
  return (stored + l.rows()) * row_bytes(l) * 7 / 4 + 2 * l.rows() * sizeof(void*);
}

// What a half-step adds to a unit: of the positions at most about a sixteenth, twice while the
// record is made.
std::uint64_t unit_bytes(const SolverLayout& solver) {
  const ChunkPlan plan(solver.layout, solver.anchors);
  const std::uint64_t rows = plan.end_row(plan.unit(0).end - 1);  // no other unit is larger
  return 2 * stream_bytes(rows * row_bytes(solver.layout) * 8) / 16;
}

// Values brought in for the other endings, and with pawns the ending's own.
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

// What is rebuilt at a time (distances.h): where the row man comes first, all of an anchor square.
std::uint64_t part_entries(const PositionIndex& index, const Layout& l) {
  const std::uint64_t all = index.places() * static_cast<std::uint64_t>(index.squares());
  if (index.groups().empty()) return all;
  const PositionIndex::Group& first = index.groups().front();
  const bool row_man_first = first.side == l.row_man->side && first.kind == l.row_man->kind;
  return row_man_first ? all : std::min(all, std::max(std::uint64_t{1} << 22, all / first.places));
}

class Model {
 public:
  Model(const PositionIndex& index, const GenerateOptions& options)
      : solver_(solver_layout(index, 0)),
        values_(values_of(index)),
        margin_(margin_bytes(options)) {
    base_ = resident_bytes() + kProgramBytes;
    for (const Layout& l : other_layouts(solver_.layout)) {
      others_ += other_bytes(l);
      largest_stream_ = std::max(largest_stream_, stream_bytes(positions(l)));
      row_lists_ += row_list_bytes(l);
    }
    row_lists_ += 2 * row_list_bytes(solver_.layout);
    if (index.entries() < options.journal_entries) journal_ = index.entries();
    writing_ =
        writing_bytes(options.profile) + part_entries(index, solver_.layout) * sizeof(PackedValue);
  }

  // With so much of the values on the heap.
  std::uint64_t in_memory(std::uint64_t values) const {
    const std::uint64_t own = std::min(values, values_.own);
    return base_ + std::max({others_ + values,
                             others_ + own + set_bytes(solver_) + journal_ + unit_bytes(solver_),
                             own + journal_ + writing_});
  }
  std::uint64_t all_values() const { return values_.own + values_.others; }
  std::uint64_t sets_and_others() const { return set_bytes(solver_) + others_; }
  std::uint64_t in_files() const {
    return base_ + margin_ + kFileBytes +
           std::max({largest_stream_, row_lists_ + unit_bytes(solver_), writing_});
  }

 private:
  SolverLayout solver_;
  Values values_;
  std::uint64_t margin_, base_ = 0, others_ = 0, largest_stream_ = 0, row_lists_ = 0, journal_ = 0,
                         writing_ = 0;
};

}  // namespace

Result<MemoryPlan> memory_plan(const PositionIndex& index, const GenerateOptions& options) {
  const Model model(index, options);
  const bool limited = options.memory_bytes > 0;
  const std::uint64_t margin = margin_bytes(options);
  const std::uint64_t bytes = limited ? options.memory_bytes : kFixedBytes + index.entries();
  MemoryPlan plan;
  plan.spill_bytes = bytes - std::min(bytes, margin);
  plan.shelf_bytes = 8 * kMiB + index.entries() / 4;
  const std::uint64_t least = model.in_memory(std::min(model.all_values(), plan.shelf_bytes));
  if (!limited || least <= bytes) {
    plan.file_bytes = model.all_values() - std::min(model.all_values(), plan.shelf_bytes);
    plan.expected_bytes =
        std::max(least, std::min(model.in_memory(model.all_values()), bytes - margin / 2));
    return plan;
  }
  // What is named leaves room for what the process itself will have more by then.
  if (model.in_files() > bytes)
    return Error{ErrorCode::kNoMemory, fmt::format("{} needs at least --memory {}M",
                                                   material_name(index.game(), index.material()),
                                                   (std::min(model.in_files(), least) >> 20) + 4)};
  plan.in_files = true;
  plan.shelf_bytes = 0;
  plan.expected_bytes = bytes;
  plan.file_bytes = model.all_values() + model.sets_and_others();
  return plan;
}

}  // namespace augmate
