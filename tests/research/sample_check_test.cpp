// SPDX-License-Identifier: MIT
// The checker of samples: right tables of several games pass, one planted fault is found as often
// as its share of the positions promises, and the answer does not depend on the threads.
#include "research/sample_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "gen/generate.h"
#include "tests/support/hand_tables.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

class SampleCheckTest : public ::testing::Test {
 protected:
  void prepare(const GameRules& rules, const std::string& men) {
    game_ = make_game(rules);
    tables_ = std::make_unique<HandTables>(game_);
    material_ = material(*game_, men);
    tables_->write_all(folder_.path(), material_);
  }
  void generate_tables(const GameRules& rules, const std::string& men,
                       StoredSides sides = StoredSides::kBoth) {
    game_ = make_game(rules);
    material_ = material(*game_, men);
    GenerateOptions options;
    options.folder = folder_.path();
    options.sides = sides;
    ASSERT_TRUE(generate(game_, material_, options));
  }
  Result<SampleReport> check(std::uint64_t positions, std::uint64_t seed = 1, int threads = 0) {
    return check_sample(game_, material_, folder_.path(), {positions, seed, threads, nullptr});
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Game> game_;
  std::unique_ptr<HandTables> tables_;
  Material material_;
};

TEST_F(SampleCheckTest, AcceptsRightTables) {
  const std::pair<GameRules, const char*> endings[] = {
      {small_rules(4, 4), "KRvK"},  {small_rules(3, 4), "KRvKN"},      {small_rules(3, 4), "KRRvK"},
      {small_rules(4, 4), "KLvKB"}, {pawn_rules(3, 5), "KPvKP"},       {pawn_rules(4, 4), "KvKP"},
      {small_rules(4, 4), "KvKR"},  {five_outcome_rules(3, 4), "KJvK"}};
  for (const auto& [rules, men] : endings) {
    generate_tables(rules, men);
    const auto report = check(20'000);
    ASSERT_TRUE(report) << men << ": " << report.error().message;
    EXPECT_EQ(report->compared[0] + report->compared[1], 20'000u) << men;
    EXPECT_GT(report->compared[0], 2'000u) << men;
    EXPECT_GT(report->compared[1], 2'000u) << men;
    EXPECT_GT(report->moves, 20'000u) << men;
  }
}

TEST_F(SampleCheckTest, FindsAlteredValues) {
  prepare(small_rules(4, 4), "KRvK");
  HandTable table = tables_->make(material_);
  const PackedValue wrong = pack({Outcome::kWin, 9}), right = pack({Outcome::kWin, 7});
  std::size_t altered = 0;
  for (PackedValue& value : table.values[index(Side::kWhite)])
    if (value == right) value = wrong, ++altered;
  ASSERT_GT(altered, 20u);
  tables_->write(folder_.path(), material_, table);
  const auto found = check(2'000);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kMismatch);
  for (const int threads : {1, 2, 5}) {
    const auto again = check(2'000, 1, threads);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().message, found.error().message);
  }
  const auto other = check(2'000, 2);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message, found.error().message);
}

TEST_F(SampleCheckTest, ReadsOneSideAlone) {
  generate_tables(small_rules(4, 4), "KRvK", StoredSides::kSmaller);
  const auto report = check(1'000);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(std::min(report->compared[0], report->compared[1]), 0u);
  EXPECT_EQ(std::max(report->compared[0], report->compared[1]), 1'000u);
}

TEST_F(SampleCheckTest, NamesWhatIsMissing) {
  prepare(small_rules(4, 4), "KRvK");
  std::filesystem::remove(tables_->path(folder_.path(), material(*game_, "KvK")));
  material_ = material(*game_, "KRvKN");
  const auto none = check(10);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kMissingTable);
}

}  // namespace
}  // namespace augmate::test
