// SPDX-License-Identifier: MIT
// check_table: re-derives every position of a finished table with the forward generator alone. It
// shares nothing with the solver but the rules and the file format.
//
// What is compared. Call a table *consistent* if every legal position's value is the best over its
// legal moves of the value after the move:
//
//   no legal move      mate: loss in 0; stalemate: what the rules say (in 0 unless a draw)
//   win in n           some move leads to a loss of the opponent; n - 1 is the shortest of these
//   loss in n          every move leads to a win of the opponent; n - 1 is the longest of these
//   draw               neither
//
// Why that proves the values. Suppose the smaller tables that captures lead to are right.
// (1) What the table calls decided is decided at least that fast. By induction on n: a marked loss
// in 0 has no moves, and the rules end the game there. A marked win in n has a move to a marked
// loss in n - 1, a marked loss in n has only moves to wins marked n - 1 or less; those are real by
// the induction, and so is this. Distances fall along the play, so no circle can support itself.
// (2) What is really decided is marked so, at least as fast. By induction on the true distance n: a
// true loss in 0 has no moves and the checker itself gives it its value. A true win in n has a move
// to a true loss in n - 1, which is marked as a loss in n - 1 or less; then the best over the moves
// is a win in n or less. A true loss in n > 0 has only moves to true wins in n - 1 or less, all
// marked so; then the best is a loss in n or less.
// Together marked and true values are the same for wins and losses, and so for draws, which are the
// rest. A region of positions marked as draws that keep to themselves cannot hide a win: its
// position of the shortest true distance would have its witness outside, against (2).
// Smaller tables follow by induction on the men: a chain of tables is proved when each has been
// checked; CheckReport::relied_on names them.
//
// The index folds positions that symmetries map onto each other. So that a wrong symmetry cannot
// make a wrong table consistent, a sample of positions is turned by each one, and the forward
// generator must give the turned moves.
//
// Cost: two bytes a position of the table and of each smaller one in memory; a few microseconds a
// position and thread. The answer does not depend on the number of threads: of several differences
// the first in the order of the index is reported.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/table_set.h"
#include "rules/game.h"
#include "rules/position.h"

namespace augmate {

struct CheckOptions {
  std::uint64_t memory_bytes = 0;  // may be used for values; 0: three quarters of the machine's
  int threads = 0;                 // 0: as many as OpenMP thinks right
  // Called from time to time by the calling thread with the positions looked at and their number.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;
};

struct CheckReport {
  std::string material;  // as stored
  std::string path;
  struct SideReport {
    std::uint64_t entries = 0;   // of the index
    std::uint64_t compared = 0;  // those that are legal positions, re-derived and compared
    std::uint64_t legal = 0;     // legal positions on the whole board, equal to the header's count
    std::uint64_t moves = 0;     // legal moves looked at
  };
  std::array<SideReport, 2> sides;     // by Side to move
  std::uint64_t turned = 0;            // positions whose moves were compared under the symmetries
  std::uint64_t perpetual = 0;         // positions of both sides' P on the whole board, recomputed
  std::vector<std::string> relied_on;  // materials of the other tables that moves led to
};

// kMismatch with the first difference; kNotCovered for games with other outcomes than win, draw and
// loss; kNoMemory; or what opening and reading the tables says.
Result<CheckReport> check_table(const std::shared_ptr<const Game>& game, const Material& material,
                                const TableSet& tables, const CheckOptions& options = {});

}  // namespace augmate
