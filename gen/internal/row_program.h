// SPDX-License-Identifier: MIT
// RowProgram: a move graph made ready for reading rows (row_reader.h), for one kind and layout.
//
// Most kinds never go on from an occupied square: riders, leapers, lame and multi-path movers.
// Their moves are *walks*: a list of squares that must be empty, and the square on which the walk
// stops. What a walk contributes is one row with some lanes and words cleared (row_kernel.h), so it
// needs no intermediate results. Such a program is `by_walks`; hoppers, which go on from occupied
// squares, and graphs with too many walks are evaluated node by node (graph_reading.h).
#pragma once

#include <cstdint>
#include <vector>

#include "gen/internal/row_kernel.h"
#include "gen/layout.h"
#include "rules/move_graph.h"

namespace augmate::internal {

struct RowProgram {
  // Which forms are wanted besides that of a fixed man.
  struct Roles {
    bool row_man = false, lane_royal = false, static_man = false;
  };
  RowProgram(const Layout& layout, const MoveGraph& graph, Roles roles);

  // Where a fixed man may go. `path`: into paths, planes words; -1 if no square must be empty.
  struct Stop {
    Square to;
    bool move, capture;
    int path;
  };
  // One step of a walk of the row man; its mask is the number's row in row_masks.
  struct Walk {
    int before;  // the walk up to the step before, -1 at the start
    int shift;   // of the square number from the start
    bool move, capture;
  };
  struct Node {
    SquareSet valid_from;
    int shift = 0;
    bool move = false, capture = false, through_hole = false;
    bool root = false;
    bool direct = false;  // a root that nothing else leads to and nothing follows: needs no buffer
    int buffer = -1;
    std::vector<int> on_empty, on_friend, on_enemy;
  };

  bool by_walks = false;
  // By start square: all squares of stops, whatever stands between; and, by walks, the stops.
  std::vector<SquareSet> moves_to, captures_to;
  std::vector<std::size_t> first_stop;  // squares + 1
  std::vector<Stop> stops;
  std::vector<Word> paths;
  // By walks. For each walk a row: the lanes that are no part of its path, zero at start squares
  // from which it does not exist.
  std::vector<Walk> walks;
  std::vector<Word> row_masks;
  std::vector<RowManMove> row_moves, row_captures;  // those that stop
  // A lane royal that moves in single steps, each a move and a capture: its moves into each plane.
  bool lane_leaper = false;
  std::vector<LaneMove> lane_moves;
  std::size_t lane_first[kMaxPlanes + 1] = {};

  // The graph itself.
  std::vector<Node> nodes;
  int buffers = 0;

  std::uint64_t size_bytes() const;
  // For a row man: by node, ~0 for start squares where the node is valid, and where its square is
  // open when empty. row_length words each.
  std::vector<Word> row_valid, row_open;
  // For a lane royal: the same as lane masks, `planes` words each.
  std::vector<Word> lane_valid, lane_open;

 private:
  void make_nodes(const Layout& layout, const MoveGraph& graph);
  void make_masks(const Layout& layout);
  void assign_buffers();
  bool find_walks();
  void make_stops(const Layout& layout);
  void make_row_masks(const Layout& layout);
  void make_lane_moves(const Layout& layout);

  std::vector<int> walk_node_;  // by walk
};

}  // namespace augmate::internal
