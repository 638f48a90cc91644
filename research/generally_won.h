// SPDX-License-Identifier: MIT
// What "generally won" means here.
//
// A share of all legal positions says little about an ending: a random position of Rook against
// Knight is won half the time because a man hangs or is forked, and nobody would call the ending
// won. So, for the *strong side* (the one that wins more often when it has the move) to move:
//
//   tactical  a man falls at once: the strong side wins and can win a man by force within two of
//             its moves, keeping the win; or it does not win, and the weak side can win a man by
//             force within two of its moves, not losing. Only royal men never fall
//   quiet     the other legal positions. Each is
//     won       a win for the side to move
//     fortress  no win, although the strong side keeps its men: a draw that is the ending's, not
//               an accident's
//     lost      a loss for the side to move
//
// The ending is *generally won* if at least 9 in 10 quiet positions are won, *generally drawn* if
// at most 1 in 4 is, and *depends on the position* between (so does one of colour-bound men, of
// which the half on like squares cannot win). Where no position is quiet, all legal ones count
// instead.
//
// Both bounds are conventions. That of 1 in 4 was chosen after the published verdicts of claims/
// had been seen, so that their agreement is no evidence for it; docs/claims.md says how many
// verdicts another bound would change.
//
// Shares of quiet positions are exact in tables of few entries; else of a sample that is spread
// evenly over the table and the same in every run. Its standard error is at most half the inverse
// root of the number of quiet positions in it, 0.5 percentage points at 10,000.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "research/ending.h"

namespace augmate {

inline constexpr double kGenerallyWon = 0.9, kGenerallyDrawn = 0.25;
inline constexpr int kSavingMoves = 2;  // of the side that would win a man
// How many moves an Ending must have been loaded for: of both sides, and one where a pawn could be
// taken in passing.
inline constexpr int kMovesForShares = 2 * kSavingMoves + 1;

constexpr bool is_win(Outcome o) { return o >= Outcome::kWinPerpetual; }
constexpr bool is_loss(Outcome o) { return o <= Outcome::kLossPerpetual; }

// Looks for men that fall. For one thread, of positions as the ending's file has them.
class Tactics {
 public:
  explicit Tactics(const Ending& ending) : game_(ending.game()), reader_(ending.reader()) {}
  // Of a position with the strong side to move and its outcome.
  bool tactical(const Position& position, Outcome outcome);

 private:
  // The taker is to move and can win a man by force in so many of its moves, `kept` being the worst
  // outcome that it puts up with.
  bool takes(const Position& position, Outcome kept, int moves_left);
  // The holder is to move, and whatever it plays, giving nothing better away, the taker takes.
  bool loses(const Position& position, Outcome kept, int moves_left);
  std::vector<Move> legal(const Position& position) const;

  const Game& game_;
  LoadedTables::Reader reader_;
};

enum class GeneralVerdict { kWon, kDrawn, kDepends };
const char* name(GeneralVerdict verdict);  // "generally won", ...

inline constexpr std::uint64_t kSharesSample = 20000;  // entries

struct GeneralShares {
  Side strong = Side::kWhite;  // of the material asked for
  // Of all legal positions with the strong side to move, on the whole board: exact.
  std::uint64_t legal = 0, won = 0;
  // Of the positions looked at, each counted with its images on the board.
  bool exact = false;           // all were looked at
  std::uint64_t looked_at = 0;  // legal positions, images not counted
  std::uint64_t tactical = 0, quiet_won = 0, fortress = 0, quiet_lost = 0;

  std::uint64_t quiet() const { return quiet_won + fortress + quiet_lost; }
  double share(std::uint64_t of_quiet) const;  // of quiet(), 0 to 1
  GeneralVerdict verdict() const;
};

struct ShareOptions {
  std::optional<Side> strong;             // the side that wins more often when not given
  std::uint64_t entries = kSharesSample;  // of the table to look at, legal or not
};

GeneralShares general_shares(const Ending& ending, const ShareOptions& options = {});

// "White is the strong side. Generally won: ...", lines of text.
std::string to_text(const GeneralShares& shares);
nlohmann::ordered_json to_json(const GeneralShares& shares);

}  // namespace augmate
