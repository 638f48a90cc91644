// SPDX-License-Identifier: MIT
// Lane words (layout.h) that begin on a cache line, so that eight of them never lie across two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace augmate {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kLine); }
  bool operator==(const CacheLineAllocator&) const { return true; }
};

using AlignedWords = std::vector<std::uint64_t, CacheLineAllocator<std::uint64_t>>;

}  // namespace augmate
