// SPDX-License-Identifier: MIT
// Eight words as one value. GCC and Clang make of it what the instruction set at hand has.
#pragma once

#include <cstdint>

#include "gen/internal/inline.h"

namespace augmate::internal {

typedef std::uint64_t Vector __attribute__((vector_size(64)));

// From and to any address of a word. (A vector type of less than its natural alignment would do,
// but GCC 12 splits it into aligned accesses where vectors of 64 bytes are not native.)
AUGMATE_INLINE Vector load(const std::uint64_t* p) {
  Vector v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
AUGMATE_INLINE void store(std::uint64_t* p, const Vector& v) { __builtin_memcpy(p, &v, sizeof v); }

}  // namespace augmate::internal
