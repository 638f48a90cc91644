// SPDX-License-Identifier: MIT
#include "gen/estimate.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "rules/settlement.h"

namespace augmate {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
// To choose a way of coding and to code blocks, measured in profile engine.
constexpr std::uint64_t kWritingBytes = 36 * kMiB;

// Of this process now: the program and its libraries.
std::uint64_t resident_bytes() {
  std::uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t row_bytes(const Layout& l) { return static_cast<std::uint64_t>(l.row_words()) * 8; }

// A row stream of all positions: 3 bits each.
std::uint64_t stream_bytes(std::uint64_t positions) { return positions * 3 / 8; }

// One other ending: its values as row streams, its set, and what changes in it at a step.
std::uint64_t other_bytes(const Layout& l) {
  const auto positions = l.rows() * static_cast<std::uint64_t>(l.row_squares() * l.squares);
  return stream_bytes(positions) + l.rows() * (2 * row_bytes(l) + sizeof(void*));
}

std::uint64_t others_bytes(const Layout& l) {
  std::uint64_t bytes = 0;
  for (std::size_t d = 0; d < l.dimensions.size(); ++d) bytes += other_bytes(l.without_outer(d));
  if (l.row_man) bytes += other_bytes(l.without_row_man());
  for (std::size_t i = 0; i < l.statics.size(); ++i)
    bytes += other_bytes(l.without_static(i)) + 2 * other_bytes(l);
  return bytes;
}

// Values brought in for the other endings.
std::uint64_t values_bytes(const PositionIndex& index) {
  std::uint64_t bytes = index.pawns() > 0 ? 2 * index.entries() * sizeof(PackedValue) : 0;
  for (const Material& m : materials_after_move(index.game(), index.material()))
    if (const auto other = PositionIndex::create(index.shared_game(), m))
      bytes += other->entries() * sizeof(PackedValue);
  return std::min(bytes, shelf_bytes(index));
}

std::uint64_t memory_of(const PositionIndex& index, const GenerateOptions& options) {
  const SolverLayout solver = solver_layout(index, 0);
  const std::uint64_t others = others_bytes(solver.layout), values = values_bytes(index);
  std::uint64_t sets = set_bytes(solver);
  if (options.memory_bytes > 0) sets = std::min(sets, options.memory_bytes);
  const bool in_memory = index.entries() < options.journal_entries;
  const std::uint64_t journal = in_memory ? stream_bytes(index.entries()) : 0;
  const std::uint64_t anchor =
      index.places() * static_cast<std::uint64_t>(index.squares()) * sizeof(PackedValue);
  const std::uint64_t kept = index.pawns() > 0 ? values : 0;
  return resident_bytes() +
         std::max({others + values, others + kept + sets + journal,
                   kept + anchor + journal + kWritingBytes}) +
         4 * kMiB;
}

Result<void> add_estimates(const std::shared_ptr<const Game>& game, const Material& asked,
                           const GenerateOptions& options, bool force,
                           std::vector<TableEstimate>& all) {
  const Material material = canonical(*game, asked).material;
  TableEstimate e;
  e.material = material_name(*game, material);
  for (const TableEstimate& done : all)
    if (done.material == e.material) return {};
  auto index = PositionIndex::create(game, material);
  if (!index) return index.error();
  e.entries = 2 * index->entries();
  e.present = !force && TableSet({options.folder}).find(*game, material).has_value();
  if (!e.present) {
    for (const Material& m : materials_after_move(*game, material))
      if (auto ok = add_estimates(game, m, options, false, all); !ok) return ok;
    e.memory_bytes = memory_of(*index, options);
    e.disk_low_bytes = e.entries / 1000 + 4096;
    e.disk_high_bytes = e.entries / 3 + 4096;
    if (index->entries() >= options.journal_entries)
      e.temporary_bytes = stream_bytes(e.entries) + e.disk_high_bytes;
  }
  all.push_back(std::move(e));
  return {};
}

}  // namespace

// Two sets, one with ghosts, and as many rows again for what a half-step changes in each, with a
// pointer a row.
std::uint64_t set_bytes(const SolverLayout& solver) {
  const Layout& l = solver.layout;
  const std::uint64_t stored = solver.anchors * l.slot_rows();
  return 2 * (stored + l.rows()) * row_bytes(l) + 2 * l.rows() * sizeof(void*);
}

std::uint64_t shelf_bytes(const PositionIndex& index) {
  return 16 * kMiB + 2 * index.entries() / 8;
}

Result<std::vector<TableEstimate>> estimate(const std::shared_ptr<const Game>& game,
                                            const Material& material,
                                            const GenerateOptions& options) {
  std::vector<TableEstimate> all;
  if (auto ok = add_estimates(game, material, options, options.force, all); !ok) return ok.error();
  return all;
}

}  // namespace augmate
