// SPDX-License-Identifier: MIT
// The checker: right tables pass, planted faults are found and named.
#include "gen/check.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gen/generate.h"
#include "tests/support/hand_tables.h"
#include "tests/support/random_rules.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

constexpr auto kWinIndex = static_cast<std::size_t>(Outcome::kWin);
constexpr auto kLossIndex = static_cast<std::size_t>(Outcome::kLoss);
constexpr auto kDrawIndex = static_cast<std::size_t>(Outcome::kDraw);

class CheckTest : public ::testing::Test {
 protected:
  void prepare(const GameRules& rules, const std::string& men) {
    game_ = make_game(rules);
    tables_ = std::make_unique<HandTables>(game_);
    material_ = material(*game_, men);
    tables_->write_all(folder_.path(), material_);
    table_ = tables_->make(material_);
  }
  void prepare_kr() { prepare(small_rules(4, 4), "KRvK"); }
  Result<CheckReport> check(int threads = 0) {
    CheckOptions options;
    options.threads = threads;
    return check_table(game_, material_, TableSet({folder_.path()}), options);
  }
  // Writes the altered table and expects the checker to say so.
  std::string expect_found(ErrorCode code = ErrorCode::kMismatch) {
    tables_->write(folder_.path(), material_, table_);
    const auto report = check();
    EXPECT_FALSE(report);
    if (report) return {};
    EXPECT_EQ(report.error().code, code) << report.error().message;
    return report.error().message;
  }
  // The first entry with the value, from the given part of the table on.
  std::size_t entry_with(Side side, Value value, double from = 0) const {
    const auto& values = table_.values[index(side)];
    auto i = static_cast<std::size_t>(from * static_cast<double>(values.size()));
    while (values[i] != pack(value)) ++i;
    return i;
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Game> game_;
  std::unique_ptr<HandTables> tables_;
  Material material_;
  HandTable table_;
};

TEST_F(CheckTest, AcceptsRightTables) {
  const std::pair<GameRules, const char*> endings[] = {
      {small_rules(4, 4), "KvK"},   {small_rules(4, 4), "KRvK"},  {small_rules(5, 4), "KQvK"},
      {small_rules(3, 4), "KRRvK"}, {small_rules(3, 4), "KRvKR"}, {small_rules(3, 3), "KNNvKR"},
      {small_rules(4, 4), "KLvKB"}, {small_rules(3, 5), "KLLvK"}, {small_rules(5, 5), "KBvK"},
  };
  for (const auto& [rules, men] : endings) {
    prepare(rules, men);
    const auto report = check();
    ASSERT_TRUE(report) << report.error().message;
    const auto plain = tables_->solver().statistics(canonical(*game_, material_).material);
    for (std::size_t side = 0; side < 2; ++side) {
      EXPECT_EQ(report->sides[side].legal, plain[side].legal) << men;
      EXPECT_LE(report->sides[side].compared, report->sides[side].entries);
    }
    EXPECT_GT(report->turned, 0u);
  }
}

TEST_F(CheckTest, ReportsWhatItDid) {
  prepare(small_rules(3, 4), "KRvKN");
  const auto report = check();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->material, "KRvKN");
  EXPECT_EQ(report->path, tables_->path(folder_.path(), material_));
  EXPECT_EQ(report->relied_on, (std::vector<std::string>{"KNvK", "KRvK"}));
  EXPECT_GT(report->sides[0].moves, report->sides[0].compared);
}

TEST_F(CheckTest, ChecksTheStoredColours) {
  prepare(small_rules(4, 4), "KvKR");
  const auto report = check();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->material, "KRvK");
}

TEST_F(CheckTest, CoversPeculiarBoardsAndRoyals) {
  GameRules rules = small_rules(4, 4);
  rules.board.remove(6);
  rules.board.set_vanishing(0);
  rules.forward = {Direction::kWest, Direction::kNorth};
  rules.kinds[5].steps[1] = rider({{0, 1}, {0, -1}, {1, 0}});
  rules.royal[1] = 5;
  prepare(rules, "KRvL");
  const auto report = check();
  ASSERT_TRUE(report) << report.error().message;
}

TEST_F(CheckTest, CoversStalematesThatDecide) {
  for (const Outcome outcome : {Outcome::kLoss, Outcome::kWin}) {
    GameRules rules = small_rules(4, 4);
    rules.stalemate = outcome;
    prepare(rules, "KRvK");
    const auto report = check();
    ASSERT_TRUE(report) << report.error().message;
  }
}

