// SPDX-License-Identifier: MIT
// Outcomes of a game as the side to move sees them, worst to best, and distances to them.
#pragma once

#include <cstdint>

namespace augmate {

enum class Outcome : std::uint8_t {
  kLoss,
  kLossPerpetual,
  kDisadvantage,
  kDraw,
  kAdvantage,
  kWinPerpetual,
  kWin,
};
inline constexpr int kOutcomes = 7;

// The same outcome as the other side sees it.
constexpr Outcome opposite(Outcome o) {
  return static_cast<Outcome>(kOutcomes - 1 - static_cast<int>(o));
}

// "win", "loss_perpetual", ...: the names that the command line and the JSON use.
constexpr const char* name(Outcome o) {
  constexpr const char* kNames[kOutcomes] = {"loss",      "loss_perpetual", "disadvantage", "draw",
                                             "advantage", "win_perpetual",  "win"};
  return kNames[static_cast<int>(o)];
}

inline constexpr int kNoDistance = -1;

// The value of a position for the side to move, and the plies to it (kNoDistance where infinite
// play decides, as in a draw).
struct Value {
  Outcome outcome = Outcome::kDraw;
  int plies = kNoDistance;
  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};

}  // namespace augmate
