// SPDX-License-Identifier: MIT
// The rules of an ending as text and as a hash.
#include "formats/rules_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "tests/support/hand_tables.h"
#include "tests/support/random_rules.h"

namespace augmate::test {
namespace {

std::uint64_t hash_of(const GameRules& rules, const char* men) {
  const auto game = make_game(rules);
  return rules_hash(*game, material(*game, men));
}

std::string text_of(const GameRules& rules, const char* men) {
  const auto game = make_game(rules);
  return rules_text(*game, material(*game, men));
}

// The text makes the same game again: the same text, the same hash.
void expect_round_trip(const GameRules& rules, const char* men) {
  const std::string text = text_of(rules, men);
  const auto again = parse_rules_text(text);
  ASSERT_TRUE(again) << again.error().message << '\n' << text;
  EXPECT_EQ(rules_text(*again->game, again->material), text);
  EXPECT_EQ(rules_hash(*again->game, again->material), hash_of(rules, men)) << text;
}

GameRules peculiar_rules() {
  GameRules rules = small_rules(5, 6);
  rules.name = "Peculiar\n chess ";
  rules.board = *Board::rectangle(5, 6, 0);
  rules.board.remove(rules.board.at(0, 0));
  rules.board.set_vanishing(rules.board.at(2, 0));
  rules.board.set_camp(rules.board.at(1, 1), 1);
  rules.board.set_camp(rules.board.at(2, 1), 1);
  rules.board.set_camp(rules.board.at(3, 5), 2);
  rules.camp_rule = true;
  rules.forward = {Direction::kEast, Direction::kSouth};
  rules.move_rule = 0;
  rules.royal[1] = 4;  // a Knight
  rules.kinds[0].notation = {"K", "K"};
  return rules;
}

TEST(RulesText, IsReadable) {
  EXPECT_EQ(text_of(small_rules(4, 5), "KNLvK"),
            "rules = 1\n"
            "variant = small\n"
            "material = KNLvK\n"
            "board = 4x5\n"
            "first_rank = 1\n"
            "camp_rule = no\n"
            "stalemate = draw\n"
            "move_rule = 50\n"
            "white.forward = north\n"
            "white.royal = K\n"
            "black.forward = south\n"
            "black.royal = K\n"
            "K.name = King\n"
            "K.white.notation =\n"
            "K.white.steps = " +
                to_text(normalized(*small_rules(4, 5).kinds[0].steps[0])) +
                "\n"
                "K.black.notation =\n"
                "K.black.steps = " +
                to_text(normalized(*small_rules(4, 5).kinds[0].steps[0])) +
                "\n"
                "N.name = Knight\n"
                "N.white.notation =\n"
                "N.white.steps = " +
                to_text(normalized(*small_rules(4, 5).kinds[4].steps[0])) +
                "\n"
                "L.name = Lance\n"
                "L.white.notation =\n"
                "L.white.steps = 0;0,1mc e0\n");
}

TEST(RulesText, RebuildsTheGame) {
  for (const char* men : {"KvK", "KRvK", "KvKR", "KRRLvKBN", "KQvKQ"})
    expect_round_trip(small_rules(4, 5), men);
  for (const char* men : {"KvN", "KRLvNB", "KLvNL"}) expect_round_trip(peculiar_rules(), men);
}

// Whatever the moves: files keep them in another order than the game, and must mean the same.
TEST(RulesText, RebuildsRandomGames) {
  Random random(77);
  int compiled = 0;
  for (int i = 0; i < 300; ++i) {
    const GameRules rules = random_rules(random, random.between(3, 6), random.between(3, 6));
    const auto game = Game::create(rules);
    if (!game) continue;
    ++compiled;
    const Material men = random_material(random, rules, random.between(0, 4));
    expect_round_trip(rules, material_name(**game, men).c_str());
  }
  EXPECT_GT(compiled, 200);
}

TEST(RulesText, KeepsThePeculiarities) {
  const GameRules rules = peculiar_rules();
  const auto again = parse_rules_text(text_of(rules, "KLvN"));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->game->rules().name, "Peculiar  chess");
  EXPECT_EQ(again->game->board(), rules.board);
  EXPECT_EQ(again->game->rules().forward, rules.forward);
  EXPECT_EQ(again->game->rules().camp_rule, true);
  EXPECT_EQ(again->game->rules().move_rule, 0);
  EXPECT_EQ(material_name(*again->game, again->material), "KLvN");
  EXPECT_EQ(again->game->kinds().size(), 3u);
  EXPECT_FALSE(again->game->kinds()[2].steps[1]);  // Black has no Lance in this ending
}

TEST(RulesHash, TellsGamesApart) {
  const std::function<void(GameRules&)> changes[] = {
      [](GameRules& r) { r.board = *Board::rectangle(5, 4); },
      [](GameRules& r) { r.board.remove(3); },
      [](GameRules& r) { r.board.set_vanishing(3); },
      [](GameRules& r) { r.camp_rule = true; },
      [](GameRules& r) {
        r.kinds[5].steps[0] = leaper({{0, 1}});
      },
      [](GameRules& r) {
        r.kinds[5].steps[0] = rider({{0, -1}});
      },
      [](GameRules& r) { r.forward[0] = Direction::kEast; },
      [](GameRules& r) {
        r.kinds[0].steps[1] = leaper({{0, 1}});
      },
  };
  const std::uint64_t plain = hash_of(small_rules(4, 5), "KLvK");
  std::vector<std::uint64_t> hashes{plain};
  for (const auto& change : changes) {
    GameRules rules = small_rules(4, 5);
    change(rules);
    hashes.push_back(hash_of(rules, "KLvK"));
  }
  for (const char* men : {"KvK", "KvKL", "KLLvK", "KRvK"})
    hashes.push_back(hash_of(small_rules(4, 5), men));
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

// Labels, other kinds, camps that no rule looks at, and other ways to write the same moves.
TEST(RulesHash, IsOfWhatTheRulesMean) {
  const std::function<void(GameRules&)> changes[] = {
      [](GameRules& r) { r.name = "other"; },
      [](GameRules& r) { r.move_rule = 150; },
      [](GameRules& r) { r.kinds[5].letter = 'X'; },
      [](GameRules& r) {
        r.kinds[1].steps[0] = leaper({{0, 2}});
      },
      [](GameRules& r) { r.board.set_camp(3, 1); },
      [](GameRules& r) {
        r.kinds[5].steps[0] = rider({{0, 1}, {0, 1}});
      },
      [](GameRules& r) {  // the first step apart from the others
        StepGraph& lance = *r.kinds[5].steps[0];
        lance.nodes.push_back({{0, 1}, true, true, false, {0}, {}, {}, {}});
        lance.roots = {1};
      },
  };
  const std::uint64_t plain = hash_of(small_rules(4, 5), "KLvK");
  int number = 0;
  for (const auto& change : changes) {
    GameRules rules = small_rules(4, 5);
    change(rules);
    EXPECT_EQ(hash_of(rules, rules.kinds[5].letter == 'X' ? "KXvK" : "KLvK"), plain) << number++;
  }
}

TEST(RulesHash, NamesTheFile) {
  const auto game = make_game(small_rules(4, 5));
  const std::string name = table_file_name(*game, material(*game, "KLvK"));
  EXPECT_EQ(name.substr(0, 5), "KLvK-");
  EXPECT_EQ(name.size(), 5 + 16 + std::string(".augmate").size());
  EXPECT_EQ(name.substr(21), ".augmate");
}

TEST(RulesText, RefusesOtherText) {
  const std::string good = text_of(peculiar_rules(), "KLvN");
  ASSERT_TRUE(parse_rules_text(good));
  const std::pair<const char*, const char*> changes[] = {
      {"rules = 1", "rules = 2"},
      {"board = 5x6", "board = 5x"},
      {"board = 5x6", "board = 5x6x"},
      {"board = 5x6", "board = 17x6"},
      {"board = 5x6", "board = 5 6"},
      {"board = 5x6", "board = -5x6"},
      {"holes = a0", "holes = z9"},
      {"holes = a0", "holes = a0  a1"},
      {"camp_rule = yes", "camp_rule = maybe"},
      {"stalemate = draw", "stalemate = good"},
      {"material = KLvN", "material = KvNv"},
      {"material = KLvN", "material = KLLvX"},
      {"white.royal = K", "white.royal = Z"},
      {"white.royal = K", "white.royal = N"},
      {"white.forward = east", "white.forward = up"},
      {"move_rule = 0", "move_rule = 0x"},
      {"move_rule = 0", "unheard_of = 0"},
      {"first_rank = 0", "first_rank 0"},
      {"L.white.steps = 0;", "L.white.steps = 7;"},
      {"L.white.steps = ", "L.white.stops = "},
  };
  for (const auto& [from, to] : changes) {
    std::string text = good;
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, std::string(from).size(), to);
    EXPECT_FALSE(parse_rules_text(text)) << to;
  }
  for (std::size_t size = 0; size + 1 < good.size(); ++size) {
    const auto cut = parse_rules_text(good.substr(0, size));
    if (!cut) continue;
    EXPECT_NE(rules_text(*cut->game, cut->material), good);
  }
  EXPECT_FALSE(parse_rules_text(good + "board = 5x6\n"));
}

TEST(RulesText, SurvivesAnyText) {
  const std::string good = text_of(peculiar_rules(), "KLvN");
  std::mt19937 random(5);
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    for (unsigned k = 0; k <= random() % 3; ++k)
      text[random() % text.size()] = static_cast<char>(random() % 96 + 32);
    const auto parsed = parse_rules_text(text);
    if (!parsed) continue;
    EXPECT_TRUE(parse_rules_text(rules_text(*parsed->game, parsed->material))) << text;
  }
}

}  // namespace
}  // namespace augmate::test
