// SPDX-License-Identifier: MIT
// The prober on pawns, several outcomes, Jokers and perpetual check: values of every position, also
// of those that no table stores, best moves, lines, and the independent cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/generate.h"
#include "probe/probe.h"
#include "rules/settlement.h"
#include "tests/support/case_file.h"
#include "tests/support/hand_tables.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

class ProbeGamesTest : public ::testing::Test {
 protected:
  void prepare(const GameRules& rules, const std::string& men) {
    game_ = make_game(rules);
    prepare(material(*game_, men));
  }
  void prepare(const Material& men) {
    material_ = canonical(*game_, men).material;
    GenerateOptions options;
    options.folder = folder_.path();
    options.threads = 1;
    options.profile = Profile::kFast;
    const auto made = generate(game_, material_, options);
    ASSERT_TRUE(made) << made.error().message;
    tables_ = std::make_unique<LoadedTables>(game_);
    const TableSet set({folder_.path()});
    std::vector<Material> all{material_, men};
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_TRUE(tables_->load(set, all[i]));
      if (ended_by_material(*game_, all[i], Side::kWhite)) continue;
      for (Material& next : materials_after_move(*game_, all[i]))
        if (std::find(all.begin(), all.end(), next) == all.end()) all.push_back(std::move(next));
    }
    prober_ = std::make_unique<Prober>(game_, std::vector{folder_.path()});
  }

  // Every position of the table, and of a part its moves; and the positions with a right to take in
  // passing that come up.
  void expect_all(int one_in) {
    const PositionIndex& order = tables_->find(material_)->index;
    int seen = 0;
    for (const Side side : {Side::kWhite, Side::kBlack})
      for (std::uint64_t i = 0; i < order.entries() && !HasFailure(); ++i) {
        const Position p = order.position(i, side);
        if (why_illegal(*game_, p)) continue;
        const auto value = prober_->probe(p);
        ASSERT_TRUE(value) << value.error().message;
        ASSERT_EQ(*value, tables_->value_of(p)) << to_fen(*game_, p);
        if (++seen % one_in == 0) expect_moves(p, *value);
      }
    EXPECT_GT(seen, one_in);
  }

  // What the moves are worth, which are best, and where the line ends; by the tables in memory.
  void expect_moves(const Position& p, Value value) {
    SCOPED_TRACE(to_fen(*game_, p));
    const auto scored = prober_->moves(p);
    const auto best = prober_->best(p);
    const auto line = prober_->line(p);
    ASSERT_TRUE(scored && best && line);
    const Material men = material_of(*game_, p);
    if (ended_by_material(*game_, men, p.to_move)) {
      EXPECT_TRUE(scored->empty() && best->empty() && line->empty());
      return;
    }
    std::vector<Move> legal, keeping;
    legal_moves(*game_, p, legal);
    ASSERT_EQ(scored->size(), legal.size());
    const Outcome infinite = infinite_play(*game_, men, p.to_move);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const Position next = after(*game_, p, legal[i]);
      const Value after_move = tables_->value_of(next);
      EXPECT_EQ((*scored)[i].move, legal[i]);
      EXPECT_EQ((*scored)[i].value.outcome, opposite(after_move.outcome));
      EXPECT_LE((*scored)[i].value.outcome, value.outcome);
      if (value == Value{Outcome::kWinPerpetual, 0}) {
        const bool goes_on =
            after_move == Value{Outcome::kLossPerpetual, 1} && in_check(*game_, next);
        if (goes_on) keeping.push_back(legal[i]);
      } else if (before_move(after_move, infinite, infinite_play(*game_, next, p.to_move)) ==
                 value) {
        keeping.push_back(legal[i]);
      }
      if (next.passed.any()) {
        EXPECT_EQ(*prober_->probe(next), after_move);
      }
    }
    EXPECT_EQ(*best, keeping);
    EXPECT_EQ(best->empty(), legal.empty());
    expect_line(p, value, *line);
  }

  void expect_line(Position p, Value value, const std::vector<Move>& line) {
    EXPECT_EQ(static_cast<int>(line.size()), std::max(0, value.plies));
    for (std::size_t i = 0; i < line.size(); ++i) {
      p = after(*game_, p, line[i]);
      const Value here = tables_->value_of(p);
      EXPECT_EQ(here.outcome, i % 2 == 0 ? opposite(value.outcome) : value.outcome);
      EXPECT_EQ(std::max(0, here.plies), value.plies - 1 - static_cast<int>(i));
    }
  }

  Position position(const std::string& fen) const {
    const auto p = parse_fen(*game_, fen);
    EXPECT_TRUE(p) << fen << ": " << p.error().message;
    return p ? *p : Position{};
  }
  Value value(const std::string& fen) const {
    const auto v = prober_->probe(position(fen));
    EXPECT_TRUE(v) << fen << ": " << v.error().message;
    return v ? *v : Value{};
  }
  std::string moves(const std::string& fen) const {
    const auto scored = prober_->moves(position(fen));
    EXPECT_TRUE(scored) << fen << ": " << scored.error().message;
    std::string text;
    if (!scored) return text;
    for (const ScoredMove& m : *scored) text += (text.empty() ? "" : " ") + to_text(*game_, m.move);
    return text;
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Game> game_;
  Material material_;
  std::unique_ptr<LoadedTables> tables_;
  std::unique_ptr<Prober> prober_;
};

