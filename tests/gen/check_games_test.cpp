// SPDX-License-Identifier: MIT
// The checker on pawns, several outcomes, Jokers and perpetual check: what the generator makes
// passes, planted faults are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "formats/position_index.h"
#include "formats/rules_text.h"
#include "formats/table_set.h"
#include "gen/check.h"
#include "gen/generate.h"
#include "tests/support/hand_tables.h"
#include "tests/support/random_rules.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

constexpr Value kPerpetual{Outcome::kWinPerpetual, 0};
constexpr Value kDrawn{Outcome::kDraw, kNoDistance};

class CheckGamesTest : public ::testing::Test {
 protected:
  // Makes the tables and takes the asked one for altering.
  void prepare(const GameRules& rules, const std::string& men) {
    game_ = make_game(rules);
    material_ = canonical(*game_, material(*game_, men)).material;
    make(game_);
    table_ = read_table(path());
  }
  std::vector<GeneratedTable> make(const std::shared_ptr<const Game>& game) {
    GenerateOptions options;
    options.folder = folder_.path();
    options.threads = 1;
    auto made = generate(game, material_, options);
    EXPECT_TRUE(made) << made.error().message;
    return made ? std::move(*made) : std::vector<GeneratedTable>{};
  }
  std::string path() const { return folder_.file(stored_file_name(*game_, material_)); }
  Result<CheckReport> check(int threads = 1) { return check(material_, threads); }
  Result<CheckReport> check(const Material& men, int threads = 1) {
    CheckOptions options;
    options.threads = threads;
    return check_table(game_, men, TableSet({folder_.path()}), options);
  }
  void expect_right(const GameRules& rules, const std::string& men) {
    SCOPED_TRACE(men);
    game_ = make_game(rules);
    material_ = material(*game_, men);
    for (const GeneratedTable& made : make(game_)) {
      const auto report = check(material(*game_, made.material));
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_EQ(report->sides[0].legal, made.info.sides[0].legal);
    }
  }
  // Writes the altered table and expects the checker to say so.
  std::string expect_found() {
    write_hand_table(path(), table_);
    const auto report = check();
    EXPECT_FALSE(report);
    if (report) return {};
    EXPECT_EQ(report.error().code, ErrorCode::kMismatch) << report.error().message;
    EXPECT_EQ(check(2).error().message, report.error().message);
    return report.error().message;
  }
  OutcomeStatistics& statistics(Side side, Outcome outcome) {
    return table_.info.sides[index(side)].outcomes[static_cast<std::size_t>(outcome)];
  }
  // The first legal entry with the value, looked for from the given part of the table on.
  std::optional<std::uint64_t> entry_with(Side side, Value value, double from = 0) const {
    const auto& values = table_.values[index(side)];
    const auto order = PositionIndex::create(game_, material_);
    const auto first = static_cast<std::size_t>(from * static_cast<double>(values.size()));
    for (std::size_t n = 0; n < values.size(); ++n) {
      const std::size_t i = (first + n) % values.size();
      if (values[i] == pack(value) && !why_illegal(*game_, order->position(i, side))) return i;
    }
    return std::nullopt;
  }
  void alter(Side side, Value from, Value to, double part = 0) {
    const auto entry = entry_with(side, from, part);
    ASSERT_TRUE(entry) << name(from.outcome) << ' ' << from.plies;
    table_.values[index(side)][*entry] = pack(to);
    // A value that did not occur needs a code.
    auto& s = statistics(side, to.outcome);
    if (to.plies == kNoDistance) {
      s.count += 1;
      return;
    }
    for (auto& [plies, count] : s.histogram)
      if (plies == to.plies) return;
    s.count += 1;
    s.histogram.emplace_back(to.plies, 1);
    std::sort(s.histogram.begin(), s.histogram.end());
  }
  // The tables of the same material under other rules, in files that say they are of this game.
  void forge(const GameRules& rules, bool whole_chain) {
    const TemporaryFolder other_folder;
    GenerateOptions options;
    options.folder = other_folder.path();
    options.threads = 1;
    const auto other = make_game(rules);
    const auto made = generate(other, material_, options);
    ASSERT_TRUE(made) << made.error().message;
    for (const GeneratedTable& t : *made) {
      const Material men = material(*game_, t.material);
      if (!whole_chain && !(men == material_)) continue;
      table_ = read_table(t.path);
      table_.info.rules_text = rules_text(*game_, men);
      write_hand_table(folder_.file(stored_file_name(*game_, men)), table_);
    }
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Game> game_;
  Material material_;
  HandTable table_;
};

GameRules perpetual_rules(int files, int ranks) {
  GameRules rules = pawn_rules(files, ranks);
  rules.perpetual_check_wins = true;
  return rules;
}

// --- What is right ---

TEST_F(CheckGamesTest, AcceptsPawns) {
  for (const char* men : {"KPvK", "KPvKP", "KPPvK", "KQvKP"}) expect_right(pawn_rules(4, 5), men);
  GameRules rules = pawn_rules(3, 6);
  rules.kinds[6].pawn->steps[2] = rules.kinds[6].pawn->steps[3] = 3;
  rules.kinds[6].pawn->promotions = {{5, false, {4}}, {6, true, {1, 2}}};
  rules.kinds[4].most = 1;
  expect_right(rules, "KPvKP");
  rules.forward = {Direction::kNorth, Direction::kWest};
  expect_right(rules, "KPvKP");
}

TEST_F(CheckGamesTest, AcceptsOutcomesJokersAndPerpetuals) {
  expect_right(five_outcome_rules(4, 4), "KQvKR");
  expect_right(five_outcome_rules(4, 4), "KJvKR");
  expect_right(five_outcome_rules(3, 4), "KJvKJ");
  expect_right(perpetual_rules(4, 5), "KQvKR");
  expect_right(perpetual_rules(4, 4), "KQvKP");
  for (const Outcome bare : {Outcome::kLoss, Outcome::kDraw, Outcome::kDisadvantage}) {
    GameRules rules = small_rules(4, 4);
    rules.bare_royal = bare;
    expect_right(rules, "KRvKN");
  }
  for (const Outcome stalemate :
       {Outcome::kLoss, Outcome::kWin, Outcome::kAdvantage, Outcome::kDisadvantage}) {
    GameRules rules = pawn_rules(4, 5);
    rules.stalemate = stalemate;
    expect_right(rules, "KPvK");
  }
}

// Random men on random boards with what `kinds` says: p a Pawn, j a Joker, f other outcomes, c
// perpetual check.
struct RandomGame {
  GameRules rules;
  Material material;
};

Kind random_pawn(Random& random, int ranks) {
  Kind pawn = pawn_rules(4, ranks).kinds[6];
  if (random.one_in(3))
    for (auto& steps : pawn.steps)
      for (StepNode& n : steps->nodes) std::swap(n.move, n.capture);  // a Berolina
  PawnRule& rule = *pawn.pawn;
  rule.first_rank = random.one_in(3) ? 1 : 2;
  rule.en_passant = !random.one_in(4);
  for (int rank = rule.first_rank; rank <= std::min(ranks - 1, 3); ++rank)
    rule.steps[static_cast<std::size_t>(rank)] = static_cast<std::uint8_t>(random.between(1, 3));
  rule.promotions = {{ranks, true, {2, 3}}};
  if (random.one_in(2))
    rule.promotions.insert(rule.promotions.begin(), {ranks - 1, random.one_in(3), {2}});
  return pawn;
}

void random_outcomes(Random& random, GameRules& rules) {
  constexpr Outcome kSome[] = {Outcome::kLoss, Outcome::kDisadvantage, Outcome::kDraw,
                               Outcome::kAdvantage, Outcome::kWin};
  rules.points_settle = random.one_in(2);
  rules.points_ahead = random.between(1, 4);
  rules.bare_royals_draw = random.one_in(2);
  if (random.one_in(3)) rules.bare_royal = kSome[random.below(5)];
  rules.stalemate = kSome[random.below(5)];
  for (Kind& kind : rules.kinds) {
    kind.points = random.between(0, 9);
    kind.heavy = random.one_in(2);
  }
}

RandomGame random_game(std::uint64_t seed, const std::string& kinds) {
  Random random(seed);
  RandomGame g;
  g.rules = random_rules(random, random.between(3, 4), random.between(4, 5));
  const auto wanted = [&](char c) { return kinds.find(c) != std::string::npos; };
  std::vector<int> more;
  if (wanted('p')) {
    more.push_back(static_cast<int>(g.rules.kinds.size()));
    g.rules.kinds.push_back(random_pawn(random, g.rules.board.ranks()));
    if (random.one_in(3)) g.rules.kinds[2].most = 1;
  }
  if (wanted('j')) {
    more.push_back(static_cast<int>(g.rules.kinds.size()));
    g.rules.kinds.push_back(five_outcome_rules(3, 3).kinds.back());
    if (wanted('p') && random.one_in(2))
      g.rules.kinds[4].pawn->promotions.back().kinds.push_back(more.back());
  }
  if (wanted('f')) random_outcomes(random, g.rules);
  g.rules.perpetual_check_wins = wanted('c');
  g.material =
      random_material(random, g.rules, more.empty() ? random.between(1, 2) : random.between(0, 1));
  if (!more.empty()) {
    auto& men = g.material.men[static_cast<unsigned>(random.below(2))];
    men.push_back(more[static_cast<std::size_t>(random.below(static_cast<int>(more.size())))]);
    std::sort(men.begin() + 1, men.end());
  }
  return g;
}

TEST_F(CheckGamesTest, AcceptsWhatTheGeneratorMakesOfRandomGames) {
  for (const char* kinds : {"p", "f", "j", "c", "pf", "pj", "pc", "fj", "fc", "pfj", "pfc"})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(std::string(kinds) + " seed " + std::to_string(seed));
      const RandomGame g = random_game(seed, kinds);
      const auto game = make_game(g.rules);
      expect_right(g.rules, material_name(*game, g.material));
      if (HasFailure()) return;
    }
}

