// SPDX-License-Identifier: MIT
#include "gen/table_shelf.h"

#include <algorithm>

namespace augmate {

TableShelf::TableShelf(std::shared_ptr<const Game> game, TableSet tables, Spill& spill,
                       std::uint64_t limit_bytes)
    : game_(std::move(game)),
      tables_(std::move(tables)),
      jokers_(std::any_of(game_->kinds().begin(), game_->kinds().end(),
                          [](const Kind& k) { return k.joker; })),
      loaded_(game_) {
  loaded_.spill_to(spill, limit_bytes);
}

std::array<MappedArray<PackedValue>, 2>& TableShelf::add_own(const PositionIndex& index) {
  LoadedTables::Table& own = loaded_.add(index);
  own_ = &own;
  for (auto& values : own.values) values = loaded_.room_for(index.entries());
  return own.values;
}

Result<void> TableShelf::bring_for_jokers(const Material& material) {
  return loaded_.load_after_moves(tables_, material);
}

Result<void> TableShelf::bring(std::span<const Wish> wishes) {
  for (const Wish& wish : wishes)
    if (auto done = loaded_.load(tables_, wish.material, wish.to_move); !done) return done;
  return {};
}

}  // namespace augmate