TEST_F(ProbeGamesTest, AgreesOnPawns) {
  prepare(pawn_rules(4, 5), "KPvKP");
  expect_all(53);
  prepare(pawn_rules(4, 5), "KPvK");
  expect_all(7);
}

TEST_F(ProbeGamesTest, AgreesOnSeveralOutcomes) {
  prepare(five_outcome_rules(4, 4), "KQvKR");
  expect_all(53);
  // A Knight's capture is an advantage at once by the count of points, which has no distance there.
  GameRules rules = five_outcome_rules(4, 4);
  rules.points_ahead = 3;
  prepare(rules, "KNvKB");
  expect_all(53);
  EXPECT_EQ(value("k3/2b1/N3/3K w"), (Value{Outcome::kAdvantage, 1}));
  EXPECT_EQ(prober_->line(position("k3/2b1/N3/3K w"))->size(), 1u);
  EXPECT_EQ(value("k3/2N1/4/3K b"), (Value{Outcome::kDisadvantage, kNoDistance}));
}

TEST_F(ProbeGamesTest, AgreesOnJokers) {
  prepare(five_outcome_rules(3, 4), "KJvKN");
  expect_all(17);
  prepare(five_outcome_rules(3, 3), "KJvKJ");
  expect_all(17);
}

TEST_F(ProbeGamesTest, AgreesOnPerpetualCheck) {
  GameRules rules = small_rules(4, 5);
  rules.perpetual_check_wins = true;
  prepare(rules, "KQvKQ");
  expect_all(97);
}

TEST_F(ProbeGamesTest, AgreesOnGamesThatAreOver) {
  GameRules rules = small_rules(4, 4);
  rules.bare_royal = Outcome::kLoss;
  prepare(rules, "KRvKN");
  expect_all(53);
  EXPECT_EQ(value("k3/4/4/R2K b"), (Value{Outcome::kLoss, 0}));
  EXPECT_EQ(value("k3/4/4/3K b"), (Value{Outcome::kDraw, kNoDistance}));
  EXPECT_TRUE(prober_->moves(position("k3/4/4/1R1K w"))->empty());
}

class EnPassantTest : public ProbeGamesTest {
 protected:
  void SetUp() override {
    GameRules rules = pawn_rules(4, 5);
    rules.kinds[6].pawn->promotions[0].kinds = {1};
    prepare(rules, "KQPvKP");
  }
};

