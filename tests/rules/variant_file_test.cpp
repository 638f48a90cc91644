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

TEST(Shipped, EveryVariantLoadsAndCompilesOrSaysWhyNot) {
  const VariantLibrary library = shipped();
  std::vector<std::string> refused;
  for (const std::string& name : library.names()) {
    const auto variant = library.load(name);
    if (!variant) {
      EXPECT_EQ(variant.error().code, ErrorCode::kNotCovered) << variant.error().message;
      refused.push_back(name);
      continue;
    }
    EXPECT_FALSE(variant->description.empty()) << name;
    const auto game = Game::create(variant->rules);
    EXPECT_TRUE(game) << name << ": " << game.error().message;
  }
  EXPECT_EQ(refused, std::vector<std::string>{"grand-apothecary"});
}

TEST(Shipped, WideWadIsTheBoardAndMenOfItsDocument) {
  const auto variant = shipped().load("wide-wad");
  ASSERT_TRUE(variant);
  const GameRules& rules = variant->rules;
  EXPECT_EQ(rules.board, *Board::rectangle(12, 8));
  EXPECT_EQ(letters(rules), "KQRBNLC");
  EXPECT_TRUE(same(*find(rules, 'C')->steps[0], betza("WAD")));
  EXPECT_TRUE(same(*find(rules, 'L')->steps[0], betza("FAsmW")));
  EXPECT_EQ(variant->pawns, "P");
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
}

TEST(Shipped, ApothecaryBoardHasBrouhahaSquares) {
  const auto variant = shipped().load("apothecary-mate");
  ASSERT_TRUE(variant);
  const Board& board = variant->rules.board;
  EXPECT_EQ(board.squares().count(), 152);
  EXPECT_EQ(board.vanishing().count(), 8);
  EXPECT_EQ(board.name(*board.find("e0")), "e0");
  EXPECT_FALSE(board.open_when_empty(*board.find("h13")));
  EXPECT_EQ(variant->rules.move_rule, 150);
  EXPECT_FALSE(variant->limits.empty());
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
  EXPECT_EQ(letters(variant->rules), "KRHB");
  EXPECT_TRUE(same(*find(variant->rules, 'B')->steps[0], *parse_piece("FfW", Dialect::kFsf)));
  EXPECT_EQ(variant->rules.board.files(), 6);
}

TEST(FairyStockfishKeys, MenThatPromoteAreLeftOut) {
  const auto variant = load_text(
      "[mine:chess]\ncustomPiece1 = s:fW\npromotionPawnTypes = ps\ncustomPiece2 = e:fFvW\n");
  ASSERT_TRUE(variant) << variant.error().message;
  EXPECT_EQ(find(variant->rules, 'S'), nullptr);
  EXPECT_NE(find(variant->rules, 'E'), nullptr);
  EXPECT_EQ(variant->pawns, "PS");
}

TEST(FairyStockfishKeys, AStartPositionOfAnotherSizeIsAnAncestors) {
  EXPECT_EQ(load_text("[old:chess]\nstartFen = 7*/8/8/8/8/8/8/8 w\n[mine:old]\nmaxRank = 5\n")
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
  EXPECT_EQ(refused("bareKingValue = loss"),
            "variant 'mine': my.ini, line 2: bareKingValue = loss: bare-king rules: not covered");
  EXPECT_EQ(refused("perpetualCheckValue = win"),
            "variant 'mine': my.ini, line 2: perpetualCheckValue = win: games won by perpetual "
            "check: not "
            "covered");
  EXPECT_EQ(
      refused("stalemateValue = disadvantage"),
      "variant 'mine': my.ini, line 2: stalemateValue = disadvantage: games of five outcomes: not "
      "covered");
  EXPECT_EQ(
      refused("janggiCannon = c"),
      "variant 'mine': my.ini, line 2: janggiCannon: this piece has rules of its own: not covered");
  EXPECT_EQ(refused("startFen = 8/8/8/8/8/8/8/8[Pp] w"),
            "variant 'mine': my.ini, line 2: startFen: men in hand (drops): not covered");
  EXPECT_NE(refused("mobilityRegionWhiteFers = *1"), "no error");
  EXPECT_NE(refused("gating = true"), "no error");
  EXPECT_NE(refused("blastOnCapture = true"), "no error");
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
  const std::string seed = "[mine:chess]\nmaxFile = 10\nholes = a1 b2-c3\nkind.Champion = C:WAD\n";
  for (std::size_t at = 0; at < seed.size(); ++at)
    for (const char byte : {'\0', '\n', '[', ']', '=', ':', '9', 'z', '\xff', '-', '*', ' '}) {
      std::string text = seed;
      text[at] = byte;
      (void)load_text(text);
    }
}

}  // namespace
}  // namespace augmate
