// SPDX-License-Identifier: MIT
// The loops of row_kernel.h as templates over an instruction set. Everything here is inlined into
// the one function table that each row_kernel_*.cpp defines: code compiled for one instruction set
// must not be shared with the others.
#pragma once

#include "gen/internal/row_kernel.h"
#include "gen/internal/vector.h"

namespace augmate::internal {

template <class Isa>
struct KernelLoops {
  static constexpr RowKernel table(const char* name) {
    return {name, read, exclude, pack, unpack, count};
  }

  // One group of eight words: those from `word` on of plane `plane`.
  struct Group {
    const RowMoves& m;
    int plane, word;
    std::ptrdiff_t at;

    AUGMATE_INLINE Group(const RowMoves& moves, int w, int i)
        : m(moves), plane(w), word(i), at(static_cast<std::ptrdiff_t>(w) * moves.length + i) {}

    AUGMATE_INLINE unsigned byte(const Word* bits) const {
      return static_cast<unsigned>(bits[word >> 6] >> (word & 63)) & 0xFF;
    }
    AUGMATE_INLINE void lane(Vector& sum) const {
      if (m.lane_source == nullptr) return;
      for (const LaneMove* l = m.lane_moves[plane]; l != m.lane_moves[plane + 1]; ++l) {
        const Vector from = load(m.lane_source + at + l->offset);
        if (l->shift >= 0)
          sum |= (from >> l->shift) & l->mask;
        else
          sum |= (from << -l->shift) & l->mask;
      }
    }
    AUGMATE_INLINE void row_man(Vector& sum) const {
      const Word* source = m.row_source + static_cast<std::ptrdiff_t>(plane) * m.padded + word;
      for (std::size_t k = 0; k < m.row_move_count; ++k) {
        const RowManMove& move = m.row_moves[k];
        Isa::or_kept(sum, load(source + move.shift), load(move.mask + at),
                     byte(m.dropped[move.walk].bits));
      }
    }
    AUGMATE_INLINE void fixed(Vector& sum, const FixedMove& move) const {
      const Vector from = load(move.row + at);
      if (move.path == nullptr)
        sum |= from;
      else
        Isa::or_kept(sum, from, ~move.path[plane], m.row_man ? byte(move.path) : 0);
    }
  };

  static bool read(const RowMoves& m, const Word* within, Word* out) {
    Vector all = {};
    for (int w = 0; w < m.planes; ++w)
      for (int i = 0; i < m.length; i += 8) {
        const Group g(m, w, i);
        if (within != nullptr && !Isa::any(load(within + g.at))) {
          store(out + g.at, Vector{});
          continue;
        }
        Vector sum = {};
        if (m.extra != nullptr) sum = load(m.extra + g.at);
        g.lane(sum);
        g.row_man(sum);
        for (std::size_t k = 0; k < m.fixed_move_count; ++k) g.fixed(sum, m.fixed_moves[k]);
        if (within != nullptr) sum &= load(within + g.at);
        store(out + g.at, sum);
        all |= sum;
      }
    return Isa::any(all);
  }

  static bool exclude(const RowMoves& m, Word* positions) {
    Vector all = {};
    for (int w = 0; w < m.planes; ++w)
      for (int i = 0; i < m.length; i += 8) {
        const Group g(m, w, i);
        Vector left = load(positions + g.at);
        if (!Isa::any(left)) continue;
        exclude(g, left);
        store(positions + g.at, left);
        all |= left;
      }
    return Isa::any(all);
  }

  // Stops as soon as nothing is left: most positions have a good move among the first.
  AUGMATE_INLINE static void exclude(const Group& g, Vector& left) {
    const RowMoves& m = g.m;
    Vector sum = {};
    if (m.extra != nullptr) sum = load(m.extra + g.at);
    g.lane(sum);
    g.row_man(sum);
    left &= ~sum;
    for (std::size_t k = 0; k < m.fixed_move_count && Isa::any(left); ++k) {
      sum = Vector{};
      g.fixed(sum, m.fixed_moves[k]);
      left &= ~sum;
    }
  }

  // ---- packing ----------------------------------------------------------------------------------

  // 0x80 in each byte that is not zero.
  AUGMATE_INLINE static Word used_bytes(Word w) {
    constexpr Word kLow = 0x7F7F7F7F7F7F7F7F;
    return (((w & kLow) + kLow) | w) & ~kLow;
  }
  AUGMATE_INLINE static std::uint8_t* pack_word(Word w, std::uint8_t* to) {
    const Word ones = used_bytes(w) >> 7;
    *to++ = static_cast<std::uint8_t>((ones * 0x0102040810204080) >> 56);
    const Word packed = Isa::compress(w, ones * 0xFF);
    __builtin_memcpy(to, &packed, sizeof packed);
    return to + ((ones * 0x0101010101010101) >> 56);
  }
  AUGMATE_INLINE static Word unpack_word(const std::uint8_t*& from, const std::uint8_t* end) {
    // Spreads the mask's bits to bytes: bit i to byte i.
    const Word mask = *from++;
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
    return Isa::expand(packed, ones * 0xFF);
  }

  static std::uint8_t* pack(const Word* words, int row_words, std::uint8_t* to) {
    Word bitmaps[kMaxRowBitmaps];
    const int count = (row_words + 63) / 64;
    Word some = 0;
    for (int b = 0; b < count; ++b) {
      const int n = row_words - b * 64 < 64 ? row_words - b * 64 : 64;
      bitmaps[b] = 0;
      for (int i = 0; i < n; i += 8)
        bitmaps[b] |= static_cast<Word>(Isa::nonzero(load(words + b * 64 + i))) << i;
      some |= bitmaps[b];
      to = pack_word(bitmaps[b], to);
    }
    if (some == 0) return nullptr;
    for (int b = 0; b < count; ++b)
      for (Word bits = bitmaps[b]; bits != 0; bits &= bits - 1)
        to = pack_word(words[b * 64 + __builtin_ctzll(bits)], to);
    return to;
  }

  static const std::uint8_t* unpack(const std::uint8_t* from, const std::uint8_t* end,
                                    int row_words, Word* bitmap, Word* words) {
    const int bitmaps = (row_words + 63) / 64;
    for (int b = 0; b < bitmaps; ++b) bitmap[b] = unpack_word(from, end);
    for (int b = 0; b < bitmaps; ++b)
      for (Word bits = bitmap[b]; bits != 0; bits &= bits - 1)
        words[b * 64 + __builtin_ctzll(bits)] = unpack_word(from, end);
    return from;
  }

  static std::uint64_t count(const Word* words, int n) {
    std::uint64_t sum = 0;
    for (int i = 0; i < n; ++i) sum += Isa::count(words[i]);
    return sum;
  }
};

}  // namespace augmate::internal
