// SPDX-License-Identifier: MIT
// Whole tables against the plain solver on small boards: every value of every legal position, and
// the statistics in the file's header. The endings are those that folding and unordered twins make
// delicate: odd boards, twins, men on both sides, royals with hoppers, chiral men, one odd hole.
#include <gtest/gtest.h>

#include "tests/support/compare.h"
#include "tests/support/games.h"

namespace augmate::test {
namespace {

struct Ending {
  const char* name;
  int files, ranks;
  Men men;
  const char* material;
  std::vector<std::string> holes = {};
};

void expect_equal(const Ending& e) {
  SCOPED_TRACE(e.name);
  GameRules rules = plain_rules(e.files, e.ranks, e.men);
  for (const std::string& hole : e.holes) rules.board.remove(square(rules.board, hole));
  const auto game = make_game(rules);
  compare_with_plain(game, material(*game, e.material));
}

TEST(Plain, OddBoards) {
  expect_equal({"Rook 5x5", 5, 5, {{'K', "K"}, {'R', "R"}}, "KRvK"});
  expect_equal({"Queen 5x6", 5, 6, {{'K', "K"}, {'Q', "Q"}}, "KQvK"});
  expect_equal({"Champion 5x4", 5, 4, {{'K', "K"}, {'C', "Champion"}}, "KCvK"});
  expect_equal({"Black to win 5x5", 5, 5, {{'K', "K"}, {'Q', "Q"}}, "KvKQ"});
}

TEST(Plain, TwinsOnAnOddBoard) {
  expect_equal({"two Bishops 5x5", 5, 5, {{'K', "K"}, {'B', "B"}}, "KBBvK"});
  expect_equal({"two Crabs 5x4", 5, 4, {{'K', "K"}, {'C', "Crab+W"}}, "KCCvK"});
  expect_equal({"two for Black 4x5", 4, 5, {{'K', "K"}, {'B', "B+W"}}, "KvKBB"});
}

TEST(Plain, MenOnBothSides) {
  expect_equal({"Queen v Rook 4x5", 4, 5, {{'K', "K"}, {'Q', "Q"}, {'R', "R"}}, "KQvKR"});
  expect_equal({"Rook v Rook 5x4", 5, 4, {{'K', "K"}, {'R', "R"}}, "KRvKR"});
  expect_equal({"Wazir v Ferz 5x5", 5, 5, {{'K', "K"}, {'W', "W+D"}, {'F', "F+A"}}, "KWvKF"});
}

TEST(Plain, RoyalsWithHoppers) {
  expect_equal({"bare Grasshopper Kings 5x6", 5, 6, {{'K', "K+Grasshopper"}}, "KvK"});
  expect_equal({"Grasshopper 4x5", 4, 5, {{'K', "K+Grasshopper"}, {'G', "Grasshopper"}}, "KGvKG"});
  expect_equal({"Cannon King 5x5", 5, 5, {{'K', "K+Cannon"}, {'R', "R"}}, "KRvK"});
  expect_equal({"royal Queens 5x5", 5, 5, {{'Q', "Q"}, {'N', "N"}}, "QvQN"});
}

TEST(Plain, FewSymmetries) {
  expect_equal({"chiral 5x5", 5, 5, {{'K', "K"}, {'H', "hrN+W"}}, "KHvK"});
  expect_equal({"Lance 5x6", 5, 6, {{'K', "K"}, {'L', "Lance+F"}}, "KLvK"});
  expect_equal({"one odd hole 5x5", 5, 5, {{'K', "K"}, {'R', "R"}}, "KRvK", {"b1"}});
  expect_equal({"hole in the centre 5x5", 5, 5, {{'K', "K"}, {'Q', "Q"}}, "KQvK", {"c3"}});
}

TEST(Plain, BentAndManyPathMen) {
  expect_equal({"Griffin 6x5", 6, 5, {{'K', "K"}, {'G', "Griffin"}}, "KGvK"});
  expect_equal({"Vulture 7x5", 7, 5, {{'K', "K"}, {'V', "Vulture"}}, "KVvK"});
  expect_equal(
      {"Dragon v Tiger 4x5", 4, 5, {{'K', "K"}, {'D', "Dragon"}, {'T', "Tiger"}}, "KDvKT"});
}

TEST(Plain, StalemateDecides) {
  for (const Outcome stalemate : {Outcome::kLoss, Outcome::kWin}) {
    GameRules rules = plain_rules(5, 5, {{'K', "K"}, {'Q', "Q"}, {'N', "N"}});
    rules.stalemate = stalemate;
    const auto game = make_game(rules);
    compare_with_plain(game, material(*game, "KQvK"));
    compare_with_plain(game, material(*game, "KNvK"));
  }
}

}  // namespace
}  // namespace augmate::test
