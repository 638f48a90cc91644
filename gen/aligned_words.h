// SPDX-License-Identifier: MIT
// Lane words (layout.h) that begin on a cache line, so that eight of them never lie across two; and
// other arrays of a size that is known when they are made: zeroed, in memory or, if large, in a
// spill.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "formats/mapped_array.h"

namespace augmate {

template <class T>
class AlignedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // `spill`: null for memory; it must outlive this.
  explicit AlignedArray(std::size_t size = 0, Spill* spill = nullptr) : size_(size) {
    const std::size_t bytes = size * sizeof(T);
    if (bytes >= kMappedBytes) {
      mapped_ = MappedBytes(bytes, spill);
      if (bytes >= kLargeBytes) mapped_.want_large_pages();  // half-steps jump between rows
    } else {
      heap_.reset(static_cast<T*>(::operator new(bytes, kLine)));
      std::fill_n(heap_.get(), size, T{});
    }
    data_ = heap_ ? heap_.get() : static_cast<T*>(mapped_.data());
  }
  AlignedArray(AlignedArray&& other) noexcept { *this = std::move(other); }
  AlignedArray& operator=(AlignedArray&& other) noexcept {
    size_ = std::exchange(other.size_, 0);
    data_ = std::exchange(other.data_, nullptr);
    heap_ = std::move(other.heap_);
    mapped_ = std::move(other.mapped_);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }

 private:
  static constexpr std::size_t kMappedBytes = std::size_t{1} << 18;  // from so many on
  static constexpr std::size_t kLargeBytes = std::size_t{1} << 23;
  static constexpr std::align_val_t kLine{64};
  struct Free {
    void operator()(T* p) const { ::operator delete(p, kLine); }
  };

  std::size_t size_ = 0;
  T* data_ = nullptr;
  std::unique_ptr<T, Free> heap_;
  MappedBytes mapped_;
};

using AlignedWords = AlignedArray<std::uint64_t>;

}  // namespace augmate
