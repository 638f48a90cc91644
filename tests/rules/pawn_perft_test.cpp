// SPDX-License-Identifier: MIT
// Leaf counts with pawns: published ones of orthodox positions, and of each shipped game's pawns
// against the second generator of support/plain_pawns, in chosen positions and in random ones.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "rules/move_generator.h"
#include "rules/variant_file.h"
#include "tests/support/plain_pawns.h"
#include "tests/support/random_rules.h"

namespace augmate::test {
namespace {

std::shared_ptr<const Game> variant(const std::string& name, const std::string& more = "") {
  auto library = VariantLibrary::open(std::string(AUGMATE_SOURCE_DIR) + "/variants");
  EXPECT_TRUE(library);
  if (!more.empty()) {
    EXPECT_TRUE(library->read_text("[test:" + name + "]\n" + more, "test"));
  }
  auto loaded = library->load(more.empty() ? name : "test");
  EXPECT_TRUE(loaded) << loaded.error().message;
  auto game = Game::create(loaded->rules);
  EXPECT_TRUE(game) << game.error().message;
  return *game;
}

// The leaves, counted both ways.
std::uint64_t count(const Game& game, const PlainPawnGame& plain_game, const Position& position,
                    int plies) {
  EXPECT_EQ(why_illegal(game, position).value_or(""), "") << to_fen(game, position);
  const std::uint64_t leaves = perft(game, position, plies);
  EXPECT_EQ(leaves, PlainPawns(plain_game).perft(to_plain(game, position), plies))
      << to_fen(game, position);
  return leaves;
}

std::uint64_t count(const Game& game, const PlainPawnGame& plain_game, const std::string& fen,
                    int plies) {
  const auto position = parse_fen(game, fen);
  EXPECT_TRUE(position) << fen << ": " << position.error().message;
  return position ? count(game, plain_game, *position, plies) : 0;
}

// Two Kings, two to four pawns, the first two of opposite sides, and at most one more man. The
// pawns stand on neighbouring files, so that they meet.
PlainPosition random_men(Random& random, const PlainPawnGame& game, const std::string& pawns,
                         const std::string& others) {
  const auto any_of = [&](const std::string& kinds) {
    return kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size())))];
  };
  PlainPosition p;
  p.to_move = random.below(2);
  const int first_file = random.below(game.files - 2);
  const auto put = [&](char kind, int side, bool near) {
    const int file = near ? first_file + random.below(3) : random.below(game.files);
    p.men.push_back({kind, side, {file, random.below(game.ranks)}});
  };
  put('K', 0, false);
  put('K', 1, false);
  const int count = random.between(2, 4);
  for (int i = 0; i < count; ++i) put(any_of(pawns), i < 2 ? i : random.below(2), true);
  if (!random.one_in(3)) put(any_of(others), random.below(2), false);
  return p;
}

// 200 random positions; where there are captures in passing, also 20 positions where one is
// possible.
void count_random(const Game& game, const PlainPawnGame& plain_game, const std::string& pawns,
                  const std::string& others, bool en_passant) {
  Random random(1);
  const PlainPawns plain(plain_game);
  int positions = 0, in_passing = 0, promotions = 0;
  while (positions < 200 || (en_passant && in_passing < 20)) {
    const PlainPosition p = random_men(random, plain_game, pawns, others);
    if (!plain.legal(p)) continue;
    if (positions++ < 200) count(game, plain_game, from_plain(game, p), 3);
    for (const PlainPawnMove& m : plain.legal_moves(p)) {
      const char kind = p.men[static_cast<unsigned>(m.man)].kind;
      promotions += m.becomes != kind;
      if (!m.multi_step) continue;
      const PlainPosition next = plain.after(p, m);
      if (plain.captures_in_passing(next).empty()) continue;
      ++in_passing;
      count(game, plain_game, from_plain(game, next), 3);
    }
  }
  EXPECT_GT(promotions, 20);
  EXPECT_EQ(in_passing > 0, en_passant);
}

