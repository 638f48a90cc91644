// SPDX-License-Identifier: MIT
// From a material to its file: folders, names, colours, and files that are of another game.
#include "formats/table_set.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "formats/rules_text.h"
#include "tests/support/hand_tables.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

class TableSetTest : public ::testing::Test {
 protected:
  void write(const std::string& men) {
    HandTables tables(game_);
    tables.write(folder_.path(), material(*game_, men), tables.make(material(*game_, men)));
  }
  Result<std::shared_ptr<const OpenTable>> open(const std::shared_ptr<const Game>& game,
                                                const std::string& men) {
    return TableSet({folder_.file("none"), folder_.path()}).open(game, material(*game, men));
  }
  std::string path(const Game& game, const std::string& men) {
    return folder_.file(stored_file_name(game, material(game, men)));
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Game> game_ = make_game(small_rules(3, 4));
};

TEST_F(TableSetTest, FindsTheFileForEitherColour) {
  write("KRvK");
  const auto white = open(game_, "KRvK"), black = open(game_, "KvKR");
  ASSERT_TRUE(white) << white.error().message;
  ASSERT_TRUE(black) << black.error().message;
  EXPECT_EQ((*white)->file().path(), (*black)->file().path());
  EXPECT_FALSE((*white)->canonical().swapped);
  EXPECT_TRUE((*black)->canonical().swapped);
  // White Ka1 Rb3, Black Kc4, White to move; and the same with colours exchanged, turned round.
  const auto position = parse_fen(*game_, "2k/1R1/3/K2 w");
  const auto turned = parse_fen(*game_, "k2/3/1r1/2K b");
  ASSERT_TRUE(position && turned);
  const auto here = (*white)->place(*position), there = (*black)->place(*turned);
  ASSERT_TRUE(here && there);
  EXPECT_EQ(here->side, Side::kWhite);
  EXPECT_EQ(there->side, Side::kWhite);
  const auto value = [](const OpenTable& t, const OpenTable::Place& p) {
    return (*t.file().read_block(
        p.side, p.entry / t.file().block_entries()))[p.entry % t.file().block_entries()];
  };
  EXPECT_EQ(value(**white, *here), value(**black, *there));
  EXPECT_FALSE((*white)->place(*turned));
}

TEST_F(TableSetTest, SaysWhatIsMissing) {
  write("KRvK");
  const auto missing = open(game_, "KvKQ");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kMissingTable);
  EXPECT_NE(missing.error().message.find("KvKQ"), std::string::npos) << missing.error().message;
  EXPECT_NE(missing.error().message.find("'KQvK-"), std::string::npos) << missing.error().message;
  EXPECT_FALSE(TableSet({folder_.path()}).find(*game_, material(*game_, "KQvK")));
  EXPECT_TRUE(TableSet({folder_.path()}).find(*game_, material(*game_, "KRvK")));
}

TEST_F(TableSetTest, GivesGamesOfOneNameFilesOfTheirOwn) {
  GameRules rules = small_rules(3, 4);
  rules.kinds[2].steps[0] = leaper({{0, 1}, {0, -1}});
  const auto other = make_game(rules);
  write("KRvK");
  EXPECT_NE(path(*game_, "KRvK"), path(*other, "KRvK"));
  EXPECT_EQ(open(other, "KRvK").error().code, ErrorCode::kMissingTable);
}

// A file under the name of another game's must not answer.
TEST_F(TableSetTest, RefusesRenamedFiles) {
  write("KRvK");
  const std::function<void(GameRules&)> changes[] = {
      [](GameRules& r) {
        r.kinds[2].steps = {leaper({{0, 1}}), leaper({{0, 1}})};
      },
      [](GameRules& r) { r.board.remove(0); },
      [](GameRules& r) { r.board = *Board::rectangle(4, 3); },
      [](GameRules& r) {
        r.kinds[0].steps[1] = leaper({{0, 1}});
      },
  };
  for (const auto& change : changes) {
    GameRules rules = small_rules(3, 4);
    change(rules);
    const auto other = make_game(rules);
    std::filesystem::copy_file(path(*game_, "KRvK"), path(*other, "KRvK"));
    const auto opened = open(other, "KRvK");
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kWrongGame) << opened.error().message;
  }
  std::filesystem::copy_file(path(*game_, "KRvK"), path(*game_, "KQvK"));
  EXPECT_EQ(open(game_, "KQvK").error().code, ErrorCode::kWrongGame);
}

TEST_F(TableSetTest, AcceptsTheSameGameUnderOtherLetters) {
  write("KRvK");
  GameRules rules = small_rules(3, 4);
  rules.kinds[2].letter = 'T';
  const auto other = make_game(rules);
  std::filesystem::copy_file(path(*game_, "KRvK"), path(*other, "KTvK"));
  EXPECT_TRUE(open(other, "KTvK"));
}

// The rules of pawns name the file, and a renamed file of other pawns does not answer.
TEST_F(TableSetTest, RefusesFilesOfOtherPawns) {
  const auto game = make_game(pawn_rules(3, 4));
  const Material men = material(*game, "KPvK");
  HandTable table;
  table.info.rules_text = rules_text(*game, men);
  table.info.material = "KPvK";
  table.info.entries = PositionIndex::create(game, men)->entries();
  for (auto& values : table.values)
    values.assign(table.info.entries, pack({Outcome::kDraw, kNoDistance}));
  for (auto& side : table.info.sides)
    side.outcomes[static_cast<unsigned>(Outcome::kDraw)].count = 1;
  write_hand_table(path(*game, "KPvK"), table);
  EXPECT_TRUE(open(game, "KPvK"));
  const std::function<void(GameRules&)> changes[] = {
      [](GameRules& r) { r.kinds[6].pawn->promotions[0].kinds = {1}; },
      [](GameRules& r) { r.kinds[6].pawn->steps[2] = 0; },
      [](GameRules& r) { r.bare_royal = Outcome::kLoss; },
      [](GameRules& r) { r.points_settle = true; },
  };
  for (const auto& change : changes) {
    GameRules rules = pawn_rules(3, 4);
    change(rules);
    const auto other = make_game(rules);
    EXPECT_EQ(open(other, "KPvK").error().code, ErrorCode::kMissingTable);
    std::filesystem::copy_file(path(*game, "KPvK"), path(*other, "KPvK"));
    EXPECT_EQ(open(other, "KPvK").error().code, ErrorCode::kWrongGame);
  }
  GameRules rules = pawn_rules(3, 4);
  rules.kinds[6].pawn->promotions[0].kinds = {4, 1, 2};
  rules.kinds[5].steps[0] = leaper({{0, 1}});  // no Lance comes up
  EXPECT_TRUE(open(make_game(rules), "KPvK"));
}

TEST_F(TableSetTest, RefusesAFileOfTheWrongSize) {
  HandTables tables(game_);
  HandTable table = tables.make(material(*game_, "KRvK"));
  table.info.entries -= 12;
  for (auto& values : table.values) values.resize(table.info.entries);
  tables.write(folder_.path(), material(*game_, "KRvK"), table);
  EXPECT_EQ(open(game_, "KRvK").error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace augmate::test
