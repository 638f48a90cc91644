// SPDX-License-Identifier: MIT
// LargeArray: words for random reading; what nobody has written costs no memory. In large pages
// where the system has them, since at random places of ten megabytes and more most of the time goes
// into finding small pages (measured: docs/library.md). Mapped for itself: memory that the heap
// hands out again is in small pages already, and stays so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace augmate::internal {

class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t words);  // std::bad_alloc

  std::uint64_t* data() const { return words_.get(); }
  std::uint64_t& operator[](std::size_t i) const { return words_[i]; }
  std::size_t size() const { return size_; }
  std::uint64_t size_bytes() const { return size_ * 8; }

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(std::uint64_t* words) const;
  };
  std::unique_ptr<std::uint64_t[], Unmap> words_;
  std::size_t size_ = 0;
};

}  // namespace augmate::internal
