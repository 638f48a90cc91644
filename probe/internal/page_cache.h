// SPDX-License-Identifier: MIT
// PageCache: decoded codes of open tables in pages of 1 KiB, a bounded number of them, which any
// number of threads read without a lock and without writing to memory that they share. A page holds
// 1024 codes of one byte, or 512 of two where a side has more than 256 values: half a block of
// profile engine, since a block is decoded only as far as the page goes.
//
// A table has a *slot* for each of its pages: 0, or the number of the frame that holds the page
// (the lower 28 bits) and of the filling that put it there (the upper 36). Frames are given out
// once and never freed while the cache lives, so a reader that comes too late reads another page's
// codes, never memory that is gone. It looks at the slot again afterwards, and believes the code
// only if the slot is as before:
//
//   reader                                  who fills the frame anew (holds the lock)
//   here = slot            (acquire)        old slot = 0                  (relaxed)
//   word = frame's word    (acquire)        frame's words = new codes     (release)
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
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "formats/mapped_array.h"
#include "formats/table_file.h"
#include "probe/internal/large_array.h"

namespace augmate::internal {

// How many codes 64 bits hold, and how to find one there.
struct CodeWidth {
  unsigned shift = 3;  // codes in a word: 1 << shift

  static CodeWidth of(std::size_t values) { return {values <= 256 ? 3u : 2u}; }
  std::uint64_t word(std::uint64_t i) const { return i >> shift; }
  Code code(std::uint64_t word, std::uint64_t i) const {
    const std::uint64_t bits = word >> ((i << (6 - shift)) & 63);
    return static_cast<Code>(shift == 3 ? bits & 0xFF : bits & 0xFFFF);
  }
  // The word of the codes from i on, of those there are.
  std::uint64_t pack(std::span<const Code> codes, std::size_t i) const;
};

class PageCache {
 public:
  static constexpr std::size_t kPageBytes = 1024;
  using Slot = std::atomic<std::uint64_t>;

  static std::uint64_t codes_in_page(CodeWidth width) { return kWords << width.shift; }
  static std::uint64_t page_of(std::uint64_t code, CodeWidth width) {
    return width.word(code) / kWords;
  }

  // Room for so many bytes, at least one page. std::bad_alloc if there is not so much memory.
  explicit PageCache(std::uint64_t limit_bytes);

  // The code with this number, counted from the start of any page, in the slot's page, if that is
  // here.
  std::optional<Code> find(const Slot& slot, CodeWidth width, std::uint64_t at) const {
    const std::uint64_t here = slot.load(std::memory_order_acquire);
    if (here == 0) return std::nullopt;
    const std::size_t frame = here & kFrameMask;
    const std::uint64_t word = std::atomic_ref(words_[frame * kWords + width.word(at) % kWords])
                                   .load(std::memory_order_acquire);
    if (slot.load(std::memory_order_relaxed) != here) return std::nullopt;
    const std::atomic_ref used(used_[frame]);
    if (used.load(std::memory_order_relaxed) == 0) used.store(1, std::memory_order_relaxed);
    return width.code(word, at);
  }

  // Puts a page there, unless someone has. The slot must live as long as the cache.
  void insert(Slot& slot, CodeWidth width, std::span<const Code> codes);

  std::uint64_t size_bytes() const;  // of the pages that are here

 private:
  static constexpr std::size_t kWords = kPageBytes / 8;
  static constexpr std::uint64_t kFrameMask = (std::uint64_t{1} << 28) - 1;
  std::size_t free_frame();

  const std::size_t count_;
  LargeArray words_;                        // of one frame after the other
  mutable MappedArray<std::uint8_t> used_;  // by frame: 1 if marked; small, since each reader looks
  mutable std::mutex mutex_;                // guards what follows, and every change of a slot
  MappedArray<Slot*> owners_;               // by frame
  std::size_t hand_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t fillings_ = 0;
};

}  // namespace augmate::internal
