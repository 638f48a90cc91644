// SPDX-License-Identifier: MIT
#include "gen/solved_table.h"

#include <algorithm>
#include <unordered_map>

#include "gen/other_endings.h"
#include "gen/placement_record.h"
#include "rules/settlement.h"

namespace augmate {
namespace {

// The records of finished placements in a journal that was found: by placement, where in found().
std::unordered_map<std::uint64_t, std::size_t> finished_placements(const Journal& journal) {
  std::unordered_map<std::uint64_t, std::size_t> finished;
  for (std::size_t i = 0; i < journal.found().size(); ++i)
    if (journal.found()[i].key.kind == JournalKey::Kind::kPlacement)
      finished.emplace(journal.found()[i].key.number, i);
  return finished;
}

}  // namespace

SolvedTable::SolvedTable(const PositionIndex& index, const std::string& folder, Journal& journal,
                         const MemoryPlan& memory)
    : index_(index),
      journal_(journal),
      spill_(folder, memory.spill_bytes),
      in_files_(memory.in_files),
      shelf_(index.shared_game(), TableSet({folder}), spill_, memory.shelf_bytes) {}

Result<std::unique_ptr<SolvedTable>> SolvedTable::solve(const PositionIndex& index,
                                                        const std::string& folder, Journal& journal,
                                                        const MemoryPlan& memory,
                                                        const Progress& progress) {
  std::unique_ptr<SolvedTable> ending(new SolvedTable(index, folder, journal, memory));
  auto done =
      index.pawns() > 0 ? ending->solve_placements(progress) : ending->solve_at_once(progress);
  if (!done) return done.error();
  return ending;
}

bool SolvedTable::ended() const {
  return ended_by_material(index_.game(), index_.material(), Side::kWhite).has_value();
}

Result<std::unique_ptr<Retrograde>> SolvedTable::retrograde_of(std::uint64_t placement) {
  const SolverLayout layout = solver_layout(index_, placement);
  OtherEndings others;
  if (!ended()) {
    auto loaded = other_endings(layout.layout, shelf_, in_files_ ? &spill_ : nullptr);
    if (!loaded) return loaded.error();
    others = std::move(*loaded);
  }
  return std::make_unique<Retrograde>(index_, layout, std::move(others),
                                      in_files_ ? &spill_ : nullptr);
}

Result<void> SolvedTable::solve_at_once(const Progress& progress) {
  auto retrograde = retrograde_of(0);
  if (!retrograde) return retrograde.error();
  retrograde_ = std::move(*retrograde);
  shelf_.clear();
  half_steps_.emplace(journal_, retrograde_->plan(), 0);
  auto solved = retrograde_->solve(*half_steps_, progress);
  if (!solved) return solved.error();
  solved_ = std::move(*solved);
  distances_.emplace(index_, *retrograde_, *half_steps_, solved_, in_files_);
  add_statistics(index_, 0, retrograde_->layout(), solved_, statistics_);
  return {};
}

Result<void> SolvedTable::solve_placements(const Progress& progress) {
  own_ = &shelf_.add_own(index_);
  const auto finished = finished_placements(journal_);
  std::uint64_t positions = 0;
  const auto shown = [&](SolveProgress p) {
    p.positions += positions;
    positions_here_ = p.positions;
    progress(p);
  };
  for (const std::uint64_t placement : most_advanced_first()) {
    const auto found = finished.find(placement);
    auto solved = found == finished.end() ? solve_placement(placement, shown)
                                          : unpack_placement(journal_.found()[found->second]);
    if (!solved) return solved.error();
    if (found != finished.end()) journal_.skip_to(found->second + 1);
    positions = positions_here_;
    add_statistics(index_, placement, solver_layout(index_, placement), *solved, statistics_);
  }
  shelf_.clear();
  return {};
}

std::span<PackedValue> SolvedTable::own_slab(Side side, std::uint64_t state,
                                             std::uint64_t placement) {
  auto& values = (*own_)[augmate::index(side)];
  return {values.data() + (state * index_.placements() + placement) * index_.slab(), index_.slab()};
}

Result<Solved> SolvedTable::solve_placement(std::uint64_t placement, const Progress& progress) {
  auto retrograde = retrograde_of(placement);
  if (!retrograde) return retrograde.error();
  const HalfStepJournal half_steps(journal_, (*retrograde)->plan(), placement);
  auto solved = (*retrograde)->solve(half_steps, progress);
  if (!solved) return solved.error();
  Distances distances(index_, **retrograde, half_steps, *solved, false);
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (std::size_t state = 0; state < index_.states().size(); ++state)
      if (auto done =
              distances.values(side, static_cast<int>(state), 0, own_slab(side, state, placement));
          !done)
        return done.error();
  for (const HalfStep& h : solved->half_steps) half_steps.forget(h);
  if (journal_.on_disk())
    if (auto done = append_record(placement, *solved); !done) return done.error();
  return solved;
}

Result<void> SolvedTable::append_record(std::uint64_t placement, const Solved& solved) {
  std::array<std::vector<PackedValue>, 2> values;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (std::size_t state = 0; state < index_.states().size(); ++state) {
      const auto slab = own_slab(side, state, placement);
      values[augmate::index(side)].insert(values[augmate::index(side)].end(), slab.begin(),
                                          slab.end());
    }
  auto bytes = PlacementRecord::encode(solved, values);
  if (!bytes) return bytes.error();
  JournalKey key;
  key.kind = JournalKey::Kind::kPlacement;
  key.number = placement;
  const auto record = journal_.append(key, *bytes);
  return record ? Result<void>() : Result<void>(record.error());
}

Result<Solved> SolvedTable::unpack_placement(const Journal::Record& record) {
  const std::uint64_t slab = index_.slab();
  const PlacementRecord placement(journal_, record, index_.states().size() * slab);
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto values = placement.values(side);
    if (!values) return values.error();
    for (std::size_t state = 0; state < index_.states().size(); ++state)
      std::copy_n(values->data() + state * slab, slab,
                  own_slab(side, state, record.key.number).begin());
  }
  return placement.solved();
}

std::vector<std::uint64_t> SolvedTable::most_advanced_first() const {
  std::vector<std::pair<int, std::uint64_t>> order;
  for (std::uint64_t p = 0; p < index_.placements(); ++p) {
    int ranks = 0;
    const Square* squares = index_.placement(p);
    for (const auto& g : index_.pawn_groups())
      for (int i = 0; i < g.men; ++i) ranks += index_.game().own_rank(g.side, *squares++);
    order.emplace_back(-ranks, p);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::uint64_t> placements;
  for (const auto& [ranks, p] : order) placements.push_back(p);
  return placements;
}

Result<void> SolvedTable::values(Side side, std::uint64_t begin, std::span<PackedValue> out) {
  if (own_ != nullptr) {
    auto& own = (*own_)[augmate::index(side)];
    std::copy_n(own.data() + begin, out.size(), out.begin());
    spill_.keep_within();
    return {};
  }
  const std::uint64_t slab = index_.slab();
  while (!out.empty()) {
    const auto n =
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), slab - begin % slab));
    if (auto done =
            distances_->values(side, static_cast<int>(begin / slab), begin % slab, out.first(n));
        !done)
      return done;
    out = out.subspan(n);
    begin += n;
  }
  return {};
}

}  // namespace augmate