TEST_F(EnPassantTest, AStalemateButForTheCaptureIsNone) {
  EXPECT_EQ(value("4/pP2/K1Q1/4/3k b"), (Value{Outcome::kDraw, kNoDistance}));
  EXPECT_EQ(moves("4/pP2/K1Q1/4/3k b b3"), "a4b3");
  const Value forced = value("4/pP2/K1Q1/4/3k b b3");
  EXPECT_EQ(forced.outcome, Outcome::kLoss);
  EXPECT_EQ(forced.plies, value("4/4/KpQ1/4/3k w").plies + 1);
  // So the double step, which would stalemate, wins.
  const auto scored = prober_->moves(position("4/p3/K1Q1/1P2/3k w"));
  ASSERT_TRUE(scored) << scored.error().message;
  const auto step = std::find_if(scored->begin(), scored->end(),
                                 [](const ScoredMove& m) { return m.move.multi_step; });
  ASSERT_NE(step, scored->end());
  EXPECT_EQ(step->value, (Value{Outcome::kWin, forced.plies + 1}));
}

TEST_F(EnPassantTest, AMateButForTheCaptureIsNone) {
  EXPECT_EQ(value("k3/pPQ1/4/4/3K b"), (Value{Outcome::kLoss, 0}));
  EXPECT_EQ(moves("k3/pPQ1/4/4/3K b b3"), "a4b3");
  EXPECT_GT(value("k3/pPQ1/4/4/3K b b3").plies, 0);
  EXPECT_EQ(prober_->best(position("k3/pPQ1/4/4/3K b b3"))->size(), 1u);
}

TEST_F(EnPassantTest, ACaptureThatExposesTheKingAlongTheRankIsNone) {
  EXPECT_EQ(moves("4/QPpk/4/4/K3 b b3"), moves("4/QPpk/4/4/K3 b"));
  EXPECT_EQ(value("4/QPpk/4/4/K3 b b3"), value("4/QPpk/4/4/K3 b"));
  EXPECT_NE(moves("3k/QPp1/4/4/K3 b b3").find("c4b3"), std::string::npos);
}

TEST_F(EnPassantTest, RefusesARightThatCannotBe) {
  Position p = position("3k/QPp1/4/4/K3 b");
  EXPECT_TRUE(prober_->probe(p));
  p.passed.set(square(game_->board(), "b3"));
  EXPECT_EQ(prober_->probe(p).error().code, ErrorCode::kIllegal);
  p.passer = square(game_->board(), "c4");  // its own
  EXPECT_EQ(prober_->moves(p).error().code, ErrorCode::kIllegal);
  p.passer = square(game_->board(), "b4");
  EXPECT_TRUE(prober_->probe(p));
}

TEST_F(ProbeGamesTest, ResolvesTwoCapturesInPassing) {
  GameRules rules = pawn_rules(3, 5);
  rules.kinds[6].pawn->promotions[0].kinds = {1};
  prepare(rules, "KPvKPP");
  const std::string both = "2k/pPp/3/3/K2 b b3";
  const std::string text = moves(both);
  EXPECT_NE(text.find("a4b3"), std::string::npos) << text;
  EXPECT_NE(text.find("c4b3"), std::string::npos) << text;
  expect_moves(position(both), value(both));
  EXPECT_EQ(value(both), tables_->value_of(position(both)));
}

