// SPDX-License-Identifier: MIT
#include "gen/solved_ending.h"

#include <algorithm>
#include <unordered_map>

#include "gen/other_endings.h"
#include "rules/settlement.h"

namespace augmate {
namespace {

// Values of other endings in memory: 1 bit an entry of the ending, or what one wish needs.
std::uint64_t shelf_bytes(const PositionIndex& index) {
  return (std::uint64_t{8} << 20) + 2 * index.entries() / 8;
}

// The records of finished placements in a journal that was found: by placement, where in found().
std::unordered_map<std::uint64_t, std::size_t> finished_placements(const Journal& journal) {
  std::unordered_map<std::uint64_t, std::size_t> finished;
  for (std::size_t i = 0; i < journal.found().size(); ++i)
    if (journal.found()[i].key.kind == JournalKey::Kind::kPlacement)
      finished.emplace(journal.found()[i].key.number, i);
  return finished;
}

}  // namespace

Result<std::unique_ptr<SolvedEnding>> SolvedEnding::solve(const PositionIndex& index,
                                                          const TableSet& tables, Journal& journal,
                                                          const Progress& progress) {
  std::unique_ptr<SolvedEnding> ending(new SolvedEnding(index, journal));
  TableShelf shelf(index.shared_game(), tables, shelf_bytes(index));
  auto done = index.pawns() > 0 ? ending->solve_placements(shelf, progress)
                                : ending->solve_at_once(shelf, progress);
  if (!done) return done.error();
  return ending;
}

bool SolvedEnding::ended() const {
  return ended_by_material(index_.game(), index_.material(), Side::kWhite).has_value();
}

Result<std::unique_ptr<Retrograde>> SolvedEnding::retrograde_of(std::uint64_t placement,
                                                                TableShelf& shelf) const {
  const SolverLayout layout = solver_layout(index_, placement);
  OtherEndings others;
  if (!ended()) {
    auto loaded = other_endings(layout.layout, shelf);
    if (!loaded) return loaded.error();
    others = std::move(*loaded);
  }
  return std::make_unique<Retrograde>(index_, layout, std::move(others));
}

Result<void> SolvedEnding::solve_at_once(TableShelf& shelf, const Progress& progress) {
  auto retrograde = retrograde_of(0, shelf);
  if (!retrograde) return retrograde.error();
  retrograde_ = std::move(*retrograde);
  shelf.clear();
  half_steps_.emplace(journal_, retrograde_->plan(), 0);
  auto solved = retrograde_->solve(*half_steps_, progress);
  if (!solved) return solved.error();
  solved_ = std::move(*solved);
  distances_.emplace(index_, *retrograde_, *half_steps_, solved_);
  add_statistics(index_, 0, retrograde_->layout(), solved_, statistics_);
  return {};
}

Result<void> SolvedEnding::solve_placements(TableShelf& shelf, const Progress& progress) {
  shelf.set_own(index_, journal_);
  records_.resize(index_.placements());
  const auto finished = finished_placements(journal_);
  std::uint64_t positions = 0;
  const auto shown = [&](SolveProgress p) {
    p.positions += positions;
    progress(p);
  };
  for (const std::uint64_t placement : most_advanced_first()) {
    if (const auto found = finished.find(placement); found != finished.end()) {
      records_[placement] = journal_.found()[found->second];
      journal_.skip_to(found->second + 1);
    } else {
      const auto record = solve_placement(placement, shelf, shown);
      if (!record) return record.error();
      records_[placement] = *record;
    }
    shelf.add_placement(placement, records_[placement]);
    const auto solved = PlacementRecord(journal_, records_[placement], 0).solved();
    if (!solved) return solved.error();
    for (const HalfStep& h : solved->half_steps)
      for (const Tally& t : h.tallies) positions += t.positions;
    add_statistics(index_, placement, solver_layout(index_, placement), *solved, statistics_);
  }
  return {};
}

Result<Journal::Record> SolvedEnding::solve_placement(std::uint64_t placement, TableShelf& shelf,
                                                      const Progress& progress) {
  auto retrograde = retrograde_of(placement, shelf);
  if (!retrograde) return retrograde.error();
  const HalfStepJournal half_steps(journal_, (*retrograde)->plan(), placement);
  const auto solved = (*retrograde)->solve(half_steps, progress);
  if (!solved) return solved.error();
  Distances distances(index_, **retrograde, half_steps, *solved);
  std::array<std::vector<PackedValue>, 2> values;
  const std::uint64_t slab = index_.slab();
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    auto& all = values[augmate::index(side)];
    all.resize(index_.states().size() * slab);
    for (std::size_t state = 0; state < index_.states().size(); ++state)
      if (auto done = distances.values(side, static_cast<int>(state), 0,
                                       std::span(all).subspan(state * slab, slab));
          !done)
        return done.error();
  }
  auto bytes = PlacementRecord::encode(*solved, values);
  if (!bytes) return bytes.error();
  for (const HalfStep& h : solved->half_steps) half_steps.forget(h);
  JournalKey key;
  key.kind = JournalKey::Kind::kPlacement;
  key.number = placement;
  return journal_.append(key, std::move(*bytes));
}

std::vector<std::uint64_t> SolvedEnding::most_advanced_first() const {
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

Result<void> SolvedEnding::slab_values(Side side, std::uint64_t slab, std::uint64_t begin,
                                       std::span<PackedValue> out) {
  const std::uint64_t placement = slab % index_.placements(), state = slab / index_.placements();
  if (distances_) return distances_->values(side, static_cast<int>(state), begin, out);
  if (unpacked_which_ != std::pair(side, placement)) {
    unpacked_which_.reset();
    auto values = PlacementRecord(journal_, records_[placement],
                                  index_.states().size() * index_.slab())
                      .values(side);
    if (!values) return values.error();
    unpacked_ = std::move(*values);
    unpacked_which_ = {side, placement};
  }
  std::copy_n(unpacked_.data() + state * index_.slab() + begin, out.size(), out.begin());
  return {};
}

Result<void> SolvedEnding::values(Side side, std::uint64_t begin, std::span<PackedValue> out) {
  const std::uint64_t slab = index_.slab();
  while (!out.empty()) {
    const auto n =
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), slab - begin % slab));
    if (auto done = slab_values(side, begin / slab, begin % slab, out.first(n)); !done) return done;
    out = out.subspan(n);
    begin += n;
  }
  return {};
}

}  // namespace augmate
