// SPDX-License-Identifier: MIT
#include "probe/internal/page_cache.h"

#include <algorithm>

namespace augmate::internal {

PageCache::PageCache(std::uint64_t limit_bytes)
    : count_(static_cast<std::size_t>(
          std::clamp<std::uint64_t>(limit_bytes / (kWords * 8), 1, kFrameMask))),
      frames_(new Frame[count_]),
      // Not cleared: memory that no page has used yet costs nothing.
      words_(std::make_unique_for_overwrite<std::uint64_t[]>(count_ * kWords)) {}

std::uint64_t PageCache::size_bytes() const {
  const std::lock_guard lock(mutex_);
  return filled_ * kWords * 8;
}

// Ends: the second time round no frame is marked, unless readers are faster than the hand.
std::size_t PageCache::free_frame() {
  if (filled_ < count_) return filled_++;
  for (std::size_t steps = 0;; ++steps) {
    const std::size_t frame = hand_;
    hand_ = (hand_ + 1) % count_;
    if (steps < 2 * count_ && frames_[frame].used.exchange(false, std::memory_order_relaxed))
      continue;
    return frame;
  }
}

void PageCache::insert(Slot& slot, std::span<const PackedValue> values) {
  const std::lock_guard lock(mutex_);
  if (slot.load(std::memory_order_relaxed) != 0) return;
  const std::size_t frame = free_frame();
  if (Slot* const old = frames_[frame].owner; old != nullptr)
    old->store(0, std::memory_order_relaxed);
  frames_[frame].owner = &slot;
  for (std::size_t i = 0; i < values.size(); i += 4) {
    std::uint64_t word = 0;
    for (std::size_t j = 0; j < std::min<std::size_t>(4, values.size() - i); ++j)
      word |= std::uint64_t{values[i + j]} << j * 16;
    std::atomic_ref(words_[frame * kWords + i / 4]).store(word, std::memory_order_release);
  }
  slot.store(++fillings_ << 28 | frame, std::memory_order_release);
}

}  // namespace augmate::internal