// A Joker that imitates a kind that is gone, or that nobody has.
TEST_F(ProbeGamesTest, ResolvesWhatAJokerImitates) {
  prepare(five_outcome_rules(4, 4), "KJvKN");
  int seen = 0;
  const PositionIndex& order = tables_->find(material(*game_, "KJvK"))->index;
  for (std::uint64_t i = 0; i < order.entries() && !HasFailure(); ++i)
    for (const int kind : {1, 4}) {  // a Queen, a Knight
      Position p = order.position(i, Side::kWhite);
      p.imitates[0] = kind;
      if (order.state_of(i) != 0 || why_illegal(*game_, p)) continue;
      const auto found = prober_->probe(p);
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(*found, tables_->value_of(p));
      if (++seen % 29 == 0) expect_moves(p, *found);
    }
  EXPECT_GT(seen, 400);
  Position p = order.position(0, Side::kWhite);
  for (const int kind : {6, 7, -2}) {  // a Joker, nothing at all
    p.imitates[0] = kind;
    EXPECT_EQ(prober_->probe(p).error().code, ErrorCode::kIllegal);
  }
  p.imitates = {4, 4};  // Black has no Joker
  EXPECT_EQ(prober_->probe(p).error().code, ErrorCode::kIllegal);
}

TEST_F(ProbeGamesTest, NamesTheMissingTableOfAPromotion) {
  prepare(pawn_rules(4, 5), "KPvK");
  const TableSet set({folder_.path()});
  std::filesystem::remove(*set.find(*game_, material(*game_, "KNvK")));
  const Position p = position("4/P3/4/2k1/K3 w");
  EXPECT_TRUE(prober_->probe(p));
  const auto scored = prober_->moves(p);
  ASSERT_FALSE(scored);
  EXPECT_EQ(scored.error().code, ErrorCode::kMissingTable);
  EXPECT_NE(scored.error().message.find("KNvK"), std::string::npos) << scored.error().message;
}

// From a position of the set P the checks go on for ever, whatever the replies.
TEST_F(ProbeGamesTest, GoesOnChecking) {
  GameRules rules = small_rules(4, 5);
  rules.perpetual_check_wins = true;
  prepare(rules, "KQvKQ");
  const PositionIndex& order = tables_->find(material_)->index;
  int followed = 0;
  for (std::uint64_t i = 0; i < order.entries() && followed < 20; ++i) {
    Position p = order.position(i, Side::kWhite);
    if (why_illegal(*game_, p) || *prober_->probe(p) != Value{Outcome::kWinPerpetual, 0}) continue;
    ++followed;
    EXPECT_TRUE(prober_->line(p)->empty());
    for (int ply = 0; ply < 30; ++ply) {
      const auto best = prober_->best(p);
      ASSERT_TRUE(best && !best->empty());
      p = after(*game_, p, (*best)[static_cast<std::size_t>(ply) % best->size()]);
      EXPECT_EQ(in_check(*game_, p), ply % 2 == 0);
    }
    EXPECT_EQ(*prober_->probe(p), (Value{Outcome::kWinPerpetual, 0}));
  }
  EXPECT_EQ(followed, 20);
}

// Sampled positions and their best moves, by the independent program (tests/data/README.md).
TEST_F(ProbeGamesTest, AgreesWithTheIndependentProgram) {
  int samples = 0;
  for (const CaseLine& line : read_case_lines()) {
    const char* small[] = {"p45-01", "p46-01", "gaj4-01", "perp45-02",
                           "o75-01", "ga6-05", "stl6-03"};
    if (std::find(std::begin(small), std::end(small), line.id) == std::end(small)) continue;
    SCOPED_TRACE(line.id);
    const auto c = read_case(line);
    ASSERT_TRUE(c) << c.error().message;
    game_ = make_game(c->rules);
    prepare(c->material);
    for (const CaseSample& sample : c->samples) {
      SCOPED_TRACE(sample.fen);
      const auto found = prober_->probe(sample.position);
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_EQ(*found, sample.value);
      if (sample.best) {
        const auto moves = prober_->best(sample.position);
        ASSERT_TRUE(moves) << moves.error().message;
        std::vector<std::string> best;
        for (const Move& m : *moves) best.push_back(case_text(*game_, m));
        std::sort(best.begin(), best.end());
        EXPECT_EQ(best, *sample.best);
      }
      ++samples;
    }
  }
  EXPECT_GE(samples, 180);  // three of the cases are in the small copy of the file
}

}  // namespace
}  // namespace augmate::test