TEST_F(CheckGamesTest, NamesTheTablesThatMovesLeadTo) {
  prepare(pawn_rules(3, 4), "KPvKN");
  const auto report = check();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->relied_on,
            (std::vector<std::string>{"KNvK", "KNvKN", "KPvK", "KQvK", "KQvKN", "KRvK", "KRvKN"}));
  EXPECT_EQ(report->perpetual, 0u);
}

// --- Pawns ---

TEST_F(CheckGamesTest, FindsAWrongPawnPosition) {
  prepare(pawn_rules(4, 5), "KPvKP");
  const HandTable good = table_;
  for (const double part : {0.0, 0.5})
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      table_ = good;
      alter(side, {Outcome::kWin, 3}, {Outcome::kWin, 5}, part);
      EXPECT_NE(expect_found().find("KPvKP, "), std::string::npos);
      table_ = good;
      alter(side, {Outcome::kWin, 1}, kDrawn, part);
      expect_found();
    }
}

// A table of the game without en passant: wrong only where a capture in passing decides.
TEST_F(CheckGamesTest, FindsThatEnPassantWasForgotten) {
  prepare(pawn_rules(4, 6), "KPvKP");
  ASSERT_TRUE(check());
  GameRules rules = pawn_rules(4, 6);
  rules.kinds[6].pawn->en_passant = false;
  forge(rules, false);
  const auto report = check();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kMismatch) << report.error().message;
}

