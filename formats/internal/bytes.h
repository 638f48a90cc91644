// SPDX-License-Identifier: MIT
// Little-endian numbers in byte strings, and a reader that cannot run past the end.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace augmate::internal {

template <std::unsigned_integral T>
void put(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    out.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i)));
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  std::size_t left() const { return bytes_.size(); }

  template <std::unsigned_integral T>
  std::optional<T> take() {
    if (bytes_.size() < sizeof(T)) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    bytes_.remove_prefix(sizeof(T));
    return static_cast<T>(value);
  }

  // At most left() of them.
  std::string_view take_bytes(std::size_t n) {
    const std::string_view taken = bytes_.substr(0, n);
    bytes_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view bytes_;
};

}  // namespace augmate::internal
