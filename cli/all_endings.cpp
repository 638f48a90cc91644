// SPDX-License-Identifier: MIT
#include "cli/all_endings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "formats/position_index.h"

namespace augmate::cli {
namespace {

// Adds to `armies` every multiset of the kinds from `first` on that fits into `room`.
void add_armies(const Game& game, const std::vector<int>& kinds, std::size_t first, int room,
                std::vector<int>& army, std::vector<std::vector<int>>& armies) {
  armies.push_back(army);
  if (room == 0) return;
  for (std::size_t i = first; i < kinds.size(); ++i) {
    const int most = game.kind(kinds[i]).most;
    if (most > 0 && std::count(army.begin(), army.end(), kinds[i]) >= most) continue;
    army.push_back(kinds[i]);
    add_armies(game, kinds, i, room - 1, army, armies);
    army.pop_back();
  }
}

// All that a side may have besides the opponent's bare royal, the royal first.
std::vector<std::vector<int>> armies_of(const Game& game, Side side, int men, bool pawns) {
  std::vector<int> kinds;
  for (int k = 0; k < static_cast<int>(game.kinds().size()); ++k)
    if (k != game.royal(side) && game.kind(k).steps[index(side)] && (pawns || !game.kind(k).pawn))
      kinds.push_back(k);
  std::vector<int> army{game.royal(side)};
  std::vector<std::vector<int>> armies;
  add_armies(game, kinds, 0, men - 2, army, armies);
  return armies;
}

int pawns_of(const Game& game, const Material& material) {
  int pawns = 0;
  for (const auto& men : material.men)
    for (const int k : men) pawns += game.kind(k).pawn ? 1 : 0;
  return pawns;
}

}  // namespace

std::vector<Material> all_endings(const Game& game, int men, bool pawns) {
  std::vector<Material> all;
  std::set<std::array<std::vector<int>, 2>> seen;
  const auto black = armies_of(game, Side::kBlack, men, pawns);
  for (const auto& white : armies_of(game, Side::kWhite, men, pawns))
    for (const auto& other : black) {
      if (static_cast<int>(white.size() + other.size()) > men) continue;
      Material m = canonical(game, {{white, other}}).material;
      if (seen.insert(m.men).second) all.push_back(std::move(m));
    }
  std::stable_sort(all.begin(), all.end(), [&](const Material& a, const Material& b) {
    return std::pair(a.count(), pawns_of(game, a)) < std::pair(b.count(), pawns_of(game, b));
  });
  return all;
}

}  // namespace augmate::cli
