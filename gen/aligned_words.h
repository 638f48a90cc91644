// SPDX-License-Identifier: MIT
// Lane words (layout.h) that begin on a cache line, so that eight of them never lie across two.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

#include "gen/set_storage.h"

namespace augmate {

// From the heap, or from a storage in files.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_copy_assignment = std::true_type;
  static constexpr std::size_t kManyBytes = std::size_t{1} << 23;

  static constexpr std::align_val_t alignment(std::size_t bytes) {
    constexpr std::size_t kLine = 64, kHugePage = std::size_t{1} << 21;
    return std::align_val_t{bytes < kManyBytes ? kLine : kHugePage};
  }

  explicit CacheLineAllocator(SetStorage* s = nullptr) : storage(s) {}
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>& other) : storage(other.storage) {}

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (storage != nullptr) return static_cast<T*>(storage->allocate(bytes));
    void* p = ::operator new(bytes, alignment(bytes));
#ifdef MADV_HUGEPAGE
    // Only a wish: half-steps jump between rows, and would miss small pages' addresses.
    if (bytes >= kManyBytes) static_cast<void>(madvise(p, bytes, MADV_HUGEPAGE));
#endif
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) {
    if (storage != nullptr)
      storage->deallocate(p);
    else
      ::operator delete(p, alignment(n * sizeof(T)));
  }
  bool operator==(const CacheLineAllocator& other) const { return storage == other.storage; }

  SetStorage* storage;
};

using AlignedWords = std::vector<std::uint64_t, CacheLineAllocator<std::uint64_t>>;

}  // namespace augmate
