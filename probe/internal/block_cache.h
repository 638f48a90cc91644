// SPDX-License-Identifier: MIT
// BlockCache: decoded blocks of open tables, the least recently used given up when they exceed a
// number of bytes. Decoding happens outside the lock, so threads that want the same new block at
// once may each decode it; the cache then keeps one. Blocks are shared, and live as long as a
// holder does. Tables are told apart by address: they must live as long as the cache.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "formats/table_file.h"

namespace augmate::internal {

class BlockCache {
 public:
  using Block = std::shared_ptr<const std::vector<PackedValue>>;

  explicit BlockCache(std::uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  Result<Block> get(const TableFile& file, Side side, std::uint64_t block);
  std::uint64_t size_bytes() const;

 private:
  using Key = std::tuple<const TableFile*, Side, std::uint64_t>;
  using Order = std::list<std::pair<Key, Block>>;  // the most recently used first

  Block find(const Key& key);
  Block insert(const Key& key, Block block);
  static std::uint64_t bytes_of(const Block& block) { return block->size() * sizeof(PackedValue); }

  const std::uint64_t limit_bytes_;
  mutable std::mutex mutex_;  // guards what follows
  std::uint64_t bytes_ = 0;
  Order order_;
  std::map<Key, Order::iterator> blocks_;
};

}  // namespace augmate::internal
