// SPDX-License-Identifier: MIT
#include "probe/internal/large_array.h"

#include <sys/mman.h>

#include <new>

namespace augmate::internal {

LargeArray::LargeArray(std::size_t words) : size_(words) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  if (words > (SIZE_MAX - kLargePage) / 8) throw std::bad_alloc();
  const std::size_t unit = words * 8 < kLargePage ? 64 : kLargePage;
  const std::size_t bytes = (words * 8 + unit - 1) / unit * unit;
  words_.reset(static_cast<std::uint64_t*>(std::aligned_alloc(unit, bytes)));
  if (!words_) throw std::bad_alloc();
  // A wish: without large pages everything works the same.
  if (unit == kLargePage) ::madvise(words_.get(), bytes, MADV_HUGEPAGE);
}

}  // namespace augmate::internal
