// SPDX-License-Identifier: MIT
// Packing with the instructions that every processor with AVX2 has.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "gen/internal/inline.h"

namespace augmate::internal {

template <class Base>
struct Bmi2 : Base {
  AUGMATE_INLINE static std::uint64_t compress(std::uint64_t w, std::uint64_t used) {
    return _pext_u64(w, used);
  }
  AUGMATE_INLINE static std::uint64_t expand(std::uint64_t packed, std::uint64_t used) {
    return _pdep_u64(packed, used);
  }
  AUGMATE_INLINE static std::uint64_t count_bits(std::uint64_t w) {
    return static_cast<std::uint64_t>(_mm_popcnt_u64(w));
  }
};

}  // namespace augmate::internal
