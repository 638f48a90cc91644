// SPDX-License-Identifier: MIT
#include "probe/internal/large_array.h"

#include <sys/mman.h>

#include <new>

namespace augmate::internal {

LargeArray::LargeArray(std::size_t words) : size_(words) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  if (words > SIZE_MAX / 8) throw std::bad_alloc();
  bytes_ = MappedBytes(words * 8);
#ifdef MADV_HUGEPAGE
  // A wish: without large pages everything works the same.
  if (words * 8 >= kLargePage)
    static_cast<void>(::madvise(bytes_.data(), words * 8, MADV_HUGEPAGE));
#endif
}

}  // namespace augmate::internal
