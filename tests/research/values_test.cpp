// SPDX-License-Identifier: MIT
// Scales, mobility, reachability and counts of armies against figures worked out by hand or by
// brute force.
#include "research/values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "research/armies.h"
#include "research/army.h"
#include "research/data_files.h"
#include "research/reach.h"
#include "research/value_report.h"
#include "tests/support/temporary_folder.h"

namespace augmate {
namespace {

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

TEST(Scale, TwoMen) {
  const auto scale = fit_scale(2, {{1, 0, 0.75}});
  ASSERT_TRUE(scale);
  EXPECT_NEAR(scale->strengths[1], std::log(3.0), 1e-9);
  EXPECT_FALSE(scale->errors[1]);  // nobody can be left out
  EXPECT_NEAR(scale->deviance, 0, 1e-12);
  EXPECT_NEAR(scale->null_deviance, 2 * (0.75 * std::log(1.5) + 0.25 * std::log(0.5)), 1e-12);
}

TEST(Scale, FindsTheStrengthsThatMadeTheScores) {
  const std::vector<double> made = {0, 0.3, -0.8, 2.5, 1.1, 3.9};
  std::vector<Duel> duels;
  for (std::size_t i = 0; i < made.size(); ++i)
    for (std::size_t j = i + 1; j < made.size(); ++j)
      duels.push_back({j, i, logistic(made[j] - made[i])});
  const auto scale = fit_scale(made.size(), duels);
  ASSERT_TRUE(scale);
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_NEAR(scale->strengths[i], made[i], 1e-9);
    EXPECT_EQ(scale->errors[i].has_value(), i > 0);
    EXPECT_NEAR(scale->errors[i].value_or(0), 0, 1e-9);  // every opponent says the same
  }
  EXPECT_NEAR(scale->explained(), 1, 1e-12);
}

TEST(Scale, IsTheMaximumAndItsErrorTheJackknifes) {
  const std::vector<Duel> duels = {{1, 0, 0.9},  {2, 0, 0.7}, {3, 0, 0.6},
                                   {1, 2, 0.55}, {1, 3, 0.8}, {2, 3, 0.65}};
  const auto scale = fit_scale(4, duels);
  ASSERT_TRUE(scale);
  const auto likelihood = [&](const std::vector<double>& t) {
    double sum = 0;
    for (const Duel& d : duels) {
      const double p = logistic(t[d.first] - t[d.second]);
      sum += d.score * std::log(p) + (1 - d.score) * std::log(1 - p);
    }
    return sum;
  };
  const double best = likelihood(scale->strengths);
  for (std::size_t man = 1; man < 4; ++man)
    for (const double step : {-1e-3, 1e-3}) {
      auto moved = scale->strengths;
      moved[man] += step;
      EXPECT_LT(likelihood(moved), best);
    }
  // Man 1 without 2 and without 3, each a fit of its own.
  const auto without2 = fit_scale(3, {{1, 0, 0.9}, {2, 0, 0.6}, {1, 2, 0.8}});
  const auto without3 = fit_scale(3, {{1, 0, 0.9}, {2, 0, 0.7}, {1, 2, 0.55}});
  ASSERT_TRUE(without2 && without3);
  const double half = (without2->strengths[1] - without3->strengths[1]) / 2;
  EXPECT_NEAR(scale->errors[1].value(), std::sqrt(0.5 * 2 * half * half), 1e-9);
}

TEST(Scale, TwoOpponentsMakeAnErrorAndThreeMenACorrelation) {
  const auto two = fit_scale(3, {{1, 0, 0.9}, {2, 0, 0.7}, {1, 2, 0.55}});
  ASSERT_TRUE(two);
  EXPECT_FALSE(two->errors[1] || two->errors[2]);
  const auto shop = open_workshop({});
  const auto report = [&](const std::vector<std::string>& men) {
    std::vector<SweepRow> rows;
    for (std::size_t i = 0; i < men.size(); ++i) {
      SweepRow row;
      row.white = men[i];
      row.black = "-";
      for (auto& side : row.sides) side.legal = 10;
      row.sides[0].counts[static_cast<std::size_t>(Outcome::kWin)] = 3 + i;
      row.sides[0].counts[static_cast<std::size_t>(Outcome::kDraw)] = 7 - i;
      row.sides[1].counts[static_cast<std::size_t>(Outcome::kDraw)] = 10;
      rows.push_back(row);
    }
    return value_report(*shop, men, rows, {}, {}).value();
  };
  EXPECT_FALSE(report({"Ferz", "Wazir"}).with_mobility_alone);
  EXPECT_TRUE(report({"Ferz", "Wazir", "Knight"}).with_mobility_alone);
}

TEST(Scale, RefusesWhatHasNone) {
  EXPECT_FALSE(fit_scale(2, {{1, 0, 1.0}}));
  EXPECT_FALSE(fit_scale(3, {{1, 0, 0.6}}));               // man 2 meets nobody
  EXPECT_FALSE(fit_scale(4, {{1, 0, 0.6}, {2, 3, 0.6}}));  // two lists in one
}

TEST(Scale, Correlation) {
  EXPECT_NEAR(correlation({1, 2, 3}, {2, 4, 6}), 1, 1e-12);
  EXPECT_NEAR(correlation({1, 2, 3}, {3, 1, 2}), -0.5, 1e-12);
  EXPECT_EQ(correlation({1, 2}, {5, 5}), 0);
}

struct OneMan {
  std::shared_ptr<const Game> game;
  int kind = 0;
};

OneMan man(const std::string& text, const std::string& board = "8x8") {
  GameOptions options;
  options.board = board;
  const auto shop = open_workshop(options);
  const auto ending = make_ending(shop->rules, *parse_army(*shop, text), Army());
  return {ending->game, ending->material.men[0].back()};
}

Mobility mobility_of(const std::string& text, const std::string& board = "8x8") {
  const OneMan m = man(text, board);
  return mobility(*m.game, Side::kWhite, m.kind);
}

TEST(Mobility, OfKnownMenOnTheEmptyBoard) {
  const std::map<std::string, double> known = {
      {"Rook", 14},         {"Bishop", 8.75},   {"Queen", 22.75}, {"Knight", 5.25},
      {"King", 420.0 / 64}, {"Grasshopper", 0}, {"Lance", 3.5},   {"Side-mover", 7}};
  for (const auto& [text, moves] : known)
    EXPECT_NEAR(mobility_of(text).alone, moves, 1e-12) << text;
}

// Independent of the walks: a ray's n-th square is open with 0.7^(n-1) and takes the man with 0.85.
TEST(Mobility, OfRidersAndHoppersInACrowd) {
  double rook = 0, grasshopper = 0;
  for (int square = 0; square < 8; ++square)
    for (const int room : {square, 7 - square}) {  // squares ahead on one line
      for (int n = 1; n <= room; ++n) rook += std::pow(0.7, n - 1) * 0.85;
      // The hurdle n squares off, the landing square behind it empty or an enemy's.
      for (int n = 1; n < room; ++n) grasshopper += std::pow(0.7, n - 1) * 0.3 * 0.85;
    }
  EXPECT_NEAR(mobility_of("Rook").in_crowd, 2 * rook / 8, 1e-12);
  EXPECT_NEAR(mobility_of("gR").in_crowd, 2 * grasshopper / 8, 1e-12);
  EXPECT_NEAR(mobility_of("Knight").in_crowd, 5.25 * 0.85, 1e-12);
  EXPECT_NEAR(mobility_of("mD").in_crowd, 48 * 4 / 64.0 * 0.7, 1e-12);
}

// A move with several paths: all ways to fill the squares on them.
TEST(Mobility, OfAManWithSeveralPaths) {
  // From a corner, b4 (1 right, 3 up) can be reached by three paths: over a2 a3, a2 b3 and b2 b3.
  double open = 0;
  for (int a2 = 0; a2 < 2; ++a2)
    for (int a3 = 0; a3 < 2; ++a3)
      for (int b2 = 0; b2 < 2; ++b2)
        for (int b3 = 0; b3 < 2; ++b3)
          if ((a2 && a3) || (a2 && b3) || (b2 && b3))
            open += std::pow(0.7, a2 + a3 + b2 + b3) * std::pow(0.3, 4 - a2 - a3 - b2 - b3);
  // Falcon moves to (1,3) kinds and (2,3) kinds; a board of 2x4 squares has the first kind alone.
  const double moves = 4;  // a1-b4, b1-a4 and back
  const Mobility m = mobility_of("Falcon", "2x4");
  EXPECT_NEAR(m.alone, moves / 8, 1e-12);
  EXPECT_NEAR(m.in_crowd, moves / 8 * 0.85 * open, 1e-12);
}

std::vector<int> class_sizes(const std::string& text, const std::string& board = "8x8",
                             Helpers helpers = Helpers::kNone) {
  const OneMan m = man(text, board);
  std::vector<int> sizes;
  for (const SquareSet& c : reachability(*m.game, Side::kWhite, m.kind, helpers).classes)
    sizes.push_back(c.count());
  return sizes;
}

TEST(Reachability, ClassesOfBoundMen) {
  EXPECT_EQ(class_sizes("Bishop+Dabbabah"), (std::vector<int>{32, 32}));
  EXPECT_EQ(class_sizes("Narrow+Alfil+Side-mover"), (std::vector<int>{32, 32}));
  EXPECT_EQ(class_sizes("Dabbabah"), (std::vector<int>(4, 16)));
  EXPECT_EQ(class_sizes("Alfil"), (std::vector<int>(8, 8)));
  EXPECT_EQ(class_sizes("Bishop+Threeleaper"), (std::vector<int>{64}));
  EXPECT_EQ(class_sizes("Ferz", "3x3"), (std::vector<int>{5, 4}));
  EXPECT_EQ(class_sizes("Knight", "3x3"), (std::vector<int>{8, 1}));
  EXPECT_EQ(class_sizes("Lance", "3x4"), (std::vector<int>(12, 1)));
  EXPECT_EQ(class_sizes("Grasshopper", "4x4"), (std::vector<int>(16, 1)));
}

TEST(Reachability, HelpOfOthers) {
  // The Grasshopper lands two squares off on Queen's lines: from corner to corner, from the middle
  // of a side to the opposite one; from the centre nowhere.
  EXPECT_EQ(class_sizes("Grasshopper", "3x3", Helpers::kAny), (std::vector<int>{4, 2, 2, 1}));
  EXPECT_EQ(class_sizes("Bishop", "8x8", Helpers::kAny), (std::vector<int>{32, 32}));
}

TEST(Reachability, OneWay) {
  const OneMan lance = man("Lance", "3x4");
  const auto r = reachability(*lance.game, Side::kWhite, lance.kind, Helpers::kNone);
  const Board& board = lance.game->board();
  EXPECT_EQ(r.reached[static_cast<std::size_t>(board.at(1, 0))].count(), 4);
  EXPECT_EQ(r.reached[static_cast<std::size_t>(board.at(1, 3))].count(), 1);
  EXPECT_FALSE(r.everywhere());
}

// Every way to lay out the pool in a row, the men taking theirs one after the other; what differs
// only within a man's holding, or between alike men, is put in order.
std::uint64_t brute_force(const ArmyChoice& choice, bool placed) {
  std::vector<std::size_t> order(choice.pool.size());
  std::iota(order.begin(), order.end(), 0);
  std::set<std::vector<std::vector<std::string>>> armies;
  std::uint64_t bases = 1;  // every man's choice of one is its own
  for (const auto& slot : choice.slots)
    for (int m = 0; m < slot.men; ++m) bases *= slot.bases.size();
  do {
    std::vector<std::vector<std::string>> army;
    std::size_t next = 0;
    bool banned = false;
    for (const auto& slot : choice.slots) {
      const std::size_t first = army.size();
      for (int m = 0; m < slot.men; ++m) {
        std::vector<std::string> held;
        for (int h = 0; h < slot.holds; ++h) held.push_back(choice.pool[order[next++]]);
        std::sort(held.begin(), held.end());
        for (const auto& set : choice.banned) {
          auto sorted = set;
          std::sort(sorted.begin(), sorted.end());
          banned = banned || std::includes(held.begin(), held.end(), sorted.begin(), sorted.end());
        }
        army.push_back(std::move(held));
      }
      if (!placed) std::sort(army.begin() + static_cast<std::ptrdiff_t>(first), army.end());
    }
    if (!banned) armies.insert(std::move(army));
  } while (std::next_permutation(order.begin(), order.end()));
  return armies.size() * bases;
}

const HoldingTest kAny = [](const Holding&) { return true; };

TEST(Armies, AgreeWithBruteForce) {
  ArmyChoice choice;
  choice.name = "small";
  choice.pool = {"a", "b", "c", "d", "e", "f", "g"};
  choice.slots = {
      {"Corps", 2, 2, {""}}, {"Rook", 2, 1, {"Rook"}}, {"Regent", 1, 1, {"x", "y", "z"}}};
  EXPECT_EQ(*count_armies(choice, true, kAny), brute_force(choice, true));
  EXPECT_EQ(*count_armies(choice, false, kAny), brute_force(choice, false));
  EXPECT_EQ(*count_armies(choice, true, kAny), 3u * 5040 / 4);
  choice.banned = {{"a", "b"}, {"g"}};
  EXPECT_EQ(*count_armies(choice, true, kAny), brute_force(choice, true));
  EXPECT_EQ(*count_armies(choice, false, kAny), brute_force(choice, false));
  choice.banned.clear();
  choice.pool = {"a", "a", "b", "b", "c", "c", "d", "e"};  // some twice, one left over
  EXPECT_EQ(*count_armies(choice, true, kAny), brute_force(choice, true));
  EXPECT_EQ(*count_armies(choice, false, kAny), brute_force(choice, false));
}

TEST(Armies, TestsOfHoldings) {
  ArmyChoice choice;
  choice.name = "tested";
  choice.pool = {"a", "b", "c"};
  choice.slots = {{"Rook", 2, 1, {"Rook"}}, {"King", 1, 1, {"King"}}};
  const auto not_a = [](const Holding& h) { return h.base != "Rook" || h.augmenters[0] != "a"; };
  EXPECT_EQ(*count_armies(choice, true, not_a), 2u);  // a on the King, b and c either way
  EXPECT_EQ(*count_armies(choice, false, not_a), 1u);
  choice.pool.pop_back();
  EXPECT_FALSE(count_armies(choice, true, kAny));
}

TEST(Armies, OfTwelveAugmentersChess) {
  const auto choices = read_army_choices(default_variant_folder() + "/armies.toml");
  ASSERT_TRUE(choices) << choices.error().message;
  const auto variants = find_variant("chess");
  ASSERT_TRUE(variants);
  const auto counts = count_armies(choices->front(), variants->library.kinds());
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->placed, 39916800u);  // 11!
  EXPECT_EQ(counts->unplaced, 39916800u / 8);
  EXPECT_LT(counts->sensible, counts->placed);
}

