// SPDX-License-Identifier: MIT
#include "rules/step_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace augmate {
namespace {

StepGraph graph(const std::string& text) {
  const Result<StepGraph> result = step_graph_from_text(text);
  EXPECT_TRUE(result.has_value()) << text << ": " << (result ? "" : result.error().message);
  return result ? *result : StepGraph{};
}

const char* const kCannonRay = "0,2;0,1 e0 f1 x1;0,1c e1;0,1m e2";

TEST(StepGraphText, RoundTrips) {
  for (const char* text : {"-", "0;0,1mc e0", kCannonRay, "0;-15,15mci e0 f0 x0 h0",
                           "1;0,1mi;0,1 e0", "0;1,0 h1;1,0mc", "0,1;1,2m e0,1 f1;2,1c"})
    EXPECT_EQ(to_text(graph(text)), text);
}

TEST(StepGraphText, ErrorsNameTheColumn) {
  struct Case {
    const char* text;
    int column;
  };
  const Case cases[] = {{"", 1},
                        {"0", 2},
                        {";", 1},
                        {"0;", 3},
                        {"0;0", 4},
                        {"0;0,", 5},
                        {"0;0,0mc", 3},
                        {"0;0,1mc e", 10},
                        {"0;0,1mc e1", 10},
                        {"1;0,1mc", 1},
                        {"0,;0,1", 3},
                        {"0;00,1", 3},
                        {"00;0,1", 1},
                        {"0;+1,1", 3},
                        {"0;-0,1", 3},
                        {"0;16,1", 3},
                        {"0;1,-16", 6},
                        {"0;0,1cm", 7},
                        {"0;0,1mm", 7},
                        {"0;0,1 f0 e0", 9},
                        {"0;0,1 e0 e0", 9},
                        {"0;0,1  e0", 6},
                        {"0;0,1 q0", 6},
                        {"0;0,1mc;", 9},
                        {"0;0,1mc\n", 8},
                        {"0 ;0,1", 2},
                        {"--", 1},
                        {"- ", 1},
                        {"99999999999;0,1", 1},
                        {"0;0,1 e65535", 8},
                        {"0,65534;0,1", 3}};
  for (const Case& c : cases) {
    const Result<StepGraph> result = step_graph_from_text(c.text);
    ASSERT_FALSE(result.has_value()) << c.text;
    EXPECT_EQ(result.error().code, ErrorCode::kBadNotation);
    EXPECT_NE(result.error().message.find("column " + std::to_string(c.column) + ":"),
              std::string::npos)
        << c.text << ": " << result.error().message;
  }
}

TEST(StepGraphText, TooManyStepsAreRefused) {
  std::string text = "0";
  for (int i = 0; i < 65535; ++i) text += ";0,1m";
  EXPECT_TRUE(step_graph_from_text(text).has_value());
  EXPECT_FALSE(step_graph_from_text(text + ";0,1m").has_value());
}

TEST(StepGraph, UniteShiftsAndKeepsBoth) {
  StepGraph g = graph("0;0,1mc e0");
  g.unite(graph(kCannonRay));
  EXPECT_EQ(to_text(g), "0,1,3;0,1mc e0;0,1 e1 f2 x2;0,1c e2;0,1m e3");
  g.unite(StepGraph{});
  EXPECT_EQ(g.nodes.size(), 4u);
  StepGraph twice = graph("0;0,1mc e0");
  twice.unite(twice);
  EXPECT_EQ(to_text(twice), "0,1;0,1mc e0;0,1mc e1");
  EXPECT_EQ(normalized(twice), graph("0;0,1mc e0"));
}

TEST(StepGraph, NormalizedDropsWhatNoWalkReaches) {
  EXPECT_EQ(to_text(normalized(graph("1;0,1mc e0;1,0mc"))), "0;1,0mc");
  EXPECT_EQ(to_text(normalized(graph("1;0,1mc;1,0 h0"))), "1;0,1mc;1,0 h0");
  EXPECT_EQ(to_text(normalized(StepGraph{})), "-");
}

TEST(StepGraph, NormalizedMergesEqualNodes) {
  // Two ways to write an endless ray, and lists that name a node twice.
  EXPECT_EQ(to_text(normalized(graph("0;0,1mc e1;0,1mc e0"))), "0;0,1mc e0");
  EXPECT_EQ(to_text(normalized(graph("0,0;0,1mc e0,0"))), "0;0,1mc e0");
  // A step that differs only three steps later stays apart.
  const StepGraph apart = graph("0,3;1,0 e1;1,0 e2;1,0m;1,0 e4;1,0 e5;1,0c");
  EXPECT_EQ(normalized(apart).nodes.size(), 6u);
}

StepGraph renumbered(const StepGraph& g, std::mt19937& random) {
  std::vector<int> place(g.nodes.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = static_cast<int>(i);
  std::shuffle(place.begin(), place.end(), random);
  const auto moved = [&](std::vector<int> links) {
    for (int& n : links) n = place[static_cast<std::size_t>(n)];
    std::shuffle(links.begin(), links.end(), random);
    return links;
  };
  StepGraph result;
  result.nodes.resize(g.nodes.size());
  for (std::size_t i = 0; i < g.nodes.size(); ++i) {
    const StepNode& n = g.nodes[i];
    result.nodes[static_cast<std::size_t>(place[i])] = {n.step,
                                                        n.move,
                                                        n.capture,
                                                        n.initial,
                                                        moved(n.on_empty),
                                                        moved(n.on_friend),
                                                        moved(n.on_enemy),
                                                        moved(n.on_hole)};
  }
  result.roots = moved(g.roots);
  return result;
}

TEST(StepGraph, NormalizedDoesNotDependOnTheNumbering) {
  std::mt19937 random(3);
  const auto below = [&](std::size_t n) {
    return static_cast<int>(std::uniform_int_distribution<std::size_t>(0, n - 1)(random));
  };
  for (int round = 0; round < 500; ++round) {
    StepGraph g;
    g.nodes.resize(static_cast<std::size_t>(1 + below(9)));
    const auto links = [&] {
      std::vector<int> list;
      for (int n = below(3); n > 0; --n) list.push_back(below(g.nodes.size()));
      return list;
    };
    for (StepNode& n : g.nodes)
      n = {{1, below(2)}, below(2) == 0, below(2) == 0, below(8) == 0,
           links(),       links(),       links(),       links()};
    g.roots = {below(g.nodes.size()), below(g.nodes.size())};
    const StepGraph canonical = normalized(g);
    ASSERT_EQ(canonical, normalized(renumbered(g, random)));
    ASSERT_EQ(canonical, normalized(canonical));
    ASSERT_EQ(canonical, graph(to_text(canonical)));
    StepGraph twice = g;
    twice.unite(renumbered(g, random));
    ASSERT_EQ(canonical, normalized(twice));
  }
}

}  // namespace
}  // namespace augmate
