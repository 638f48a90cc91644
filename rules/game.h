// SPDX-License-Identifier: MIT
// Game: everything that decides an ending, as data. GameRules are what a variant file or the
// command line say; Game adds the compiled moves and the symmetries and never changes afterwards,
// so that any number of threads may read one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/board.h"
#include "rules/move_graph.h"
#include "rules/outcome.h"
#include "rules/step_graph.h"

namespace augmate {

enum class Side : std::uint8_t { kWhite, kBlack };
constexpr Side opponent(Side s) { return s == Side::kWhite ? Side::kBlack : Side::kWhite; }
constexpr unsigned index(Side s) { return static_cast<unsigned>(s); }

// What a pawn becomes on a rank.
struct Promotion {
  int rank = 8;        // own rank
  bool forced = true;  // it may not stay a pawn there
  std::vector<int> kinds;
};

// What makes a kind a pawn, besides its single steps and captures, which are its step graph. Ranks
// are own ranks (Game::own_rank).
struct PawnRule {
  int first_rank = 2, last_rank = 7;  // where it may stand
  std::array<std::uint8_t, kMaxBoardSide + 2>
      steps{};                        // by rank: the most steps in one move; 0 is 1
  bool en_passant = true;             // captures in passing and is so captured
  std::vector<Promotion> promotions;  // by rank, ascending
};

// A kind of man. Sides may move men of one letter differently, or not have them at all.
struct Kind {
  char letter = '?';                    // 'A' to 'Z'; FEN writes it in lower case for Black
  std::string name;                     // "Champion"
  std::array<std::string, 2> notation;  // as its author wrote it, for people
  std::array<std::optional<StepGraph>, 2> steps;  // by side; absent: the side has no such men
  std::optional<PawnRule> pawn;
  bool joker = false;  // moves as the kind that the opponent moved last; its own steps are not used
  int most = 0;        // promotion to it only while the side has fewer on the board; 0: no limit
  int points = 0;      // in a count that settles infinite play
  bool heavy = false;  // counts as a heavy piece for the points of a Joker
};

inline constexpr int kMostCountedMoves = 1000;  // of an exact move-count rule

struct GameRules {
  std::string name = "ad-hoc";
  Board board = *Board::rectangle(8, 8);
  std::vector<Kind> kinds;
  std::array<int, 2> royal = {0, 0};  // index into kinds, by side
  std::array<Direction, 2> forward = {Direction::kNorth, Direction::kSouth};
  bool camp_rule = false;
  // What ends or settles a game besides mate, as the side concerned sees it.
  Outcome stalemate = Outcome::kDraw;  // for the stalemated side
  std::optional<Outcome> bare_royal;   // for a side with nothing else, at once
  bool bare_royals_draw = false;       // only the two royals left: a draw at once
  bool points_settle = false;          // infinite play goes by the count of points:
  int points_ahead = 4;                // so many more are an advantage, fewer a draw
  bool perpetual_check_wins = false;
  // A draw when so many moves by each side pass without capture or pawn move (0: no such rule).
  // Then distances are those under the rule, counted from a capture or pawn move.
  int exact_move_rule = 0;
  int move_rule = 50;  // n-move rule, in moves by each side; only reported; 0: none
};

// One of the eight ways to lay a square board on itself (four for other rectangles).
struct Symmetry {
  int id =
      0;  // bit 0: files mirrored, bit 1: ranks mirrored, bit 2: then files and ranks exchanged
  std::vector<Square> map;  // by Square of the grid: where it goes
  bool operator==(const Symmetry&) const = default;
};

// All symmetries of the bare grid, the identity first.
std::vector<Symmetry> grid_symmetries(const Board& board);

// The rank's number as a side that looks so counts it: its own first rank is where the numbering of
// ranks (of files for sides that play east or west) starts.
int own_rank(const Board& board, Direction forward, Square s);

class Game {
 public:
  // kBadNotation, kUsage or kTooLarge with the kind named when the rules cannot be compiled.
  static Result<std::shared_ptr<const Game>> create(GameRules rules);

  const GameRules& rules() const { return rules_; }
  const Board& board() const { return rules_.board; }
  const std::vector<Kind>& kinds() const { return rules_.kinds; }
  int royal(Side s) const { return rules_.royal[index(s)]; }
  std::optional<int> kind_of(char upper_letter) const;
  const Kind& kind(int k) const { return rules_.kinds[static_cast<unsigned>(k)]; }
  int own_rank(Side side, Square s) const {
    return augmate::own_rank(rules_.board, rules_.forward[index(side)], s);
  }
  // Where men of the kind may stand.
  const SquareSet& may_stand(Side side, int kind) const {
    return may_stand_[index(side)][static_cast<unsigned>(kind)];
  }

  // The moves of a kind; empty for a side that has no such men.
  const MoveGraph& moves(Side side, int kind) const {
    return moves_[index(side)][static_cast<unsigned>(kind)];
  }
  // The same as a Joker imitates them: without multi-steps, and also for kinds that only the other
  // side has.
  const MoveGraph& imitation(Side side, int kind) const {
    return imitations_[index(side)][static_cast<unsigned>(kind)];
  }
  // Every square on which the man could ever capture from the square, whoever else stands where.
  const SquareSet& may_capture(Side side, int kind, Square from) const {
    return may_capture_[index(side)][static_cast<unsigned>(kind)][static_cast<unsigned>(from)];
  }
  // The hash of the same moves after a symmetry of the grid, to compare with other meanings.
  std::uint64_t meaning_under(const Symmetry& symmetry, Side side, int kind) const;
  std::uint64_t imitation_under(const Symmetry& symmetry, Side side, int kind) const;

 private:
  Result<void> compile_kind(Side side, const Kind& kind);

  GameRules rules_;
  std::array<std::vector<MoveGraph>, 2> moves_, imitations_;
  std::array<std::vector<SquareSet>, 2> may_stand_;
  std::array<std::vector<std::vector<SquareSet>>, 2> may_capture_;
};

}  // namespace augmate
