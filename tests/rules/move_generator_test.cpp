// SPDX-License-Identifier: MIT
// The forward generator against the plain one on random positions, and against positions whose
// moves were worked out by hand.
#include "rules/move_generator.h"

#include <gtest/gtest.h>

#include "tests/support/fairy_men.h"
#include "tests/support/games.h"
#include "tests/support/plain_moves.h"
#include "tests/support/random_rules.h"

namespace augmate::test {
namespace {

void expect_same(const Game& game, const Position& position) {
  const PlainMoves plain(game.rules());
  for (const Side side : {Side::kWhite, Side::kBlack})
    ASSERT_EQ(attacks_royal(game, position, side), plain.attacks_royal(position, side))
        << to_fen(game, position);
  for (int man = 0; man < position.count; ++man) {
    const Reach fast = reach(game, position, man), slow = plain.reach(position, man);
    ASSERT_EQ(fast.quiet, slow.quiet) << to_fen(game, position) << " man " << man;
    ASSERT_EQ(fast.captures, slow.captures) << to_fen(game, position) << " man " << man;
  }
  ASSERT_EQ(!why_illegal(game, position).has_value(), plain.legal(position))
      << to_fen(game, position);
  if (!plain.legal(position)) return;
  std::vector<Move> moves;
  legal_moves(game, position, moves);
  ASSERT_EQ(moves, plain.moves(position)) << to_fen(game, position);
}

TEST(MoveGenerator, EqualsThePlainOneOnRandomGames) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const int files = random.between(4, 7), ranks = random.between(4, 7);
    const GameRules rules = random_rules(random, files, ranks);
    const auto game = make_game(rules);
    const Material men = random_material(random, rules, random.between(1, 5));
    for (int i = 0; i < 40; ++i) {
      SCOPED_TRACE(seed);
      expect_same(*game, random_position(random, rules, men));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(MoveGenerator, EqualsThePlainOneOnKnownMen) {
  const Men men = {{'K', "K"},      {'A', "Champion"},   {'B', "Cannon"},      {'C', "Vulture"},
                   {'D', "Dragon"}, {'E', "Griffin"},    {'F', "Lion"},        {'G', "Tiger"},
                   {'H', "Picket"}, {'I', "Giraffe"},    {'J', "Grasshopper"}, {'L', "Crab"},
                   {'M', "Barc"},   {'N', "Lieutenant"}, {'O', "ApothKnight"}, {'P', "Knightrider"},
                   {'Q', "Q"},      {'R', "Lance"},      {'S', "Falcon"},      {'T', "Bison"}};
  const std::pair<int, int> boards[] = {{8, 8}, {12, 8}, {9, 7}, {16, 16}};
  for (const auto& [files, ranks] : boards) {
    Random random(static_cast<std::uint64_t>(files * 100 + ranks));
    GameRules rules = plain_rules(files, ranks, men);
    rules.board.remove(rules.board.at(3, 3));
    rules.board.set_vanishing(rules.board.at(5, 4));
    const auto game = make_game(rules);
    for (int i = 0; i < 400; ++i) {
      Material material{{std::vector<int>{0}, std::vector<int>{0}}};
      for (int k = 0; k < 6; ++k)
        material.men[static_cast<unsigned>(k % 2)].push_back(
            random.between(1, static_cast<int>(men.size()) - 1));
      expect_same(*game, random_position(random, rules, material));
      if (HasFatalFailure()) return;
    }
  }
}

// The squares of one white man, as "a1 b2 (c3)": captures in brackets.
std::string squares_of(const Game& game, const std::string& fen, const std::string& from) {
  const auto position = parse_fen(game, fen);
  if (!position) return position.error().message;
  for (int i = 0; i < position->count; ++i) {
    if (position->men[static_cast<unsigned>(i)].square != square(game.board(), from)) continue;
    const Reach to = reach(game, *position, i);
    std::string text;
    (to.quiet | to.captures).for_each([&](Square s) {
      const std::string name = game.board().name(s);
      text += (text.empty() ? "" : " ") + (to.captures.test(s) ? "(" + name + ")" : name);
    });
    return text;
  }
  return "nobody on " + from;
}

TEST(MoveGenerator, VultureNeedsOneOpenPath) {
  const auto game = make_game(plain_rules(9, 5, {{'K', "K"}, {'V', "Vulture"}, {'N', "N"}}));
  const char* const all = "c1 g1 a2 i2 e3 a4 i4 b5 d5 f5 h5";
  EXPECT_EQ(squares_of(*game, "9/9/9/9/K3V3k w", "e1"), all);
  // Four ways lead from e1 to d5: over d2 d3 d4, e2 d3 d4, e2 e3 d4 and e2 e3 e4. One man shuts
  // three of them at most; two on d2 and e2 shut all, and all four to b5.
  EXPECT_EQ(squares_of(*game, "9/3N5/9/9/K3V3k w", "e1"), all);
  EXPECT_EQ(squares_of(*game, "9/9/9/3NN4/K3V3k w", "e1"), "c1 g1 a2 i2 e3 a4 i4 f5 h5");
}

TEST(MoveGenerator, CannonNeedsAHurdleToCapture) {
  const auto game = make_game(plain_rules(8, 8, {{'K', "K"}, {'C', "Cannon"}, {'N', "N"}}));
  EXPECT_EQ(squares_of(*game, "7k/8/8/8/8/n7/8/C1N1n2K w", "a1"), "b1 (e1) a2");
}

TEST(MoveGenerator, GrasshopperLandsBehindTheFirstMan) {
  const auto game = make_game(plain_rules(8, 8, {{'K', "K"}, {'G', "Grasshopper"}, {'N', "N"}}));
  EXPECT_EQ(squares_of(*game, "7k/8/n7/N7/8/8/8/G2N3K w", "a1"), "e1 (a6)");
}

TEST(MoveGenerator, EmptyBrouhahaSquaresStopRidersAndTakeLeapersOver) {
  GameRules rules = plain_rules(5, 5, {{'K', "K"}, {'R', "R"}, {'D', "D"}, {'N', "N"}});
  rules.board.set_vanishing(square(rules.board, "c2"));
  const auto game = make_game(rules);
  EXPECT_EQ(squares_of(*game, "k4/5/5/2*2/K1R2 w", "c1"), "b1 d1 e1");
  EXPECT_EQ(squares_of(*game, "k4/5/5/2*2/K1D2 w", "c1"), "e1 c3");
  EXPECT_EQ(squares_of(*game, "k4/5/5/2n2/K1R2 w", "c1"), "b1 d1 e1 (c2)");
  EXPECT_EQ(squares_of(*game, "k4/5/5/2R2/K4 w", "c2"), "c1 a2 b2 d2 e2 c3 c4 c5");
}

TEST(MoveGenerator, NoStepLeadsFromCampToCamp) {
  GameRules rules = plain_rules(6, 6, {{'K', "K"}, {'B', "B"}, {'A', "A"}, {'N', "N"}});
  rules.camp_rule = true;  // a cross with corners of one square: four camps of four squares
  for (const char* corner : {"a1", "f1", "a6", "f6"})
    rules.board.remove(square(rules.board, corner));
  rules.board.squares().for_each([&](Square s) {
    const int f = rules.board.file(s), r = rules.board.rank(s);
    if (r == 0) rules.board.set_camp(s, 1);
    if (r == 5) rules.board.set_camp(s, 2);
    if (f == 0) rules.board.set_camp(s, 3);
    if (f == 5) rules.board.set_camp(s, 4);
  });
  const auto game = make_game(rules);
  // b1 to a2 would go from the south camp straight into the west camp.
  EXPECT_EQ(squares_of(*game, "*4*/4k1/6/6/6/*B2K* w", "b1"), "c2 d3 e4 f5");
  EXPECT_EQ(squares_of(*game, "*4*/4k1/6/6/6/*N2K* w", "b1"), "d2 c3");
  // c1 to a3 goes over b2, the centre, unless somebody stands there.
  EXPECT_EQ(squares_of(*game, "*4*/4k1/6/6/6/*1A1K* w", "c1"), "a3 e3");
  EXPECT_EQ(squares_of(*game, "*4*/4k1/6/6/1N4/*1A1K* w", "c1"), "e3");
}

TEST(MoveGenerator, SidesMayFaceAnyWay) {
  GameRules rules = plain_rules(5, 5, {{'K', "K"}, {'L', "Lance"}, {'B', "Crab"}});
  rules.forward = {Direction::kEast, Direction::kWest};
  const auto game = make_game(rules);
  EXPECT_EQ(squares_of(*game, "k4/5/1L3/5/K4 w", "b3"), "c3 d3 e3");
  EXPECT_EQ(squares_of(*game, "k4/5/1l3/5/K4 w", "b3"), "a3");
  EXPECT_EQ(squares_of(*game, "k4/5/2B2/5/K4 w", "c3"), "b1 e2 e4 b5");
}

}  // namespace
}  // namespace augmate::test
