// SPDX-License-Identifier: MIT
#include "research/ending.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace augmate {
Result<Ending> Ending::load(const std::shared_ptr<const Game>& game, const Material& material,
                            const TableSet& tables, int moves) {
  auto table = tables.open(game, material);
  if (!table) return table.error();
  Ending ending;
  ending.game_ = game;
  ending.table_ = *table;
  ending.values_ = std::make_unique<LoadedTables>(game);
  std::vector<Material> reached{(*table)->index().material()};
  for (std::size_t begin = 0; moves >= 0; --moves) {
    const std::size_t end = reached.size();
    for (std::size_t i = begin; i < end; ++i) {
      const Material from = reached[i];
      if (auto ok = ending.values_->load(tables, from); !ok) return ok.error();
      if (moves == 0 || ended_by_material(*game, from, Side::kWhite)) continue;
      for (Material& next : materials_after_move(*game, from))
        if (std::find(reached.begin(), reached.end(), next) == reached.end())
          reached.push_back(std::move(next));
    }
    begin = end;
  }
  ending.own_ = ending.values_->find(reached.front());
  return ending;
}

std::optional<Position> Ending::position(Side to_move, std::uint64_t entry) const {
  Position p = index().position(entry, to_move);
  if (why_illegal(*game_, p)) return std::nullopt;
  return p;
}

bool Ending::first_of_twins(const Position& position, std::uint64_t entry) const {
  const auto& symmetries = index().symmetries();
  return std::all_of(symmetries.begin(), symmetries.end(), [&](const Symmetry& symmetry) {
    Position image = position;
    for (Man& m : image.men)
      if (m.square != kNoSquare) m.square = symmetry.map[static_cast<std::size_t>(m.square)];
    return *index().find(image) >= entry;
  });
}

}  // namespace augmate
