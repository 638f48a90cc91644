// SPDX-License-Identifier: MIT
#include "research/orbit_counts.h"

#include "formats/position_index.h"
#include "rules/move_generator.h"

namespace augmate {

OrbitCounts::OrbitCounts(const std::shared_ptr<const Game>& game, const Material& material) {
  const std::vector<Symmetry> all = grid_symmetries(game->board());
  symmetries_ = all.size();
  defined_ = symmetries_of(*game, material).size() == all.size();
  std::vector<Man> men;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    std::uint64_t run = 0;
    int last = -1;
    for (const int kind : material.men[index(side)]) {
      run = kind == last ? run + 1 : 1;
      last = kind;
      orders_ *= run;
      men.push_back({kind, side, kNoSquare});
    }
  }
  if (!defined_) return;
  for (std::size_t i = 1; i < all.size(); ++i) add_fixed(*game, all[i], men);
}

void OrbitCounts::add_fixed(const Game& game, const Symmetry& symmetry,
                            const std::vector<Man>& men) {
  std::vector<Square> axis;
  for (Square s = 0; s < game.board().size(); ++s)
    if (symmetry.map[static_cast<unsigned>(s)] == s) axis.push_back(s);
  if (axis.size() < men.size()) return;
  std::vector<std::size_t> at(men.size(), 0);
  for (;;) {
    Position position;
    for (std::size_t i = 0; i < men.size(); ++i)
      position.add({men[i].kind, men[i].side, axis[at[i]]});
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      position.to_move = side;
      if (!why_illegal(game, position)) fixed_[index(side)].push_back(position);
    }
    std::size_t i = 0;
    while (i < at.size() && ++at[i] == axis.size()) at[i++] = 0;
    if (i == at.size()) return;
  }
}

}  // namespace augmate