TEST(DataFiles, WhatCannotBeReadIsNamed) {
  const test::TemporaryFolder folder;
  const auto message = [&](const std::string& text) {
    test::write_file(folder.file("x.toml"), text);
    const auto lists = read_lists(folder.file("x.toml"));
    return lists ? std::string("read") : lists.error().message;
  };
  EXPECT_EQ(message("[a]\nabout = \"x\"\nmen = [\"Rook\"]\n"), "read");
  EXPECT_NE(message("[a\n").find("x.toml, line 1"), std::string::npos);
  EXPECT_NE(message("[a]\nabout = \"x\"\nmne = [\"Rook\"]\n").find("'mne'"), std::string::npos);
  EXPECT_NE(message("[a]\nabout = \"x\"\nfrom = \"b\"\n").find("'b'"), std::string::npos);
  EXPECT_NE(message("[a]\nabout = \"x\"\nmen = [1]\n").find("'men'"), std::string::npos);
  EXPECT_NE(message("a = 1\n").find("'a'"), std::string::npos);
  EXPECT_FALSE(read_lists(folder.file("none.toml")));
  const auto published = read_published_values(default_variant_folder() + "/values.toml");
  ASSERT_TRUE(published) << published.error().message;
  for (const PublishedValues& list : *published)
    EXPECT_TRUE(std::any_of(list.entries.begin(), list.entries.end(), [&](const auto& e) {
      return e.name == list.unit;
    })) << list.name;
}

}  // namespace
}  // namespace augmate