TEST_F(CheckGamesTest, FindsAForgottenPromotion) {
  prepare(pawn_rules(4, 5), "KPvKN");
  GameRules rules = pawn_rules(4, 5);
  rules.kinds[6].pawn->promotions[0].kinds = {2, 4};  // no Queen
  forge(rules, false);
  EXPECT_EQ(check().error().code, ErrorCode::kMismatch);
}

TEST_F(CheckGamesTest, FindsOtherMultiSteps) {
  prepare(pawn_rules(3, 6), "KPvK");
  GameRules rules = pawn_rules(3, 6);
  rules.kinds[6].pawn->steps[2] = 3;
  forge(rules, false);
  EXPECT_EQ(check().error().code, ErrorCode::kMismatch);
}

TEST_F(CheckGamesTest, FindsAFaultInATableThatAPromotionLeadsTo) {
  prepare(pawn_rules(4, 5), "KPvK");
  ASSERT_TRUE(check());
  const Material pawn = material_;
  material_ = material(*game_, "KQvK");
  table_ = read_table(path());
  for (PackedValue& v : table_.values[1])
    if (v == pack({Outcome::kLoss, 2})) v = pack({Outcome::kLoss, 4});
  write_hand_table(path(), table_);
  EXPECT_EQ(check(pawn).error().code, ErrorCode::kMismatch);
  std::filesystem::remove(path());
  EXPECT_EQ(check(pawn).error().code, ErrorCode::kMissingTable);
}

