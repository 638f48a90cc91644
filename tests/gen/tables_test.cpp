// SPDX-License-Identifier: MIT
// What holds for a whole table file: the same bytes for any number of threads, and distances that
// do not fit into a byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "gen/check.h"
#include "gen/generate.h"
#include "tests/support/games.h"
#include "tests/support/random_rules.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

// The bytes of the table that so many threads make, in a folder of its own.
std::string bytes_of(const std::shared_ptr<const Game>& game, const Material& material,
                     int threads) {
  GenerateOptions options;
  options.folder = table_folder() + "/threads-" + std::to_string(threads);
  options.threads = threads;
  std::filesystem::create_directories(options.folder);
  const auto made = generate(game, material, options);
  EXPECT_TRUE(made.has_value()) << made.error().message;
  if (!made) return {};
  EXPECT_FALSE(made->back().kept);
  std::ifstream file(made->back().path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void expect_same_bytes(const std::shared_ptr<const Game>& game, const Material& material) {
  const std::string one = bytes_of(game, material, 1);
  EXPECT_GT(one.size(), 100U);
  for (const int threads : {2, 4})
    EXPECT_TRUE(bytes_of(game, material, threads) == one)
        << material_name(*game, material) << ", " << threads << " threads";
}

TEST(Tables, HaveTheSameBytesForAnyNumberOfThreads) {
  const auto wide = make_game(plain_rules(12, 8, {{'K', "K"}, {'C', "Champion"}}));
  expect_same_bytes(wide, material(*wide, "KCvK"));
  expect_same_bytes(wide, material(*wide, "KCCvK"));  // large enough to be shared between threads
  const auto small = make_game(plain_rules(7, 6, {{'K', "K"}, {'Q', "Q"}, {'B', "B"}}));
  expect_same_bytes(small, material(*small, "KBBvK"));
  expect_same_bytes(small, material(*small, "KQvKB"));
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const GameRules rules = random_rules(random, 5, 4);
    const Material men = random_material(random, rules, 2);
    expect_same_bytes(make_game(rules), men);
  }
}

// Knight + Alfil in one man mates on 16x10, slowly.
TEST(Tables, HoldDistancesBeyondAByte) {
  const auto game = make_game(plain_rules(16, 10, {{'K', "K"}, {'X', "N+A"}}));
  const Material men = material(*game, "KXvK");
  const auto solved = Solved::solve(game, men);
  ASSERT_TRUE(solved.has_value()) << solved.error().message;
  const auto longest = [&](Side side, Outcome o) {
    return solved->statistics(side).outcomes[static_cast<unsigned>(o)].max_plies();
  };
  EXPECT_EQ(longest(Side::kWhite, Outcome::kWin), 257);
  EXPECT_EQ(longest(Side::kBlack, Outcome::kLoss), 258);
  const auto report = check_table(game, men, TableSet({table_folder()}));
  EXPECT_TRUE(report.has_value()) << report.error().message;
}

}  // namespace
}  // namespace augmate::test
