// SPDX-License-Identifier: MIT
// Profiles and tables with one side to move left out: the same values however a table is stored,
// from the Prober, in memory, and where it serves to make a larger table; and `check` holds.
#include <gtest/gtest.h>

#include <filesystem>

#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/check.h"
#include "gen/generate.h"
#include "probe/probe.h"
#include "tests/support/hand_tables.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

class Sides : public ::testing::Test {
 protected:
  void make(const std::string& folder, Profile profile, StoredSides sides, bool force = false) {
    GenerateOptions options;
    options.folder = folder;
    options.threads = 1;
    options.profile = profile;
    options.sides = sides;
    options.force = force;
    const auto made = generate(game_, material_, options);
    ASSERT_TRUE(made) << made.error().message;
  }

  void expect_same(const GameRules& rules, const std::string& men, Profile profile) {
    SCOPED_TRACE(men);
    game_ = make_game(rules);
    material_ = canonical(*game_, material(*game_, men)).material;
    const TemporaryFolder both, one;
    make(both.path(), Profile::kFast, StoredSides::kBoth);
    make(one.path(), profile, StoredSides::kSmaller);
    const TableSet from_both({both.path()}), from_one({one.path()});
    const auto table = from_one.open(game_, material_);
    ASSERT_TRUE(table);
    EXPECT_NE((*table)->file().holds(Side::kWhite), (*table)->file().holds(Side::kBlack));
    LoadedTables full(game_), rebuilt(game_);
    ASSERT_TRUE(full.load(from_both, material_) && rebuilt.load(from_one, material_));
    const Prober prober(game_, {one.path()});
    const PositionIndex& order = (*table)->index();
    int seen = 0;
    for (const Side side : {Side::kWhite, Side::kBlack})
      for (std::uint64_t i = 0; i < order.entries() && !HasFailure(); ++i) {
        const Position p = order.position(i, side);
        if (why_illegal(*game_, p)) continue;
        const PackedValue expected = full.find(material_)->values[index(side)][i];
        ASSERT_EQ(rebuilt.find(material_)->values[index(side)][i], expected) << to_fen(*game_, p);
        if (++seen % 7 != 0) continue;
        const auto probed = prober.probe(p);
        ASSERT_TRUE(probed) << probed.error().message;
        ASSERT_EQ(*probed, unpack(expected)) << to_fen(*game_, p);
      }
    EXPECT_GT(seen, 100);
    const auto checked = check_table(game_, material_, from_one);
    ASSERT_TRUE(checked) << checked.error().message;
    // The smaller tables of one side make the same file.
    make(one.path(), Profile::kFast, StoredSides::kBoth, true);
    const auto again = from_one.open(game_, material_), first = from_both.open(game_, material_);
    ASSERT_TRUE(again && first);
    EXPECT_EQ((*again)->file().checksum(), (*first)->file().checksum());
  }

  std::shared_ptr<const Game> game_;
  Material material_;
};

TEST_F(Sides, PlainMen) { expect_same(small_rules(5, 4), "KQvKR", Profile::kEngine); }
TEST_F(Sides, Pawns) { expect_same(pawn_rules(4, 5), "KPvKP", Profile::kEngine); }
TEST_F(Sides, SeveralOutcomes) { expect_same(five_outcome_rules(4, 4), "KQvKR", Profile::kFast); }
TEST_F(Sides, Jokers) { expect_same(five_outcome_rules(3, 4), "KJvKN", Profile::kArchive); }
TEST_F(Sides, PerpetualCheck) {
  GameRules rules = small_rules(4, 4);
  rules.perpetual_check_wins = true;
  expect_same(rules, "KQvKQ", Profile::kArchive);
}

TEST_F(Sides, EveryProfileHasTheSameValues) {
  game_ = make_game(small_rules(5, 5));
  material_ = canonical(*game_, material(*game_, "KRvKN")).material;
  const TemporaryFolder fast;
  make(fast.path(), Profile::kFast, StoredSides::kBoth);
  LoadedTables expected(game_);
  ASSERT_TRUE(expected.load(TableSet({fast.path()}), material_));
  for (const Profile profile : {Profile::kEngine, Profile::kArchive}) {
    const TemporaryFolder folder;
    make(folder.path(), profile, StoredSides::kBoth);
    LoadedTables loaded(game_);
    ASSERT_TRUE(loaded.load(TableSet({folder.path()}), material_));
    const PositionIndex& order = loaded.find(material_)->index;
    for (const Side side : {Side::kWhite, Side::kBlack})
      for (std::uint64_t i = 0; i < order.entries(); ++i)
        if (!why_illegal(*game_, order.position(i, side))) {
          ASSERT_EQ(loaded.find(material_)->values[index(side)][i],
                    expected.find(material_)->values[index(side)][i]);
        }
    EXPECT_TRUE((*TableSet({folder.path()}).open(game_, material_))->file().verify());
  }
}

TEST_F(Sides, AMoveCountRuleNeedsBoth) {
  GameRules rules = small_rules(4, 4);
  rules.exact_move_rule = 3;
  GenerateOptions options;
  const TemporaryFolder folder;
  options.folder = folder.path();
  options.sides = StoredSides::kSmaller;
  const auto game = make_game(rules);
  const auto made = generate(game, material(*game, "KQvK"), options);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace augmate::test
