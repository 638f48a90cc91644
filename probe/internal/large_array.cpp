// SPDX-License-Identifier: MIT
#include "probe/internal/large_array.h"

#include <new>

namespace augmate::internal {

LargeArray::LargeArray(std::size_t words) : size_(words) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  if (words > SIZE_MAX / 8) throw std::bad_alloc();
  bytes_ = MappedBytes::promised(words * 8);
  if (words * 8 >= kLargePage) bytes_.want_large_pages();
}

}  // namespace augmate::internal
