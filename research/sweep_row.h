// SPDX-License-Identifier: MIT
// SweepRow: what one ending of a sweep shows, and its columns, which are the same in JSON lines,
// CSV and HDF5. docs/research.md lists them.
//
// Denominators. Counts are of legal positions of one side to move (RULES section 1: the whole
// board, alike men once), and shares are of these, but for "of_placements": its denominator is the
// number of ways to put the men on different squares where their kinds may stand, legal or not, as
// some programs count for Black to move.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/hdf5_rows.h"
#include "formats/statistics.h"
#include "research/army.h"
#include "research/generally_won.h"

namespace augmate {

struct SweepRow {
  struct Side {
    std::uint64_t legal = 0;
    std::array<std::uint64_t, kOutcomes> counts{};  // by outcome of the side to move
    int max_win_plies = kNoDistance, max_loss_plies = kNoDistance;
    std::string longest_win_fen, longest_loss_fen;
  };
  std::string game, board, white, black, ending, rules;
  std::optional<std::uint64_t> placements;
  std::array<Side, 2> sides;  // by side to move
  // What "generally won" says (research/generally_won.h), where it was asked for.
  std::string verdict, strong_side;
  std::optional<double> quiet_won, fortress, quiet_lost;  // of quiet positions
  double seconds = 0;                                     // wall time of solving

  // Of the legal positions with `to_move` to move, those that `winner` wins.
  double won_share(augmate::Side to_move, augmate::Side winner) const;
  // The mean result of White over both sides to move, each weighing one half.
  double white_score() const;
  // White's wins with Black to move among all placements.
  std::optional<double> won_of_placements() const;

  // What tells an ending from all others: the rules' hash and the armies as written.
  std::string key() const { return rules + ' ' + board + ' ' + white + " v " + black; }
};

// What the ending is, without what it shows.
SweepRow begin_row(const Workshop& workshop, const Army& white, const Army& black,
                   const ArmyEnding& ending);
void set_statistics(SweepRow& row, const Sides& sides);
void set_general(SweepRow& row, const GeneralShares& shares);

std::vector<Hdf5Column> sweep_columns();
Hdf5Row cells_of(const SweepRow& row);  // in the order of sweep_columns()

// One JSON object on one line, its keys the columns' names, null for missing.
std::string to_json_line(const SweepRow& row);
// kCorrupt where a column is missing or of the wrong type, or outcomes do not add up. Derived
// columns are not read.
Result<SweepRow> row_from_json_line(const std::string& line);

// RFC 4180, with a line of names.
std::string to_csv(const std::vector<SweepRow>& rows);

}  // namespace augmate
