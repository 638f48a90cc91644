// SPDX-License-Identifier: MIT
#include "probe/internal/large_array.h"

#include <sys/mman.h>

#include <new>

namespace augmate::internal {

LargeArray::LargeArray(std::size_t words) : size_(words) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  if (words > SIZE_MAX / 8) throw std::bad_alloc();
  const std::size_t bytes = words * 8;
  void* const mapped =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  words_ = std::unique_ptr<std::uint64_t[], Unmap>(static_cast<std::uint64_t*>(mapped), {bytes});
#ifdef MADV_HUGEPAGE
  // A wish: without large pages everything works the same.
  if (bytes >= kLargePage) static_cast<void>(::madvise(mapped, bytes, MADV_HUGEPAGE));
#endif
}

void LargeArray::Unmap::operator()(std::uint64_t* words) const { ::munmap(words, bytes); }

}  // namespace augmate::internal
