// SPDX-License-Identifier: MIT
// Published statements about endings, as data: files of claims/, in TOML (docs/claims.md lists the
// keys). A claim says which game is meant with the words of the command line, the ending, a
// quantity, the value that was published, and who published it. Plain values; thread safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "rules/game_options.h"
#include "rules/outcome.h"

namespace augmate {

// What a claim is about; docs/claims.md defines each.
enum class Quantity {
  kLongestWin,   // over positions that the side to move wins
  kLongestWon,   // over positions that one side wins, whoever is to move
  kLongest,      // over all decided positions
  kWinDrawLoss,  // wins, draws and losses of the side to move
  kHistogram,    // positions by plies
  kCount,        // positions of a class
  kShare,        // positions of a class, in percent
  kForcedMate,   // can the ending be won at all, but for accidents?
  kVerdict,      // "won", "drawn" or "depends"
  kZugzwang,     // is there a position that a side wins only if the other is to move?
};

enum class PositionClass { kWin, kDraw, kLoss, kLegal, kMate, kStalemate };

// How positions are counted.
enum class Counting {
  kBoard,        // all on the whole board, alike men once
  kOrbits,       // those that are images of each other once, alike men told apart
  kOrbitsAlike,  // images once, alike men once
};

enum class Movers { kWhite, kBlack, kBoth };

using ClaimValue = std::variant<bool, std::string, std::vector<double>>;

struct Claim {
  std::string id, place;  // place: file and line
  std::string source, url, note;
  std::string statement;  // the quantity as the file says it
  GameOptions game;
  std::string ending;
  Quantity quantity = Quantity::kLongestWin;
  PositionClass positions = PositionClass::kLegal;
  Counting counting = Counting::kBoard;
  Movers to_move = Movers::kWhite;
  bool in_moves = false;       // else in plies
  bool of_placements = false;  // a share of all placements of the men on different squares
  ClaimValue value;
  double within = 0;  // the published figure is rounded: so far may the truth be away
  // Why it is known not to hold; empty: it is expected to hold.
  std::string known_false;
  // Why augmate cannot decide it; empty: it can.
  std::string undecided;
};

// The claims of a file in its order. Errors are bad data and name the file, the line and the key.
Result<std::vector<Claim>> read_claims(const std::string& path);
// Those of all files. kCorrupt where two have the same id.
Result<std::vector<Claim>> read_claims(const std::vector<std::string>& paths);
// Of all *.toml of the shipped folder, by file name.
Result<std::vector<std::string>> shipped_claim_files();

}  // namespace augmate
