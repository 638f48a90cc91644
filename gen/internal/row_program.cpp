// SPDX-License-Identifier: MIT
#include "gen/internal/row_program.h"

#include <algorithm>

namespace augmate::internal {
namespace {

Word lane_bit(Square s) { return Word{1} << (s & 63); }

// More walks than this for each node are slower than the nodes.
constexpr std::size_t kWalksPerNode = 4;

}  // namespace

RowProgram::RowProgram(const Layout& layout, const MoveGraph& graph, Roles roles) {
  make_nodes(layout, graph);
  by_walks = find_walks();
  if (by_walks) {
    make_stops(layout);
    if (roles.row_man) make_row_masks(layout);
  } else {
    walks.clear();
  }
  if (roles.lane_royal) make_lane_moves(layout);
  if (!by_walks || roles.static_man || (roles.lane_royal && !lane_leaper)) {
    make_masks(layout);
    assign_buffers();
  }
}

std::uint64_t RowProgram::size_bytes() const {
  const auto of = [](const auto&... vectors) {
    return (... + (vectors.size() * sizeof(*vectors.data())));
  };
  std::uint64_t bytes = sizeof *this + of(moves_to, captures_to, first_stop, stops, paths, walks,
                                          row_masks, row_moves, row_captures, lane_moves, nodes,
                                          row_valid, row_open, lane_valid, lane_open, walk_node_);
  for (const Node& n : nodes) bytes += of(n.on_empty, n.on_friend, n.on_enemy);
  return bytes;
}

void RowProgram::make_nodes(const Layout& layout, const MoveGraph& graph) {
  moves_to.resize(static_cast<std::size_t>(layout.squares));
  captures_to = moves_to;
  for (const MoveNode& n : graph.nodes) {
    Node node;
    node.valid_from = n.valid_from;
    node.shift = n.from_start.dx + n.from_start.dy * layout.game->board().files();
    node.move = n.move;
    node.capture = n.capture;
    node.through_hole = n.through_hole;
    node.on_empty = n.on_empty;
    node.on_friend = n.on_friend;
    node.on_enemy = n.on_enemy;
    n.valid_from.for_each([&](Square s) {
      if (n.move) moves_to[static_cast<std::size_t>(s)].set(s + node.shift);
      if (n.capture) captures_to[static_cast<std::size_t>(s)].set(s + node.shift);
    });
    nodes.push_back(std::move(node));
  }
  for (int r : graph.roots) nodes[static_cast<std::size_t>(r)].root = true;
}

void RowProgram::make_masks(const Layout& layout) {
  const Board& board = layout.game->board();
  for (const Node& n : nodes) {
    std::vector<Word> row(static_cast<std::size_t>(layout.row_length), 0), row_opened = row;
    std::vector<Word> lane(static_cast<std::size_t>(layout.planes), 0), lane_opened = lane;
    n.valid_from.for_each([&](Square s) {
      const bool open = n.through_hole || board.open_when_empty(s + n.shift);
      if (layout.row_man) {
        row[static_cast<std::size_t>(s)] = ~Word{0};
        if (open) row_opened[static_cast<std::size_t>(s)] = ~Word{0};
      }
      lane[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
      if (open) lane_opened[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
    });
    const auto append = [](std::vector<Word>& to, const std::vector<Word>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(row_valid, row);
    append(row_open, row_opened);
    append(lane_valid, lane);
    append(lane_open, lane_opened);
  }
}

// Gives each node a buffer for its V; a node whose only follower is used by nobody else takes over
// that follower's, so that a ray runs in one buffer.
void RowProgram::assign_buffers() {
  std::vector<int> uses(nodes.size(), 0);
  for (const Node& n : nodes)
    for (const auto* list : {&n.on_empty, &n.on_friend, &n.on_enemy})
      for (int f : *list) ++uses[static_cast<std::size_t>(f)];
  std::vector<int> free_buffers;
  std::vector<int> left = uses;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Node& n = nodes[i];
    const bool only_empty = n.on_friend.empty() && n.on_enemy.empty();
    n.direct = n.root && uses[i] == 0 && only_empty && n.on_empty.empty();
    if (n.direct) continue;
    if (only_empty && n.on_empty.size() == 1 &&
        uses[static_cast<std::size_t>(n.on_empty[0])] == 1) {
      n.buffer = nodes[static_cast<std::size_t>(n.on_empty[0])].buffer;
    } else {
      if (free_buffers.empty()) free_buffers.push_back(buffers++);
      n.buffer = free_buffers.back();
      free_buffers.pop_back();
      for (const auto* list : {&n.on_empty, &n.on_friend, &n.on_enemy})
        for (int f : *list)
          if (--left[static_cast<std::size_t>(f)] == 0)
            free_buffers.push_back(nodes[static_cast<std::size_t>(f)].buffer);
    }
    if (uses[i] == 0) free_buffers.push_back(n.buffer);
  }
}

// All walks, each after the one that it goes on from. False if the graph has to be evaluated.
bool RowProgram::find_walks() {
  const auto add = [&](int before, int node) {
    const Node& n = nodes[static_cast<std::size_t>(node)];
    walks.push_back({before, n.shift, n.move, n.capture});
    walk_node_.push_back(node);
  };
  for (const Node& n : nodes)
    if (n.through_hole || !n.on_friend.empty() || !n.on_enemy.empty()) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].root) add(-1, static_cast<int>(i));
  for (std::size_t w = 0; w < walks.size(); ++w) {
    if (walks.size() > kWalksPerNode * nodes.size()) return false;
    for (int next : nodes[static_cast<std::size_t>(walk_node_[w])].on_empty)
      add(static_cast<int>(w), next);
  }
  return true;
}

void RowProgram::make_stops(const Layout& layout) {
  const Board& board = layout.game->board();
  const auto planes = static_cast<std::size_t>(layout.planes);
  std::vector<char> exists(walks.size());
  first_stop.push_back(0);
  for (Square from = 0; from < layout.squares; ++from) {
    for (std::size_t w = 0; w < walks.size(); ++w) {
      const Node& n = nodes[static_cast<std::size_t>(walk_node_[w])];
      const int before = walks[w].before;
      exists[w] = n.valid_from.test(from) &&
                  (before < 0 ||
                   (exists[static_cast<std::size_t>(before)] &&
                    board.open_when_empty(from + walks[static_cast<std::size_t>(before)].shift)));
      if (!exists[w] || !(n.move || n.capture)) continue;
      const Square to = from + n.shift;
      Stop stop{to, n.move && board.open_when_empty(to), n.capture, -1};
      if (before >= 0) {
        stop.path = static_cast<int>(paths.size());
        paths.resize(paths.size() + planes, 0);
        for (int b = before; b >= 0; b = walks[static_cast<std::size_t>(b)].before) {
          const Square s = from + walks[static_cast<std::size_t>(b)].shift;
          paths[static_cast<std::size_t>(stop.path + s / 64)] |= lane_bit(s);
        }
      }
      stops.push_back(stop);
    }
    first_stop.push_back(stops.size());
  }
}

void RowProgram::make_row_masks(const Layout& layout) {
  const Board& board = layout.game->board();
  const auto n = static_cast<std::size_t>(layout.row_length);
  const auto words = static_cast<std::size_t>(layout.row_words());
  row_masks.assign(walks.size() * words, 0);
  for (std::size_t w = 0; w < walks.size(); ++w) {
    Word* mask = row_masks.data() + w * words;
    const int before = walks[w].before;
    nodes[static_cast<std::size_t>(walk_node_[w])].valid_from.for_each([&](Square from) {
      const auto r = static_cast<std::size_t>(from);
      const auto word = [&](Word* of, int plane) -> Word& {
        return of[static_cast<std::size_t>(plane) * n + r];
      };
      if (before < 0) {
        for (int p = 0; p < layout.planes; ++p) word(mask, p) = ~Word{0};
        return;
      }
      const Word* path = row_masks.data() + static_cast<std::size_t>(before) * words;
      const Square last = from + walks[static_cast<std::size_t>(before)].shift;
      // A walk leaves at least one lane: a path of all squares but one has no board.
      bool exists = false;
      for (int p = 0; p < layout.planes; ++p)
        exists = exists || path[static_cast<std::size_t>(p) * n + r] != 0;
      if (!exists || !board.open_when_empty(last)) return;
      for (int p = 0; p < layout.planes; ++p)
        word(mask, p) = path[static_cast<std::size_t>(p) * n + r];
      word(mask, last / 64) &= ~lane_bit(last);
    });
  }
  for (std::size_t w = 0; w < walks.size(); ++w) {
    const RowManMove move{walks[w].shift, static_cast<unsigned>(w), row_masks.data() + w * words};
    if (walks[w].move) row_moves.push_back(move);
    if (walks[w].capture) row_captures.push_back(move);
  }
}

void RowProgram::make_lane_moves(const Layout& layout) {
  lane_leaper = std::all_of(nodes.begin(), nodes.end(), [](const Node& n) {
    return n.root && n.move && n.capture && !n.through_hole && n.on_empty.empty() &&
           n.on_friend.empty() && n.on_enemy.empty();
  });
  if (!lane_leaper) return;
  for (int plane = 0; plane < layout.planes; ++plane) {
    lane_first[plane] = lane_moves.size();
    for (const Node& n : nodes) {
      const Word mask = n.valid_from.word_at(plane);
      if (mask == 0) continue;
      const int words = n.shift >= 0 ? n.shift / 64 : -((-n.shift + 63) / 64);
      const int bits = n.shift - words * 64;  // 0 to 63
      const int low = plane + words, high = low + 1;
      const auto add = [&](int source, int shift) {
        if (source < 0 || source >= layout.planes) return;
        lane_moves.push_back(
            {static_cast<std::ptrdiff_t>(source - plane) * layout.row_length, shift, mask});
      };
      add(low, bits);
      if (bits != 0) add(high, bits - 64);
    }
  }
  for (int plane = layout.planes; plane <= kMaxPlanes; ++plane)
    lane_first[plane] = lane_moves.size();
}

}  // namespace augmate::internal
