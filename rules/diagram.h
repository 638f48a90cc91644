// SPDX-License-Identifier: MIT
// What an author sees of a piece: its decoded steps in words, and a drawing of where it goes.
// Free of notation and rules. Functions only; thread safe.
#pragma once

#include <string>

#include "rules/board.h"
#include "rules/square_set.h"
#include "rules/step_graph.h"

namespace augmate {

// One line a walk that may end somewhere, offsets as (right, forward) of the mover, for example
//   leap (1,2)
//   ride (0,1) without limit, move only
//   (0,1) over empty squares up to a man, then ride (0,1) without limit, capture only
// After 500 lines "and more walks" ends the list.
std::string describe_steps(const StepGraph& graph);

// The same on one line: walks that are all the turned and mirrored images of one another are given
// once with their number, "leap (1,2) [8 ways]; ride (0,1) without limit [4 ways]".
std::string summarize_steps(const StepGraph& graph);

struct DiagramMen {
  SquareSet friends, enemies;
};

// The board from White's side with ranks and files named: the man at `from`, the squares that it
// may move to, capture on, or both, the other men, holes and empty vanishing squares; below it a
// legend of the marks that occur.
std::string move_diagram(const Board& board, Square from, const SquareSet& quiet,
                         const SquareSet& captures, const DiagramMen& men = {});

}  // namespace augmate
