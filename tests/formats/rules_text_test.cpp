// SPDX-License-Identifier: MIT
// The rules of an ending as text and as a hash.
#include "formats/rules_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "formats/position_index.h"
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

// Everything a game can have beside its pieces.
GameRules rich_rules() {
  GameRules rules = pawn_rules(5, 6);
  PawnRule& pawn = *rules.kinds[6].pawn;
  pawn.first_rank = 1;
  pawn.steps[1] = 3;
  pawn.promotions = {{5, false, {4}}, {6, true, {4, 1, 3}}};
  Kind berolina = rules.kinds[6];
  berolina.letter = 'E';
  berolina.name = "Berolina";
  berolina.pawn->en_passant = false;
  berolina.pawn->promotions = {{6, true, {6, 2}}};  // a pawn again, or a Rook
  rules.kinds.push_back(berolina);
  Kind joker;
  joker.letter = 'J';
  joker.name = "Joker";
  joker.joker = true;
  joker.steps = {StepGraph{}, StepGraph{}};
  joker.points = 4;
  rules.kinds.push_back(joker);
  rules.kinds[4].most = 1;
  rules.kinds[1].points = 9;
  rules.kinds[1].heavy = true;
  rules.points_settle = true;
  rules.points_ahead = 3;
  rules.stalemate = Outcome::kDisadvantage;
  rules.bare_royals_draw = true;
  rules.perpetual_check_wins = true;
  return rules;
}

TEST(RulesText, RebuildsPawnsJokersAndOutcomes) {
  for (const char* men :
       {"KPvK", "KPvKP", "KPPvKN", "KEvK", "KEvKP", "KJvK", "KJvKP", "KJvKJE", "KQvKR"})
    expect_round_trip(rich_rules(), men);
  for (const Outcome bare : {Outcome::kLoss, Outcome::kDraw}) {
    GameRules rules = pawn_rules(4, 5);
    rules.bare_royal = bare;
    rules.forward = {Direction::kWest, Direction::kEast};
    for (const char* men : {"KPvK", "KPvKP", "KRvK"}) expect_round_trip(rules, men);
  }
}

// The game of the text must number positions alike.
TEST(RulesText, RebuildsTheOrderOfPositions) {
  for (const char* men : {"KPvKP", "KEvKP", "KJvKJE", "KJvKP", "KPPvK"}) {
    const auto game = make_game(rich_rules());
    const auto again = parse_rules_text(rules_text(*game, material(*game, men)));
    ASSERT_TRUE(again) << again.error().message;
    const auto here = PositionIndex::create(game, material(*game, men));
    const auto there = PositionIndex::create(again->game, again->material);
    ASSERT_TRUE(here && there);
    EXPECT_EQ(here->entries(), there->entries());
    EXPECT_EQ(here->symmetries(), there->symmetries());
    EXPECT_EQ(here->states().size(), there->states().size());
    for (std::uint64_t i = 0; i < here->entries(); i += here->entries() / 997 + 1)
      EXPECT_EQ(to_fen(*game, here->position(i, Side::kWhite)),
                to_fen(*again->game, there->position(i, Side::kWhite)));
  }
}

