// SPDX-License-Identifier: MIT
#include "probe/internal/block_cache.h"

#include <utility>

namespace augmate::internal {

Result<BlockCache::Block> BlockCache::get(const TableFile& file, Side side, std::uint64_t block) {
  const Key key{&file, side, block};
  if (Block known = find(key)) return known;
  auto values = file.read_block(side, block);
  if (!values) return values.error();
  return insert(key, std::make_shared<const std::vector<PackedValue>>(std::move(*values)));
}

std::uint64_t BlockCache::size_bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

BlockCache::Block BlockCache::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto it = blocks_.find(key);
  if (it == blocks_.end()) return nullptr;
  order_.splice(order_.begin(), order_, it->second);
  return it->second->second;
}

BlockCache::Block BlockCache::insert(const Key& key, Block block) {
  const std::lock_guard lock(mutex_);
  if (const auto it = blocks_.find(key); it != blocks_.end()) return it->second->second;
  order_.emplace_front(key, block);
  blocks_[key] = order_.begin();
  bytes_ += bytes_of(block);
  while (bytes_ > limit_bytes_ && !order_.empty()) {
    bytes_ -= bytes_of(order_.back().second);
    blocks_.erase(order_.back().first);
    order_.pop_back();
  }
  return block;
}

}  // namespace augmate::internal
