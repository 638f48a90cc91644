// SPDX-License-Identifier: MIT
// PageCache: decoded values of open tables in pages of 4 KiB, a bounded number of them, which any
// number of threads read without a lock and without writing to memory that they share.
//
// A table has a *slot* for each of its pages: 0, or the number of the frame that holds the page
// (the lower 28 bits) and of the filling that put it there (the upper 36). Frames are given out
// once and never freed while the cache lives, so a reader that comes too late reads another page's
// values, never memory that is gone. It looks at the slot again afterwards, and believes the value
// only if the slot is as before:
//
//   reader                                  who fills the frame anew (holds the lock)
//   here = slot            (acquire)        old slot = 0                  (relaxed)
//   word = frame's word    (acquire)        frame's words = new values    (release)
//   slot == here?          (relaxed)        new slot = frame and filling  (release)
//
// A reader that sees a new word also sees the old slot emptied. Fillings are numbered, so that a
// page that came back to the same frame in between is not taken for the one that was there.
//
// Which page goes: the clock. Reading a page marks its frame (once; a mark that is there is not
// written again); whoever needs a frame passes over marked ones, taking the marks away.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "formats/table_file.h"

namespace augmate::internal {

class PageCache {
 public:
  static constexpr std::size_t kPageValues = 2048;
  using Slot = std::atomic<std::uint64_t>;

  // Room for so many bytes, at least one page. std::bad_alloc if there is not so much memory.
  explicit PageCache(std::uint64_t limit_bytes);

  // The value at this place of the slot's page, if the page is here.
  std::optional<PackedValue> find(const Slot& slot, std::size_t at) const {
    const std::uint64_t here = slot.load(std::memory_order_acquire);
    if (here == 0) return std::nullopt;
    const std::size_t frame = here & kFrameMask;
    const std::uint64_t word =
        std::atomic_ref(words_[frame * kWords + at / 4]).load(std::memory_order_acquire);
    if (slot.load(std::memory_order_relaxed) != here) return std::nullopt;
    std::atomic<bool>& used = frames_[frame].used;
    if (!used.load(std::memory_order_relaxed)) used.store(true, std::memory_order_relaxed);
    return static_cast<PackedValue>(word >> at % 4 * 16);
  }

  // Puts a page there, unless someone has. The slot must live as long as the cache.
  void insert(Slot& slot, std::span<const PackedValue> values);

  std::uint64_t size_bytes() const;  // of the pages that are here

 private:
  static constexpr std::size_t kWords = kPageValues / 4;
  static constexpr std::uint64_t kFrameMask = (std::uint64_t{1} << 28) - 1;
  struct Frame {
    std::atomic<bool> used = false;
    Slot* owner = nullptr;  // guarded by the mutex
  };

  std::size_t free_frame();

  const std::size_t count_;
  std::unique_ptr<Frame[]> frames_;
  std::unique_ptr<std::uint64_t[]> words_;  // of one frame after the other
  mutable std::mutex mutex_;                // guards what follows, and every change of a slot
  std::size_t hand_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t fillings_ = 0;
};

}  // namespace augmate::internal
