// SPDX-License-Identifier: MIT
// The prober against a plain solver, on boards small enough to ask about every position.
#include "probe/probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "formats/table_set.h"
#include "rules/settlement.h"
#include "tests/support/hand_tables.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

class ProbeTest : public ::testing::Test {
 protected:
  void prepare(const GameRules& rules, const std::vector<std::string>& materials) {
    game_ = make_game(rules);
    tables_ = std::make_unique<HandTables>(game_);
    for (const std::string& men : materials)
      tables_->write_all(folder_.path(), material(*game_, men));
    prober_ = std::make_unique<Prober>(game_, std::vector{folder_.path()});
  }
  // Every position of the material: its value, and what its best moves keep.
  void expect_all_values(const std::string& men) {
    tables_->solver().solve(material(*game_, men));
    std::uint64_t seen = 0;
    tables_->solver().for_each(material(*game_, men), [&](const Position& p, PackedValue packed) {
      if (packed == kDontCare || HasFailure()) return;
      const auto value = prober_->probe(p);
      ASSERT_TRUE(value) << value.error().message;
      ASSERT_EQ(*value, unpack(packed)) << to_fen(*game_, p);
      if (++seen % 13 == 0) expect_best_moves(p, *value);
    });
    EXPECT_GT(seen, 0u);
  }
  void expect_best_moves(const Position& p, Value value) {
    const auto moves = prober_->moves(p);
    const auto best = prober_->best(p);
    ASSERT_TRUE(moves && best);
    std::vector<Move> legal, keeping;
    legal_moves(*game_, p, legal);
    ASSERT_EQ(moves->size(), legal.size());
    for (std::size_t i = 0; i < legal.size(); ++i) {
      EXPECT_EQ((*moves)[i].move, legal[i]);
      const Value after_move = unpack(tables_->value(after(*game_, p, legal[i])));
      EXPECT_EQ((*moves)[i].value, before_move(after_move, Outcome::kDraw, Outcome::kDraw));
      if (before_move(after_move, Outcome::kDraw, Outcome::kDraw) == value)
        keeping.push_back(legal[i]);
    }
    EXPECT_EQ(*best, keeping);
    const auto line = prober_->line(p);
    ASSERT_TRUE(line);
    EXPECT_EQ(line->size(), static_cast<std::size_t>(std::max(0, value.plies)));
  }
  Position position(const char* fen) const { return *parse_fen(*game_, fen); }

  TemporaryFolder folder_;
  std::shared_ptr<const Game> game_;
  std::unique_ptr<HandTables> tables_;
  std::unique_ptr<Prober> prober_;
};

TEST_F(ProbeTest, AgreesWithThePlainSolver) {
  prepare(small_rules(4, 4), {"KRvK", "KQvK"});
  for (const char* men : {"KvK", "KRvK", "KvKR", "KQvK", "KvKQ"}) expect_all_values(men);
}

TEST_F(ProbeTest, AgreesOnAlikeMenAndBothSidesWinning) {
  prepare(small_rules(3, 4), {"KRRvK", "KRvKR", "KRvKN"});
  for (const char* men : {"KRRvK", "KvKRR", "KRvKR", "KRvKN", "KNvKR"}) expect_all_values(men);
}

TEST_F(ProbeTest, AgreesWhereForwardAndHolesMatter) {
  GameRules rules = small_rules(4, 4);
  rules.board.remove(5);
  rules.forward = {Direction::kEast, Direction::kSouth};
  prepare(rules, {"KLvK", "KRvKL"});
  for (const char* men : {"KLvK", "KRvKL"}) expect_all_values(men);
}

TEST_F(ProbeTest, AgreesWhereRoyalsDiffer) {
  GameRules rules = small_rules(4, 4);
  rules.kinds[5].steps[1] = rider({{0, 1}, {0, -1}, {1, 0}});
  rules.royal[1] = 5;  // Black's royal moves like three quarters of a rook and can mate alone
  prepare(rules, {"KvL", "KRvL"});
  for (const char* men : {"KvL", "KRvL"}) expect_all_values(men);
}

TEST_F(ProbeTest, LinesEndInMate) {
  prepare(small_rules(4, 4), {"KRvK"});
  Position p = position("k3/4/4/K2R w");
  const auto value = prober_->probe(p);
  ASSERT_TRUE(value);
  ASSERT_EQ(value->outcome, Outcome::kWin);
  const auto line = prober_->line(p);
  ASSERT_TRUE(line);
  ASSERT_EQ(static_cast<int>(line->size()), value->plies);
  for (const Move& move : *line) p = after(*game_, p, move);
  EXPECT_EQ(*prober_->probe(p), (Value{Outcome::kLoss, 0}));
  EXPECT_TRUE(prober_->moves(p)->empty());
  EXPECT_TRUE(prober_->best(p)->empty());
}

