// SPDX-License-Identifier: MIT
#include "gen/table_shelf.h"

#include <algorithm>

namespace augmate {

TableShelf::TableShelf(std::shared_ptr<const Game> game, TableSet tables, std::uint64_t limit_bytes)
    : game_(std::move(game)),
      tables_(std::move(tables)),
      limit_bytes_(limit_bytes),
      jokers_(std::any_of(game_->kinds().begin(), game_->kinds().end(),
                          [](const Kind& k) { return k.joker; })),
      loaded_(game_) {}

void TableShelf::set_own(const PositionIndex& index, const Journal& journal) {
  own_ = &loaded_.add(index);
  journal_ = &journal;
  for (auto& values : own_->values) values = MappedArray<PackedValue>(index.entries());
}

void TableShelf::add_placement(std::uint64_t placement, const Journal::Record& record) {
  records_.emplace(placement, record);
}

Result<void> TableShelf::bring_for_jokers(const Material& material) {
  if (auto done = loaded_.load_after_moves(tables_, material); !done) return done;
  for (const auto& [placement, record] : records_)
    for (const Side side : {Side::kWhite, Side::kBlack})
      if (auto done = bring_placement({placement, side}); !done) return done;
  return {};
}

Result<void> TableShelf::bring(std::span<const Wish> wishes) {
  std::size_t placements = 0;
  for (const Wish& wish : wishes) {
    if (own_ != nullptr && wish.material == own_->index.material()) {
      const auto number =
          static_cast<std::uint64_t>(own_->index.fold_placement(wish.pawns.data()).number);
      if (auto done = bring_placement({number, wish.to_move}); !done) return done;
      ++placements;
    } else if (auto done = loaded_.load(tables_, wish.material, wish.to_move); !done) {
      return done;
    }
  }
  drop_placements(placements);
  const auto wished = [&](const Material& material) {
    return std::any_of(wishes.begin(), wishes.end(), [&](const Wish& w) {
      return canonical(*game_, w.material).material == material;
    });
  };
  loaded_.drop([&](const LoadedTables::Table& t) {
    return &t != own_ && loaded_bytes() > limit_bytes_ && !wished(t.index.material());
  });
  return {};
}

std::uint64_t TableShelf::loaded_bytes() const {
  std::uint64_t bytes = loaded_.memory_bytes();
  if (own_ != nullptr) bytes -= 2 * own_->index.entries() * sizeof(PackedValue);
  return bytes;
}

std::uint64_t TableShelf::placement_bytes() const {
  return own_->index.states().size() * own_->index.slab() * sizeof(PackedValue);
}

Result<void> TableShelf::bring_placement(const Placement& placement) {
  const auto present = std::find(present_.begin(), present_.end(), placement);
  if (present != present_.end()) {
    present_.splice(present_.begin(), present_, present);
    return {};
  }
  const PositionIndex& index = own_->index;
  const std::uint64_t slab = index.slab(), states = index.states().size();
  const auto values =
      PlacementRecord(*journal_, records_.at(placement.number), states * slab).values(placement.side);
  if (!values) return values.error();
  auto& all = own_->values[augmate::index(placement.side)];
  for (std::uint64_t state = 0; state < states; ++state)
    std::copy_n(values->data() + state * slab, slab,
                all.data() + (state * index.placements() + placement.number) * slab);
  present_.push_front(placement);
  return {};
}

// Those used longest ago, but not those wished for now.
void TableShelf::drop_placements(std::size_t wished) {
  if (own_ == nullptr) return;
  const PositionIndex& index = own_->index;
  while (present_.size() > wished && present_.size() * placement_bytes() > limit_bytes_) {
    const Placement last = present_.back();
    present_.pop_back();
    for (std::uint64_t state = 0; state < index.states().size(); ++state) {
      const std::uint64_t begin = (state * index.placements() + last.number) * index.slab();
      own_->values[augmate::index(last.side)].give_back(begin, begin + index.slab());
    }
  }
}

}  // namespace augmate
