// SPDX-License-Identifier: MIT
#include "gen/internal/loaded_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace augmate::internal {
namespace {

std::vector<Man> men_by_slot(const PositionIndex& index) {
  const Game& game = index.game();
  std::vector<Man> men{{game.royal(index.anchor_side()), index.anchor_side(), kNoSquare}};
  for (const PositionIndex::Group& g : index.groups())
    men.insert(men.end(), static_cast<std::size_t>(g.men), Man{g.kind, g.side, kNoSquare});
  men.push_back({game.royal(index.lane_side()), index.lane_side(), kNoSquare});
  return men;
}

Material without(const Game& game, const std::vector<Man>& men, std::size_t captured) {
  Position rest;
  for (std::size_t i = 0; i < men.size(); ++i)
    if (i != captured) rest.add(men[i]);
  return material_of(game, rest);
}

// Where the men of the smaller table, in its order, stand among the slots of the larger.
std::vector<int> matching_slots(const std::vector<Man>& larger, std::size_t captured,
                                const std::vector<Man>& smaller, bool swapped) {
  std::vector<bool> used(larger.size(), false);
  used[captured] = true;
  std::vector<int> slots;
  for (Man man : smaller) {
    if (swapped) man.side = opponent(man.side);
    std::size_t slot = 0;
    while (used[slot] || larger[slot] != man) ++slot;
    used[slot] = true;
    slots.push_back(static_cast<int>(slot));
  }
  return slots;
}

Result<void> read_side(const TableFile& file, Side side, std::vector<PackedValue>& values) {
  values.reserve(file.info().entries);
  for (std::uint64_t b = 0; b < file.blocks(); ++b) {
    const auto block = file.read_block(side, b);
    if (!block) return block.error();
    values.insert(values.end(), block->begin(), block->end());
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const LoadedTable>> TableLoader::load(
    std::shared_ptr<const OpenTable> table) try {
  const TableFile& file = table->file();
  const auto known = by_path_.find(file.path());
  if (known != by_path_.end()) return known->second;
  const std::uint64_t bytes = file.info().entries * 2 * sizeof(PackedValue);
  if (bytes > memory_bytes_ - used_bytes_)
    return Error{ErrorCode::kNoMemory,
                 fmt::format("checking needs {} MiB for the values of '{}', {} MiB are left",
                             bytes >> 20, file.path(), (memory_bytes_ - used_bytes_) >> 20)};
  used_bytes_ += bytes;
  auto loaded = std::make_shared<LoadedTable>();
  for (const Side side : {Side::kWhite, Side::kBlack})
    if (auto done = read_side(file, side, loaded->values[index(side)]); !done) return done.error();
  loaded->table = std::move(table);
  by_path_.emplace(loaded->table->file().path(), loaded);
  return std::shared_ptr<const LoadedTable>(std::move(loaded));
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kNoMemory, "not enough memory for the values of the tables"};
}

Result<TableFamily> TableFamily::load(TableLoader& loader, const Material& material) {
  auto opened = loader.open(material);
  if (!opened) return opened.error();
  auto loaded = loader.load(std::move(*opened));
  if (!loaded) return loaded.error();
  TableFamily family;
  family.main_ = std::move(*loaded);
  family.men_ = men_by_slot(family.index());
  family.smaller_.resize(family.men_.size());
  for (std::size_t slot = 1; slot + 1 < family.men_.size(); ++slot) {
    auto smaller = loader.open(without(*loader.game(), family.men_, slot));
    if (!smaller) return smaller.error();
    auto values = loader.load(*smaller);
    if (!values) return values.error();
    std::vector<int> slots = matching_slots(family.men_, slot, men_by_slot((*smaller)->index()),
                                            (*smaller)->canonical().swapped);
    family.smaller_[slot] = std::make_unique<Smaller>(
        Smaller{std::move(*smaller), std::move(*values), std::move(slots)});
  }
  return family;
}

PackedValue TableFamily::value_after(const Position& position, const Move& move) const {
  std::array<Square, kMaxMen> squares{};
  std::size_t captured = 0;
  for (std::size_t slot = 0; slot < men_.size(); ++slot) {
    const Square s = position.men[slot].square;
    if (s == move.to) captured = slot;
    squares[slot] = s == move.from ? move.to : s;
  }
  const Side next = opponent(position.to_move);
  if (!move.capture()) return main_->values[augmate::index(next)][index().index_of(squares.data())];
  const Smaller& smaller = *smaller_[captured];
  const Canonical& turn = smaller.opened->canonical();
  std::array<Square, kMaxMen> there{};
  for (std::size_t i = 0; i < smaller.slots.size(); ++i) {
    const Square s = squares[static_cast<std::size_t>(smaller.slots[i])];
    there[i] = turn.swapped ? turn.map[static_cast<std::size_t>(s)] : s;
  }
  const Side stored = turn.swapped ? opponent(next) : next;
  return smaller.loaded
      ->values[augmate::index(stored)][smaller.loaded->index().index_of(there.data())];
}

}  // namespace augmate::internal
