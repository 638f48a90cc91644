// SPDX-License-Identifier: MIT
// MappedArray: a zeroed array whose pages exist once they are written, so that one much larger than
// what is used of it costs nothing, and whose parts can be given back. With a folder the pages are
// those of a file without a name there: the system writes them out when memory is short, and given
// back means out of memory, not lost. Throws std::bad_alloc, or std::system_error if the file
// cannot be made as large (which is found out here, not when a page is written).
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace augmate {

class MappedBytes {
 public:
  MappedBytes() = default;
  explicit MappedBytes(std::size_t bytes, const std::string& folder = {});
  ~MappedBytes();
  MappedBytes(MappedBytes&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        in_file_(other.in_file_) {}
  MappedBytes& operator=(MappedBytes&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(in_file_, other.in_file_);
    return *this;
  }

  void* data() const { return data_; }
  bool in_file() const { return in_file_; }
  // Gives back the whole pages in a range: zero when next read, or read back from the file.
  void give_back(std::size_t begin, std::size_t end) const;

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  bool in_file_ = false;
};

template <class T>
class MappedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  MappedArray() = default;
  explicit MappedArray(std::size_t size, const std::string& folder = {})
      : bytes_(size * sizeof(T), folder), size_(size) {}
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
  void give_back(std::size_t begin, std::size_t end) {
    bytes_.give_back(begin * sizeof(T), end * sizeof(T));
  }

 private:
  MappedBytes bytes_;
  std::size_t size_ = 0;
};

}  // namespace augmate
