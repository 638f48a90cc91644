// SPDX-License-Identifier: MIT
// Materials, FEN and drawings, and the errors that name the place of what is wrong.
#include "rules/position.h"

#include <gtest/gtest.h>

#include "rules/betza.h"

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
  EXPECT_EQ(material_error(*game, "KPvK", ErrorCode::kNotCovered),
            "material 'KPvK', column 2: endings with pawns are not covered");
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
  EXPECT_EQ(fen_error(*game, "8/2p5/8/3k4/8/8/8/KQ6 w", ErrorCode::kNotCovered),
            "FEN, rank 7, column 4 (square c7): endings with pawns are not covered");
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
            "FEN, field 4: 'e3': neither '-' nor a counter (without pawns nothing is en passant)");
  EXPECT_EQ(error(" w J=K"), "FEN, field 3: 'J=K': there are no Jokers in this game, write '-'");
  EXPECT_EQ(error(" w - - - -"), "FEN, field 6: there are more fields than a FEN has");
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
  const auto game = game_of(chess_rules());
  const std::string seed = "8/8/8/3k4/8/8/8/KQ6 w - -";
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
