// SPDX-License-Identifier: MIT
// Mined positions against the plain solver on small boards, counted over the whole board, and
// against published numbers.
#include "research/mine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "research/generally_won.h"
#include "rules/game_options.h"
#include "rules/move_generator.h"
#include "tests/support/games.h"
#include "tests/support/plain_solver.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

struct Mined {
  std::uint64_t finds = 0, board = 0, full = 0;
};

Ending load(const std::shared_ptr<const Game>& game, const Material& men) {
  EXPECT_TRUE(Solved::solve(game, men).has_value());
  auto ending = Ending::load(game, men, TableSet({table_folder()}), kMovesForShares);
  EXPECT_TRUE(ending.has_value());
  return std::move(*ending);
}

TEST(Ending, HasNoValuesAfterMovesUnderAMoveRule) {
  GameOptions options;
  options.board = "4x4";
  options.move_rule = 3;
  const auto game = make_game(options).value();
  const auto men = parse_material(*game, "KQvK").value();
  EXPECT_TRUE(Solved::solve(game, men).has_value());
  EXPECT_TRUE(Ending::load(game, men, TableSet({table_folder()}), 0).has_value());
  const auto after_a_move = Ending::load(game, men, TableSet({table_folder()}), 1);
  ASSERT_FALSE(after_a_move.has_value());
  EXPECT_EQ(after_a_move.error().code, ErrorCode::kNotCovered);
}

Mined count(const Ending& ending, const MineOptions& options) {
  Mined mined;
  std::set<std::string> seen;
  mine(ending, options, [&](const Find& find) {
    EXPECT_FALSE(why_illegal(ending.game(), find.position));
    EXPECT_TRUE(seen.insert(to_fen(ending.game(), find.position)).second);
    ++mined.finds;
    mined.board += static_cast<std::uint64_t>(find.images);
    mined.full += find.full_point() ? static_cast<std::uint64_t>(find.images) : 0;
    return true;
  });
  return mined;
}

// The same sets by definition, from values and a list of placements that share nothing with tables.
class Plain {
 public:
  Plain(const GameRules& rules, const Material& men) : solver_(rules), game_(make_game(rules)) {
    solver_.solve(men);
    men_ = men;
  }

  Mined zugzwangs() const {
    Mined mined;
    solver_.for_each(men_, [&](Position position, PackedValue packed) {
      if (position.to_move == Side::kBlack || packed == kDontCare) return;
      position.to_move = Side::kBlack;
      const PackedValue other = solver_.value(position);
      if (other == kDontCare) return;
      const Outcome white = unpack(packed).outcome, black = unpack(other).outcome;
      mined.board += white < opposite(black);
      mined.full += white == Outcome::kLoss && black == Outcome::kLoss;
    });
    return mined;
  }

  std::uint64_t in_plies(int plies) const {
    std::uint64_t n = 0;
    solver_.for_each(men_, [&](const Position&, PackedValue packed) {
      n += packed != kDontCare && unpack(packed).plies == plies;
    });
    return n;
  }

  std::uint64_t only_moves() const {
    std::uint64_t n = 0;
    solver_.for_each(men_, [&](const Position& position, PackedValue packed) {
      if (packed == kDontCare || unpack(packed).outcome != Outcome::kWin) return;
      std::vector<Move> moves;
      legal_moves(*game_, position, moves);
      n += std::count_if(moves.begin(), moves.end(), [&](const Move& move) {
             return unpack(solver_.value(after(*game_, position, move))).outcome == Outcome::kLoss;
           }) == 1;
    });
    return n;
  }

 private:
  PlainSolver solver_;
  std::shared_ptr<const Game> game_;
  Material men_;
};

void expect_equal(int files, int ranks, const Men& men, const char* ending) {
  SCOPED_TRACE(ending);
  const GameRules rules = plain_rules(files, ranks, men);
  const auto game = make_game(rules);
  const Material both = material(*game, ending);
  const Ending mined = load(game, both);
  const Plain plain(rules, both);
  const Mined zugzwangs = count(mined, {Ore::kZugzwang, 0, {}}), expected = plain.zugzwangs();
  EXPECT_EQ(zugzwangs.board, expected.board);
  EXPECT_EQ(zugzwangs.full, expected.full);
  for (const int plies : {0, 3, 4})
    EXPECT_EQ(count(mined, {Ore::kPlies, plies, {}}).board, plain.in_plies(plies)) << plies;
  EXPECT_EQ(count(mined, {Ore::kOnlyMove, 0, {}}).board, plain.only_moves());
}

