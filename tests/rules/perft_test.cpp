// SPDX-License-Identifier: MIT
// Leaf counts: of positions that can be counted by hand or are known, and against the plain
// generator two to three plies deep.
#include <gtest/gtest.h>

#include "rules/move_generator.h"
#include "tests/support/games.h"
#include "tests/support/plain_moves.h"

namespace augmate::test {
namespace {

std::uint64_t count(const Game& game, const std::string& fen, int plies) {
  const auto position = parse_fen(game, fen);
  EXPECT_TRUE(position.has_value()) << fen;
  if (!position) return 0;
  const std::uint64_t leaves = perft(game, *position, plies);
  EXPECT_EQ(leaves, PlainMoves(game.rules()).perft(*position, plies)) << fen;
  return leaves;
}

std::shared_ptr<const Game> orthodox() {
  return make_game(plain_rules(8, 8, {{'K', "K"}, {'Q', "Q"}, {'R', "R"}, {'B', "B"}, {'N', "N"}}));
}

TEST(Perft, OrthodoxMenWithoutPawns) {
  const auto game = orthodox();
  // Kings in far corners: 3 moves each.
  EXPECT_EQ(count(*game, "7k/8/8/8/8/8/8/K7 w", 1), 3U);
  EXPECT_EQ(count(*game, "7k/8/8/8/8/8/8/K7 w", 2), 9U);
  EXPECT_EQ(count(*game, "7k/8/8/8/8/8/8/K7 w", 0), 1U);
  // Mated in the corner, and stalemated in it.
  EXPECT_EQ(count(*game, "k7/1Q6/2K5/8/8/8/8/8 b", 1), 0U);
  EXPECT_EQ(count(*game, "k7/2Q5/2K5/8/8/8/8/8 b", 1), 0U);
  // A pinned Rook moves along the file only; a pinned Knight not at all.
  EXPECT_EQ(count(*game, "k7/r7/8/8/Q7/8/8/7K b", 1), 5U);
  EXPECT_EQ(count(*game, "k7/n7/8/8/Q7/8/8/7K b", 1), 2U);
  count(*game, "r6k/6q1/8/3n4/4N3/8/1Q6/K6R w", 3);
}

TEST(Perft, AgreesWithThePlainGeneratorOnFairyMen) {
  const auto game = make_game(plain_rules(10, 8,
                                          {{'K', "K+Grasshopper"},
                                           {'V', "Vulture"},
                                           {'C', "Cannon"},
                                           {'D', "Dragon"},
                                           {'G', "Griffin"},
                                           {'L', "Lion"},
                                           {'T', "Tiger"},
                                           {'P', "Picket"},
                                           {'I', "Giraffe"}}));
  count(*game, "k4v4/10/3c4d1/10/10/2V5C1/5D4/K9 w", 2);
  count(*game, "k4g4/10/3l4t1/10/10/2G5L1/5T4/K9 b", 2);
  count(*game, "k4p4/10/3i6/10/10/2P5I1/10/K9 w", 3);
}

TEST(Perft, AgreesOnHolesBrouhahaAndDirections) {
  GameRules rules =
      plain_rules(6, 7, {{'K', "K"}, {'R', "R+Crab"}, {'C', "Cannon"}, {'L', "Lance+Barc"}});
  rules.board.remove(square(rules.board, "c4"));
  rules.board.set_vanishing(square(rules.board, "d7"));
  rules.forward = {Direction::kNorth, Direction::kWest};
  const auto game = make_game(rules);
  count(*game, "k2r2/6/4c1/2*3/1C4/6/K2L1R w", 3);
  count(*game, "k2*2/3r2/4c1/2*3/1C4/6/K2L1R b", 3);
}

}  // namespace
}  // namespace augmate::test
