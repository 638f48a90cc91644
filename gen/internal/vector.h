// SPDX-License-Identifier: MIT
// Eight words as one value. GCC and Clang make of it what the instruction set at hand has.
#pragma once

#include <cstdint>

#define AUGMATE_INLINE inline __attribute__((always_inline))

namespace augmate::internal {

// Loaded and stored at any address of a word.
typedef std::uint64_t Vector __attribute__((vector_size(64), aligned(8), may_alias));

AUGMATE_INLINE Vector& vector_at(std::uint64_t* p) { return *reinterpret_cast<Vector*>(p); }
AUGMATE_INLINE const Vector& vector_at(const std::uint64_t* p) {
  return *reinterpret_cast<const Vector*>(p);
}

}  // namespace augmate::internal
