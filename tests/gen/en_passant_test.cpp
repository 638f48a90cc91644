// SPDX-License-Identifier: MIT
// Captures in passing in whole tables of small boards: every value, also of the positions with the
// right, which no table stores, against the plain solver that takes the right as a part of the
// state.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "formats/loaded_tables.h"
#include "gen/generate.h"
#include "tests/support/games.h"
#include "tests/support/plain_pawn_solver.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

// The situations that the issue names, counted among the plain solver's states.
struct Seen {
  int with_capture = 0;          // some capture in passing is legal
  int stalemate_but_for_it = 0;  // and without it there is no move, not in check
  int mate_but_for_it = 0;
  int two_captures = 0;
  int exposes_king =
      0;  // a capture in passing that uncovers the King, not in check, along the rank
};

// One game told twice: as the program's rules and by hand for the plain solver.
struct TwoRules {
  GameRules rules;
  PlainPawnGame plain;
};

// Pawns go from rank 2; letters as in plain_pawns.h.
TwoRules two_rules(int files, int ranks, const std::map<int, int>& steps,
                   const std::string& promotes_to) {
  TwoRules two;
  Men men = {{'K', "K"}, {'P', "P"}, {'E', "Berolina"}, {'U', "R+F"}};
  for (const char kind : promotes_to) men.emplace_back(kind, std::string(1, kind));
  two.rules = plain_rules(files, ranks, men);
  PawnRule pawn;
  pawn.first_rank = 2;
  pawn.last_rank = ranks - 1;
  for (const auto& [rank, most] : steps)
    pawn.steps[static_cast<unsigned>(rank)] = static_cast<std::uint8_t>(most);
  Promotion promotion{ranks, true, {}};
  for (std::size_t k = men.size() - promotes_to.size(); k < men.size(); ++k)
    promotion.kinds.push_back(static_cast<int>(k));
  pawn.promotions = {promotion};
  two.rules.kinds[1].pawn = two.rules.kinds[2].pawn = pawn;
  two.plain.files = files;
  two.plain.ranks = ranks;
  two.plain.pawn_ranks = {2, ranks - 1};
  two.plain.steps = steps;
  two.plain.promotions = {{ranks, true, promotes_to}};
  return two;
}

void count_seen(const PlainPawns& moves, const PlainPosition& p, Seen& seen) {
  const auto possible = moves.captures_in_passing(p);
  if (possible.empty()) return;
  const auto legal = moves.legal_moves(p);
  const auto captures = std::count_if(legal.begin(), legal.end(),
                                      [](const PlainPawnMove& m) { return m.in_passing; });
  const bool check = moves.in_check(p, p.to_move);
  seen.with_capture += captures > 0;
  seen.two_captures += captures > 1;
  const bool only = captures > 0 && captures == static_cast<std::ptrdiff_t>(legal.size());
  seen.stalemate_but_for_it += only && !check;
  seen.mate_but_for_it += only && check;
  const auto royal = std::find_if(p.men.begin(), p.men.end(), [&](const PlainMan& m) {
    return m.side == p.to_move && m.kind == moves.game().royal[static_cast<unsigned>(m.side)];
  });
  seen.exposes_king += !check && captures < static_cast<std::ptrdiff_t>(possible.size()) &&
                       royal->at.rank == p.passer.rank;
}

std::string text(Value v) { return std::string(name(v.outcome)) + " " + std::to_string(v.plies); }

// The tables of an ending and of all that follow from it.
class Tables {
 public:
  Tables(const GameRules& rules, const std::string& men) : game_(make_game(rules)), tables_(game_) {
    GenerateOptions options;
    options.folder = folder_.path();
    options.threads = 1;
    options.profile = Profile::kFast;
    const auto made = generate(game_, material(*game_, men), options);
    EXPECT_TRUE(made) << made.error().message;
  }
  const Game& game() const { return *game_; }
  // Reads the table for the position's men in their colours, and those that a move leads to.
  bool load(const Position& position) {
    const TableSet set({folder_.path()});
    const Material men = material_of(*game_, position);
    return tables_.load(set, men) && (!position.passed.any() || tables_.load_after_moves(set, men));
  }
  const LoadedTables& loaded() const { return tables_; }
  Value value_of(const std::string& fen) {
    const auto position = parse_fen(*game_, fen);
    EXPECT_TRUE(position) << fen << ": " << position.error().message;
    if (!position || !load(*position)) return {};
    return tables_.value_of(*position);
  }

