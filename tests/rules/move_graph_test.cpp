// SPDX-License-Identifier: MIT
// The unrolled graphs: how many nodes, in which order, and which symmetries of the board they keep.
#include "rules/move_graph.h"

#include <gtest/gtest.h>

#include "formats/position_index.h"
#include "tests/support/fairy_men.h"
#include "tests/support/games.h"
#include "tests/support/random_rules.h"

namespace augmate::test {
namespace {

MoveGraph graph_of(const std::string& men, const Board& board,
                   Direction forward = Direction::kNorth) {
  const auto steps = fairy_man(men);
  EXPECT_TRUE(steps.has_value()) << men;
  const auto graph = compile(*steps, board, {forward, false, {}, {}});
  EXPECT_TRUE(graph.has_value()) << men;
  return *graph;
}

std::size_t nodes_on(int files, int ranks, const std::string& men) {
  return graph_of(men, *Board::rectangle(files, ranks)).nodes.size();
}

TEST(MoveGraph, HasANodeForEachStepOfAWalk) {
  EXPECT_EQ(nodes_on(8, 8, "K"), 8U);
  EXPECT_EQ(nodes_on(8, 8, "R"), 28U);
  EXPECT_EQ(nodes_on(8, 8, "B"), 28U);
  EXPECT_EQ(nodes_on(8, 8, "Q"), 56U);
  EXPECT_EQ(nodes_on(8, 8, "N"), 8U);
  EXPECT_EQ(nodes_on(12, 8, "R"), 36U);
  EXPECT_EQ(nodes_on(12, 8, "B"), 28U);
  EXPECT_EQ(nodes_on(8, 8, "Lance"), 7U);
  EXPECT_EQ(nodes_on(8, 8, "Knightrider"), 24U);
  EXPECT_EQ(nodes_on(8, 8, "R+R"), 28U);  // a union says nothing twice
}

TEST(MoveGraph, PutsSuccessorsFirst) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto graph = compile(random_steps(random), *Board::rectangle(6, 7), {});
    ASSERT_TRUE(graph.has_value()) << graph.error().message;
    for (std::size_t n = 0; n < graph->nodes.size(); ++n) {
      const MoveNode& node = graph->nodes[n];
      for (const auto* list : {&node.on_empty, &node.on_friend, &node.on_enemy})
        for (const int next : *list) ASSERT_LT(next, static_cast<int>(n));
    }
  }
}

TEST(MoveGraph, MeansTheSameHoweverItIsWritten) {
  const Board board = *Board::rectangle(8, 8);
  EXPECT_EQ(graph_of("Q", board).meaning, graph_of("B+R", board).meaning);
  EXPECT_EQ(graph_of("K", board).meaning, graph_of("F+W", board).meaning);
  EXPECT_NE(graph_of("R", board).meaning, graph_of("Lance", board).meaning);
  EXPECT_NE(graph_of("Lance", board).meaning, graph_of("Lance", board, Direction::kSouth).meaning);
  EXPECT_EQ(graph_of("R", board).meaning, graph_of("R", board, Direction::kEast).meaning);
}

TEST(MoveGraph, RefusesAWalkThatCirclesAwayFromItsStart) {
  StepGraph circle;
  const Offset round[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  circle.nodes.push_back({{2, 2}, false, false, false, {1}, {}, {}, {}});
  for (int i = 0; i < 4; ++i)
    circle.nodes.push_back({round[i], true, true, false, {1 + (i + 1) % 4}, {}, {}, {}});
  circle.roots = {0};
  const auto graph = compile(circle, *Board::rectangle(8, 8), {});
  ASSERT_FALSE(graph.has_value());
  EXPECT_EQ(graph.error().code, ErrorCode::kBadNotation);

  StepGraph home = circle;  // the same round, but begun at its own start: it comes back
  home.roots = {1};
  EXPECT_TRUE(compile(home, *Board::rectangle(8, 8), {}).has_value());
}

// --- symmetries ---

std::size_t order(const GameRules& rules, const std::string& text) {
  const auto game = make_game(rules);
  return symmetries_of(*game, material(*game, text)).size();
}

GameRules all_men(int files, int ranks) {
  return plain_rules(files, ranks,
                     {{'K', "K"},
                      {'Q', "Q"},
                      {'C', "Champion"},
                      {'L', "Lance"},
                      {'B', "Crab"},
                      {'S', "Side"},
                      {'G', "Grasshopper"},
                      {'V', "Vulture"},
                      {'N', "Narrow"}});
}

TEST(Symmetry, IsThatOfBoardAndMen) {
  EXPECT_EQ(order(all_men(8, 8), "KQvK"), 8U);
  EXPECT_EQ(order(all_men(7, 7), "KQvK"), 8U);
  EXPECT_EQ(order(all_men(8, 8), "KGvKV"), 8U);
  EXPECT_EQ(order(all_men(12, 8), "KCvK"), 4U);
  EXPECT_EQ(order(all_men(8, 8), "KLvK"), 2U);
  EXPECT_EQ(order(all_men(8, 8), "KvKB"), 2U);
  EXPECT_EQ(order(all_men(8, 8), "KSvK"), 4U);
  EXPECT_EQ(order(all_men(8, 8), "KNvK"), 4U);
}

TEST(Symmetry, TurnsWithoutMirrorsForAChiralMan) {
  GameRules rules = plain_rules(8, 8, {{'K', "K"}, {'H', "hrN"}});
  EXPECT_EQ(order(rules, "KHvK"), 4U);
  rules.board = *Board::rectangle(8, 7);
  EXPECT_EQ(order(rules, "KHvK"), 2U);
}

TEST(Symmetry, IsLostWithOneOddHole) {
  GameRules rules = all_men(8, 8);
  rules.board.remove(square(rules.board, "c2"));
  EXPECT_EQ(order(rules, "KQvK"), 1U);
}

TEST(Symmetry, KeepsWhatAHoleOnADiagonalOrACentreLineLeaves) {
  GameRules rules = all_men(8, 8);
  rules.board.remove(square(rules.board, "b2"));
  EXPECT_EQ(order(rules, "KQvK"), 2U);
  rules = all_men(7, 7);
  rules.board.remove(square(rules.board, "d4"));
  EXPECT_EQ(order(rules, "KQvK"), 8U);
  rules = all_men(7, 7);
  rules.board.remove(square(rules.board, "d5"));
  EXPECT_EQ(order(rules, "KQvK"), 2U);
}

TEST(Symmetry, MindsBrouhahaSquaresAndCamps) {
  GameRules rules = all_men(8, 8);
  rules.board.set_vanishing(square(rules.board, "d8"));
  rules.board.set_vanishing(square(rules.board, "e8"));
  EXPECT_EQ(order(rules, "KQvK"), 2U);
  rules = all_men(8, 8);
  rules.camp_rule = true;
  for (const char* name : {"d1", "e1"}) rules.board.set_camp(square(rules.board, name), 1);
  for (const char* name : {"d8", "e8"}) rules.board.set_camp(square(rules.board, name), 2);
  EXPECT_EQ(order(rules, "KQvK"), 4U);
}

TEST(Symmetry, IsHalvedWhenOneSideGoesSideways) {
  GameRules rules = all_men(8, 8);
  rules.forward = {Direction::kNorth, Direction::kWest};
  EXPECT_EQ(order(rules, "KLvKL"), 1U);
  EXPECT_EQ(order(rules, "KLvK"), 2U);
  rules.forward = {Direction::kNorth, Direction::kSouth};
  EXPECT_EQ(order(rules, "KLvKL"), 2U);
}

}  // namespace
}  // namespace augmate::test
