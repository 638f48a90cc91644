// SPDX-License-Identifier: MIT
#include "rules/internal/variant_keys.h"

#include <algorithm>

namespace augmate::internal {
namespace {

struct Row {
  std::string_view key;
  KeyUse use;
  std::string_view reason;
  std::vector<std::string_view> harmless;
};

constexpr KeyUse kUsed = KeyUse::kUsed;
constexpr KeyUse kIgnored = KeyUse::kIgnored;
constexpr KeyUse kRefused = KeyUse::kRefused;

constexpr std::string_view kCastling = "castling rights are gone in an ending";
constexpr std::string_view kDisplay = "concerns programs that show or play the game";
constexpr std::string_view kCount = "move counts and repetition are not part of a distance to mate";
constexpr std::string_view kPart = "only refines another key, which is refused if it is used";

const std::vector<std::string_view> kFalse = {"false"};
const std::vector<std::string_view> kNone = {"none"};
const std::vector<std::string_view> kEmpty = {"-", ""};
const std::vector<std::string_view> kZero = {"0"};

// clang-format off
const std::vector<Row> kRows = {
  // board and outcomes
  {"maxRank", kUsed, "", {}}, {"maxFile", kUsed, "", {}}, {"startFen", kUsed, "", {}},
  {"stalemateValue", kUsed, "", {}}, {"nMoveRule", kUsed, "", {}},
  {"pawnTypes", kUsed, "", {}}, {"promotionPawnTypes", kUsed, "", {}},
  {"promotionPawnTypesWhite", kUsed, "", {}}, {"promotionPawnTypesBlack", kUsed, "", {}},
  // augmate's own
  {"description", kUsed, "", {}}, {"limits", kUsed, "", {}}, {"firstRank", kUsed, "", {}},
  {"holes", kUsed, "", {}}, {"brouhaha", kUsed, "", {}}, {"campRule", kUsed, "", {}},
  {"camp1", kUsed, "", {}}, {"camp2", kUsed, "", {}}, {"camp3", kUsed, "", {}},
  {"camp4", kUsed, "", {}}, {"forwardWhite", kUsed, "", {}}, {"forwardBlack", kUsed, "", {}},
  {"royal", kUsed, "", {}}, {"royalWhite", kUsed, "", {}}, {"royalBlack", kUsed, "", {}},
  {"joker", kUsed, "", {}}, {"army", kUsed, "", {}}, {"armyWhite", kUsed, "", {}}, {"armyBlack", kUsed, "", {}},
  {"perpetualCheckValue", kUsed, "", {}}, {"bareKingValue", kUsed, "", {}},
  {"bareKingsDraw", kUsed, "", {}}, {"infinitePlayValue", kUsed, "", {}},
  {"points", kUsed, "", {}}, {"pointsAhead", kUsed, "", {}}, {"heavy", kUsed, "", {}},
  // pawns
  {"pawnRanks", kUsed, "", {}}, {"pawnSteps", kUsed, "", {}}, {"promotion", kUsed, "", {}},
  {"enPassant", kUsed, "", {}}, {"promotionRank", kUsed, "", {}},
  {"promotionRegionWhite", kUsed, "", {}}, {"promotionRegionBlack", kUsed, "", {}},
  {"promotionRegion", kUsed, "", {}}, {"promotionPieceTypes", kUsed, "", {}},
  {"promotionPieceTypesWhite", kUsed, "", {}}, {"promotionPieceTypesBlack", kUsed, "", {}},
  {"promotionLimit", kUsed, "", {}}, {"mandatoryPawnPromotion", kUsed, "", {}},
  {"doubleStep", kUsed, "", {}}, {"doubleStepRank", kUsed, "", {}},
  {"doubleStepRankMin", kUsed, "", {}}, {"doubleStepRegion", kUsed, "", {}},
  {"doubleStepRegionWhite", kUsed, "", {}}, {"doubleStepRegionBlack", kUsed, "", {}},
  {"tripleStepRegion", kUsed, "", {}}, {"tripleStepRegionWhite", kUsed, "", {}},
  {"tripleStepRegionBlack", kUsed, "", {}}, {"enPassantRegion", kUsed, "", {}},
  {"enPassantRegionWhite", kUsed, "", {}}, {"enPassantRegionBlack", kUsed, "", {}},
  {"enPassantTypes", kUsed, "", {}}, {"enPassantTypesWhite", kUsed, "", {}},
  {"enPassantTypesBlack", kUsed, "", {}},
  // castling
  {"castling", kIgnored, kCastling, {}}, {"castlingKingsideFile", kIgnored, kCastling, {}},
  {"castlingQueensideFile", kIgnored, kCastling, {}}, {"castlingRank", kIgnored, kCastling, {}},
  {"castlingKingFile", kIgnored, kCastling, {}}, {"castlingKingPiece", kIgnored, kCastling, {}},
  {"castlingKingPieceWhite", kIgnored, kCastling, {}}, {"castlingKingPieceBlack", kIgnored, kCastling, {}},
  {"castlingRookPiece", kIgnored, kCastling, {}}, {"castlingRookPieces", kIgnored, kCastling, {}},
  {"castlingRookPiecesWhite", kIgnored, kCastling, {}}, {"castlingRookPiecesBlack", kIgnored, kCastling, {}},
  {"castlingRookKingsideFile", kIgnored, kCastling, {}}, {"castlingRookQueensideFile", kIgnored, kCastling, {}},
  {"oppositeCastling", kIgnored, kCastling, {}}, {"castlingDroppedPiece", kIgnored, kCastling, {}},
  {"chess960", kIgnored, kCastling, {}},
  {"castlingWins", kRefused, "games won by castling", kEmpty},
  // display and engines
  {"variantTemplate", kIgnored, kDisplay, {}}, {"pieceToCharTable", kIgnored, kDisplay, {}},
  {"pocketSize", kIgnored, kDisplay, {}}, {"pieceValueMg", kIgnored, kDisplay, {}},
  {"pieceValueEg", kIgnored, kDisplay, {}},
  // counts
  {"nFoldRule", kIgnored, kCount, {}}, {"nMoveRuleTypes", kIgnored, kCount, {}},
  {"nMoveRuleTypesWhite", kIgnored, kCount, {}}, {"nMoveRuleTypesBlack", kIgnored, kCount, {}},
  {"nFoldValue", kRefused, "repetition that is not a draw", {"draw"}},
  {"nFoldValueAbsolute", kIgnored, kPart, {}},
  {"perpetualCheckIllegal", kRefused, "a ban on perpetual check", kFalse},
  {"moveRepetitionIllegal", kRefused, "a ban on repeating moves", kFalse},
  {"chasingRule", kRefused, "a ban on chasing", kNone},
  {"countingRule", kRefused, "counting rules (draws by counted moves)", kNone},
  {"materialCounting", kRefused, "games decided by counting material", kNone},
  // promotion of pieces
  {"sittuyinPromotion", kRefused, "Sittuyin promotion", kFalse},
  {"promotedPieceType", kRefused, "promotion zones (pieces that promote as in Shogi)", kEmpty},
  {"piecePromotionOnCapture", kRefused, "promotion by capture", kFalse},
  {"mandatoryPiecePromotion", kRefused, "promotion zones (pieces that promote as in Shogi)", kFalse},
  {"pieceDemotion", kRefused, "demotion", kFalse},
  {"soldierPromotionRank", kRefused, "soldiers that change their move", {"1"}},
  // captures with side effects, walls, gating
  {"blastOnCapture", kRefused, "blasts", kFalse}, {"blastImmuneTypes", kIgnored, kPart, {}},
  {"mutuallyImmuneTypes", kRefused, "kinds that cannot take each other", kEmpty},
  {"petrifyOnCaptureTypes", kRefused, "petrifying captures", kEmpty},
  {"petrifyBlastPieces", kIgnored, kPart, {}}, {"gating", kRefused, "gating", kFalse},
  {"seirawanGating", kRefused, "gating", kFalse}, {"wallingRule", kRefused, "walls that move", kNone},
  {"wallingRegion", kIgnored, kPart, {}}, {"wallingRegionWhite", kIgnored, kPart, {}},
  {"wallingRegionBlack", kIgnored, kPart, {}}, {"wallOrMove", kIgnored, kPart, {}},
  {"flipEnclosedPieces", kRefused, "flipping of men", kNone}, {"twoBoards", kRefused, "two boards", kFalse},
  {"cambodianMoves", kRefused, "Cambodian first moves", kFalse},
  {"diagonalLines", kRefused, "diagonal palace lines", kEmpty},
  // moves and check
  {"checking", kRefused, "games without check", {"true"}}, {"mustCapture", kRefused, "forced capture", kFalse},
  {"pass", kRefused, "passing", kFalse}, {"passWhite", kRefused, "passing", kFalse},
  {"passBlack", kRefused, "passing", kFalse},
  {"passOnStalemate", kRefused, "passing", kFalse}, {"passOnStalemateWhite", kRefused, "passing", kFalse},
  {"passOnStalemateBlack", kRefused, "passing", kFalse},
  {"makpongRule", kRefused, "the makpong rule", kFalse}, {"flyingGeneral", kRefused, "flying generals", kFalse},
  {"immobilityIllegal", kRefused, "a ban on men that can never move", kFalse},
  {"dupleCheck", kRefused, "duple check", kFalse}, {"shatarMateRule", kRefused, "Shatar's mate rule", kFalse},
  {"bikjangRule", kRefused, "bikjang", kFalse},
  // ends of the game
  {"checkmateValue", kRefused, "games that checkmate does not win", {"loss"}},
  {"stalematePieceCount", kRefused, "stalemate decided by counting men", kFalse},
  {"extinctionValue", kRefused, "games won by extinction", kNone},
  {"extinctionClaim", kIgnored, kPart, {}}, {"extinctionPieceTypes", kIgnored, kPart, {}},
  {"extinctionPieceCount", kIgnored, kPart, {}}, {"extinctionOpponentPieceCount", kIgnored, kPart, {}},
  {"extinctionPseudoRoyal", kRefused, "pseudo-royal men", kFalse},
  {"flagPiece", kRefused, "games won by reaching squares", kEmpty},
  {"flagPieceWhite", kRefused, "games won by reaching squares", kEmpty},
  {"flagPieceBlack", kRefused, "games won by reaching squares", kEmpty},
  {"flagRegion", kRefused, "games won by reaching squares", kEmpty},
  {"flagRegionWhite", kRefused, "games won by reaching squares", kEmpty},
  {"flagRegionBlack", kRefused, "games won by reaching squares", kEmpty},
  {"whiteFlag", kRefused, "games won by reaching squares", kEmpty},
  {"blackFlag", kRefused, "games won by reaching squares", kEmpty},
  {"flagPieceCount", kIgnored, kPart, {}}, {"flagPieceBlockedWin", kIgnored, kPart, {}},
  {"flagMove", kIgnored, kPart, {}}, {"flagPieceSafe", kIgnored, kPart, {}},
  {"checkCounting", kRefused, "games won by counting checks", kFalse},
  {"connectN", kRefused, "games won by lines of men", kZero},
  {"connectNxN", kRefused, "games won by squares of men", kZero},
  {"collinearN", kRefused, "games won by lines of men", kZero},
  {"connectPieceTypes", kIgnored, kPart, {}}, {"connectGoalByType", kIgnored, kPart, {}},
  {"connectHorizontal", kIgnored, kPart, {}}, {"connectVertical", kIgnored, kPart, {}},
  {"connectDiagonal", kIgnored, kPart, {}}, {"connectValue", kIgnored, kPart, {}},
  {"connectRegion1White", kRefused, "games won by connecting squares", kEmpty},
  {"connectRegion2White", kRefused, "games won by connecting squares", kEmpty},
  {"connectRegion1Black", kRefused, "games won by connecting squares", kEmpty},
  {"connectRegion2Black", kRefused, "games won by connecting squares", kEmpty},
  // drops
  {"pieceDrops", kRefused, "drops", kFalse}, {"capturesToHand", kRefused, "drops", kFalse},
  {"mustDrop", kRefused, "drops", kFalse}, {"enclosingDrop", kRefused, "drops", kNone},
  {"dropOnTop", kRefused, "drops", kFalse}, {"dropLoop", kIgnored, kPart, {}},
  {"mustDropType", kIgnored, kPart, {}}, {"firstRankPawnDrops", kIgnored, kPart, {}},
  {"promotionZonePawnDrops", kIgnored, kPart, {}}, {"dropRegionWhite", kIgnored, kPart, {}},
  {"dropRegionBlack", kIgnored, kPart, {}}, {"whiteDropRegion", kIgnored, kPart, {}},
  {"blackDropRegion", kIgnored, kPart, {}}, {"dropNoDoubled", kIgnored, kPart, {}},
  {"dropNoDoubledCount", kIgnored, kPart, {}}, {"dropPromoted", kIgnored, kPart, {}},
  {"dropChecks", kIgnored, kPart, {}}, {"dropOppositeColoredBishop", kIgnored, kPart, {}},
  {"sittuyinRookDrop", kIgnored, kPart, {}}, {"enclosingDropStart", kIgnored, kPart, {}},
  {"shogiPawnDropMateIllegal", kIgnored, kPart, {}},
};
// clang-format on

}  // namespace

KeyClass classify_key(std::string_view key) {
  if (key.starts_with("mobilityRegion"))
    return {KeyUse::kRefused, "men confined to a part of the board"};
  const auto it =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.key == key; });
  if (it == kRows.end()) return {};
  return {it->use, it->reason, it->harmless};
}

std::vector<std::string> known_keys() {
  std::vector<std::string> keys;
  for (const Row& row : kRows) keys.emplace_back(row.key);
  return keys;
}

}  // namespace augmate::internal
