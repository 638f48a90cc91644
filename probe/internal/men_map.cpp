// SPDX-License-Identifier: MIT
#include "probe/internal/men_map.h"

#include <utility>

namespace augmate::internal {

// Exact: at most 26 kinds of two sides are six bits a man.
std::uint64_t MenMap::key_of(const Position& position) {
  static_assert(kMaxMen * 6 <= 64);
  std::uint64_t key = 0;
  for (const Man& m : position)
    key = key << 6 | (static_cast<std::uint64_t>(m.kind) * 2 + index(m.side) + 1);
  return key;
}

const MenFound* MenMap::find(const Position& position) const {
  const std::uint64_t key = key_of(position);
  const Node* node = chains_[chain_of(key)].load(std::memory_order_acquire);
  while (node != nullptr && node->key != key) node = node->next;
  return node == nullptr ? nullptr : &node->found;
}

const MenFound* MenMap::add(const Position& position, const Material& material, MenFound found) {
  std::size_t n = 0;
  unsigned taken = 0;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const int kind : material.men[index(side)])
      for (unsigned i = 0; i < static_cast<unsigned>(position.count); ++i) {
        const Man& m = position.men[i];
        if ((taken >> i & 1) != 0 || m.kind != kind || m.side != side) continue;
        taken |= 1u << i;
        found.from[n++] = static_cast<std::uint8_t>(i);
        break;
      }
  const std::lock_guard lock(mutex_);
  if (const MenFound* known = find(position)) return known;
  auto node = std::make_unique<Node>();
  node->key = key_of(position);
  node->found = std::move(found);
  std::atomic<const Node*>& chain = chains_[chain_of(node->key)];
  node->next = chain.load(std::memory_order_relaxed);
  nodes_.push_back(std::move(node));
  chain.store(nodes_.back().get(), std::memory_order_release);
  return &nodes_.back()->found;
}

}  // namespace augmate::internal
