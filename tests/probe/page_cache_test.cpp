// SPDX-License-Identifier: MIT
// The cache of decoded pages: what goes in comes out, its bounds, which page goes, and readers
// while pages come and go.
#include "probe/internal/page_cache.h"

#include <gtest/gtest.h>

#include <thread>

namespace augmate::internal {
namespace {

constexpr std::uint64_t kPageBytes = PageCache::kPageBytes;
constexpr CodeWidth kNarrow{3}, kWide{2};

// Of page p: every code tells the page and the place.
std::vector<Code> page(std::size_t p, std::size_t size = 512) {
  std::vector<Code> codes(size);
  for (std::size_t i = 0; i < size; ++i) codes[i] = static_cast<Code>(p * 3001 + i);
  return codes;
}

TEST(PageCache, HoldsWhatIsPutThere) {
  PageCache cache(4 * kPageBytes);
  std::vector<PageCache::Slot> slots(2);
  EXPECT_FALSE(cache.find(slots[0], kWide, 0));
  cache.insert(slots[0], kWide, page(0));
  cache.insert(slots[1], kWide, page(1, 7));  // the last page of a side may be shorter
  for (const std::size_t i : {0u, 1u, 2u, 3u, 4u, 511u})
    EXPECT_EQ(cache.find(slots[0], kWide, i), page(0)[i]);
  EXPECT_EQ(cache.find(slots[1], kWide, 6), page(1)[6]);
  cache.insert(slots[0], kWide, page(5));  // it is there already
  EXPECT_EQ(cache.find(slots[0], kWide, 9), page(0)[9]);
  EXPECT_EQ(cache.size_bytes(), 2 * kPageBytes);
}

TEST(PageCache, HoldsTwiceAsManyCodesOfOneByte) {
  PageCache cache(kPageBytes);
  EXPECT_EQ(PageCache::codes_in_page(CodeWidth::of(256)), 1024u);
  EXPECT_EQ(PageCache::codes_in_page(CodeWidth::of(257)), 512u);
  std::vector<Code> codes(1024);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<Code>(i * 37 & 255);
  PageCache::Slot slot = 0;
  cache.insert(slot, kNarrow, codes);
  for (std::size_t i = 0; i < codes.size(); ++i) ASSERT_EQ(cache.find(slot, kNarrow, i), codes[i]);
}

TEST(PageCache, KeepsItsBoundsAndWhatIsUsed) {
  PageCache cache(3 * kPageBytes + 100);
  std::vector<PageCache::Slot> slots(10);
  for (std::size_t p = 0; p < 3; ++p) cache.insert(slots[p], kWide, page(p));
  EXPECT_TRUE(cache.find(slots[0], kWide, 0) && cache.find(slots[2], kWide, 0));
  cache.insert(slots[3], kWide, page(3));  // page 1 goes, which nobody asked for
  EXPECT_FALSE(cache.find(slots[1], kWide, 0));
  for (const std::size_t p : {0u, 2u, 3u}) EXPECT_EQ(cache.find(slots[p], kWide, 1), page(p)[1]);
  for (std::size_t p = 4; p < 10; ++p) cache.insert(slots[p], kWide, page(p));
  std::size_t here = 0;
  for (std::size_t p = 0; p < 10; ++p) here += cache.find(slots[p], kWide, 0) ? 1 : 0;
  EXPECT_EQ(here, 3u);
  EXPECT_EQ(cache.size_bytes(), 3 * kPageBytes);
}

TEST(PageCache, HasRoomForOnePageAtLeast) {
  PageCache cache(0);
  std::vector<PageCache::Slot> slots(2);
  cache.insert(slots[0], kWide, page(0));
  cache.insert(slots[1], kWide, page(1));
  EXPECT_FALSE(cache.find(slots[0], kWide, 0));
  EXPECT_EQ(cache.find(slots[1], kWide, 5), page(1)[5]);
}

// Readers find nothing or the page's own value while two threads drive the pages out all the time.
TEST(PageCache, ReadersNeverSeeAnotherPage) {
  PageCache cache(4 * kPageBytes);
  std::vector<PageCache::Slot> slots(8);
  std::vector<std::vector<PackedValue>> pages;
  for (std::size_t p = 0; p < slots.size(); ++p) pages.push_back(page(p));
  std::atomic<bool> stop = false;
  std::atomic<int> found = 0, wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 20'000; ++i) {
        const std::size_t p = (i * 5 + t * 3) % slots.size();
        cache.insert(slots[p], kWide, pages[p]);
      }
      stop = true;
    });
  for (std::size_t t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = t; !stop; i += 7) {
        const std::size_t p = i % slots.size(), at = i % std::size_t{512};
        const auto value = cache.find(slots[p], kWide, at);
        if (!value) continue;
        ++found;
        if (*value != pages[p][at]) ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace augmate::internal
