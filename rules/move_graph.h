// SPDX-License-Identifier: MIT
// MoveGraph: a StepGraph turned to a side's forward direction and unrolled on a board.
//
// Unrolling follows every walk and keeps, at each node, the whole displacement from the start
// square. The result is a graph without cycles in which one node is "this step of the walk, so far
// from the start", the same for every start square; `valid_from` says from which start squares the
// node can be reached as far as the board decides: the squares on the way exist (or are holes
// passed through as hurdles) and no step breaks the camp rule. What the other men decide is left to
// the readers. A rook on 8x8 has 28 nodes, a king 8.
//
// Nodes are in topological order, successors first: a reader that walks the array forwards has the
// values of all that may follow; one that starts from `roots` goes outwards.
//
// Camp rule (12 Sharp): a step may not lead from one camp into another; a leap of exactly (2,2) may
// if the square half-way is open ground (in no camp) and empty.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/board.h"
#include "rules/step_graph.h"

namespace augmate {

enum class Direction : std::uint8_t { kNorth, kEast, kSouth, kWest };

// An offset as the side sees it, turned (never mirrored) to the board.
Offset turned(Offset by, Direction forward);

struct MoveNode {
  Offset from_start;
  bool move = false;
  bool capture = false;
  bool multi_step = false;    // a pawn's move of several steps
  bool through_hole = false;  // stands on a hole wherever it is valid: goes on by on_empty
  std::vector<int> on_empty, on_friend, on_enemy;
  SquareSet valid_from;
};

struct MoveGraph {
  std::vector<MoveNode> nodes;
  std::vector<int> roots;
  // A hash of what the graph means on the board, the same for equal graphs however they came about.
  std::uint64_t meaning = 0;
};

struct CompileOptions {
  Direction forward = Direction::kNorth;
  bool camp_rule = false;
  // Start squares of moves marked `initial` (none: a man in an ending has moved).
  SquareSet initial_squares;
  // Start squares from which a pawn may go so many steps in one move, by StepNode::pawn_steps.
  std::vector<SquareSet> steps_allowed;
};

// kBadNotation if a walk could circle for ever away from its start, kTooLarge beyond 65,535 nodes.
Result<MoveGraph> compile(const StepGraph& steps, const Board& board,
                          const CompileOptions& options);

}  // namespace augmate