// --- Several outcomes ---

TEST_F(CheckGamesTest, FindsAWrongOutcome) {
  prepare(five_outcome_rules(4, 4), "KQvKR");  // three points ahead: infinite play is a draw
  const HandTable good = table_;
  const auto first = [&](Side side, Outcome o) {
    return Value{o, statistics(side, o).histogram[0].first};
  };
  const Value win = first(Side::kWhite, Outcome::kWin),
              advantage = first(Side::kWhite, Outcome::kAdvantage);
  const Value disadvantage = first(Side::kBlack, Outcome::kDisadvantage);
  const std::pair<Value, Value> faults[] = {
      {advantage, kDrawn},
      {advantage, win},
      {win, advantage},
      {kDrawn, advantage},
      {advantage, {Outcome::kAdvantage, kNoDistance}},
      {kDrawn, {Outcome::kDraw, 3}},
      {advantage, {Outcome::kAdvantage, advantage.plies + 2}}};
  for (const auto& [from, to] : faults) {
    table_ = good;
    alter(Side::kWhite, from, to);
    expect_found();
  }
  table_ = good;
  alter(Side::kBlack, disadvantage, {Outcome::kDisadvantage, disadvantage.plies + 2});
  expect_found();
}

// A count of points that does not hold: consistent in itself but for the captures.
TEST_F(CheckGamesTest, FindsOtherPoints) {
  prepare(five_outcome_rules(4, 4), "KQvKR");
  GameRules rules = five_outcome_rules(4, 4);
  rules.points_ahead = 3;
  forge(rules, true);
  EXPECT_EQ(check().error().code, ErrorCode::kMismatch);
}

TEST_F(CheckGamesTest, FindsThatTheGameIsOver) {
  GameRules rules = small_rules(4, 4);
  rules.bare_royal = Outcome::kLoss;
  prepare(rules, "KRvK");
  ASSERT_TRUE(check());
  EXPECT_EQ(check()->sides[0].moves, 0u);
  const HandTable good = table_;
  alter(Side::kWhite, {Outcome::kWin, 0}, kDrawn);
  expect_found();
  table_ = good;
  alter(Side::kBlack, {Outcome::kLoss, 0}, {Outcome::kLoss, 2});
  expect_found();
}

// --- Jokers ---

TEST_F(CheckGamesTest, FindsAWrongPositionInAnyState) {
  prepare(five_outcome_rules(4, 4), "KJvKR");
  const auto order = PositionIndex::create(game_, material_);
  ASSERT_EQ(order->states().size(), 3u);  // nothing, King, Rook
  const HandTable good = table_;
  for (const double part : {0.0, 1.0 / 3, 2.0 / 3}) {
    table_ = good;
    alter(Side::kBlack, {Outcome::kWin, 1}, kDrawn, part);
    const std::string message = expect_found();
    EXPECT_NE(message.find("re-derived win in 1 ply"), std::string::npos) << message;
  }
}

TEST_F(CheckGamesTest, FindsStatesExchanged) {
  prepare(five_outcome_rules(4, 4), "KJvKR");
  const auto order = PositionIndex::create(game_, material_);
  for (auto& values : table_.values)
    std::swap_ranges(values.begin() + static_cast<std::ptrdiff_t>(order->slab()),
                     values.begin() + static_cast<std::ptrdiff_t>(2 * order->slab()),
                     values.begin() + static_cast<std::ptrdiff_t>(2 * order->slab()));
  expect_found();
}