PlainPawnGame orthodox(int files = 8, const std::string& promotes_to = "QRBN") {
  PlainPawnGame game;
  game.files = files;
  game.steps = {{2, 2}};
  game.promotions = {{8, true, promotes_to}};
  return game;
}

PlainPawnGame augmenters_14() {
  PlainPawnGame game = orthodox(10);
  game.ranks = 10;
  game.pawn_ranks = {2, 9};
  game.steps = {{2, 3}, {3, 2}, {4, 2}, {5, 2}};
  game.promotions = {{10, true, "M"}};
  return game;
}

// With fewer kinds than the game has: `variant("grand-apothecary-modern", kFewApothecaryKinds)`.
constexpr const char* kFewApothecaryKinds =
    "promotion = 10?:B 11?:BRJ 12:BRJQ\npromotionLimit = b:4 r:1 j:2 q:2\n";
PlainPawnGame apothecary() {
  PlainPawnGame game;
  game.files = 12;
  game.ranks = 14;
  game.first_rank = 0;
  game.pawn_ranks = {3, 11};
  game.steps = {{3, 3}, {4, 2}};
  game.promotions = {{10, false, "B"}, {11, false, "BRJ"}, {12, true, "BRJQ"}};
  game.most = {{'B', 4}, {'R', 1}, {'J', 2}, {'Q', 2}};
  game.exists = [](Place p) { return p.rank > 0 && p.rank < 13; };  // brouhaha squares stay empty
  return game;
}

PlainPawnGame sharp(Place black_forward) {
  PlainPawnGame game;
  game.files = game.ranks = 12;
  game.forward[1] = black_forward;
  game.pawn_ranks = {3, 8};
  game.promotions = {{9, true, "QRBNWFA"}};
  const auto middle = [](int n) { return n >= 3 && n < 9; };
  game.exists = [=](Place p) { return middle(p.file) || middle(p.rank); };
  game.camp = [=](Place p) {
    if (middle(p.file) && middle(p.rank)) return 0;
    return middle(p.file) ? (p.rank < 3 ? 1 : 3) : (p.file < 3 ? 4 : 2);
  };
  return game;
}

