// SPDX-License-Identifier: MIT
// LargeArray: words for random reading. Not cleared, so that what nobody has written costs no
// memory; in large pages where the system has them, since at random places of ten megabytes and
// more most of the time goes into finding small pages (measured: docs/library.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
  struct Free {
    void operator()(std::uint64_t* words) const { std::free(words); }
  };
  std::unique_ptr<std::uint64_t[], Free> words_;
  std::size_t size_ = 0;
};

}  // namespace augmate::internal
