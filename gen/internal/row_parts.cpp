// SPDX-License-Identifier: MIT
#include "gen/internal/row_parts.h"

namespace augmate {

using internal::RowProgram;

// What each kind of the side is needed for.
std::vector<RowProgram::Roles> RowReader::Parts::roles_of(Side side,
                                                          std::vector<bool>& used) const {
  const Layout& layout = tables.layout;
  std::vector<RowProgram::Roles> roles(layout.game->kinds().size());
  used.assign(roles.size(), false);
  const auto use = [&](Side of, int kind, RowProgram::Roles role) {
    if (of != side) return;
    used[static_cast<std::size_t>(kind)] = true;
    RowProgram::Roles& all = roles[static_cast<std::size_t>(kind)];
    all.row_man |= role.row_man;
    all.lane_royal |= role.lane_royal;
    all.static_man |= role.static_man;
  };
  use(layout.anchor_side, layout.game->royal(layout.anchor_side), {});
  use(layout.lane_side(), layout.game->royal(layout.lane_side()), {.lane_royal = true});
  for (const auto& d : layout.dimensions) use(d.side, d.kind, {});
  for (const Man& m : layout.statics) use(m.side, m.kind, {.static_man = true});
  if (layout.row_man) use(layout.row_man->side, layout.row_man->kind, {.row_man = true});
  return roles;
}

RowReader::Parts::Parts(const Layout& layout) : tables(layout) {
  const Game& game = *layout.game;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    std::vector<bool> used;
    const auto roles = roles_of(side, used);
    programs[index(side)].resize(roles.size());
    imitations[index(side)].resize(roles.size());
    for (std::size_t k = 0; k < roles.size(); ++k) {
      const int kind = static_cast<int>(k);
      if (used[k] && !game.kind(kind).joker)
        programs[index(side)][k] =
            std::make_unique<RowProgram>(layout, game.moves(side, kind), roles[k]);
      if (layout.jokers[index(side)])
        imitations[index(side)][k] = std::make_unique<RowProgram>(
            layout, game.imitation(side, kind),
            RowProgram::Roles{layout.row_man.has_value(), false, true});
    }
  }
}

}  // namespace augmate
