// SPDX-License-Identifier: MIT
#include "research/ending.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace augmate {
Result<Ending> Ending::load(const std::shared_ptr<const Game>& game, const Material& material,
                            const TableSet& tables, int moves) {
  if (moves > 0 && game->rules().exact_move_rule > 0)
    return Error{ErrorCode::kNotCovered,
                 "tables under a move-count rule hold positions with no moves counted; the values "
                 "after a move, which this needs, are not in them"};
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

int Ending::images(const Position& position, std::uint64_t entry) const {
  const auto placement = [](const Position& p) {
    std::vector<std::tuple<Side, int, Square>> men;
    for (const Man& m : p) men.emplace_back(m.side, m.kind, m.square);
    std::sort(men.begin(), men.end());
    return men;
  };
  const auto own = placement(position);
  int same = 0;  // symmetries that keep the position
  for (const Symmetry& symmetry : index().symmetries()) {
    Position image = position;
    for (int i = 0; i < image.count; ++i) {
      Square& square = image.men[static_cast<unsigned>(i)].square;
      square = symmetry.map[static_cast<std::size_t>(square)];
    }
    if (*index().find(image) < entry) return 0;
    same += placement(image) == own;
  }
  return static_cast<int>(index().symmetries().size()) / same;
}

}  // namespace augmate
