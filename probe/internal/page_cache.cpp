// SPDX-License-Identifier: MIT
#include "probe/internal/page_cache.h"

#include <algorithm>

namespace augmate::internal {

// Whole words of one-byte codes, which are nearly all, in a form that compiles to few instructions.
std::uint64_t CodeWidth::pack(std::span<const Code> codes, std::size_t i) const {
  const std::size_t count = std::min(std::size_t{1} << shift, codes.size() - i);
  std::uint64_t word = 0;
  if (count == 8)
    for (unsigned j = 0; j < 8; ++j) word |= std::uint64_t{codes[i + j]} << 8 * j;
  else
    for (std::size_t j = 0; j < count; ++j)
      word |= std::uint64_t{codes[i + j]} << (j << (6 - shift));
  return word;
}

PageCache::PageCache(std::uint64_t limit_bytes)
    : count_(static_cast<std::size_t>(
          std::clamp<std::uint64_t>(limit_bytes / kPageBytes, 1, kFrameMask))),
      words_(count_ * kWords),
      used_(count_),
      owners_(count_) {}

std::uint64_t PageCache::size_bytes() const {
  const std::lock_guard lock(mutex_);
  return filled_ * kPageBytes;
}

// Ends: the second time round no frame is marked, unless readers are faster than the hand.
std::size_t PageCache::free_frame() {
  if (filled_ < count_) return filled_++;
  for (std::size_t steps = 0;; ++steps) {
    const std::size_t frame = hand_;
    hand_ = (hand_ + 1) % count_;
    const std::atomic_ref used(used_[frame]);
    if (steps < 2 * count_ && used.exchange(0, std::memory_order_relaxed) != 0) continue;
    return frame;
  }
}

void PageCache::insert(Slot& slot, CodeWidth width, std::span<const Code> codes) {
  const std::lock_guard lock(mutex_);
  if (slot.load(std::memory_order_relaxed) != 0) return;
  const std::size_t frame = free_frame();
  if (Slot* const old = owners_[frame]; old != nullptr) old->store(0, std::memory_order_relaxed);
  owners_[frame] = &slot;
  std::uint64_t* const words = words_.data() + frame * kWords;
  for (std::size_t i = 0; i < codes.size(); i += std::size_t{1} << width.shift)
    std::atomic_ref(words[width.word(i)]).store(width.pack(codes, i), std::memory_order_release);
  slot.store(++fillings_ << 28 | frame, std::memory_order_release);
}

}  // namespace augmate::internal
