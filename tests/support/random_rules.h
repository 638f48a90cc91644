// SPDX-License-Identifier: MIT
// Games that nobody designed: random step graphs, royals, holes and camps on small boards, the same
// on every machine for the same seed.
#pragma once

#include <cstdint>
#include <random>

#include "rules/position.h"

namespace augmate::test {

// Uniform enough for tests, and the same with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  int between(int low, int high) { return low + below(high - low + 1); }

 private:
  std::mt19937_64 engine_;
};

// Leaps, rides, lame steps, hops, bends and walks without a name, in random union.
StepGraph random_steps(Random& random);

// Kinds: 0 and 1 the royals of White and Black (sometimes both the same kind), 2 and 3 other men,
// which both sides may have.
GameRules random_rules(Random& random, int files, int ranks);

// The royals of both sides and `others` more men.
Material random_material(Random& random, const GameRules& rules, int others);

// Men on distinct existing squares; legality is not looked at.
Position random_position(Random& random, const GameRules& rules, const Material& material);

}  // namespace augmate::test
