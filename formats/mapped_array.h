// SPDX-License-Identifier: MIT
// MappedArray: a zeroed array whose pages exist once they are written, so that one much larger than
// what is used of it costs nothing; in memory or in a Spill, whose pages can be put by. Throws
// std::bad_alloc, or what Spill::allocate does.
//
// MappedBytes are the memory behind it, for arrays of other kinds too (gen/aligned_words.h,
// probe/internal/large_array.h).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "formats/spill.h"

namespace augmate {

class MappedBytes {
 public:
  MappedBytes() = default;
  // `spill`: where the pages lie, null for memory; it must outlive this.
  explicit MappedBytes(std::size_t bytes, Spill* spill = nullptr);
  // In memory that the system promises: what it has not is refused now, not when it is written to.
  static MappedBytes promised(std::size_t bytes);
  ~MappedBytes();
  MappedBytes(MappedBytes&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        spill_(other.spill_) {}
  MappedBytes& operator=(MappedBytes&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(spill_, other.spill_);
    return *this;
  }

  // Only a wish, for what is read or written at random places: these would miss small pages'
  // addresses. Without large pages everything works the same.
  void want_large_pages();

  void* data() const { return data_; }
  bool in_file() const { return spill_ != nullptr; }

 private:
  void map(std::size_t bytes, int flags);

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  Spill* spill_ = nullptr;
};

template <class T>
class MappedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  MappedArray() = default;
  explicit MappedArray(std::size_t size, Spill* spill = nullptr)
      : bytes_(size * sizeof(T), spill), size_(size) {}
  MappedArray(MappedArray&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  MappedArray& operator=(MappedArray&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool in_file() const { return bytes_.in_file(); }
  T* data() { return static_cast<T*>(bytes_.data()); }
  const T* data() const { return static_cast<const T*>(bytes_.data()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

 private:
  MappedBytes bytes_;
  std::size_t size_ = 0;
};

}  // namespace augmate
