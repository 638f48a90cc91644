// SPDX-License-Identifier: MIT
// Profile archive: what the rules say of entries (entry_rules.h) against solved tables of many
// games, and that its files hold the values that other profiles hold, whatever the game.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/entry_rules.h"
#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/check.h"
#include "gen/generate.h"
#include "tests/support/hand_tables.h"
#include "tests/support/random_rules.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

class Archive : public ::testing::Test {
 protected:
  void make(const TemporaryFolder& folder, Profile profile, StoredSides sides) {
    GenerateOptions options;
    options.folder = folder.path();
    options.threads = 1;
    options.profile = profile;
    options.sides = sides;
    const auto made = generate(game_, material_, options);
    ASSERT_TRUE(made) << made.error().message;
  }

  std::shared_ptr<const OpenTable> open(const TemporaryFolder& folder) {
    auto table = TableSet({folder.path()}).open(game_, material_);
    EXPECT_TRUE(table) << table.error().message;
    return table ? *table : nullptr;
  }

  // Of one block that is the whole side.
  std::vector<EntryFacts> facts_of(const EntryRules& rules, Side side, bool by_other) {
    const std::vector<PackedValue>& other = values_[index(opponent(side))];
    std::vector<EntryFacts> facts(other.size());
    rules.look(side, 0, by_other ? other : std::vector<PackedValue>(), 0, facts);
    return facts;
  }

  void expect_true(const PositionIndex& order, Side side, const std::vector<EntryFacts>& facts,
                   bool by_other) {
    const auto& values = values_[index(side)];
    for (std::size_t i = 0; i < facts.size() && !HasFailure(); ++i) {
      const EntryFacts& f = facts[i];
      const Position position = order.position(i, side);
      ASSERT_EQ(f.possible, !why_illegal(*game_, position)) << i;
      if (!f.possible) continue;
      if (f.twin > 0) {
        ASSERT_EQ(values[i - f.twin], values[i]) << to_fen(*game_, position);
        ++twins_;
      } else if (f.complete) {
        // A set of perpetual checks is what the moves alone do not tell.
        const bool set = unpack(values[i]) == Value{Outcome::kWinPerpetual, 0};
        ASSERT_TRUE(set || f.bound == values[i]) << to_fen(*game_, position);
        ++(by_other ? certain_by_other_ : certain_);
      } else if (f.bound != EntryFacts::kNoValue) {
        ASSERT_LE(unpack(f.bound).outcome, unpack(values[i]).outcome);
      }
    }
  }

  void expect_facts(const TemporaryFolder& fast) {
    const auto table = open(fast);
    ASSERT_TRUE(table);
    const TableInfo& info = table->file().info();
    const auto rules = entry_rules(info.rules_text, info.entries);
    ASSERT_TRUE(rules) << rules.error().message;
    EXPECT_EQ(entry_rules(info.rules_text, info.entries + 1).error().code, ErrorCode::kCorrupt);
    if (game_->rules().exact_move_rule > 0) return;  // moves lead to values of other counts
    for (const Side side : {Side::kWhite, Side::kBlack})
      for (const bool by_other : {false, true})
        expect_true(table->index(), side, facts_of(**rules, side, by_other), by_other);
  }

  void expect_same(const OpenTable& table) {
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      if (!table.file().holds(side)) continue;
      std::uint64_t entry = 0;
      for (std::uint64_t b = 0; b < table.file().blocks(); ++b) {
        const auto block = table.file().read_block(side, b);
        ASSERT_TRUE(block) << block.error().message;
        for (const PackedValue v : *block) {
          if (!why_illegal(*game_, table.index().position(entry, side))) {
            ASSERT_EQ(v, values_[index(side)][entry]) << entry;
          }
          ++entry;
        }
      }
      EXPECT_EQ(entry, table.file().info().entries);
    }
  }

  void run(const GameRules& rules, const std::string& men) {
    SCOPED_TRACE(men);
    game_ = make_game(rules);
    run(canonical(*game_, material(*game_, men)).material);
  }
  void run(const Material& stored) {
    material_ = stored;
    const TemporaryFolder fast, both, one;
    make(fast, Profile::kFast, StoredSides::kBoth);
    LoadedTables loaded(game_);
    ASSERT_TRUE(loaded.load(TableSet({fast.path()}), material_));
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      const auto& values = loaded.find(material_)->values[index(side)];
      values_[index(side)].assign(values.data(), values.data() + values.size());
    }
    expect_facts(fast);
    make(both, Profile::kArchive, StoredSides::kBoth);
    expect_stored(both);
    if (game_->rules().exact_move_rule > 0) return;
    make(one, Profile::kArchive, StoredSides::kSmaller);
    expect_stored(one);
  }
  void expect_stored(const TemporaryFolder& folder) {
    const auto table = open(folder);
    ASSERT_TRUE(table);
    expect_same(*table);
    EXPECT_TRUE(table->file().verify());
    const auto checked = check_table(game_, material_, TableSet({folder.path()}));
    EXPECT_TRUE(checked) << checked.error().message;
  }

  std::shared_ptr<const Game> game_;
  Material material_;
  std::array<std::vector<PackedValue>, 2> values_;
  int twins_ = 0, certain_ = 0, certain_by_other_ = 0;
};

TEST_F(Archive, PlainMen) {
  run(small_rules(5, 5), "KRvKN");
  EXPECT_GT(twins_, 1000);
  EXPECT_GT(certain_, 10);
  EXPECT_GT(certain_by_other_, 10000);
}
TEST_F(Archive, AlikeMen) { run(small_rules(4, 4), "KNNvKR"); }
TEST_F(Archive, PawnsAndInPassing) { run(pawn_rules(4, 5), "KPvKP"); }
TEST_F(Archive, AlikePawns) { run(pawn_rules(4, 5), "KPPvK"); }
TEST_F(Archive, JokersAndPoints) { run(five_outcome_rules(3, 4), "KJvKN"); }
TEST_F(Archive, JokersOfBothSides) { run(five_outcome_rules(3, 3), "KJvKJ"); }

TEST_F(Archive, PerpetualCheck) {
  GameRules rules = small_rules(4, 4);
  rules.perpetual_check_wins = true;
  run(rules, "KQvKQ");
}

TEST_F(Archive, AMoveCountRule) {
  GameRules rules = small_rules(4, 4);
  rules.exact_move_rule = 3;
  run(rules, "KQvKR");
}

// Holes, camps, royals of other kinds, men without symmetry.
TEST_F(Archive, AnyGame) {
  for (std::uint64_t seed = 1; seed <= 6 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const GameRules rules = random_rules(random, random.between(3, 4), random.between(4, 5));
    game_ = make_game(rules);
    run(canonical(*game_, random_material(random, rules, 2)).material);
  }
}

}  // namespace
}  // namespace augmate::test
