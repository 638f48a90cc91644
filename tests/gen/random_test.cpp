// SPDX-License-Identifier: MIT
// Whole tables of random games against the plain solver: random step graphs, royals, holes, camps
// and directions on 4x5 to 5x6 boards, three men and four. The seed is the test's number.
#include <gtest/gtest.h>

#include "tests/support/compare.h"
#include "tests/support/random_rules.h"

namespace augmate::test {
namespace {

// A game of this seed; `others` men besides the royals.
void solve_random(std::uint64_t seed, int others, Outcome stalemate = Outcome::kDraw) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  const int files = others < 2 ? random.between(4, 6) : random.between(4, 5);
  const int ranks = files == 6 ? 5 : others < 2 ? random.between(4, 6) : 9 - files;
  GameRules rules = random_rules(random, files, ranks);
  rules.stalemate = stalemate;
  const Material material = random_material(random, rules, others);
  const auto game = Game::create(std::move(rules));
  ASSERT_TRUE(game.has_value()) << game.error().message;
  compare_with_plain(*game, material);
}

TEST(RandomGames, ThreeMen) {
  for (std::uint64_t seed = 1000; seed < 1170; ++seed) solve_random(seed, 1);
}

TEST(RandomGames, BareRoyals) {
  for (std::uint64_t seed = 2000; seed < 2050; ++seed) solve_random(seed, 0);
}

TEST(RandomGames, FourMen) {
  for (std::uint64_t seed = 3000; seed < 3030; ++seed) solve_random(seed, 2);
}

TEST(RandomGames, StalemateLost) {
  for (std::uint64_t seed = 4000; seed < 4020; ++seed) solve_random(seed, 1, Outcome::kLoss);
}

TEST(RandomGames, StalemateWon) {
  for (std::uint64_t seed = 5000; seed < 5020; ++seed) solve_random(seed, 1, Outcome::kWin);
}

}  // namespace
}  // namespace augmate::test
