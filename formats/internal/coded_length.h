// SPDX-License-Identifier: MIT
// How many bits an event of a given probability costs, in integers.
#pragma once

#include <bit>
#include <cstdint>

namespace augmate::internal {

// -log2(x / 2^16) in 2^-12 bits, by squaring.
constexpr std::uint32_t coded_length(std::uint32_t x) {
  const auto whole = static_cast<std::uint32_t>(std::bit_width(x) - 1);
  std::uint64_t mantissa = std::uint64_t{x} << (31 - whole);  // in [2^31, 2^32)
  std::uint32_t log = whole;
  for (int i = 0; i < 12; ++i) {
    mantissa = mantissa * mantissa >> 31;
    const bool over = mantissa >> 32 != 0;
    log = log << 1 | static_cast<std::uint32_t>(over);
    if (over) mantissa >>= 1;
  }
  return (16u << 12) - log;
}

}  // namespace augmate::internal
