// SPDX-License-Identifier: MIT
// check_table: re-derives every position of a finished table with the forward generator alone. It
// shares nothing with the solver but the rules and the file format.
//
// What is compared. Call a table *consistent* if every legal position's value is what its legal
// moves make it (formats/value_by_moves.h):
//
//   no legal move    mate: loss in 0; stalemate: what the rules say
//   ended material   what the rules say, whatever moves there are
//   otherwise        the best outcome over the moves. Where that is better than infinite play, one
//                    more than the shortest, where it is worse, one more than the longest distance
//                    among the moves that keep it; where it is that of infinite play, no distance.
//                    A move into material whose infinite play is worth the outcome to the side that
//                    wants it reaches it: 0 from there
//
// In a game of win, draw and loss: a win in n has a move to a loss in n - 1 and to no shorter one;
// in a loss in n every move leads to a win, the longest of them in n - 1; a draw is neither.
//
// Why that proves the values. Suppose the tables that captures and promotions lead to are right.
// Take an outcome o that is better for one side, the attacker, than infinite play in this material.
//
// (1) What the table marks as o or better is really forced. By marked distance: the attacker has a
// move from n to n - 1 of the same outcome or to a better one; the defender has only moves to o in
// n - 1 or less, or to what is better for the attacker. Distances fall along the play while the
// outcome stays, and the outcome only rises, at most six times; so no circle can support itself,
// and the play ends with o or better: by mate, by stalemate, in other material.
//
// (2) What can really be forced is marked so. By induction on the number of plies m in which the
// attacker can force o or better: in 0 the game is over, or other material's value says so, and the
// checker itself gives that value. In m the attacker has a move to a position of m - 1, which is
// marked o or better by the induction; then so is the best over his moves. The defender has only
// moves to such positions; then so is the best over his moves.
//
// Both together: outcomes are right, and where no side forces anything the mark is infinite play's,
// the only one left. Distances: the same two inductions with the true distance in place of m, in
// the positions of exactly outcome o and over the moves that keep it, show that the marked distance
// is neither too short nor too long. A region of positions marked as draws that keep to themselves
// cannot hide a win: its position of the shortest true distance would have its witness outside,
// against (2). Other tables follow by induction on men and pawn moves: a chain of tables is proved
// when each has been checked; CheckReport::relied_on names them.
//
// Perpetual check (RULES.md section 2) is the one thing that moves do not prove. Its set P is a
// greatest fixed point: "some check leaves only replies into P or to a mating win" is also true of
// the empty set, and a table with an empty P and the draws that follow is consistent. A consistent
// table's P is a fixed point, so it is never too large; that it is the greatest must be computed.
// Mates are proved without P, by (1) and (2). Then, for each side, start from all positions in
// which it is to move, neither side is in check and there is no mate; take away those that do not
// satisfy the sentence until nothing changes; what is left must be the stored P. Outcomes between
// follow as above, with entry into P in place of mate.
//
// En passant: positions after a multi-step that can be taken in passing have no entry. They are
// looked through, to the values after each reply, when they come up as what a multi-step leads to:
// every move that gives the right and every capture by it is thus in the comparison. The same holds
// for a Joker that imitates a man just captured.
//
// The index folds positions that symmetries map onto each other. So that a wrong symmetry cannot
// make a wrong table consistent, a sample of positions is turned by each one, and the forward
// generator must give the turned moves.
//
// Cost: two bytes a position of the table and of each other one in memory, with perpetual check one
// more of this one; a microsecond or a few a position and thread, for P that again for each time
// round. The answer does not depend on the number of threads: of several differences the first in
// the order of the index is reported.
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

// kMismatch with the first difference; kNoMemory; or what opening and reading the tables says.
Result<CheckReport> check_table(const std::shared_ptr<const Game>& game, const Material& material,
                                const TableSet& tables, const CheckOptions& options = {});

}  // namespace augmate