// Positions that authors of chess programs share to test this, with the counts that they agree on.
TEST(PawnPerft, PublishedCountsOfOrthodoxPositions) {
  const auto game = variant("chess");
  const struct {
    const char* fen;
    int plies;
    std::uint64_t leaves;
  } known[] = {
      {"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824064},  // en passant would expose the King
      {"8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 6, 824064},
      {"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467},  // en passant gives check
      {"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001},    // promotion out of check
      {"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},  // discovered check
      {"4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342},        // promotion gives check
      {"8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683},          // under-promotion gives check
      {"K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217},           // one's own stalemate
      {"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584},        // stalemate and mate
      {"8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 6, 1134888},    // en passant exposes along the rank
  };
  for (const auto& k : known) {
    const auto position = parse_fen(*game, k.fen);
    ASSERT_TRUE(position) << k.fen;
    EXPECT_EQ(perft(*game, *position, k.plies), k.leaves) << k.fen;
  }
}

TEST(PawnPerft, OrthodoxPositionsCountedByHand) {
  const auto game = variant("chess");
  // A pawn on its second rank has two moves, on its third one, a King in the corner three.
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/8/8/4P3/K7 w", 1), 5U);
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/8/4P3/8/K7 w", 1), 4U);
  // One step from the last rank: four promotions, and four more by each capture.
  EXPECT_EQ(count(*game, orthodox(), "3r1r1k/4P3/8/8/8/8/8/K7 w", 1), 3U + 3 * 4);
  // Two pawns may take the same one in passing; without the right neither may.
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/3pPp2/8/8/K7 b - e3", 1), 3U + 2 + 2);
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/3pPp2/8/8/K7 b", 1), 3U + 2);
  // The capture would leave the King alone with the Rook on the rank.
  EXPECT_EQ(count(*game, orthodox(), "8/8/8/8/k2pP2R/8/8/K7 b - e3", 1), 6U);
  // Mate but for the capture in passing, which takes the pawn that gives check.
  EXPECT_EQ(count(*game, orthodox(), "8/8/8/2k5/3Pp3/8/8/K7 b - d3", 1), 8U + 1);
}

TEST(PawnPerft, OrthodoxAgreesWithTheSecondGenerator) {
  const auto game = variant("chess");
  count(*game, orthodox(), "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6", 4);
  count(*game, orthodox(), "4k3/1P4p1/8/3pP3/8/8/P6p/4K3 w - d6", 3);
  count(*game, orthodox(), "2r1k3/1P6/8/8/2pP4/8/8/2N1K3 b - d3", 3);
}

TEST(PawnPerft, OtherOrthodoxPawns) {
  const auto wide = variant("wide-wad", "promotionPieceTypes = qrbnc\n");
  count(*wide, orthodox(12, "QRBNC"), "12/4P3k3/12/3pP7/12/12/1P10/K11 w - d6", 3);
  const auto augmenters = variant("weak-kings");
  count(*augmenters, orthodox(8, "M"), "4k3/1P4p1/8/3pP3/8/8/P6p/4K3 w - d6", 3);
  EXPECT_EQ(count(*augmenters, orthodox(8, "M"), "7k/4P3/8/8/8/8/8/K7 w", 1), 4U);
  PlainPawnGame shatranj = orthodox(8, "Q");
  shatranj.steps.clear();
  EXPECT_EQ(count(*variant("shatranj"), shatranj, "7k/4P3/8/8/8/8/4P3/K7 w", 1), 5U);
  PlainPawnGame makruk = orthodox(8, "M");
  makruk.steps.clear();
  makruk.promotions = {{6, true, "F"}};
  const auto thai = variant("makruk", "fers = f\npromotionPieceTypes = f\n");
  count(*thai, makruk, "4k3/8/1p4p1/3pP3/2P5/1P6/8/4K3 w", 4);
}

TEST(PawnPerft, FourteenAugmenters) {
  const PlainPawnGame plain_game = augmenters_14();
  const auto game = variant("augmenters-14", "kind.HoppingKing = -\nkind.King = K\n");
  // Three steps from rank 2: each square passed may be where it is taken.
  EXPECT_EQ(count(*game, plain_game, "k9/10/10/10/10/3p1p4/10/10/4P5/K9 w", 1), 3U + 3);
  EXPECT_EQ(count(*game, plain_game, "k9/10/10/10/10/4Pp4/10/10/10/K9 b - e3,e4", 1), 3U + 1 + 1);
  EXPECT_EQ(count(*game, plain_game, "k9/10/10/10/10/4P5/5p4/10/10/K9 b - e3,e4", 1), 3U + 1 + 1);
  count(*game, plain_game, "k9/3P6/6p3/10/4P5/5p4/10/2p7/4P5/K9 w", 3);
  count(*game, plain_game, "k9/5p4/10/4P5/10/10/3p6/10/1P8/K9 b", 4);
}

TEST(PawnPerft, GrandApothecaryPawnsBerolinasAndJokers) {
  const PlainPawnGame plain_game = apothecary();
  const auto game = variant("grand-apothecary-modern", kFewApothecaryKinds);
  const auto fen = [](const std::string& rows, const std::string& rest) {
    return "************/" + rows + "/************ " + rest;
  };
  const auto rows = [](std::map<int, std::string> men) {
    std::string text;
    for (int rank = 12; rank >= 1; --rank)
      text += (rank < 12 ? "/" : "") + (men.contains(rank) ? men[rank] : std::string("12"));
    return text;
  };
  // A Berolina on rank 3 goes three squares each way, a pawn three ahead.
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {3, "5E6"}, {1, "K11"}}), "w"), 1),
            3U + 6);
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {4, "5P6"}, {1, "K11"}}), "w"), 1),
            3U + 2);
  // Optional promotion on ranks 10 and 11, forced on 12; the Rook is there already.
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {9, "5P6"}, {1, "K11"}}), "w"), 1),
            3U + 2);
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {11, "5P6"}, {1, "K11"}}), "w"), 1),
            3U + 4);
  count(*game, plain_game, fen(rows({{12, "k11"}, {10, "5P6"}, {2, "11R"}, {1, "1K10"}}), "w"), 3);
  // Taken in passing: by a pawn diagonally, by a Berolina straight.
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {6, "3pE1p5"}, {5, "5e6"}, {3, "2E9"}, {1, "K11"}}), "w"), 2);
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {6, "5p6"}, {5, "4e7"}, {3, "4PE6"}, {1, "K11"}}), "w"), 3);
  // Jokers imitate pawns, Berolinas, Kings and what a Joker did.
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {7, "4j7"}, {6, "5J6"}, {3, "4PE6"}, {1, "K11"}}), "w - J=K"), 3);
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {11, "4PE6"}, {7, "4j7"}, {1, "K11"}}), "w - j=K"), 3);
}

