// SPDX-License-Identifier: MIT
// Reading a row by evaluating a man's move graph node by node: for any graph at all, hoppers and
// multi-path movers included. Kinds without hurdles have the quicker form of row_program.h.
//
// The graph is evaluated backwards: V[node] is the row vector "some walk from this node on stops in
// the set", and
//
//   V[n] = X(c)                                        stop on c, if the node allows it
//        | (OR V[on_empty]) where c is empty
//        | (OR V[on_friend or on_enemy]) where c is so occupied
//
// with c the square of the node and X(c) the set's row after the move. For a fixed man c is one
// square: occupied by a fixed man, a matter of the whole row; else by the row man only in word c,
// by the lane royal only in bit c. The row man's own start square runs along the row, so c does
// too, and X(c) is the same row shifted by the displacement; for the lane royal it runs along the
// lanes, and X(c) is shifted within the words.
#pragma once

#include "gen/internal/row_program.h"
#include "gen/internal/row_scratch.h"

namespace augmate::internal {

// In place of the number of a fixed man.
inline constexpr int kRowMan = -1, kLaneRoyal = -2;

// ORs the reading of one man of the mover into out; false if nothing was added.
bool read_by_graph(const RowTables& tables, RowReader::Scratch& scratch, Side mover,
                   const ReadSource& source, const RowProgram& program, int man, Word* out);

}  // namespace augmate::internal
