// SPDX-License-Identifier: MIT
// Lane words (layout.h) that begin on a cache line, so that eight of them never lie across two.
#pragma once

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
  static constexpr std::align_val_t kLine{64};

  explicit CacheLineAllocator(SetStorage* s = nullptr) : storage(s) {}
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>& other) : storage(other.storage) {}

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    return static_cast<T*>(storage != nullptr ? storage->allocate(bytes)
                                              : ::operator new(bytes, kLine));
  }
  void deallocate(T* p, std::size_t) {
    if (storage != nullptr)
      storage->deallocate(p);
    else
      ::operator delete(p, kLine);
  }
  bool operator==(const CacheLineAllocator& other) const { return storage == other.storage; }

  SetStorage* storage;
};

using AlignedWords = std::vector<std::uint64_t, CacheLineAllocator<std::uint64_t>>;

}  // namespace augmate
