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

template <int kIsa>
struct Portable {
  AUGMATE_INLINE static bool any(const Vector& v) {
    return (v[0] | v[1] | v[2] | v[3] | v[4] | v[5] | v[6] | v[7]) != 0;
  }
  template <class Lanes>
  AUGMATE_INLINE static void or_kept(Vector& sum, const Vector& from, const Lanes& lanes,
                                     unsigned dropped) {
    sum |= from & lanes & load(kKeptWords[dropped].words);
  }
};

}  // namespace augmate::internal