TEST_F(ProbeTest, SaysWhyAPositionIsIllegal) {
  prepare(small_rules(4, 4), {"KRvK"});
  const Position p = position("k2R/4/4/K3 w");
  for (const auto& error : {prober_->probe(p).error(), prober_->moves(p).error(),
                            prober_->best(p).error(), prober_->line(p).error()}) {
    EXPECT_EQ(error.code, ErrorCode::kIllegal);
    EXPECT_FALSE(error.message.empty());
  }
}

TEST_F(ProbeTest, NamesAMissingTableAndFindsItLater) {
  prepare(small_rules(4, 4), {"KvK"});
  const Position p = position("r2k/4/4/K3 w");
  const auto missing = prober_->probe(p);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kMissingTable);
  EXPECT_NE(missing.error().message.find("KvKR"), std::string::npos);
  tables_->write_all(folder_.path(), material(*game_, "KRvK"));
  EXPECT_TRUE(prober_->probe(p));
}

// The table is there, the smaller one that a capture needs is not.
TEST_F(ProbeTest, NamesTheMissingSmallerTable) {
  prepare(small_rules(4, 4), {"KRvK"});
  std::filesystem::remove(tables_->path(folder_.path(), material(*game_, "KvK")));
  const Position p = position("4/4/1k2/R2K b");
  EXPECT_TRUE(prober_->probe(p));
  const Position capture = position("4/4/4/Rk1K b");
  EXPECT_TRUE(prober_->probe(capture));
  EXPECT_EQ(prober_->moves(capture).error().code, ErrorCode::kMissingTable);
  EXPECT_NE(prober_->moves(capture).error().message.find("KvK"), std::string::npos);
}

TEST_F(ProbeTest, NamesTheCorruptBlock) {
  prepare(small_rules(4, 4), {"KRvK"});
  const std::string path = tables_->path(folder_.path(), material(*game_, "KRvK"));
  std::string bytes = read_file(path);
  bytes[bytes.find("\x28\xb5\x2f\xfd") + 6] ^= 0x10;
  write_file(path, bytes);
  int corrupt = 0;
  tables_->solver().solve(material(*game_, "KRvK"));
  tables_->solver().for_each(material(*game_, "KRvK"), [&](const Position& p, PackedValue packed) {
    if (packed == kDontCare) return;
    const auto value = prober_->probe(p);
    if (value) {
      EXPECT_EQ(*value, unpack(packed));
      return;
    }
    ++corrupt;
    EXPECT_EQ(value.error().code, ErrorCode::kBadChecksum);
    EXPECT_NE(value.error().message.find("white to move, block 0"), std::string::npos);
  });
  EXPECT_GT(corrupt, 0);
}

TEST_F(ProbeTest, NoticesTablesThatContradictEachOther) {
  prepare(small_rules(4, 4), {"KRvK"});
  const Material men = material(*game_, "KRvK");
  HandTable table = tables_->make(men);
  for (auto& v : table.values[0])  // every win a ply pair farther off than the moves make it
    if (v != kDontCare && unpack(v).outcome == Outcome::kWin) v = pack({Outcome::kWin, 99});
  table.info.sides[0].outcomes[static_cast<unsigned>(Outcome::kWin)].histogram = {{99, 1}};
  tables_->write(folder_.path(), men, table);
  EXPECT_EQ(prober_->best(position("k3/4/4/K2R w")).error().code, ErrorCode::kMismatch);
  EXPECT_EQ(prober_->line(position("k3/4/4/K2R w")).error().code, ErrorCode::kMismatch);
}

// A file that says that no position of a side is legal has no value to give, decoded or not.
TEST_F(ProbeTest, AsksNothingOfASideWithoutValues) {
  prepare(small_rules(4, 4), {"KRvK"});
  const Material men = material(*game_, "KRvK");
  HandTable table = tables_->make(men);
  std::fill(table.values[1].begin(), table.values[1].end(), kDontCare);
  table.info.sides[1] = {};
  tables_->write(folder_.path(), men, table);
  for (const bool preload : {false, true}) {
    ProbeOptions options;
    options.preload = preload;
    const Prober prober(game_, {folder_.path()}, options);
    EXPECT_EQ(prober.probe(position("k3/4/4/K2R b")).error().code, ErrorCode::kCorrupt);
    EXPECT_TRUE(prober.probe(position("k3/4/4/K2R w")));
    const auto ending = prober.ending(men);
    ASSERT_TRUE(ending);
    EXPECT_EQ((*ending)->preloaded_bytes() > 0, preload);
  }
}

TEST_F(ProbeTest, ServesManyThreads) {
  prepare(small_rules(4, 4), {"KRvK"});
  ProbeOptions options;
  options.cache_bytes = 2000;  // less than two blocks, so that they come and go
  const Prober prober(game_, {folder_.path()}, options);
  tables_->solver().solve(material(*game_, "KRvK"));
  std::vector<std::pair<Position, PackedValue>> positions;
  tables_->solver().for_each(material(*game_, "KRvK"), [&](const Position& p, PackedValue packed) {
    if (packed != kDontCare) positions.emplace_back(p, packed);
  });
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = t; i < positions.size(); i += 3) {
        const auto value = prober.probe(positions[i].first);
        if (!value || *value != unpack(positions[i].second)) ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace augmate::test
