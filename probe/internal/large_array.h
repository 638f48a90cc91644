// SPDX-License-Identifier: MIT
// LargeArray: words for random reading; what nobody has written costs no memory. In large pages
// where the system has them, since at random places of ten megabytes and more most of the time goes
// into finding small pages (measured: docs/library.md). Mapped for itself: memory that the heap
// hands out again is in small pages already, and stays so.
#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/mapped_array.h"

namespace augmate::internal {

class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t words);  // std::bad_alloc

  std::uint64_t* data() const { return static_cast<std::uint64_t*>(bytes_.data()); }
  std::uint64_t& operator[](std::size_t i) const { return data()[i]; }
  std::size_t size() const { return size_; }
  std::uint64_t size_bytes() const { return size_ * 8; }

 private:
  MappedBytes bytes_;
  std::size_t size_ = 0;
};

}  // namespace augmate::internal