// The solver and the checker have nothing but the rules in common.
TEST_F(CheckTest, AcceptsWhatTheGeneratorMakesOfRandomGames) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    GameRules rules = random_rules(random, random.between(3, 5), random.between(3, 5));
    game_ = make_game(rules);
    material_ = random_material(random, rules, random.between(0, 2));
    GenerateOptions options;
    options.folder = folder_.path();
    options.threads = 1;
    const auto made = generate(game_, material_, options);
    ASSERT_TRUE(made) << made.error().message;
    const auto report = check(1);
    ASSERT_TRUE(report) << "seed " << seed << ": " << report.error().message;
  }
}

TEST_F(CheckTest, FindsADistanceOffByTwo) {
  prepare_kr();
  const auto& histogram = table_.info.sides[0].outcomes[kWinIndex].histogram;
  const int plies = histogram[histogram.size() / 2].first;
  const std::size_t entry = entry_with(Side::kWhite, {Outcome::kWin, plies});
  table_.values[0][entry] = pack({Outcome::kWin, plies + 2});
  const std::string message = expect_found();
  EXPECT_NE(message.find("KRvK, white to move, "), std::string::npos) << message;
  EXPECT_NE(message.find("stored win in " + std::to_string(plies + 2) +
                         " plies, re-derived win in " + std::to_string(plies) + " plies"),
            std::string::npos)
      << message;
}

TEST_F(CheckTest, FindsADistanceThatIsTooShort) {
  prepare_kr();
  const int plies = table_.info.sides[1].outcomes[kLossIndex].max_plies();
  const std::size_t entry = entry_with(Side::kBlack, {Outcome::kLoss, plies});
  table_.values[1][entry] = pack({Outcome::kLoss, plies - 2});
  expect_found();
}

TEST_F(CheckTest, FindsOneWrongPositionAnywhere) {
  prepare_kr();
  const HandTable good = table_;
  for (const double from : {0.0, 0.1, 0.35, 0.5, 0.8})
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      table_ = good;
      const Outcome outcome = side == Side::kWhite ? Outcome::kWin : Outcome::kLoss;
      const int plies = table_.info.sides[index(side)]
                            .outcomes[static_cast<std::size_t>(outcome)]
                            .histogram[1]
                            .first;
      const std::size_t entry = entry_with(side, {outcome, plies}, from);
      table_.values[index(side)][entry] = pack({Outcome::kDraw, kNoDistance});
      table_.info.sides[index(side)].outcomes[kDrawIndex].count += 1;  // else no code for a draw
      expect_found();
    }
}

// Losing and drawn positions exchanged everywhere: no position is right by itself.
TEST_F(CheckTest, FindsWinsAndDrawsExchanged) {
  prepare_kr();
  for (std::size_t side = 0; side < 2; ++side) {
    SideStatistics& s = table_.info.sides[side];
    for (PackedValue& v : table_.values[side]) {
      if (v == kDontCare) continue;
      const Outcome decided = side == 0 ? Outcome::kWin : Outcome::kLoss;
      v = unpack(v).outcome == Outcome::kDraw ? pack({decided, 1})
                                              : pack({Outcome::kDraw, kNoDistance});
    }
    s.outcomes[side == 0 ? kWinIndex : kLossIndex] = {1, {{1, 1}}, ""};
    s.outcomes[kDrawIndex].count = 1;
  }
  expect_found();
}

// Draws everywhere but at the mates: each draw has a drawing move, so only the mates' neighbours
// tell.
TEST_F(CheckTest, FindsDrawsThatSupportEachOther) {
  prepare_kr();
  for (std::size_t side = 0; side < 2; ++side) {
    for (PackedValue& v : table_.values[side])
      if (v != kDontCare && unpack(v).plies > 0) v = pack({Outcome::kDraw, kNoDistance});
    SideStatistics& s = table_.info.sides[side];
    s.outcomes[kWinIndex] = {};
    s.outcomes[kDrawIndex] = {s.legal, {}, ""};
    if (side == 1) s.outcomes[kLossIndex] = {1, {{0, 1}}, ""};
  }
  EXPECT_NE(expect_found().find("stored draw, re-derived win in 1 ply"), std::string::npos);
}