TEST(Mine, IsWhatThePlainSolverFinds) {
  expect_equal(4, 5, {{'K', "K"}, {'Q', "Q"}, {'R', "R"}}, "KQvKR");
  expect_equal(4, 4, {{'K', "K"}, {'R', "R"}, {'N', "N"}}, "KNvKR");
  expect_equal(5, 5, {{'K', "K"}, {'C', "Champion"}}, "KvKC");
  expect_equal(4, 4, {{'K', "K"}, {'W', "W+D"}, {'F', "F+A"}}, "KWvKF");
  expect_equal(5, 5, {{'K', "K"}, {'L', "Lance+F"}}, "KLvK");
}

TEST(Mine, FindsTheBlackSidesZugzwangsByColour) {
  const auto game = make_game(plain_rules(4, 4, {{'K', "K"}, {'Q', "Q"}, {'R', "R"}}));
  const Ending ending = load(game, material(*game, "KQvKR"));
  const Ending turned = load(game, material(*game, "KRvKQ"));
  EXPECT_TRUE(has_zugzwang(ending, Side::kWhite));
  EXPECT_EQ(has_zugzwang(ending, Side::kBlack), has_zugzwang(turned, Side::kWhite));
  EXPECT_TRUE(has_zugzwang(turned, Side::kBlack));
}

// 8x8, orthodox.
Ending orthodox(const char* ending) {
  const auto game =
      make_game(plain_rules(8, 8, {{'K', "K"}, {'Q', "Q"}, {'R', "R"}, {'B', "B"}, {'N', "N"}}));
  return load(game, material(*game, ending));
}

TEST(Mine, LongestOfKnownEndings) {
  // Histograms of the Syzygy statistics (claims C0355, C0383): 335 and 1 positions up to symmetry.
  const Ending queen = orthodox("KQvK");
  EXPECT_EQ(count(queen, {Ore::kPlies, 19, {}}).finds, 1U);
  EXPECT_EQ(count(queen, {Ore::kPlies, 17, {}}).finds, 335U);
  EXPECT_EQ(count(queen, {Ore::kLongest, 0, Side::kWhite}).finds, 1U);
  EXPECT_EQ(count(orthodox("KRvK"), {Ore::kZugzwang, 0, {}}).finds, 0U);
}

TEST(GenerallyWon, IsWhatProblemistsSay) {
  const auto verdict = [](const char* ending) {
    return general_shares(orthodox(ending)).verdict();
  };
  EXPECT_EQ(verdict("KRvK"), GeneralVerdict::kWon);
  EXPECT_EQ(verdict("KBNvK"), GeneralVerdict::kWon);
  EXPECT_EQ(verdict("KNNvK"), GeneralVerdict::kDrawn);
  EXPECT_EQ(verdict("KQvKR"), GeneralVerdict::kWon);
  EXPECT_EQ(verdict("KRvKN"), GeneralVerdict::kDrawn);
  EXPECT_EQ(verdict("KBvK"), GeneralVerdict::kDrawn);
  EXPECT_EQ(verdict("KBBvK"), GeneralVerdict::kDepends);
}

TEST(GenerallyWon, SampleAgreesWithAllPositions) {
  const Ending ending = orthodox("KRvKN");
  const GeneralShares sample = general_shares(ending);
  const GeneralShares more = general_shares(ending, {Side::kWhite, 200'000});
  EXPECT_FALSE(sample.exact);
  EXPECT_EQ(sample.strong, Side::kWhite);
  EXPECT_NEAR(sample.share(sample.quiet_won), more.share(more.quiet_won), 0.015);
  EXPECT_EQ(sample.legal, 10'780'728U);
  const Ending turned = orthodox("KNvKR");
  const GeneralShares black = general_shares(turned);
  EXPECT_EQ(black.strong, Side::kBlack);
  EXPECT_EQ(black.quiet_won, sample.quiet_won);
}

}  // namespace
}  // namespace augmate::test
