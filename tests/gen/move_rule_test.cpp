// SPDX-License-Identifier: MIT
// An exact move-count rule: whole tables against a plain solver that has the counter in its
// position.
#include <gtest/gtest.h>

#include "formats/loaded_tables.h"
#include "gen/check.h"
#include "tests/support/fairy_men.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

std::shared_ptr<const Game> small_game(int files, int ranks, int moves) {
  GameRules rules;
  rules.board = *Board::rectangle(files, ranks);
  rules.exact_move_rule = moves;
  for (const char* name : {"K", "Q", "R", "B", "P"}) {
    Kind k;
    k.letter = name[0];
    k.name = name;
    const auto steps = fairy_man(name);
    k.steps = {*steps, *steps};
    rules.kinds.push_back(std::move(k));
  }
  PawnRule pawn;
  pawn.last_rank = ranks - 1;
  pawn.promotions = {{ranks, true, {1, 2}}};
  rules.kinds.back().pawn = pawn;
  return *Game::create(std::move(rules));
}

// Values of every legal position for each number of plies left, 0 first, by going through them in
// that order. Captures, promotions and pawn moves start a new count, in the tables.
class Plain {
 public:
  Plain(std::shared_ptr<const Game> game, const PositionIndex& index, const LoadedTables& tables)
      : game_(std::move(game)), index_(index), tables_(tables) {}

  std::array<std::vector<Value>, 2> solve() const {
    std::array<std::vector<Value>, 2> before, now;
    for (int left = 0; left <= 2 * game_->rules().exact_move_rule; ++left) {
      for (const Side side : {Side::kWhite, Side::kBlack}) {
        auto& values = now[index(side)];
        values.assign(index_.entries(), Value{});
        for (std::uint64_t i = 0; i < index_.entries(); ++i) {
          const Position p = index_.position(i, side);
          if (!why_illegal(*game_, p)) values[i] = value(p, left, before);
        }
      }
      before = now;
    }
    return now;
  }

 private:
  Value value(const Position& p, int left, const std::array<std::vector<Value>, 2>& before) const {
    std::vector<Move> moves;
    legal_moves(*game_, p, moves);
    if (moves.empty())
      return stuck_value(*game_, index_.material(), p.to_move,
                         attacks_royal(*game_, p, opponent(p.to_move)));
    if (left == 0) return {};
    BestValue best(Outcome::kDraw);
    for (const Move& m : moves) {
      const Position next = after(*game_, p, m);
      bool pawn = false;
      for (const Man& man : p)
        if (man.square == m.from) pawn = game_->kind(man.kind).pawn.has_value();
      best.add(m.capture() || pawn ? tables_.value_of(next)
                                   : before[index(next.to_move)][*index_.find(next)],
               Outcome::kDraw);
    }
    return best.value();
  }

  std::shared_ptr<const Game> game_;
  const PositionIndex& index_;
  const LoadedTables& tables_;
};

void compare(int files, int ranks, int moves, const char* material_text) {
  SCOPED_TRACE(material_text);
  const auto game = small_game(files, ranks, moves);
  const auto material = parse_material(*game, material_text);
  ASSERT_TRUE(material.has_value()) << material.error().message;
  const auto solved = Solved::solve(game, *material);
  ASSERT_TRUE(solved.has_value()) << solved.error().message;
  LoadedTables tables(game);
  const TableSet set({table_folder()});
  ASSERT_TRUE(tables.load(set, *material).has_value());
  for (const Material& m : materials_after_move(*game, *material))
    ASSERT_TRUE(tables.load(set, m).has_value());
  const auto checked = check_table(game, *material, set);
  EXPECT_TRUE(checked.has_value()) << checked.error().message;
  const PositionIndex& index = solved->table().index();
  const auto plain = Plain(game, index, tables).solve();
  std::uint64_t decided = 0;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (std::uint64_t i = 0; i < index.entries(); ++i) {
      const Position p = index.position(i, side);
      if (why_illegal(*game, p)) continue;
      const Value expected = plain[augmate::index(side)][i];
      decided += expected.outcome != Outcome::kDraw;
      ASSERT_EQ(solved->value(p), expected) << to_fen(*game, p);
    }
  EXPECT_GT(decided, 0U);
}

TEST(MoveRule, RookOnFiveByFive) { compare(5, 5, 5, "KRvK"); }
TEST(MoveRule, RookOnSixBySix) { compare(6, 6, 8, "KRvK"); }
TEST(MoveRule, QueenAgainstRook) { compare(4, 5, 7, "KQvKR"); }
TEST(MoveRule, TwoBishops) { compare(4, 5, 15, "KBBvK"); }
TEST(MoveRule, Pawn) { compare(5, 6, 6, "KPvK"); }

TEST(MoveRule, ManyMovesChangeNothing) {
  const auto plain = small_game(6, 6, 0), counted = small_game(6, 6, 15);
  const auto material = parse_material(*plain, "KRvK");
  const auto a = Solved::solve(plain, *material), b = Solved::solve(counted, *material);
  ASSERT_TRUE(a && b);
  for (const Side side : {Side::kWhite, Side::kBlack})
    EXPECT_EQ(a->statistics(side), b->statistics(side));
  EXPECT_NE(a->table().file().path(), b->table().file().path());
}

}  // namespace
}  // namespace augmate::test
