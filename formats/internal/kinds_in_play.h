// SPDX-License-Identifier: MIT
// Which kinds of men decide an ending: those of its material, and whatever pawns among them may
// become, step by step.
#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "rules/game.h"
#include "rules/position.h"

namespace augmate::internal {

struct KindsInPlay {
  std::array<std::set<int>, 2> kinds;     // by side
  std::array<std::set<int>, 2> promoted;  // those among them that a pawn may become
  std::array<bool, 2> joker = {};         // whether a Joker is among them

  bool has(Side side, int kind) const { return kinds[index(side)].count(kind) > 0; }
  bool has(int kind) const { return has(Side::kWhite, kind) || has(Side::kBlack, kind); }
  bool any_joker() const { return joker[0] || joker[1]; }
  // Whether a Joker of the side may come to imitate the kind.
  bool imitable(const Game& game, Side side, int kind) const {
    return joker[index(side)] && !game.kind(kind).joker &&
           (has(opponent(side), kind) || (joker[index(opponent(side))] && has(side, kind)));
  }
};

inline KindsInPlay kinds_in_play(const Game& game, const Material& material) {
  KindsInPlay in_play;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    std::vector<int> open = material.men[index(side)];
    while (!open.empty()) {
      const int k = open.back();
      open.pop_back();
      if (!in_play.kinds[index(side)].insert(k).second || !game.kind(k).pawn) continue;
      for (const Promotion& p : game.kind(k).pawn->promotions) {
        in_play.promoted[index(side)].insert(p.kinds.begin(), p.kinds.end());
        open.insert(open.end(), p.kinds.begin(), p.kinds.end());
      }
    }
    const auto& kinds = in_play.kinds[index(side)];
    in_play.joker[index(side)] =
        std::any_of(kinds.begin(), kinds.end(), [&](int k) { return game.kind(k).joker; });
  }
  return in_play;
}

}  // namespace augmate::internal