TEST_F(CheckTest, FindsFalseStatistics) {
  prepare_kr();
  const HandTable good = table_;
  const std::function<void(SideStatistics&)> faults[] = {
      [](SideStatistics& s) { ++s.legal; },
      [](SideStatistics& s) { ++s.outcomes[kDrawIndex].count; },
      [](SideStatistics& s) { ++s.outcomes[kWinIndex].count; },
      [](SideStatistics& s) { ++s.outcomes[kWinIndex].histogram[2].second; },
      [](SideStatistics& s) { s.outcomes[kWinIndex].histogram.emplace_back(99, 1); },
      [](SideStatistics& s) {
        s.outcomes[kWinIndex].longest_fen = "k3/2R1/1K2/4 w";  // mates at once
      },
      [](SideStatistics& s) { s.outcomes[kWinIndex].longest_fen = "k3/4/4/K3 w"; },
      [](SideStatistics& s) { s.outcomes[kWinIndex].longest_fen = "k2R/4/4/K3 w"; },
      [](SideStatistics& s) { s.outcomes[kWinIndex].longest_fen = "k3/2R1/1K2/4 b"; },
      [](SideStatistics& s) { s.outcomes[kWinIndex].longest_fen = "nonsense"; },
  };
  int number = 0;
  for (const auto& fault : faults) {
    table_ = good;
    fault(table_.info.sides[0]);
    EXPECT_NE(expect_found().find("the header"), std::string::npos) << number;
    ++number;
  }
}

TEST_F(CheckTest, FindsAFalseHeader) {
  prepare_kr();
  const HandTable good = table_;
  table_.info.symmetries = 2;
  EXPECT_NE(expect_found().find("2 symmetries instead of 8"), std::string::npos);
  table_ = good;
  table_.info.material = "KQvK";
  EXPECT_NE(expect_found().find("KQvK"), std::string::npos);
}

TEST_F(CheckTest, FindsAFaultInASmallerTable) {
  prepare(small_rules(3, 4), "KRvKN");
  material_ = material(*game_, "KRvK");
  table_ = tables_->make(material_);
  const auto& histogram = table_.info.sides[1].outcomes[kLossIndex].histogram;
  for (PackedValue& v : table_.values[1])
    if (v == pack({Outcome::kLoss, histogram[1].first}))
      v = pack({Outcome::kLoss, histogram[2].first});
  tables_->write(folder_.path(), material_, table_);
  material_ = material(*game_, "KRvKN");
  EXPECT_EQ(check().error().code, ErrorCode::kMismatch);
}

TEST_F(CheckTest, ReportsTheSameDifferenceForAnyNumberOfThreads) {
  prepare_kr();
  const auto& histogram = table_.info.sides[0].outcomes[kWinIndex].histogram;
  for (PackedValue& v : table_.values[0])
    if (v == pack({Outcome::kWin, histogram.back().first}))
      v = pack({Outcome::kWin, histogram.front().first});
  tables_->write(folder_.path(), material_, table_);
  const std::string one = check(1).error().message;
  EXPECT_EQ(check(2).error().message, one);
  EXPECT_EQ(check(5).error().message, one);
}

TEST_F(CheckTest, PassesOnWhatIsWrongWithFiles) {
  prepare_kr();
  const std::string path = tables_->path(folder_.path(), material_);
  std::string bytes = read_file(path);
  bytes[bytes.find("\x28\xb5\x2f\xfd") + 6] ^= 0x10;
  write_file(path, bytes);
  EXPECT_EQ(check().error().code, ErrorCode::kBadChecksum);
  tables_->write(folder_.path(), material_, table_);
  EXPECT_TRUE(check());
  std::filesystem::remove(tables_->path(folder_.path(), material(*game_, "KvK")));
  EXPECT_EQ(check().error().code, ErrorCode::kMissingTable);
}

TEST_F(CheckTest, RefusesToExceedTheMemory) {
  prepare_kr();
  CheckOptions options;
  options.memory_bytes = 1000;
  const auto report = check_table(game_, material_, TableSet({folder_.path()}), options);
  EXPECT_EQ(report.error().code, ErrorCode::kNoMemory);
}

TEST_F(CheckTest, TellsItsProgress) {
  prepare_kr();
  std::uint64_t last = 0, all = 0;
  CheckOptions options;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_GE(done, last);
    last = done;
    all = total;
  };
  ASSERT_TRUE(check_table(game_, material_, TableSet({folder_.path()}), options));
  EXPECT_EQ(last, all);
  EXPECT_EQ(all, 2 * table_.info.entries);
}

}  // namespace
}  // namespace augmate::test
