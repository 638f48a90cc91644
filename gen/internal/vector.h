// SPDX-License-Identifier: MIT
// Eight words as one value, in parts of the size that an instruction set has registers for: GCC 12
// keeps vectors that are larger than those in memory.
#pragma once

#include <cstdint>

#include "gen/internal/inline.h"

namespace augmate::internal {

template <int kBytes>
struct EightWords {
  typedef std::uint64_t Part __attribute__((vector_size(kBytes)));
  static constexpr int kParts = 64 / kBytes;

  Part part[kParts] = {};

  // From any address of a word. (A vector type of less than its natural alignment would do, but
  // GCC 12 splits it into aligned accesses.)
  AUGMATE_INLINE static EightWords load(const std::uint64_t* p) {
    return each([&](int i) {
      Part x;
      __builtin_memcpy(&x, p + i * (kBytes / 8), sizeof x);
      return x;
    });
  }
  AUGMATE_INLINE void store(std::uint64_t* p) const {
    for (int i = 0; i < kParts; ++i)
      __builtin_memcpy(p + i * (kBytes / 8), &part[i], sizeof part[i]);
  }
  // All parts in one.
  AUGMATE_INLINE Part united() const {
    Part all = part[0];
    for (int i = 1; i < kParts; ++i) all |= part[i];
    return all;
  }

  AUGMATE_INLINE friend EightWords operator|(const EightWords& a, const EightWords& b) {
    return each([&](int i) { return a.part[i] | b.part[i]; });
  }
  AUGMATE_INLINE friend EightWords operator&(const EightWords& a, const EightWords& b) {
    return each([&](int i) { return a.part[i] & b.part[i]; });
  }
  AUGMATE_INLINE friend EightWords operator&(const EightWords& a, std::uint64_t b) {
    return each([&](int i) { return a.part[i] & b; });
  }
  AUGMATE_INLINE EightWords operator~() const {
    return each([&](int i) { return ~part[i]; });
  }
  AUGMATE_INLINE EightWords operator<<(int n) const {
    return each([&](int i) { return part[i] << n; });
  }
  AUGMATE_INLINE EightWords operator>>(int n) const {
    return each([&](int i) { return part[i] >> n; });
  }
  AUGMATE_INLINE EightWords& operator|=(const EightWords& b) { return *this = *this | b; }
  AUGMATE_INLINE EightWords& operator&=(const EightWords& b) { return *this = *this & b; }

 private:
  template <class F>
  AUGMATE_INLINE static EightWords each(F&& f) {
    EightWords r;
    for (int i = 0; i < kParts; ++i) r.part[i] = f(i);
    return r;
  }
};

}  // namespace augmate::internal