 private:
  std::shared_ptr<const Game> game_;
  TemporaryFolder folder_;
  LoadedTables tables_;
};

// Solves both ways and holds every state's value against the tables.
Seen compare(const TwoRules& two, const std::string& men, const std::string& material_text) {
  SCOPED_TRACE(material_text);
  Tables tables(two.rules, material_text);
  PlainPawnSolver plain(two.plain, two.rules.stalemate);
  plain.solve(men);
  Seen seen;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const PlainPosition& p = plain.position(i);
    if (!p.passed.empty()) count_seen(plain.moves(), p, seen);
    if (tables.load(from_plain(tables.game(), p))) continue;
    ADD_FAILURE() << to_fen(tables.game(), from_plain(tables.game(), p)) << ": no table";
    return {};
  }
  LoadedTables::Reader reader(tables.loaded());
  int different = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const Position position = from_plain(tables.game(), plain.position(i));
    const Value got = reader.value_of(position);
    if (got != plain.value(i) && different++ < 5)
      ADD_FAILURE() << to_fen(tables.game(), position) << ": " << text(got) << ", plain solver "
                    << text(plain.value(i));
  }
  EXPECT_EQ(different, 0) << "of " << plain.size();
  EXPECT_GT(seen.with_capture, 0);
  return seen;
}

TEST(EnPassant, StalemateButForTheCapture) {
  TwoRules two = two_rules(2, 5, {{2, 2}}, "QRBN");
  EXPECT_GT(compare(two, "KPkp", "KPvKP").stalemate_but_for_it, 0);
  two.rules.stalemate = Outcome::kLoss;
  EXPECT_GT(compare(two, "KPkp", "KPvKP").stalemate_but_for_it, 0);
  // The King takes back, and nothing is left.
  Tables tables(two.rules, "KPvKP");
  EXPECT_EQ(tables.value_of("1k/pP/K1/2/2 b"), (Value{Outcome::kLoss, 0}));
  EXPECT_EQ(tables.value_of("1k/pP/K1/2/2 b - b3"), (Value{Outcome::kDraw, kNoDistance}));
}

TEST(EnPassant, ThreeFilesStalemateLost) {
  TwoRules two = two_rules(3, 5, {{2, 2}}, "QN");
  two.rules.stalemate = Outcome::kLoss;
  compare(two, "KPkp", "KPvKP");
}

TEST(EnPassant, MateButForTheCapture) {
  const TwoRules two = two_rules(4, 5, {{2, 2}}, "Q");
  EXPECT_GT(compare(two, "KPkp", "KPvKP").mate_but_for_it, 0);
  // After axb3 in passing the pawn goes on to b1.
  Tables tables(two.rules, "KPvKP");
  EXPECT_EQ(tables.value_of("k1K1/pP2/4/4/4 b"), (Value{Outcome::kLoss, 0}));
  EXPECT_EQ(tables.value_of("k1K1/pP2/4/4/4 b - b3").outcome, Outcome::kWin);
}

TEST(EnPassant, CaptureThatExposesTheKing) {
  TwoRules two = two_rules(4, 5, {{2, 2}}, "N");
  two.rules.royal = {3, 0};
  two.plain.royal = {'U', 'K'};
  EXPECT_GT(compare(two, "UPkp", "UPvKP").exposes_king, 0);
  Tables tables(two.rules, "UPvKP");
  EXPECT_EQ(tables.value_of("4/kpPU/4/4/4 b - c3"), tables.value_of("4/kpPU/4/4/4 b"));
}

TEST(EnPassant, TwoCapturesPossible) {
  const Seen seen = compare(two_rules(3, 5, {{2, 2}}, "R"), "KPkpp", "KPvKPP");
  EXPECT_GT(seen.two_captures, 0);
}

TEST(EnPassant, OnEachSquarePassed) {
  compare(two_rules(3, 6, {{2, 3}, {3, 2}}, "R"), "KPkp", "KPvKP");
}

TEST(EnPassant, BerolinaAndPawn) {
  compare(two_rules(3, 6, {{2, 3}, {3, 2}}, "R"), "KEkp", "KEvKP");
}

TEST(EnPassant, Berolinas) { compare(two_rules(3, 6, {{2, 3}, {3, 2}}, "N"), "KEke", "KEvKE"); }

}  // namespace
}  // namespace augmate::test