TEST(RulesText, SaysWhatPawnsBecome) {
  const std::string text = text_of(rich_rules(), "KEvK");
  for (const char* line :
       {"E.ranks = 1 5\n", "E.multi_steps = 1:3 2:2\n", "E.en_passant = no\n",
        "E.promotes.6 = forced P R\n", "P.promotes.5 = optional N\n",
        "P.promotes.6 = forced N Q B\n", "N.most = 1\n", "Q.points = 9\n", "Q.heavy = yes\n",
        "R.points = 0\n", "points_ahead = 3\n", "bare_royals_draw = yes\n",
        "stalemate = disadvantage\n", "perpetual_check_wins = yes\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
  EXPECT_EQ(text.find("J.name"), std::string::npos);
  EXPECT_EQ(text.find("L.name"), std::string::npos);
  EXPECT_EQ(text_of(rich_rules(), "KRvK").find("P.name"), std::string::npos);
  EXPECT_NE(text_of(rich_rules(), "KJvK").find("J.joker = yes\n"), std::string::npos);
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

using Change = std::function<void(GameRules&)>;

void expect_hashes(const GameRules& rules, const char* men, const std::vector<Change>& changes,
                   bool same) {
  const std::uint64_t plain = hash_of(rules, men);
  int number = 0;
  for (const Change& change : changes) {
    GameRules other = rules;
    change(other);
    EXPECT_EQ(hash_of(other, men) == plain, same) << men << " change " << number;
    ++number;
  }
}

TEST(RulesHash, TellsPawnsApart) {
  const std::vector<Change> changes = {
      [](GameRules& r) {
        r.kinds[6].pawn->promotions[0].kinds = {1, 2};
      },
      [](GameRules& r) {
        r.kinds[6].pawn->promotions[0].kinds = {1, 2, 3};
      },
      [](GameRules& r) { r.kinds[6].pawn->promotions[0].kinds.push_back(5); },
      [](GameRules& r) {
        r.kinds[6].pawn->promotions.insert(r.kinds[6].pawn->promotions.begin(), {5, false, {1}});
      },
      [](GameRules& r) { r.kinds[6].pawn->steps[2] = 3; },
      [](GameRules& r) { r.kinds[6].pawn->steps[2] = 0; },
      [](GameRules& r) { r.kinds[6].pawn->steps[3] = 2; },
      [](GameRules& r) { r.kinds[6].pawn->first_rank = 1; },
      [](GameRules& r) {
        r.kinds[1].steps[0] = leaper({{0, 1}});
      },  // a Queen of the future
      [](GameRules& r) {
        r.kinds[4].steps[0] = leaper({{0, 1}});
      },
      [](GameRules& r) { r.stalemate = Outcome::kWin; },
      [](GameRules& r) { r.bare_royal = Outcome::kLoss; },
      [](GameRules& r) { r.bare_royal = Outcome::kDraw; },
      [](GameRules& r) { r.perpetual_check_wins = true; },
      [](GameRules& r) { r.points_settle = true; },
  };
  expect_hashes(pawn_rules(5, 6), "KPvK", changes, false);
  expect_hashes(pawn_rules(5, 6), "KPvKP", changes, false);
  expect_hashes(pawn_rules(5, 6), "KPvKP",
                {[](GameRules& r) { r.kinds[6].pawn->en_passant = false; }}, false);
  expect_hashes(pawn_rules(5, 6), "KPPvK", {[](GameRules& r) { r.kinds[4].most = 1; }}, false);
  expect_hashes(pawn_rules(5, 6), "KPNvK", {[](GameRules& r) { r.kinds[4].most = 1; }}, false);
}

TEST(RulesHash, IsOfWhatMattersToPawns) {
  const std::vector<Change> changes = {
      [](GameRules& r) {
        r.kinds[6].pawn->promotions[0].kinds = {4, 2, 1};
      },
      [](GameRules& r) {
        r.kinds[6].pawn->promotions = {{6, true, {4}}, {6, false, {2, 1}}};
      },
      [](GameRules& r) {
        r.kinds[6].pawn->promotions.push_back({9, true, {3}});
      },
      [](GameRules& r) { r.kinds[6].pawn->promotions[0].forced = false; },  // it cannot stay anyway
      [](GameRules& r) { r.kinds[6].pawn->en_passant = false; },
      [](GameRules& r) { r.kinds[4].most = 2; },
      [](GameRules& r) { r.kinds[3].most = 1; },
      [](GameRules& r) {
        r.kinds[3].steps[0] = leaper({{0, 1}});
      },
      [](GameRules& r) { r.kinds[1].points = 99; },
      [](GameRules& r) { r.points_ahead = 1; },
      [](GameRules& r) { std::swap(r.kinds[1].name, r.kinds[2].name); },
  };
  expect_hashes(pawn_rules(5, 6), "KPvK", changes, true);
  // The order of kinds that are not yet on the board.
  GameRules rules = pawn_rules(5, 6);
  const std::uint64_t plain = hash_of(rules, "KPvK");
  std::swap(rules.kinds[1], rules.kinds[4]);
  EXPECT_EQ(hash_of(rules, "KPvK"), plain);
  EXPECT_NE(hash_of(rules, "KQvK"), hash_of(rules, "KNvK"));
}

TEST(RulesHash, TellsJokersAndPointsApart) {
  const std::vector<Change> changes = {
      [](GameRules& r) { r.kinds[6].points = 5; },
      [](GameRules& r) { r.kinds[4].points = 2; },
      [](GameRules& r) { r.kinds[4].heavy = true; },
      [](GameRules& r) { r.points_ahead = 5; },
      [](GameRules& r) { r.points_settle = false; },
      [](GameRules& r) { r.bare_royals_draw = false; },
      [](GameRules& r) { r.stalemate = Outcome::kDraw; },
      [](GameRules& r) { r.kinds[6].joker = false; },
      [](GameRules& r) {
        r.kinds[4].steps = {leaper({{0, 1}}), leaper({{0, 1}})};
      },
      // What Black's Knight does as White's Joker would imitate it, which Black's own moves are
      // not.
      [](GameRules& r) {
        r.kinds[4].steps[0] = leaper({{0, 1}});
      },
  };
  expect_hashes(five_outcome_rules(4, 5), "KJvKN", changes, false);
  const std::vector<Change> harmless = {
      [](GameRules& r) {
        r.kinds[6].steps[0] = leaper({{0, 1}});
      },
      [](GameRules& r) { r.kinds[3].points = 8; },
      [](GameRules& r) { r.kinds[6].most = 1; },
      [](GameRules& r) { r.move_rule = 7; },
  };
  expect_hashes(five_outcome_rules(4, 5), "KJvKN", harmless, true);
  // The states are numbered in the order of the kinds.
  GameRules rules = five_outcome_rules(4, 5);
  const std::uint64_t plain = hash_of(rules, "KJvKN");
  std::swap(rules.kinds[0], rules.kinds[4]);
  rules.royal = {4, 4};
  EXPECT_NE(hash_of(rules, "KJvKN"), plain);
  EXPECT_EQ(hash_of(rules, "KRvKN"), hash_of(five_outcome_rules(4, 5), "KRvKN"));
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

TEST(RulesText, RefusesOtherPawns) {
  const std::string good = text_of(rich_rules(), "KJvKP");
  ASSERT_TRUE(parse_rules_text(good));
  const std::pair<const char*, const char*> changes[] = {
      {"P.ranks = 1 5", "P.ranks = 1"},
      {"P.ranks = 1 5", "P.ranks = 1 5 6"},
      {"P.ranks = 1 5\n", ""},  // then what follows is no pawn's
      {"P.multi_steps = 1:3 2:2", "P.multi_steps = 1:3 2"},
      {"P.multi_steps = 1:3 2:2", "P.multi_steps = 99:3"},
      {"P.multi_steps = 1:3 2:2", "P.multi_steps = 1:99"},
      {"P.en_passant = yes", "P.en_passant = perhaps"},
      {"P.promotes.5 = optional N", "P.promotes.5 = maybe N"},
      {"P.promotes.5 = optional N", "P.promotes.5 = optional Z"},
      {"P.promotes.5 = optional N", "P.promotes.5 = optional NQ"},
      {"P.promotes.5 = optional N", "P.promotes.x = optional N"},
      {"N.most = 1", "N.most = one"},
      {"Q.points = 9", "Q.points = 99999999999"},
      {"Q.heavy = yes", "Q.heavy = 1"},
      {"J.joker = yes", "J.joker = of course"},
      {"points_ahead = 3", "points_ahead = 3.5"},
      {"perpetual_check_wins = yes", "perpetual_check_wins = never"},
      {"bare_royals_draw = yes", "bare_royal = good"},
  };
  for (const auto& [from, to] : changes) {
    std::string text = good;
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, std::string(from).size(), to);
    EXPECT_FALSE(parse_rules_text(text)) << from << " -> " << to;
  }
}

TEST(RulesText, SurvivesAnyText) {
  const std::string plain = text_of(peculiar_rules(), "KLvN"),
                    rich = text_of(rich_rules(), "KJvKP");
  std::mt19937 random(5);
  for (int i = 0; i < 4000; ++i) {
    std::string text = i % 2 == 0 ? plain : rich;
    for (unsigned k = 0; k <= random() % 3; ++k)
      text[random() % text.size()] = static_cast<char>(random() % 96 + 32);
    const auto parsed = parse_rules_text(text);
    if (!parsed) continue;
    EXPECT_TRUE(parse_rules_text(rules_text(*parsed->game, parsed->material))) << text;
  }
}

}  // namespace
}  // namespace augmate::test
