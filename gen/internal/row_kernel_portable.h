// SPDX-License-Identifier: MIT
// What row_kernel_body.h asks of an instruction set, in plain vectors.
#pragma once

#include <array>

#include "gen/internal/row_kernel.h"
#include "gen/internal/vector.h"

namespace augmate::internal {

struct KeptWords {
  alignas(64) std::uint64_t words[8];
};

// By a byte of dropped words: all ones in the words kept.
inline constexpr std::array<KeptWords, 256> kKeptWords = [] {
  std::array<KeptWords, 256> kept{};
  for (unsigned dropped = 0; dropped < 256; ++dropped)
    for (unsigned i = 0; i < 8; ++i)
      kept[dropped].words[i] = (dropped >> i) & 1 ? 0 : ~std::uint64_t{0};
  return kept;
}();

template <int kVectorBytes>
struct Portable {
  using Vector = EightWords<kVectorBytes>;

  AUGMATE_INLINE static bool any(const Vector& v) {
    const auto all = v.united();
    std::uint64_t some = 0;
    for (int i = 0; i < kVectorBytes / 8; ++i) some |= all[i];
    return some != 0;
  }
  template <class Lanes>
  AUGMATE_INLINE static void or_kept(Vector& sum, const Vector& from, const Lanes& lanes,
                                     unsigned dropped) {
    sum |= from & lanes & Vector::load(kKeptWords[dropped].words);
  }
  // Bit i: word i is not zero.
  AUGMATE_INLINE static unsigned nonzero(const Vector& v) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i)
      bits |= (v.part[i * 8 / kVectorBytes][i % (kVectorBytes / 8)] != 0 ? 1u : 0u) << i;
    return bits;
  }
  // Byte by byte.
  AUGMATE_INLINE static void map_word(const RowMapTables& m, int plane, std::uint64_t bits,
                                      std::uint64_t* to) {
    for (int byte = plane * 8; bits != 0; ++byte, bits >>= 8)
      for (int p = 0; p < m.planes; ++p)
        to[p * m.length] |=
            m.bytes[(static_cast<std::ptrdiff_t>(byte) * 256 + static_cast<int>(bits & 0xFF)) *
                        m.planes +
                    p];
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
  AUGMATE_INLINE static std::uint64_t count_bits(std::uint64_t w) {
    w -= (w >> 1) & 0x5555555555555555;
    w = (w & 0x3333333333333333) + ((w >> 2) & 0x3333333333333333);
    return (((w + (w >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56;
  }
};

// Packing and counting word by word, with what Base has for one.
template <class Base>
struct WordByWord : Base {
  // Groups at once: their sums and what is read stay in sixteen registers.
  static constexpr int kGroups = 2;

  AUGMATE_INLINE static std::uint64_t count(const std::uint64_t* group) {
    std::uint64_t sum = 0;
    for (int i = 0; i < 8; ++i) sum += Base::count_bits(group[i]);
    return sum;
  }

  // Returns the mask of the word's bytes that are not zero, and puts these.
  AUGMATE_INLINE static std::uint8_t pack_word(Word w, std::uint8_t*& bytes) {
    const Word ones = used_bytes(w) >> 7;
    const Word packed = Base::compress(w, ones * 0xFF);
    __builtin_memcpy(bytes, &packed, sizeof packed);
    bytes += (ones * 0x0101010101010101) >> 56;
    return static_cast<std::uint8_t>((ones * 0x0102040810204080) >> 56);
  }
  AUGMATE_INLINE static Word unpack_word(Word mask, const std::uint8_t*& from,
                                         const std::uint8_t* end) {
    // Spreads the mask's bits to bytes: bit i to byte i.
    const Word spread = ((mask * 0x0101010101010101) & 0x8040201008040201);
    const Word ones = used_bytes(spread) >> 7;
    Word packed = 0;
    if (end - from >= 8) {
      __builtin_memcpy(&packed, from, sizeof packed);
      from += (ones * 0x0101010101010101) >> 56;
    } else {
      const auto n = static_cast<unsigned>((ones * 0x0101010101010101) >> 56);
      for (unsigned i = 0; i < n; ++i) packed |= Word{*from++} << (8 * i);
    }
    return Base::expand(packed, ones * 0xFF);
  }
  // The masks of the words in the bitmap, then their bytes.
  AUGMATE_INLINE static std::uint8_t* pack_words(const Word* words, Word bitmap, std::uint8_t* to) {
    std::uint8_t* bytes = to + Base::count_bits(bitmap);
    for (; bitmap != 0; bitmap &= bitmap - 1)
      *to++ = pack_word(words[__builtin_ctzll(bitmap)], bytes);
    return bytes;
  }
  AUGMATE_INLINE static void unpack_words(const std::uint8_t*& from, const std::uint8_t* end,
                                          Word bitmap, Word* words, int n) {
    for (int i = 0; i < n; ++i) words[i] = 0;
    const std::uint8_t* masks = from;
    from += Base::count_bits(bitmap);
    for (; bitmap != 0; bitmap &= bitmap - 1)
      words[__builtin_ctzll(bitmap)] = unpack_word(*masks++, from, end);
  }

 private:
  // 0x80 in each byte that is not zero.
  AUGMATE_INLINE static Word used_bytes(Word w) {
    constexpr Word kLow = 0x7F7F7F7F7F7F7F7F;
    return (((w & kLow) + kLow) | w) & ~kLow;
  }
};

}  // namespace augmate::internal
