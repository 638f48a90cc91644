// SPDX-License-Identifier: MIT
// Variant files: the INI syntax, Fairy-Stockfish's keys, augmate's own, and what is refused.
#include "rules/variant_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "rules/ini_file.h"
#include "rules/square_list.h"

namespace augmate {
namespace {

const std::string kShipped = std::string(AUGMATE_SOURCE_DIR) + "/variants";

VariantLibrary shipped() {
  auto library = VariantLibrary::open(kShipped);
  EXPECT_TRUE(library) << library.error().message;
  return std::move(*library);
}

Result<Variant> load_text(const std::string& text, const std::string& name = "mine") {
  VariantLibrary library = shipped();
  if (auto names = library.read_text(text, "my.ini"); !names) return names.error();
  return library.load(name);
}

std::string error_of(const std::string& text, ErrorCode code = ErrorCode::kBadNotation) {
  const auto variant = load_text(text);
  if (variant) return "no error";
  EXPECT_EQ(variant.error().code, code) << variant.error().message;
  return variant.error().message;
}

const Kind* find(const GameRules& rules, char letter) {
  for (const Kind& k : rules.kinds)
    if (k.letter == letter) return &k;
  return nullptr;
}

// "2-7; 2:2; e.p.; 8:QRBN": ranks, steps, en passant, promotions ('?' optional).
std::string pawn_text(const GameRules& rules, char letter) {
  const Kind* kind = find(rules, letter);
  if (kind == nullptr || !kind->pawn) return "no pawn";
  const PawnRule& pawn = *kind->pawn;
  std::string text = std::to_string(pawn.first_rank) + "-" + std::to_string(pawn.last_rank) + ";";
  for (std::size_t rank = 0; rank < pawn.steps.size(); ++rank)
    if (pawn.steps[rank] > 1)
      text += " " + std::to_string(rank) + ":" + std::to_string(pawn.steps[rank]);
  text += pawn.en_passant ? "; e.p.;" : "; no e.p.;";
  for (const Promotion& p : pawn.promotions) {
    text += " " + std::to_string(p.rank) + (p.forced ? ":" : "?:");
    for (const int k : p.kinds) text += rules.kinds[static_cast<unsigned>(k)].letter;
  }
  return text;
}

std::string letters(const GameRules& rules) {
  std::string text;
  for (const Kind& k : rules.kinds) text += k.letter;
  return text;
}

StepGraph betza(const char* text) { return *parse_piece(text, Dialect::kBetza); }

// Equal moves, however their text united them.
bool same(const StepGraph& a, const StepGraph& b) { return normalized(a) == normalized(b); }

TEST(Ini, ReadsSectionsKeysAndComments) {
  const auto sections = parse_ini(
      "skipped = before the first section\n# comment\n[a]\r\n key=value with = and # inside \r\n; "
      "c\n\n"
      "[b:a]\nK = \n");
  ASSERT_TRUE(sections) << sections.error().message;
  ASSERT_EQ(sections->size(), 2U);
  EXPECT_EQ((*sections)[0].name, "a");
  EXPECT_EQ((*sections)[0].entries[0].key, "key");
  EXPECT_EQ((*sections)[0].entries[0].value, "value with = and # inside");
  EXPECT_EQ((*sections)[0].entries[0].line, 4);
  EXPECT_EQ((*sections)[1].parent, "a");
  EXPECT_EQ((*sections)[1].line, 7);
  EXPECT_EQ((*sections)[1].entries[0].value, "");
}

TEST(Ini, NamesTheLine) {
  const auto error = [](const char* text) {
    const auto sections = parse_ini(text);
    return sections ? std::string("no error") : sections.error().message;
  };
  EXPECT_EQ(error("[a\n"), "line 1: the section's ']' is missing");
  EXPECT_EQ(error("\n[ ]\n"), "line 2: the section has no name");
  EXPECT_EQ(error("[a:]\n"), "line 1: the parent's name is missing after ':'");
  EXPECT_EQ(error("[a]\nno equals sign\n"),
            "line 2: 'no equals sign' is neither 'key = value', '[section]' nor a comment");
  EXPECT_EQ(error("[a]\n= 3\n"), "line 2: the key before '=' is missing");
  EXPECT_EQ(error("[a]\nk = 1\nk = 2\n"), "line 3: 'k' is given twice, first in line 2");
}

TEST(SquareList, SquaresRectanglesRanksAndFiles) {
  const Board board = *Board::rectangle(12, 14, 0);
  EXPECT_EQ(parse_squares(board, "a0, l13")->count(), 2);
  EXPECT_EQ(parse_squares(board, "a0-c2")->count(), 9);
  EXPECT_EQ(parse_squares(board, "c2-a0")->count(), 9);
  EXPECT_EQ(parse_squares(board, "*13 b*")->count(), 12 + 14 - 1);
  EXPECT_EQ(parse_squares(board, "-")->count(), 0);
  for (const char* wrong : {"m1", "a14", "1a", "a", "a1-", "a1-m1", "a1x", "*"})
    EXPECT_FALSE(parse_squares(board, wrong)) << wrong;
}

TEST(Shipped, EveryKindOfTheLibraryHasMoves) {
  const VariantLibrary library = shipped();
  EXPECT_GE(library.kinds().names().size(), 50U);
  for (const std::string& name : library.kinds().names()) {
    const auto steps = library.kinds().parse(name);
    ASSERT_TRUE(steps) << steps.error().message;
    EXPECT_FALSE(steps->roots.empty()) << name;
  }
}

TEST(Shipped, EveryVariantLoadsAndCompiles) {
  const VariantLibrary library = shipped();
  for (const std::string& name : library.names()) {
    const auto variant = library.load(name);
    ASSERT_TRUE(variant) << variant.error().message;
    EXPECT_FALSE(variant->description.empty()) << name;
    const auto game = Game::create(variant->rules);
    EXPECT_TRUE(game) << name << ": " << game.error().message;
  }
  for (const char* name :
       {"wide", "wide-wad", "augmenters-12", "augmenters-10", "augmenters-14", "immobile-regent",
        "unbalanced-corps", "weak-kings", "perpetual-check-wins", "grand-apothecary-modern",
        "sharp-12-courier", "sharp-12-timur", "chess", "shatranj", "makruk"})
    EXPECT_TRUE(library.load(name)) << name;
}

TEST(Shipped, WideWadIsTheBoardAndMenOfItsDocument) {
  const auto variant = shipped().load("wide-wad");
  ASSERT_TRUE(variant);
  const GameRules& rules = variant->rules;
  EXPECT_EQ(rules.board, *Board::rectangle(12, 8));
  EXPECT_EQ(letters(rules), "KQRBNPLC");
  EXPECT_TRUE(same(*find(rules, 'C')->steps[0], betza("WAD")));
  EXPECT_TRUE(same(*find(rules, 'L')->steps[0], betza("FAsmW")));
  EXPECT_EQ(pawn_text(rules, 'P'), "2-7; 2:2; e.p.; 8:QRBNCL");
}

TEST(Shipped, SharpHasHolesCampsAndSeats) {
  const VariantLibrary library = shipped();
  const auto opposite = library.load("sharp-12-timur");
  ASSERT_TRUE(opposite);
  const Board& board = opposite->rules.board;
  EXPECT_EQ(board.squares().count(), 108);
  EXPECT_TRUE(opposite->rules.camp_rule);
  EXPECT_EQ(board.camp(*board.find("d1")), 1);
  EXPECT_EQ(board.camp(*board.find("l4")), 2);
  EXPECT_EQ(board.camp(*board.find("i12")), 3);
  EXPECT_EQ(board.camp(*board.find("a9")), 4);
  EXPECT_EQ(board.camp(*board.find("d4")), 0);
  EXPECT_FALSE(board.find("c3"));
  EXPECT_EQ(opposite->rules.forward[1], Direction::kSouth);
  EXPECT_EQ(library.load("sharp-12-timur-east")->rules.forward[1], Direction::kWest);
  EXPECT_EQ(letters(opposite->rules), "KRNWFALDIG");
  const auto courier = library.load("sharp-12-courier-west");
  ASSERT_TRUE(courier);
  EXPECT_EQ(pawn_text(courier->rules, 'P'), "3-8;; no e.p.; 9:QRBNWFA");
}

TEST(Shipped, PawnsOfTheOthers) {
  const VariantLibrary library = shipped();
  const auto pawn = [&](const char* name, char letter = 'P') {
    return pawn_text(library.load(name)->rules, letter);
  };
  EXPECT_EQ(pawn("chess"), "2-7; 2:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn("wide"), "2-7; 2:2; e.p.; 8:QRBNWL");
  for (const char* name : {"augmenters-12", "augmenters-10", "weak-kings", "immobile-regent",
                           "unbalanced-corps", "perpetual-check-wins"})
    EXPECT_EQ(pawn(name), "2-7; 2:2; e.p.; 8:M") << name;
  EXPECT_EQ(pawn("augmenters-14"), "2-9; 2:3 3:2 4:2 5:2; e.p.; 10:M");
  EXPECT_EQ(pawn("shatranj"), "2-7;; no e.p.; 8:Q");
  EXPECT_EQ(pawn("makruk"), "3-5;; no e.p.; 6:M");
  EXPECT_EQ(pawn("losalamos"), "2-5;; no e.p.; 6:QRN");
  EXPECT_EQ(pawn("gardner"), "2-4;; no e.p.; 5:QRBN");
  EXPECT_EQ(pawn("capablanca"), "2-7; 2:2; e.p.; 8:QCARBN");
  EXPECT_EQ(pawn("knightmate"), "2-7; 2:2; e.p.; 8:QRBM");
  EXPECT_EQ(pawn("omega"), "3-10; 3:3; e.p.; 11:QRBNCW");
  const std::string apothecary = "3-11; 3:3 4:2; e.p.; 10?:BNCWH 11?:BNCWHRJXVS 12:BNCWHRJXVSQDGTL";
  EXPECT_EQ(pawn("grand-apothecary-modern"), apothecary);
  EXPECT_EQ(pawn("grand-apothecary-modern", 'E'), apothecary);
}

TEST(Shipped, ArmiesOfTheAugmentersRelatives) {
  const VariantLibrary library = shipped();
  const auto same_moves = [&](const char* name, char letter, const char* moves) {
    return same(*find(library.load(name)->rules, letter)->steps[0], betza(moves));
  };
  EXPECT_TRUE(same_moves("weak-kings", 'K', "K"));
  EXPECT_TRUE(same_moves("immobile-regent", 'Q', "RBgQ"));
  EXPECT_TRUE(same_moves("unbalanced-corps", 'X', "fRsRfsNbbND"));
  EXPECT_TRUE(same_moves("unbalanced-corps", 'Y', "vNsN"));
  EXPECT_TRUE(same_moves("augmenters-10", 'K', "KD"));
  EXPECT_TRUE(same_moves("augmenters-10", 'Q', "WfFRBffNbsN"));
  EXPECT_EQ(find(library.load("augmenters-10")->rules, 'H'), nullptr);
  EXPECT_TRUE(same_moves("augmenters-14", 'O', "CZfFvW"));
  EXPECT_TRUE(same_moves("augmenters-14", 'Z', "CZG"));
  EXPECT_TRUE(library.load("perpetual-check-wins")->rules.perpetual_check_wins);
}

TEST(Shipped, ShatranjLosesByStalemateAndBareKing) {
  const auto rules = shipped().load("shatranj")->rules;
  EXPECT_EQ(rules.stalemate, Outcome::kLoss);
  EXPECT_EQ(rules.bare_royal, Outcome::kLoss);
  EXPECT_TRUE(same(*find(rules, 'B')->steps[0], betza("A")));
  EXPECT_TRUE(same(*find(rules, 'Q')->steps[0], betza("F")));
}

TEST(Shipped, GrandApothecary) {
  const auto variant = shipped().load("grand-apothecary-modern");
  ASSERT_TRUE(variant);
  const GameRules& rules = variant->rules;
  EXPECT_EQ(rules.board.squares().count(), 152);
  EXPECT_EQ(rules.board.vanishing().count(), 8);
  EXPECT_EQ(rules.board.name(*rules.board.find("e0")), "e0");
  EXPECT_FALSE(rules.board.open_when_empty(*rules.board.find("h13")));
  EXPECT_EQ(rules.move_rule, 150);
  EXPECT_EQ(rules.stalemate, Outcome::kDisadvantage);
  EXPECT_TRUE(rules.bare_royals_draw);
  EXPECT_FALSE(rules.bare_royal);
  EXPECT_TRUE(rules.points_settle);
  EXPECT_EQ(rules.points_ahead, 4);
  EXPECT_TRUE(find(rules, 'J')->joker);
  EXPECT_TRUE(same(*find(rules, 'E')->steps[0], betza("mfFcfW")));
  const auto numbers = [&](auto number) {
    std::string text;
    for (const Kind& k : rules.kinds)
      if (const int n = number(k); n > 0) text += k.letter + std::to_string(n);
    return text;
  };
  EXPECT_EQ(numbers([](const Kind& k) { return k.most; }), "Q2R5B4N3H3W2X3S2C2D1G1L1T1V2J2");
  EXPECT_EQ(numbers([](const Kind& k) { return k.points; }), "Q9R6B3N3H3W3X6S6C3D9G9L9T9V6J4P1E1");
  EXPECT_EQ(numbers([](const Kind& k) { return k.heavy ? 1 : 0; }), "Q1D1G1L1T1");
}

TEST(Shipped, AugmentersAreUnionsByName) {
  const auto variant = shipped().load("augmenters-12");
  ASSERT_TRUE(variant);
  EXPECT_TRUE(same(*find(variant->rules, 'K')->steps[0], betza("KH")));
  EXPECT_TRUE(same(*find(variant->rules, 'Q')->steps[1], betza("WfFRBgQ")));
  EXPECT_TRUE(same(*find(variant->rules, 'X')->steps[1], betza("fRsRfsNbbN")));
}

TEST(KindText, UnitesNamesAndNotation) {
  const VariantLibrary library = shipped();
  const auto parse = [&](const char* text) { return library.kinds().parse(text); };
  EXPECT_TRUE(same(*parse("Rook+Ferz"), betza("RF")));
  EXPECT_TRUE(same(*parse(" Rook + F "), betza("RF")));
  EXPECT_TRUE(same(*parse("Waffle"), betza("WA")));
  EXPECT_FALSE(parse("Rook+"));
  EXPECT_FALSE(parse(""));
  const auto misspelt = parse("Rok");
  ASSERT_FALSE(misspelt);
  EXPECT_NE(misspelt.error().message.find("did you mean 'Rook'?"), std::string::npos)
      << misspelt.error().message;
}

TEST(KindText, NamesAreNoNotationAndLookBackOnly) {
  KindLibrary library;
  EXPECT_FALSE(library.add("WA", "W"));
  EXPECT_FALSE(library.add("lower", "W"));
  EXPECT_TRUE(library.add("First", "W"));
  EXPECT_TRUE(library.add("Second", "First+Third"));
  EXPECT_TRUE(library.add("Third", "Second"));
  EXPECT_FALSE(library.parse("Third"));
  EXPECT_TRUE(library.add("First", "First+F"));
  EXPECT_TRUE(same(*library.parse("First"), betza("WF")));
}

TEST(FairyStockfishKeys, BoardPiecesAndOutcomes) {
  const auto variant = load_text(
      "[mine]\nmaxRank = 10\nmaxFile = j\nking = k:KN\nrook = r\nfers = f\ncustomPiece25 = x:WAD\n"
      "startFen = rnbqkbnr1*/10/10/10/10/10/10/10/10/RNBQKBNR*1 w - - 0 1\n"
      "stalemateValue = loss\nnMoveRule = 70\ncastling = true\npieceDrops = false\n");
  ASSERT_TRUE(variant) << variant.error().message;
  const GameRules& rules = variant->rules;
  EXPECT_EQ(rules.board.files(), 10);
  EXPECT_EQ(rules.board.ranks(), 10);
  EXPECT_EQ(rules.board.squares().count(), 98);
  EXPECT_FALSE(rules.board.find("j10"));
  EXPECT_FALSE(rules.board.find("i1"));
  EXPECT_EQ(letters(rules), "KRFX");
  EXPECT_TRUE(same(*find(rules, 'K')->steps[0], *parse_piece("KN", Dialect::kFsf)));
  EXPECT_EQ(rules.stalemate, Outcome::kLoss);
  EXPECT_EQ(rules.move_rule, 70);
  EXPECT_EQ(rules.name, "mine");
}

TEST(FairyStockfishKeys, ChildrenReplaceAndRemove) {
  const auto variant =
      load_text("[mine:chess]\nqueen = -\nknight = h\ncustomPiece1 = b:FfW\nmaxFile = 6\n");
  ASSERT_TRUE(variant) << variant.error().message;
  EXPECT_EQ(letters(variant->rules), "KRHPB");
  // The Queen is gone and the Bishop's letter taken: no pawn becomes one.
  EXPECT_EQ(pawn_text(variant->rules, 'P'), "2-7; 2:2; e.p.; 8:RH");
  EXPECT_TRUE(same(*find(variant->rules, 'B')->steps[0], *parse_piece("FfW", Dialect::kFsf)));
  EXPECT_EQ(variant->rules.board.files(), 6);
}

std::string pawn_of(const std::string& lines, char letter = 'P') {
  const auto variant = load_text("[mine:chess]\n" + lines);
  return variant ? pawn_text(variant->rules, letter) : variant.error().message;
}

TEST(FairyStockfishKeys, PawnsPromotion) {
  EXPECT_EQ(pawn_of("promotionPieceTypes = qn\n"), "2-7; 2:2; e.p.; 8:QN");
  EXPECT_EQ(pawn_of("promotionPieceTypesWhite = qn\npromotionPieceTypesBlack = nq\n"),
            "2-7; 2:2; e.p.; 8:QN");
  EXPECT_EQ(pawn_of("promotionPieceTypes = *\n"), "2-7; 2:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("promotionRegionWhite = *7 *8\npromotionRegionBlack = *2 *1\n"),
            "2-6; 2:2; e.p.; 7:QRBN");
  EXPECT_EQ(pawn_of("mandatoryPawnPromotion = false\npromotionRegionWhite = *7 *8\n"
                    "promotionRegionBlack = *2 *1\n"),
            "2-8; 2:2; e.p.; 7?:QRBN 8?:QRBN");
  EXPECT_EQ(pawn_of("promotionRank = 6\n"), "2-5; 2:2; e.p.; 6:QRBN");
  EXPECT_EQ(find(load_text("[mine:chess]\npromotionLimit = q:1 r:2\n")->rules, 'R')->most, 2);
}

TEST(FairyStockfishKeys, PawnsSteps) {
  EXPECT_EQ(pawn_of("doubleStep = false\n"), "2-7;; no e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *6 *7\n"),
            "2-7; 2:2 3:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("tripleStepRegionWhite = *2\ntripleStepRegionBlack = *7\n"),
            "2-7; 2:3; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("doubleStepRank = 3\n"), "2-7; 2:2 3:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("enPassantRegion = -\n"), "2-7; 2:2; no e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("enPassantRegion = *3 *6\n"), "2-7; 2:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("enPassantTypes = -\n"), "2-7; 2:2; no e.p.; 8:QRBN");
}

TEST(FairyStockfishKeys, StartFenSaysWherePawnsStart) {
  EXPECT_EQ(pawn_of("startFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1\n"
                    "doubleStep = false\n"),
            "3-7;; no e.p.; 8:QRBN");
}

TEST(FairyStockfishKeys, CustomPiecesAsPawns) {
  // What Fairy-Stockfish's own examples call a Berolina pawn: 'i' is the first move, 'e' en
  // passant.
  const std::string berolina =
      "pawn = -\ncustomPiece1 = p:mfFcfeWimfnA\npawnTypes = p\npromotionPawnTypes = p\n";
  EXPECT_EQ(pawn_of(berolina), "2-7; 2:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of(berolina + "pawnSteps = 3:3\n"), "3-7; 3:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of(berolina + "doubleStep = false\n"), "2-7;; no e.p.; 8:QRBN");
  EXPECT_TRUE(
      same(*find(load_text("[mine:chess]\n" + berolina)->rules, 'P')->steps[0], betza("mfFcfW")));
  EXPECT_EQ(pawn_of("customPiece1 = s:mfWcfF\npromotionPawnTypes = ps\n", 'S'),
            "2-7;; no e.p.; 8:QRBN");
  // A pawn that is not named as one that promotes stands to the end of the board.
  EXPECT_EQ(pawn_of("customPiece1 = s:mfWcfF\npawnTypes = ps\n", 'S'), "2-8;; no e.p.;");
  EXPECT_EQ(pawn_of("customPiece1 = s:mfWcfF\n", 'S'), "no pawn");
}

TEST(OwnKeys, Pawns) {
  EXPECT_EQ(pawn_of("maxRank = 10\npawnRanks = 3-9\npawnSteps = 3:3 4-5:2\n"
                    "promotion = 8?:BN 10:QRBN\n"),
            "3-9; 3:3 4:2 5:2; e.p.; 8?:BN 10:QRBN");
  EXPECT_EQ(pawn_of("kind.Berolina = E\npawnTypes = pe\n", 'E'), "2-7; 2:2; e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("enPassant = false\n"), "2-7; 2:2; no e.p.; 8:QRBN");
  EXPECT_EQ(pawn_of("promotion = -\npawnSteps = -\n"), "2-8;; no e.p.;");
}

TEST(OwnKeys, TheYoungerSectionSaysHowPawnsPromote) {
  const std::string old = "[old:chess]\npromotion = 7:Q\npawnSteps = 2:3\n";
  const auto own = load_text(old + "[mine:old]\n");
  ASSERT_TRUE(own) << own.error().message;
  EXPECT_EQ(pawn_text(own->rules, 'P'), "2-6; 2:3; e.p.; 7:Q");
  const auto theirs = load_text(old + "[mine:old]\npromotionPieceTypes = rn\ndoubleStep = true\n");
  ASSERT_TRUE(theirs) << theirs.error().message;
  EXPECT_EQ(pawn_text(theirs->rules, 'P'), "2-7; 2:2; e.p.; 8:RN");
}

TEST(OwnKeys, Outcomes) {
  const auto rules = load_text(
                         "[mine:chess]\nstalemateValue = advantage\nbareKingValue = disadvantage\n"
                         "bareKingsDraw = true\ninfinitePlayValue = points\npointsAhead = 2\n"
                         "points = q:9 r:5\nheavy = qr\nperpetualCheckValue = win\njoker = j\n")
                         ->rules;
  EXPECT_EQ(rules.stalemate, Outcome::kAdvantage);
  EXPECT_EQ(rules.bare_royal, Outcome::kDisadvantage);
  EXPECT_TRUE(rules.bare_royals_draw && rules.points_settle && rules.perpetual_check_wins);
  EXPECT_EQ(rules.points_ahead, 2);
  EXPECT_EQ(find(rules, 'Q')->points, 9);
  EXPECT_TRUE(find(rules, 'R')->heavy);
  EXPECT_TRUE(find(rules, 'J')->joker);
  EXPECT_EQ(find(load_text("[mine:grand-apothecary-modern]\njoker = -\npromotion = 12:Q\n"
                           "promotionLimit = -\npoints = -\n")
                     ->rules,
                 'J'),
            nullptr);
}

TEST(FairyStockfishKeys, AStartPositionOfAnotherSizeIsAnAncestors) {
  EXPECT_EQ(
      load_text("[old:chess]\nstartFen = 7*/8/8/8/8/8/8/8 w\n[mine:old]\nmaxRank = 5\npawn = -\n")
          ->rules.board.squares()
          .count(),
      40);
  EXPECT_EQ(
      error_of("[mine:chess]\nmaxRank = 5\nstartFen = 8/8 w\n"),
      "variant 'mine': my.ini, line 3: startFen = 8/8 w: it does not fit the board of 8 files and "
      "5 ranks");
}

TEST(OwnKeys, ArmiesDifferBySide) {
  const auto variant = load_text(
      "[mine:chess]\narmyWhite = K:King+Ferz R:Rook+Alfil\nkindBlack.Hopper = G:Grasshopper\n"
      "kindBlack.HopKing = K:King+Grasshopper\n");
  ASSERT_TRUE(variant) << variant.error().message;
  const GameRules& rules = variant->rules;
  const auto& king = rules.kinds[static_cast<unsigned>(rules.royal[0])];
  EXPECT_EQ(rules.royal[0], rules.royal[1]);
  EXPECT_TRUE(same(*king.steps[0], betza("KF")));
  EXPECT_TRUE(same(*king.steps[1], betza("KgQ")));
  EXPECT_TRUE(same(*find(rules, 'R')->steps[0], betza("RA")));
  EXPECT_TRUE(same(*find(rules, 'R')->steps[1], betza("R")));
  EXPECT_FALSE(find(rules, 'G')->steps[0]);
  EXPECT_TRUE(find(rules, 'G')->steps[1]);
}

TEST(OwnKeys, RoyalsBySide) {
  const auto variant = load_text("[mine:chess]\nroyalBlack = N\n");
  ASSERT_TRUE(variant) << variant.error().message;
  const GameRules& rules = variant->rules;
  EXPECT_EQ(rules.kinds[static_cast<unsigned>(rules.royal[0])].letter, 'K');
  EXPECT_EQ(rules.kinds[static_cast<unsigned>(rules.royal[1])].letter, 'N');
}

TEST(Refused, UnknownKeysHaveALineAndAHint) {
  EXPECT_EQ(error_of("[mine:chess]\n\nmaxRnk = 8\n"),
            "variant 'mine': my.ini, line 3: unknown key 'maxRnk', did you mean 'maxRank'?");
  EXPECT_EQ(error_of("[mine:chess]\nxyzzy = 8\n"),
            "variant 'mine': my.ini, line 2: unknown key 'xyzzy'");
  EXPECT_EQ(error_of("[mine:chess]\ncustomPiece26 = x:W\n"),
            "variant 'mine': my.ini, line 2: unknown key 'customPiece26'");
}

TEST(Refused, FeaturesAreNamed) {
  const auto refused = [](const std::string& line) {
    return error_of("[mine:chess]\n" + line + "\n", ErrorCode::kNotCovered);
  };
  EXPECT_EQ(refused("pieceDrops = true"),
            "variant 'mine': my.ini, line 2: pieceDrops = true: drops: not covered");
  EXPECT_EQ(
      refused("countingRule = makruk"),
      "variant 'mine': my.ini, line 2: countingRule = makruk: counting rules (draws by counted "
      "moves): not covered");
  EXPECT_EQ(
      refused("promotedPieceType = p:g s:g"),
      "variant 'mine': my.ini, line 2: promotedPieceType = p:g s:g: promotion zones (pieces that "
      "promote as in Shogi): not covered");
  EXPECT_EQ(
      refused("janggiCannon = c"),
      "variant 'mine': my.ini, line 2: janggiCannon: this piece has rules of its own: not covered");
  EXPECT_EQ(refused("startFen = 8/8/8/8/8/8/8/8[Pp] w"),
            "variant 'mine': my.ini, line 2: startFen: men in hand (drops): not covered");
  EXPECT_NE(refused("mobilityRegionWhiteFers = *1"), "no error");
  EXPECT_NE(refused("gating = true"), "no error");
  EXPECT_NE(refused("blastOnCapture = true"), "no error");
}

TEST(Refused, PawnsThatTablesDoNotCover) {
  const auto refused = [](const std::string& lines) {
    return error_of("[mine:chess]\n" + lines + "\n", ErrorCode::kNotCovered);
  };
  EXPECT_EQ(
      refused("promotionRegionWhite = a8-d8\npromotionRegionBlack = *1"),
      "variant 'mine': my.ini, line 2: promotionRegionWhite = a8-d8: regions that are not whole "
      "ranks: not covered");
  EXPECT_EQ(
      refused("promotionRegionWhite = *7\npromotionRegionBlack = *1"),
      "variant 'mine': my.ini, line 2: promotionRegionWhite = *7: promotionRegionWhite = *7 and "
      "promotionRegionBlack = *1 are White's own ranks 7 and Black's own ranks 8; pawns with "
      "other ranks for the two sides: not covered");
  EXPECT_EQ(
      refused("promotionPieceTypesWhite = q\npromotionPieceTypesBlack = r"),
      "variant 'mine': my.ini, line 2: promotionPieceTypesWhite = q: promotion to other kinds "
      "for the two sides: not covered");
  EXPECT_EQ(
      refused("doubleStep = false\ntripleStepRegionWhite = *2\ntripleStepRegionBlack = *7"),
      "variant 'mine': my.ini, line 3: tripleStepRegionWhite = *2: moves of three squares from "
      "where two are not allowed: not covered");
  EXPECT_EQ(refused("enPassantRegion = e3 e6"),
            "variant 'mine': my.ini, line 2: enPassantRegion = e3 e6: en passant on a part of the "
            "squares passed: not covered");
  EXPECT_EQ(refused("pawnSteps = 6:2"),
            "variant 'mine': a pawn would go 2 squares from rank 6 and so promote on rank 8: not "
            "covered; give other 'pawnSteps' (or doubleStep = false)");
  EXPECT_EQ(refused("customPiece1 = s:mfsWcfF\npawnTypes = ps"),
            "variant 'mine': my.ini, line 2: customPiece1 = s:mfsWcfF: pawns that do not always go "
            "forward: not covered");
  EXPECT_EQ(refused("customPiece1 = s:mfWcfFimN\npawnTypes = ps"),
            "variant 'mine': my.ini, line 2: customPiece1 = s:mfWcfFimN: moves from the start that "
            "are not several of the pawn's own steps: not covered");
  EXPECT_EQ(
      refused("customPiece1 = s:WimD"),
      "variant 'mine': my.ini, line 2: customPiece1 = s:WimD: moves from doubleStepRegion ('i') "
      "of men that are no pawns: not covered");
  EXPECT_EQ(refused("kindBlack.Other = P:W"),
            "variant 'mine': my.ini, line 2: kindBlack.Other = P:W: a letter that is a pawn or a "
            "Joker for one side only: not covered");
}

TEST(Refused, PawnsOnBoardsWhoseRegionsNobodyGave) {
  EXPECT_EQ(error_of("[mine:chess]\nmaxRank = 10\n"),
            "variant 'mine': promotionRegionWhite = *8 (the default) and promotionRegionBlack = *1 "
            "(the default) are White's own ranks 8 and Black's own ranks 10: give both, or "
            "'promotion'; without pawns write 'pawn = -'");
  EXPECT_EQ(
      error_of("[mine:chess]\nmaxRank = 5\npromotion = 5:Q\n"),
      "variant 'mine': doubleStepRegionWhite = *2 (the default) and doubleStepRegionBlack = *7 "
      "(the default) are White's own ranks 2 and Black's own ranks none: give both, or "
      "'pawnSteps'; without pawns write 'pawn = -'");
}

TEST(Refused, PawnsAndOutcomesThatCannotBeRead) {
  const auto wrong = [](const std::string& line) {
    const std::string message = error_of("[mine:chess]\n" + line + "\n");
    const std::string start = "variant 'mine': my.ini, line 2: " + line + ": ";
    return message.starts_with(start) ? message.substr(start.size()) : message;
  };
  EXPECT_EQ(wrong("promotion = 8"),
            "'8': write an own rank, '?' if it is optional there, ':' and letters, as in 8:QRBN or "
            "7?:BN");
  EXPECT_EQ(
      wrong("promotion = ?:Q"),
      "'?:Q': write an own rank, '?' if it is optional there, ':' and letters, as in 8:QRBN or "
      "7?:BN");
  EXPECT_EQ(wrong("promotion = 8:Q 7:R"), "'7:R': the ranks must ascend");
  EXPECT_EQ(wrong("promotion = 7:Q 8:R"),
            "'8:R': no pawn comes so far, promotion on rank 7 is forced");
  EXPECT_EQ(wrong("promotion = 8:X"), "the game has no kind 'X'");
  EXPECT_EQ(wrong("promotion = 8:K"), "no pawn may become 'K'");
  EXPECT_EQ(wrong("promotion = 8:P"), "no pawn may become 'P'");
  EXPECT_EQ(wrong("promotion = 8:"), "there is nothing to promote to");
  EXPECT_EQ(wrong("pawnSteps = 2"),
            "'2': write an own rank or two, ':' and the most squares of a move, as in 2:3 3-5:2");
  EXPECT_EQ(wrong("pawnRanks = 2"), "pawns go on to rank 7, where the next step promotes by force");
  EXPECT_EQ(wrong("pawnRanks = two"), "own ranks are wanted, as in 2-7");
  EXPECT_EQ(wrong("stalemateValue = lost"),
            "win, advantage, draw, disadvantage or loss (of the side that cannot move) is wanted");
  EXPECT_EQ(wrong("bareKingValue = win"),
            "none, draw, disadvantage or loss (of the side that is bare) is wanted");
  EXPECT_EQ(wrong("perpetualCheckValue = loss"),
            "draw or win (of the side that gives check) is wanted");
  EXPECT_EQ(wrong("infinitePlayValue = win"), "draw or points is wanted");
  EXPECT_EQ(wrong("points = q"), "'q': write a letter, ':' and a number up to 1000, as in q:2");
  EXPECT_EQ(wrong("promotionLimit = x:1"), "the game has no kind 'x'");
  EXPECT_EQ(wrong("joker = jk"), "a letter or '-' is wanted");
  EXPECT_EQ(error_of("[mine:chess]\nroyal = P\n"),
            "variant 'mine': my.ini, line 2: royal = P: neither a pawn nor a Joker can be royal");
  EXPECT_EQ(error_of("[mine:chess]\nkindWhite.Extra = X:W\npromotion = 8:X\n"),
            "variant 'mine': Black's pawns promote to 'X', which that side does not have");
}

TEST(Refused, ValuesThatCannotBeRead) {
  const auto wrong = [](const std::string& line) {
    return error_of("[mine:chess]\n" + line + "\n");
  };
  EXPECT_EQ(wrong("maxRank = 17"),
            "variant 'mine': my.ini, line 2: maxRank = 17: a number from 1 to 16 is wanted");
  EXPECT_EQ(wrong("maxFile = q"),
            "variant 'mine': my.ini, line 2: maxFile = q: a number from 1 to 16 is wanted");
  EXPECT_EQ(wrong("campRule = yes"),
            "variant 'mine': my.ini, line 2: campRule = yes: 'true' or 'false' is wanted");
  EXPECT_EQ(
      wrong("rook = 7"),
      "variant 'mine': my.ini, line 2: rook = 7: a letter, or a letter, ':' and a piece, or '-' is "
      "wanted");
  EXPECT_EQ(wrong("rook = r:W"),
            "variant 'mine': my.ini, line 2: rook = r:W: the moves of this piece are fixed; use "
            "customPiece1 to customPiece25");
  EXPECT_EQ(
      wrong("customPiece1 = x"),
      "variant 'mine': my.ini, line 2: customPiece1 = x: its moves are missing, as in x:BETZA");
  EXPECT_EQ(
      wrong("customPiece1 = x:W # comment").find("variant 'mine': my.ini, line 2: customPiece1"),
      0U);
  EXPECT_EQ(wrong("kind.Nosuch = X"),
            "variant 'mine': my.ini, line 2: kind.Nosuch = X: no kind is called 'Nosuch'; give its "
            "moves, "
            "as in C:WAD");
  EXPECT_EQ(
      wrong("kind.WA = X:W"),
      "variant 'mine': my.ini, line 2: kind.WA = X:W: 'WA' is no name of a kind: it reads as a "
      "piece in Betza notation");
  EXPECT_EQ(wrong("kind.One = X:W\nkind.Two = X:F"),
            "variant 'mine': my.ini, line 3: kind.Two: the letter X is taken by kind.One (my.ini, "
            "line 2)");
  EXPECT_EQ(
      wrong("army = X"),
      "variant 'mine': my.ini, line 2: army = X: 'X' is no man; write a letter, ':' and moves, as "
      "in R:Rook+Ferz");
  EXPECT_EQ(
      wrong("holes = z9").find("variant 'mine': my.ini, line 2: holes = z9: 'z9' names no squares"),
      0U);
  EXPECT_EQ(
      wrong("forwardBlack = up"),
      "variant 'mine': my.ini, line 2: forwardBlack = up: north, east, south or west is wanted");
  EXPECT_EQ(wrong("royal = X"),
            "variant 'mine': my.ini, line 2: royal = X: White has no kind with this letter");
  EXPECT_EQ(error_of("[mine]\nrook = r\n"),
            "variant 'mine': it names no royal piece: give 'king = k' or 'royal = K'");
}

TEST(Refused, ParentsAndTwins) {
  EXPECT_EQ(
      error_of("[mine:ches]\n"),
      "my.ini, line 1: the parent 'ches' of 'mine' is not known (it must be a shipped variant or "
      "stand earlier in the file), did you mean 'chess'?");
  EXPECT_EQ(
      error_of("[mine:later]\n[later]\nking = k\n"),
      "my.ini, line 1: the parent 'later' of 'mine' is not known (it must be a shipped variant or "
      "stand earlier in the file)");
  EXPECT_EQ(error_of("[mine:chess]\n[mine:chess]\n"),
            "my.ini, line 2: there is a variant 'mine' already, in my.ini, line 1");
  EXPECT_EQ(error_of("nothing here\n"), "my.ini: no section [name], so no variant");
}

TEST(Refused, AnUnknownParentSpoilsOnlyItsChildren) {
  VariantLibrary library = shipped();
  ASSERT_TRUE(library.read_text("[bad:nosuch]\n[worse:bad]\n[good:chess]\n", "my.ini"));
  EXPECT_FALSE(library.load("bad"));
  EXPECT_FALSE(library.load("worse"));
  EXPECT_TRUE(library.load("good"));
}

TEST(Folder, MustHoldTheKinds) {
  const auto library = VariantLibrary::open("/nonexistent");
  ASSERT_FALSE(library);
  EXPECT_EQ(library.error().code, ErrorCode::kIo);
  EXPECT_NE(library.error().message.find("AUGMATE_VARIANTS"), std::string::npos);
}

TEST(Text, AnyAlterationGivesAnErrorOrAVariant) {
  const std::string seed =
      "[mine:chess]\nmaxFile = 10\nholes = a1 b2-c3\nkind.Champion = C:WAD\npromotion = 7?:C 8:Q\n"
      "pawnSteps = 2:3 3-4:2\npawnRanks = 2-7\njoker = j\npoints = q:9 c:3\nbareKingValue = loss\n";
  for (std::size_t at = 0; at < seed.size(); ++at)
    for (const char byte : {'\0', '\n', '[', ']', '=', ':', '9', 'z', '\xff', '-', '*', ' '}) {
      std::string text = seed;
      text[at] = byte;
      (void)load_text(text);
    }
}

}  // namespace
}  // namespace augmate