TEST(PawnPerft, SharpPawnsInFourDirections) {
  const auto fen = [](std::map<int, std::string> men, const std::string& to_move) {
    std::string text;
    for (int rank = 12; rank >= 1; --rank) {
      const bool outer = rank < 4 || rank > 9;
      const std::string row = men.contains(rank) ? men[rank] : outer ? "6" : "12";
      text += (rank < 12 ? "/" : "") + (outer ? "***" + row + "***" : row);
    }
    return text + " " + to_move;
  };
  count(*variant("sharp-12-courier-east"), sharp({-1, 0}),
        fen({{12, "5k"}, {8, "3Pp1p5"}, {5, "4p2r4"}, {3, "P5"}, {1, "K5"}}, "w"), 3);
  count(*variant("sharp-12-courier-west"), sharp({1, 0}),
        fen({{12, "5k"}, {8, "2rP1p1p4"}, {7, "7p4"}, {3, "P5"}, {1, "K5"}}, "w"), 3);
  // A capture from d8 into the side camp at c9 promotes there as well.
  const auto opposite_sides = variant("sharp-12-courier");
  EXPECT_EQ(count(*opposite_sides, sharp({0, -1}),
                  fen({{12, "5k"}, {9, "2r9"}, {8, "3P8"}, {1, "K5"}}, "w"), 1),
            3U + 2 * 7);
  count(*opposite_sides, sharp({0, -1}),
        fen({{12, "5k"}, {9, "2r9"}, {8, "3P8"}, {5, "3p8"}, {4, "2P9"}, {1, "K5"}}, "w"), 3);
}

TEST(RandomPawnPerft, Orthodox) { count_random(*variant("chess"), orthodox(), "P", "QRBN", true); }

TEST(RandomPawnPerft, Wide) {
  const auto wide = variant("wide", "kind.WorkingElephant = V\npromotionPieceTypes = qrbnvl\n");
  count_random(*wide, orthodox(12, "QRBNVL"), "P", "RBNVL", true);
  count_random(*variant("wide-wad"), orthodox(12, "QRBNCL"), "P", "RBNCL", true);
}

TEST(RandomPawnPerft, FourteenAugmenters) {
  const auto game = variant("augmenters-14", "kind.HoppingKing = -\nkind.King = K\n");
  count_random(*game, augmenters_14(), "P", "M", true);
}

TEST(RandomPawnPerft, GrandApothecary) {
  const auto game = variant("grand-apothecary-modern", kFewApothecaryKinds);
  count_random(*game, apothecary(), "PE", "RB", true);
}

TEST(RandomPawnPerft, SharpOpposite) {
  count_random(*variant("sharp-12-courier"), sharp({0, -1}), "P", "RWFA", false);
}

TEST(RandomPawnPerft, SharpEast) {
  count_random(*variant("sharp-12-courier-east"), sharp({-1, 0}), "P", "RWFA", false);
}

TEST(RandomPawnPerft, SharpWest) {
  count_random(*variant("sharp-12-courier-west"), sharp({1, 0}), "P", "RWFA", false);
}

}  // namespace
}  // namespace augmate::test