TEST_F(CheckGamesTest, FindsFalseStatisticsOfAState) {
  prepare(five_outcome_rules(4, 4), "KJvKR");
  ASSERT_EQ(table_.info.states.size(), 3u);
  const HandTable good = table_;
  auto& draws = table_.info.states[1][0].outcomes[static_cast<std::size_t>(Outcome::kDraw)].count;
  ++draws;
  EXPECT_NE(expect_found().find("in state 1"), std::string::npos);
  table_ = good;
  std::swap(table_.info.states[1], table_.info.states[2]);
  EXPECT_NE(expect_found().find("in state 1"), std::string::npos);
  table_ = good;
  table_.info.states.pop_back();
  EXPECT_NE(expect_found().find("2 states"), std::string::npos);
  table_ = good;
  table_.info.states.clear();
  EXPECT_NE(expect_found().find("0 states"), std::string::npos);
}

// A Joker that took the man it imitates: no table stores that.
TEST_F(CheckGamesTest, FindsFaultsBehindStatesThatNoTableStores) {
  prepare(five_outcome_rules(3, 4), "KJvKN");
  ASSERT_TRUE(check());
  const Material main = material_;
  material_ = material(*game_, "KJvK");
  table_ = read_table(path());
  const auto order = PositionIndex::create(game_, material_);
  // Only Jokers that imitate a King can follow; what White has from there is all that counts.
  for (std::uint64_t i = 0; i < order->entries(); ++i)
    if (order->state_of(i) == 1) table_.values[0][i] = pack(kDrawn);
  statistics(Side::kWhite, Outcome::kDraw).count += 1;
  write_hand_table(path(), table_);
  EXPECT_EQ(check(main).error().code, ErrorCode::kMismatch);
}

// --- Perpetual check ---

TEST_F(CheckGamesTest, CountsThePerpetuals) {
  prepare(perpetual_rules(4, 5), "KQvKQ");
  const auto report = check();
  ASSERT_TRUE(report) << report.error().message;
  std::uint64_t in_set = 0;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const auto& [plies, count] : statistics(side, Outcome::kWinPerpetual).histogram)
      if (plies == 0) in_set += count;
  EXPECT_GT(in_set, 0u);
  EXPECT_EQ(report->perpetual, in_set);
}

// Draws where somebody can check for ever: each is what its moves make it.
TEST_F(CheckGamesTest, FindsAnEmptyPerpetualSet) {
  prepare(perpetual_rules(4, 5), "KQvKR");
  ASSERT_TRUE(check());
  forge(pawn_rules(4, 5), true);
  const auto report = check();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kMismatch);
  EXPECT_NE(
      report.error().message.find("stored draw, re-derived win_perpetual in 0 plies (by perpetual"),
      std::string::npos)
      << report.error().message;
  EXPECT_EQ(check(2).error().message, report.error().message);
}

TEST_F(CheckGamesTest, FindsAPerpetualSetThatIsTooSmall) {
  prepare(perpetual_rules(4, 5), "KQvKQ");
  // One position and all that its symmetry makes of it.
  alter(Side::kWhite, kPerpetual, {Outcome::kWinPerpetual, 2});
  expect_found();
}

TEST_F(CheckGamesTest, FindsAPerpetualSetThatIsTooLarge) {
  prepare(perpetual_rules(4, 5), "KQvKR");
  const HandTable good = table_;
  alter(Side::kBlack, kDrawn, kPerpetual);
  expect_found();
  // All draws of one side to move that are not check are in the set, and what the other side has
  // from there follows.
  table_ = good;
  const auto order = PositionIndex::create(game_, material_);
  for (std::uint64_t i = 0; i < order->entries(); ++i)
    if (table_.values[1][i] == pack(kDrawn) &&
        !attacks_royal(*game_, order->position(i, Side::kBlack), Side::kWhite))
      table_.values[1][i] = pack(kPerpetual);
  for (PackedValue& v : table_.values[0])
    if (v == pack(kDrawn)) v = pack({Outcome::kLossPerpetual, 1});
  statistics(Side::kWhite, Outcome::kLossPerpetual) = {1, {{1, 1}}, ""};
  expect_found();
}

}  // namespace
}  // namespace augmate::test
