// SPDX-License-Identifier: MIT
// The hash of a move graph: the same for graphs of the same structure whatever the order of nodes
// and lists, and computable as if the board had been turned or mirrored.
#pragma once

#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rules/move_graph.h"

namespace augmate {

// `offset` and `square` map displacements and start squares (identity functions for the graph as it
// stands).
template <class MapOffset, class MapSquare>
std::uint64_t meaning_of(const MoveGraph& graph, MapOffset&& offset, MapSquare&& square) {
  std::vector<std::uint64_t> hashes(graph.nodes.size());
  std::vector<std::uint64_t> words;
  const auto add_list = [&](const std::vector<int>& list) {
    const auto first = static_cast<std::ptrdiff_t>(words.size());
    for (int n : list) words.push_back(hashes[static_cast<std::size_t>(n)]);
    std::sort(words.begin() + first, words.end());
    words.push_back(list.size());
  };
  const auto hash = [&] { return XXH3_64bits(words.data(), words.size() * sizeof words[0]); };
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const MoveNode& n = graph.nodes[i];
    const Offset o = offset(n.from_start);
    SquareSet valid;
    n.valid_from.for_each([&](Square s) { valid.set(square(s)); });
    words = {
        static_cast<std::uint64_t>(o.dx + 64), static_cast<std::uint64_t>(o.dy + 64),
        static_cast<std::uint64_t>(n.move + 2 * n.capture + 4 * n.through_hole + 8 * n.multi_step)};
    for (int w = 0; w < SquareSet::kWords; ++w) words.push_back(valid.word_at(w));
    add_list(n.on_empty);
    add_list(n.on_friend);
    add_list(n.on_enemy);
    hashes[i] = hash();
  }
  words.clear();
  add_list(graph.roots);
  return hash();
}

}  // namespace augmate
