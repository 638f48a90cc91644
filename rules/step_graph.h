// SPDX-License-Identifier: MIT
// StepGraph: how a kind of man moves, free of notation, board and colour.
//
// A man's move is a walk. Each node is one step of it: a displacement from the square before (dx to
// the mover's right, dy forward), and what may follow, by what stands on the square reached:
//
//   empty   stop here as a plain move (`move`), or take one of the steps `on_empty`
//   enemy   stop here and capture (`capture`), or take one of the steps `on_enemy`
//   friend  take one of the steps `on_friend`
//   hole    take one of the steps `on_hole` (only dialects in which a wall can be a hurdle use it)
//
// A step that leads to a hole, off the board, or back to the start square ends the walk, except
// through `on_hole`. The moves of the man are the squares on which some walk may stop: the union
// over all walks, so that a multi-path mover is just a graph with several ways to one square.
//
// A node that names itself in `on_empty` is an unlimited rider. Examples:
//   ferz step    {1,1} move capture
//   rook ray     {0,1} move capture, on_empty = itself
//   lame knight  {0,1}, on_empty = {1,1} move capture
//   cannon       a ray of {0,1} nodes: before the hurdle (on_empty = itself, on_friend = on_enemy =
//                the node after the hurdle), after it (capture, on_empty = itself)
//
// Cycles other than of one node through itself are allowed if every walk around them moves away
// from where it began or comes back to the start square; others are refused when compiled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/board.h"

namespace augmate {

struct StepNode {
  Offset step;
  bool move = false;
  bool capture = false;
  bool initial = false;  // may stop here only while the man has not moved
  std::vector<int> on_empty, on_friend, on_enemy, on_hole;
  // For the steps that a PawnRule adds to a pawn: how many single steps the walk has come, 2 or
  // more; it may stop here only from ranks that allow so many.
  int pawn_steps = 0;

  bool operator==(const StepNode&) const = default;
};

struct StepGraph {
  std::vector<StepNode> nodes;
  std::vector<int> roots;  // the possible first steps

  // Adds the walks of another graph: the union of the two ways to move.
  void unite(const StepGraph& other);
  bool operator==(const StepGraph&) const = default;
};

// Orders nodes canonically, merges equal ones and drops what no walk reaches: two graphs that say
// the same in another order become equal.
StepGraph normalized(const StepGraph& graph);

// One text line per graph and back, the form in which files keep decoded steps.
//   steps := '-' (no moves) or roots ';' node (';' node)*      roots := index (',' index)*
//   node  := dx ',' dy flags links           flags := ['m'] ['c'] ['i']
//   links := (' e' | ' f' | ' x' | ' h') index (',' index)* ...   on empty, friend, enemy, hole
// Example, a rook's forward ray: "0;0,1mc e0".
std::string to_text(const StepGraph& graph);
Result<StepGraph> step_graph_from_text(std::string_view text);

}  // namespace augmate
