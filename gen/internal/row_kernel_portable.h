// SPDX-License-Identifier: MIT
// What row_kernel_body.h asks of an instruction set, in plain vectors.
#pragma once

#include <array>

#include "gen/internal/vector.h"

namespace augmate::internal {

struct EightWords {
  alignas(64) std::uint64_t words[8];
};

// By a byte of dropped words: all ones in the words kept.
inline constexpr std::array<EightWords, 256> kKeptWords = [] {
  std::array<EightWords, 256> kept{};
  for (unsigned dropped = 0; dropped < 256; ++dropped)
    for (unsigned i = 0; i < 8; ++i)
      kept[dropped].words[i] = (dropped >> i) & 1 ? 0 : ~std::uint64_t{0};
  return kept;
}();

struct Portable {
  AUGMATE_INLINE static bool any(const Vector& v) {
    return (v[0] | v[1] | v[2] | v[3] | v[4] | v[5] | v[6] | v[7]) != 0;
  }
  template <class Lanes>
  AUGMATE_INLINE static void or_kept(Vector& sum, const Vector& from, const Lanes& lanes,
                                     unsigned dropped) {
    sum |= from & lanes & load(kKeptWords[dropped].words);
  }
  // Bit i: word i is not zero.
  AUGMATE_INLINE static unsigned nonzero(const Vector& v) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= (v[i] != 0 ? 1u : 0u) << i;
    return bits;
  }
  // The bytes of `used` (0xFF or 0 each) moved together, and back.
  AUGMATE_INLINE static std::uint64_t compress(std::uint64_t w, std::uint64_t used) {
    std::uint64_t packed = 0;
    for (unsigned i = 0, to = 0; i < 64; i += 8, to += static_cast<unsigned>(used >> (i - 8)) & 8)
      packed |= ((w >> i) & (used >> i) & 0xFF) << (to & 63);
    return packed;
  }
  AUGMATE_INLINE static std::uint64_t expand(std::uint64_t packed, std::uint64_t used) {
    std::uint64_t w = 0;
    for (unsigned i = 0, from = 0; i < 64;
         i += 8, from += static_cast<unsigned>(used >> (i - 8)) & 8)
      w |= ((packed >> (from & 63)) & (used >> i) & 0xFF) << i;
    return w;
  }
  AUGMATE_INLINE static std::uint64_t count(std::uint64_t w) {
    w -= (w >> 1) & 0x5555555555555555;
    w = (w & 0x3333333333333333) + ((w >> 2) & 0x3333333333333333);
    return (((w + (w >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56;
  }
};

}  // namespace augmate::internal
