// SPDX-License-Identifier: MIT
// Materials, FEN and drawings, and the errors that name the place of what is wrong.
#include "rules/position.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "rules/betza.h"
#include "rules/move_generator.h"

namespace augmate {
namespace {

Kind kind(char letter, const char* name, const char* betza) {
  const auto steps = parse_piece(betza, Dialect::kBetza);
  EXPECT_TRUE(steps) << name;
  Kind k;
  k.letter = letter;
  k.name = name;
  k.notation = {betza, betza};
  k.steps = {*steps, *steps};
  return k;
}

GameRules chess_rules() {
  GameRules rules;
  rules.name = "chess";
  rules.kinds = {kind('K', "King", "K"), kind('Q', "Queen", "Q"), kind('R', "Rook", "R")};
  return rules;
}

std::shared_ptr<const Game> game_of(GameRules rules) {
  auto game = Game::create(std::move(rules));
  EXPECT_TRUE(game);
  return *game;
}

// 12x14 with ranks from 0, holes at the ends of the outer ranks, and brouhaha squares between.
std::shared_ptr<const Game> brouhaha_game() {
  GameRules rules = chess_rules();
  rules.board = *Board::rectangle(12, 14, 0);
  for (const int rank : {0, 13})
    for (int file = 0; file < 12; ++file) {
      const Square s = rules.board.at(file, rank);
      if (file < 4 || file > 7)
        rules.board.remove(s);
      else
        rules.board.set_vanishing(s);
    }
  return game_of(std::move(rules));
}

// Chess with few kinds, orthodox pawns, Berolinas that go up to three squares, and a Joker each.
std::shared_ptr<const Game> pawn_game() {
  GameRules rules = chess_rules();
  rules.kinds.push_back(kind('P', "Pawn", "fmWfcF"));
  rules.kinds.push_back(kind('E', "Berolina", "mfFcfW"));
  for (const std::size_t k : {3U, 4U}) {
    PawnRule& pawn = rules.kinds[k].pawn.emplace();
    pawn.steps[2] = k == 3 ? 2 : 3;
    pawn.promotions = {{8, true, {1, 2}}};
  }
  Kind joker;
  joker.letter = 'J';
  joker.name = "Joker";
  joker.joker = true;
  joker.steps = {StepGraph{}, StepGraph{}};
  rules.kinds.push_back(std::move(joker));
  return game_of(std::move(rules));
}

std::string fen_error(const Game& game, const char* fen, ErrorCode code = ErrorCode::kBadNotation) {
  const auto position = parse_fen(game, fen);
  if (position) return "no error";
  EXPECT_EQ(position.error().code, code) << position.error().message;
  return position.error().message;
}

std::string material_error(const Game& game, const char* text,
                           ErrorCode code = ErrorCode::kBadNotation) {
  const auto material = parse_material(game, text);
  if (material) return "no error";
  EXPECT_EQ(material.error().code, code) << material.error().message;
  return material.error().message;
}

TEST(Material, OrdersRoyalFirstThenGameOrder) {
  const auto game = game_of(chess_rules());
  const auto material = parse_material(*game, "RQKvRK");
  ASSERT_TRUE(material);
  EXPECT_EQ(material_name(*game, *material), "KQRvKR");
  EXPECT_EQ(material->count(), 5);
}

TEST(Material, RoyalNeedNotComeFirstInTheGame) {
  GameRules rules = chess_rules();
  rules.royal = {2, 2};
  const auto game = game_of(std::move(rules));
  EXPECT_EQ(material_name(*game, *parse_material(*game, "KRvR")), "RKvR");
}

TEST(Material, SaysWhatIsWrong) {
  const auto game = game_of(chess_rules());
  EXPECT_EQ(material_error(*game, "KQK"),
            "material 'KQK': write White's men, one 'v' and Black's men, as in KRvK");
  EXPECT_EQ(material_error(*game, "KvKvK"),
            "material 'KvKvK': write White's men, one 'v' and Black's men, as in KRvK");
  EXPECT_EQ(material_error(*game, "KXvK"),
            "material 'KXvK', column 2: White has no men 'X' in chess; it has KQR");
  EXPECT_EQ(material_error(*game, "KvKq"),
            "material 'KvKq', column 4: 'q': both sides' men are written in capitals, as in KRvK");
  EXPECT_EQ(material_error(*game, "QvK"),
            "material 'QvK': White has 0 royal men (K), each side has exactly one");
  EXPECT_EQ(material_error(*game, "KvKK"),
            "material 'KvKK': Black has 2 royal men (K), each side has exactly one");
  EXPECT_EQ(material_error(*game, "KQQQQQQQvK", ErrorCode::kNotCovered),
            "material 'KQQQQQQQvK': 9 men, 8 at most are covered");
}

TEST(Material, KnowsMenOfOneSideOnly) {
  GameRules rules = chess_rules();
  rules.kinds[1].steps[1].reset();
  const auto game = game_of(std::move(rules));
  EXPECT_TRUE(parse_material(*game, "KQvK"));
  EXPECT_EQ(material_error(*game, "KvKQ"),
            "material 'KvKQ', column 4: Black has no men 'Q' in chess; it has KR");
}

TEST(Fen, GoesRoundOnEveryBoard) {
  const auto chess = game_of(chess_rules());
  for (const char* fen : {"8/8/8/3k4/8/8/8/KQ6 w", "R6k/8/8/8/8/8/8/K6r b"}) {
    const auto position = parse_fen(*chess, fen);
    ASSERT_TRUE(position) << fen;
    EXPECT_EQ(to_fen(*chess, *position), fen);
  }
  const auto brouhaha = brouhaha_game();
  const char* fen =
      "****k***"
      "****/12/12/12/12/12/12/12/12/12/12/12/11Q/*****K**"
      "**** w";
  const auto position = parse_fen(*brouhaha, fen);
  ASSERT_TRUE(position);
  EXPECT_EQ(brouhaha->board().name(position->men[0].square), "e13");
  EXPECT_EQ(to_fen(*brouhaha, *position), fen);
}

TEST(Fen, AcceptsFurtherFieldsThatSayNothing) {
  const auto game = game_of(chess_rules());
  for (const char* rest : {" w", " w -", " w - -", " w - - -", " w - - 0 1", " b  - 3 17 "})
    EXPECT_TRUE(parse_fen(*game, std::string("8/8/8/3k4/8/8/8/KQ6") + rest)) << rest;
}

TEST(Fen, NamesRankColumnAndSquare) {
  const auto game = game_of(chess_rules());
  EXPECT_EQ(fen_error(*game, ""), "FEN, field 1: it is empty");
  EXPECT_EQ(fen_error(*game, "8/8 w"), "FEN, field 1: 2 ranks, the board has 8");
  EXPECT_EQ(fen_error(*game, "8/7/8/3k4/8/8/8/KQ6 w"),
            "FEN, rank 7, column 4: 7 squares, the board has 8 files");
  EXPECT_EQ(fen_error(*game, "8/8/8/3k4/8/8/8/KQ5 w"),
            "FEN, rank 1, column 20: 7 squares, the board has 8 files");
  EXPECT_EQ(fen_error(*game, "8/44k/8/8/8/8/8/KQ6 w"),
            "FEN, rank 7, column 3: more than 8 squares");
  EXPECT_EQ(fen_error(*game, "8/8k/8/8/8/8/8/KQ6 w"), "FEN, rank 7, column 4: more than 8 squares");
  EXPECT_EQ(fen_error(*game, "8/99999999999k/8/8/8/8/8/KQ6 w"),
            "FEN, rank 7, column 3: more than 8 squares");
  EXPECT_EQ(fen_error(*game, "8/2x5/8/3k4/8/8/8/KQ6 w"),
            "FEN, rank 7, column 4 (square c7): chess has no men 'x'");
  EXPECT_EQ(fen_error(*game, "8/2?5/8/3k4/8/8/8/KQ6 w"),
            "FEN, rank 7, column 4 (square c7): '?' is no letter, number, '*' or '/'");
  EXPECT_EQ(
      fen_error(*game, "8/2*5/8/3k4/8/8/8/KQ6 w"),
      "FEN, rank 7, column 4 (square c7): '*' stands for a missing square, and this one exists");
  EXPECT_EQ(fen_error(*game, "8/2p5/8/3k4/8/8/8/KQ6 w"),
            "FEN, rank 7, column 4 (square c7): chess has no men 'p'");
  EXPECT_EQ(fen_error(*game, "8/8/8/3k4/8/8/8/1Q6 w", ErrorCode::kIllegal),
            "FEN, field 1: White has 0 royal men (K), each side has exactly one");
  EXPECT_EQ(fen_error(*game, "8/8/8/3k3k/8/8/8/KQ6 w", ErrorCode::kIllegal),
            "FEN, field 1: Black has 2 royal men (K), each side has exactly one");
  EXPECT_EQ(fen_error(*game, "QQQQQQQQ/Q7/8/3k4/8/8/8/K7 w", ErrorCode::kNotCovered),
            "FEN, rank 7, column 10 (square a7): more than 8 men are not covered");
}

TEST(Fen, NamesTheFieldAfterThePlacement) {
  const auto game = game_of(chess_rules());
  const std::string placement = "8/8/8/3k4/8/8/8/KQ6";
  const auto error = [&](const char* rest, ErrorCode code = ErrorCode::kBadNotation) {
    return fen_error(*game, (placement + rest).c_str(), code);
  };
  EXPECT_EQ(error(""), "FEN, field 2: the side to move is missing, write 'w' or 'b'");
  EXPECT_EQ(error(" x"), "FEN, field 2: 'x' is no side to move, write 'w' or 'b'");
  EXPECT_EQ(error(" w KQ -", ErrorCode::kNotCovered),
            "FEN, field 3: 'KQ': castling rights are not covered, write '-'");
  EXPECT_EQ(error(" w - e3"),
            "FEN, field 4: 'e3': nothing is taken in passing in this game, write '-'");
  EXPECT_EQ(error(" w J=K"), "FEN, field 3: 'J=K': chess has no Joker 'J'");
  EXPECT_EQ(error(" w - - - -"), "FEN, field 6: there are more fields than a FEN has");
  EXPECT_EQ(error(" w - - - 0 1 2"), "FEN, field 8: there are more fields than a FEN has");
  EXPECT_EQ(error(" w - 0 -"), "FEN, field 5: there are more fields than a FEN has");
  EXPECT_EQ(
      error(" w !"),
      "FEN, field 3: '!': neither en-passant squares, nor what a Joker imitates, nor '-', nor "
      "a counter");
}

TEST(Fen, PawnsStandOnTheirRanks) {
  const auto game = pawn_game();
  const auto error = [&](const char* fen) { return fen_error(*game, fen, ErrorCode::kIllegal); };
  EXPECT_TRUE(parse_fen(*game, "k7/P6p/8/8/8/8/P6p/K7 w"));
  EXPECT_EQ(
      error("k6P/8/8/8/8/8/8/K7 w"),
      "FEN, rank 8, column 3 (square h8): White's Pawn may stand on its own ranks 2 to 7 only, "
      "this is rank 8");
  EXPECT_EQ(
      error("k7/8/8/8/8/8/8/K5e1 w"),
      "FEN, rank 1, column 18 (square g1): Black's Berolina may stand on its own ranks 2 to 7 "
      "only, this is rank 8");
}

TEST(Fen, NoPawnOnABrouhahaSquare) {
  GameRules rules = pawn_game()->rules();
  rules.board.set_vanishing(rules.board.at(3, 4));
  const auto game = game_of(std::move(rules));
  EXPECT_EQ(fen_error(*game, "k7/8/8/3P4/8/8/8/K7 w", ErrorCode::kIllegal),
            "FEN, rank 5, column 9 (square d5): no pawn may stand on a brouhaha square");
}

TEST(Fen, EnPassantSquaresInAllPlaces) {
  const auto game = pawn_game();
  const Square e3 = *game->board().find("e3"), e4 = *game->board().find("e4");
  for (const char* rest : {"b e3", "b - e3", "b - e3 -", "b e3 -", "b - e3 0 1", "b - e3 - 0 1"}) {
    const auto position = parse_fen(*game, std::string("k7/8/8/8/3pP3/8/8/K7 ") + rest);
    ASSERT_TRUE(position) << rest << ": " << position.error().message;
    EXPECT_TRUE(position->passed.test(e3) && position->passed.count() == 1) << rest;
    EXPECT_EQ(position->passer, e4) << rest;
    EXPECT_EQ(to_fen(*game, *position), "k7/8/8/8/3pP3/8/8/K7 b e3");
  }
  for (const char* rest : {"w", "w -", "w - - 0 1", "w - - - 0 1", "w 0 1"}) {
    const auto position = parse_fen(*game, std::string("k7/8/8/8/3pP3/8/8/K7 ") + rest);
    ASSERT_TRUE(position) << rest;
    EXPECT_FALSE(position->passed.any()) << rest;
  }
}

TEST(Fen, EnPassantGoesByWhatAPawnCanHavePassed) {
  const auto game = pawn_game();
  const auto error = [&](const char* fen) { return fen_error(*game, fen, ErrorCode::kIllegal); };
  const std::string none = "no pawn of White can have passed just there in one move";
  const std::string at = "FEN, field 3: '";
  // No pawn behind, the start occupied, the square itself occupied, one's own pawn, a pawn further
  // on.
  EXPECT_EQ(error("k7/8/8/8/3p4/8/8/K7 b e3"), at + "e3': " + none);
  EXPECT_EQ(error("k7/8/8/8/4P3/8/4R3/K7 b e3"), at + "e3': " + none);
  EXPECT_EQ(error("k7/8/8/8/4P3/4r3/8/K7 b e3"), at + "e3': " + none);
  EXPECT_EQ(error("k7/8/8/4p3/8/8/8/K7 b e6"), at + "e6': " + none);
  EXPECT_EQ(error("k7/8/8/4P3/8/8/8/K7 b e4"), at + "e4': " + none);
  EXPECT_EQ(error("k7/8/8/8/4P3/8/8/K7 b e3,d3"), at + "e3,d3': " + none);
  EXPECT_EQ(fen_error(*game, "k7/8/8/8/4P3/8/8/K7 b e3,e3"), at + "e3,e3': e3 twice");
  EXPECT_EQ(fen_error(*game, "k7/8/8/8/4P3/8/8/K7 b e9"), at + "e9': the board has no square 'e9'");
  EXPECT_EQ(fen_error(*game, "k7/8/8/8/4P3/8/8/K7 b e3,"), at + "e3,': the board has no square ''");
  EXPECT_EQ(fen_error(*game, "k7/8/8/8/4P3/8/8/K7 b e3 e3"),
            "FEN, field 4: 'e3': the order is en-passant squares, what Jokers imitate, counters");
}

TEST(Fen, ABerolinaPassesALineOfSquares) {
  const auto game = pawn_game();
  const auto position = parse_fen(*game, "k7/8/8/4E3/8/8/8/K7 b d4,c3");
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(position->passed.count(), 2);
  EXPECT_EQ(game->board().name(position->passer), "e5");
  EXPECT_EQ(to_fen(*game, *position), "k7/8/8/4E3/8/8/8/K7 b c3,d4");
  EXPECT_EQ(fen_error(*game, "k7/8/8/4E3/8/8/8/K7 b d4", ErrorCode::kIllegal),
            "FEN, field 3: 'd4': no pawn of White can have passed just there in one move");
}

// Two Berolinas that cross the same square, or a pawn and a Berolina.
TEST(Fen, TheSquareAfterAColonTellsSeveralPassersApart) {
  const auto game = pawn_game();
  EXPECT_EQ(
      fen_error(*game, "k7/8/8/8/2E1E3/8/8/K7 b d3"),
      "FEN, field 3: 'd3': the pawns on c4 and e4 can have passed there; add the one that did, "
      "as in 'd3:c4'");
  for (const char* fen : {"k7/8/8/8/2E1E3/8/8/K7 b d3:c4", "k7/8/8/8/2E1E3/8/8/K7 b d3:e4",
                          "k7/8/8/8/2EP4/8/8/K7 b d3:d4"}) {
    const auto position = parse_fen(*game, fen);
    ASSERT_TRUE(position) << fen;
    EXPECT_EQ(game->board().name(position->passer),
              std::string(fen).substr(std::string(fen).size() - 2));
    EXPECT_EQ(to_fen(*game, *position), fen);
  }
  const auto single = parse_fen(*game, "k7/8/8/8/2E5/8/8/K7 b d3:c4");
  ASSERT_TRUE(single);
  EXPECT_EQ(to_fen(*game, *single), "k7/8/8/8/2E5/8/8/K7 b d3");
  EXPECT_EQ(fen_error(*game, "k7/8/8/8/2E1E3/8/8/K7 b d3:d4", ErrorCode::kIllegal),
            "FEN, field 3: 'd3:d4': no pawn of White can have passed just there in one move");
}

TEST(Fen, WithoutMultiStepsNothingIsTakenInPassing) {
  GameRules rules = pawn_game()->rules();
  for (const std::size_t k : {3U, 4U}) rules.kinds[k].pawn->en_passant = false;
  const auto game = game_of(std::move(rules));
  EXPECT_EQ(fen_error(*game, "k7/8/8/8/3pP3/8/8/K7 b - e3"),
            "FEN, field 4: 'e3': nothing is taken in passing in this game, write '-'");
}

TEST(Fen, WhatJokersImitate) {
  const auto game = pawn_game();
  const std::string placement = "k6r/8/8/8/8/8/8/KJ5j ";
  const auto read = [&](const char* rest) { return parse_fen(*game, placement + rest); };
  for (const char* rest : {"w J=R,j=K", "w - J=R,j=K", "w - - J=R,j=K 0 1", "w j=K,J=R"}) {
    const auto position = read(rest);
    ASSERT_TRUE(position) << rest << ": " << position.error().message;
    EXPECT_EQ(position->imitates[0], 2) << rest;
    EXPECT_EQ(position->imitates[1], 0) << rest;
    EXPECT_EQ(to_fen(*game, *position), placement + "w - J=R,j=K");
  }
  const auto black = read("w j=K");
  ASSERT_TRUE(black);
  EXPECT_EQ(black->imitates[0], -1);
  EXPECT_EQ(to_fen(*game, *black), placement + "w - j=K");
  EXPECT_EQ(to_fen(*game, *read("b - - -")), placement + "b");
  const auto both = parse_fen(*game, "k7/8/8/8/4P3/8/8/KJ5j b e3 J=K,j=P");
  ASSERT_TRUE(both) << both.error().message;
  EXPECT_EQ(to_fen(*game, *both), "k7/8/8/8/4P3/8/8/KJ5j b e3 J=K,j=P");
}

TEST(Fen, JokersImitateOnlyWhatTheOpponentCanHaveMoved) {
  const auto game = pawn_game();
  const auto error = [&](const char* fen, ErrorCode code = ErrorCode::kIllegal) {
    return fen_error(*game, fen, code);
  };
  const std::string never = "' last, so no Joker imitates that";
  // The opponent has just moved it, so it is still there; a pawn may have become what is there.
  EXPECT_EQ(error("k7/8/8/8/8/8/8/KJ6 w - J=R"),
            "FEN, field 4: 'J=R': Black cannot have moved a 'R" + never);
  EXPECT_TRUE(parse_fen(*game, "k6r/8/8/8/8/8/8/KJ6 w - J=P"));
  EXPECT_EQ(error("k7/8/8/8/8/8/8/KJ6 w - J=P"),
            "FEN, field 4: 'J=P': Black cannot have moved a 'P" + never);
  // It may have been taken since, and the other side's Joker may have moved as anything.
  EXPECT_TRUE(parse_fen(*game, "k7/8/8/8/8/8/8/KJ6 b - J=R"));
  EXPECT_TRUE(parse_fen(*game, "k6j/8/8/8/8/8/8/KJ6 w - J=Q"));
  EXPECT_EQ(error("k6j/8/8/8/8/8/8/KJ6 w - J=J"),
            "FEN, field 4: 'J=J': Black cannot have moved a 'J" + never);
  EXPECT_EQ(error("k7/8/8/8/8/8/8/K7 w - J=K"),
            "FEN, field 4: 'J=K': White has no Joker on the board");
  EXPECT_EQ(error("k7/8/8/8/8/8/8/KJ6 w - j=K"),
            "FEN, field 4: 'j=K': Black has no Joker on the board");
  EXPECT_EQ(error("k7/8/8/8/8/8/8/KJ6 w - J=X", ErrorCode::kBadNotation),
            "FEN, field 4: 'J=X': chess has no men 'X'");
  EXPECT_EQ(error("k7/8/8/8/8/8/8/KJ6 w - R=K", ErrorCode::kBadNotation),
            "FEN, field 4: 'R=K': chess has no Joker 'R'");
  EXPECT_EQ(
      error("k7/8/8/8/8/8/8/KJ6 w - J=", ErrorCode::kBadNotation),
      "FEN, field 4: 'J=': 'J=': write the Joker, '=' and the kind that it imitates, as in J=K");
  EXPECT_EQ(error("k7/8/8/8/8/8/8/KJ6 w - J=K,J=K", ErrorCode::kBadNotation),
            "FEN, field 4: 'J=K,J=K': White's Joker is given twice");
  EXPECT_EQ(error("k7/8/8/8/8/8/8/KJ6 w J=K e3", ErrorCode::kBadNotation),
            "FEN, field 4: 'e3': the order is en-passant squares, what Jokers imitate, counters");
}

// Whatever play leads to can be written and read again.
TEST(Fen, PlayGoesRound) {
  const auto game = pawn_game();
  std::mt19937 random(7);
  std::vector<Move> moves;
  std::set<std::string> seen;
  for (int run = 0; run < 300; ++run) {
    auto position = *parse_fen(*game, run % 2 == 0 ? "k3j3/1p2e3/8/8/8/8/2P2E2/K3J3 w"
                                                   : "k3j3/3p4/2E5/8/8/5e2/3P2E1/K7 b");
    for (int ply = 0; ply < 40; ++ply) {
      const std::string fen = to_fen(*game, position);
      seen.insert(fen);
      const auto again = parse_fen(*game, fen);
      ASSERT_TRUE(again) << fen << ": " << again.error().message;
      EXPECT_EQ(to_fen(*game, *again), fen);
      EXPECT_EQ(again->passed, position.passed) << fen;
      EXPECT_EQ(again->passer, position.passer) << fen;
      EXPECT_EQ(again->imitates, position.imitates) << fen;
      legal_moves(*game, position, moves);
      if (moves.empty()) break;
      position = after(*game, position, moves[random() % moves.size()]);
    }
  }
  EXPECT_GT(seen.size(), 2000U);
}

TEST(Fen, HolesAndBrouhahaSquaresAreStars) {
  const auto game = brouhaha_game();
  const std::string middle = "/12/12/12/12/12/12/12/12/12/12/12/11k/";
  EXPECT_EQ(fen_error(*game, ("4****4" + middle + "****K*******  w").c_str()),
            "FEN, rank 13, column 1 (square a13): a missing square is written '*'");
  EXPECT_EQ(fen_error(*game, ("****4****" + middle + "****K*******  w").c_str()),
            "FEN, rank 13, column 5 (square e13): an empty brouhaha square is written '*'");
  EXPECT_EQ(
      fen_error(*game, ("K***********" + middle + "************ w").c_str(), ErrorCode::kIllegal),
      "FEN, rank 13, column 1 (square a13): 'K' stands on a missing square");
}

TEST(Fen, AnyBytesGiveAnErrorOrAPosition) {
  const auto game = pawn_game();
  const std::string seed = "8/8/8/3k4/4P1p1/8/8/KJ6 b - e3 J=P 0 1";
  for (std::size_t at = 0; at < seed.size(); ++at)
    for (int byte = 1; byte < 256; ++byte) {
      std::string text = seed;
      text[at] = static_cast<char>(byte);
      if (const auto position = parse_fen(*game, text)) {
        const auto again = parse_fen(*game, to_fen(*game, *position));
        ASSERT_TRUE(again) << text;
        EXPECT_EQ(to_fen(*game, *again), to_fen(*game, *position));
      }
    }
  for (std::size_t size = 0; size < seed.size(); ++size)
    (void)parse_fen(*game, seed.substr(0, size));
}

TEST(Fen, CountersMatterUnderAMoveCountRule) {
  GameRules rules = chess_rules();
  rules.exact_move_rule = 5;
  const auto game = *Game::create(rules);
  EXPECT_TRUE(parse_fen(*game, "8/8/8/8/8/8/8/K1k5 w - - 0 1").has_value());
  const auto counted = parse_fen(*game, "8/8/8/8/8/8/8/K1k5 w - - 9 1");
  ASSERT_FALSE(counted.has_value());
  EXPECT_EQ(counted.error().code, ErrorCode::kNotCovered);
}

TEST(Draw, ShowsMenHolesAndRankNumbers) {
  GameRules rules = chess_rules();
  rules.board = *Board::rectangle(3, 3, 9);
  rules.board.remove(0);
  rules.board.set_vanishing(8);
  const auto game = game_of(std::move(rules));
  EXPECT_EQ(draw(*game, *parse_fen(*game, "1k*/3/*1K w")),
            " 11 . k *\n"
            " 10 . . .\n"
            "  9   . K\n"
            "    a b c\n");
}

TEST(MaterialOf, IsThatOfTheMen) {
  const auto game = game_of(chess_rules());
  const auto position = parse_fen(*game, "8/8/8/r2k4/8/8/8/RQK5 b");
  EXPECT_EQ(material_name(*game, material_of(*game, *position)), "KQRvKR");
}

}  // namespace
}  // namespace augmate
