// SPDX-License-Identifier: MIT
// What processors with AVX-512 have since Ice Lake and Zen 4; older ones take the loops for AVX2.
#include "gen/internal/row_kernel_bmi2.h"
#include "gen/internal/row_kernel_body.h"
#include "gen/internal/row_kernel_portable.h"

namespace augmate::internal {
namespace {

struct Avx512 : WordByWord<Bmi2<Portable<64>>> {
  static constexpr int kGroups = 8;

  AUGMATE_INLINE static bool any(const Vector& v) { return nonzero(v) != 0; }
  AUGMATE_INLINE static unsigned nonzero(const Vector& v) {
    const auto x = reinterpret_cast<__m512i>(v.part[0]);
    return _mm512_test_epi64_mask(x, x);
  }
  // Words are dropped by the mask registers, without a table.
  template <class Lanes>
  AUGMATE_INLINE static void or_kept(Vector& sum, const Vector& from, const Lanes& lanes,
                                     unsigned dropped) {
    const auto old = reinterpret_cast<__m512i>(sum.part[0]);
    const Vector more = from & lanes;
    sum.part[0] = reinterpret_cast<Vector::Part>(_mm512_mask_or_epi64(
        old, static_cast<__mmask8>(~dropped), old, reinterpret_cast<__m512i>(more.part[0])));
  }
  AUGMATE_INLINE static std::uint64_t count(const std::uint64_t* group) {
    return static_cast<std::uint64_t>(
        _mm512_reduce_add_epi64(_mm512_popcnt_epi64(_mm512_loadu_si512(group))));
  }
  AUGMATE_INLINE static void map_word(const RowMapTables& m, int plane, std::uint64_t bits,
                                      std::uint64_t* to) {
    const __m512i from = _mm512_set1_epi64(static_cast<long long>(bits));
    for (int p = 0; p < m.planes; ++p) {
      const std::ptrdiff_t pair = p * m.planes + plane;
      to[p * m.length] |=
          _mm512_bitshuffle_epi64_mask(from, _mm512_loadu_si512(m.bit_sources + pair * 64)) &
          m.bits_there[pair];
    }
  }

  // A group's 64 bytes at once: its mask is the masks of its eight words, one a byte.
  AUGMATE_INLINE static std::uint8_t* pack_words(const Word* words, Word bitmap, std::uint8_t* to) {
    alignas(64) Word masks[8] = {};
    for (int g = 0; g < 8; ++g)
      if (((bitmap >> (8 * g)) & 0xFF) != 0) {
        const __m512i group = _mm512_loadu_si512(words + 8 * g);
        masks[g] = _mm512_test_epi8_mask(group, group);
      }
    put(bitmap, masks, to);
    for (int g = 0; g < 8; ++g)
      if (masks[g] != 0) put(masks[g], words + 8 * g, to);
    return to;
  }
  AUGMATE_INLINE static void unpack_words(const std::uint8_t*& from, const std::uint8_t*,
                                          Word bitmap, Word* words, int n) {
    alignas(64) Word masks[8];
    get(bitmap, from, masks);
    for (int g = 0; g < n / 8; ++g) get(masks[g], from, words + 8 * g);
  }

 private:
  AUGMATE_INLINE static void put(Word mask, const Word* group, std::uint8_t*& to) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(mask, _mm512_loadu_si512(group)));
    to += count_bits(mask);
  }
  // Bytes that are masked out are not read.
  AUGMATE_INLINE static void get(Word mask, const std::uint8_t*& from, Word* group) {
    _mm512_storeu_si512(group, _mm512_maskz_expandloadu_epi8(mask, from));
    from += count_bits(mask);
  }
};

}  // namespace
const RowKernel kAvx512Kernel = KernelLoops<Avx512>::table("avx512");
}  // namespace augmate::internal
