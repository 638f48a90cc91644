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
  using Vector = typename Isa::Vector;

  static constexpr RowKernel table(const char* name) {
    return {name,   read,     exclude,   pack,       unpack,  count,       map,
            or_row, or_lanes, or_masked, or_shifted, and_row, and_not_row, and_lanes};
  }

  // kGroups groups from `word` on of plane `plane`; they do not lie across a multiple of 64 words.
  template <int kGroups>
  struct Groups {
    const RowMoves& m;
    int plane, word;
    std::ptrdiff_t at;

    AUGMATE_INLINE Groups(const RowMoves& moves, int w, int i)
        : m(moves), plane(w), word(i), at(static_cast<std::ptrdiff_t>(w) * moves.length + i) {}

    // One bit a word, from the first on.
    AUGMATE_INLINE Word bits_of(const Word* squares) const {
      return squares[word >> 6] >> (word & 63);
    }
    AUGMATE_INLINE void extra(Vector* sum) const {
      for (int g = 0; g < kGroups; ++g)
        sum[g] = m.extra != nullptr ? Vector::load(m.extra + at + 8 * g) : Vector{};
    }
    AUGMATE_INLINE void lane(Vector* sum) const {
      if (m.lane_source == nullptr) return;
      for (const LaneMove* l = m.lane_moves[plane]; l != m.lane_moves[plane + 1]; ++l) {
        const Word* from = m.lane_source + at + l->offset;
        if (l->shift >= 0)
          for (int g = 0; g < kGroups; ++g)
            sum[g] |= (Vector::load(from + 8 * g) >> l->shift) & l->mask;
        else
          for (int g = 0; g < kGroups; ++g)
            sum[g] |= (Vector::load(from + 8 * g) << -l->shift) & l->mask;
      }
    }
    AUGMATE_INLINE void row_man(Vector* sum) const {
      const Word* source = m.row_source + static_cast<std::ptrdiff_t>(plane) * m.padded + word;
      for (std::size_t k = 0; k < m.row_move_count; ++k) {
        const RowManMove& move = m.row_moves[k];
        const Word dropped = bits_of(m.dropped[move.walk].bits);
        for (int g = 0; g < kGroups; ++g)
          Isa::or_kept(sum[g], Vector::load(source + move.shift + 8 * g),
                       Vector::load(move.mask + at + 8 * g),
                       static_cast<unsigned>(dropped >> (8 * g)) & 0xFF);
      }
    }
    AUGMATE_INLINE void fixed(Vector* sum, const FixedMove& move) const {
      const Word* from = move.row + at;
      if (move.path == nullptr) {
        for (int g = 0; g < kGroups; ++g) sum[g] |= Vector::load(from + 8 * g);
        return;
      }
      const Word dropped = m.row_man ? bits_of(move.path) : 0;
      for (int g = 0; g < kGroups; ++g)
        Isa::or_kept(sum[g], Vector::load(from + 8 * g), ~move.path[plane],
                     static_cast<unsigned>(dropped >> (8 * g)) & 0xFF);
    }
  };

  // ---- reading ----------------------------------------------------------------------------------

  template <int kGroups>
  AUGMATE_INLINE static void read_groups(const Groups<kGroups>& groups, const Word* within,
                                         Word* out, Vector& all) {
    Vector sum[kGroups];
    groups.extra(sum);
    groups.lane(sum);
    groups.row_man(sum);
    for (std::size_t k = 0; k < groups.m.fixed_move_count; ++k)
      groups.fixed(sum, groups.m.fixed_moves[k]);
    for (int g = 0; g < kGroups; ++g) {
      if (within != nullptr) sum[g] &= Vector::load(within + groups.at + 8 * g);
      sum[g].store(out + groups.at + 8 * g);
      all |= sum[g];
    }
  }

  // Takes groups one by one where less than half of them are wanted.
  template <int kGroups>
  AUGMATE_INLINE static void read_wanted(const RowMoves& m, int plane, int word, const Word* within,
                                         Word* out, Vector& all) {
    const Groups<kGroups> groups(m, plane, word);
    int wanted = 0;
    if (within != nullptr)
      for (int g = 0; g < kGroups; ++g)
        wanted += Isa::any(Vector::load(within + groups.at + 8 * g));
    if (within == nullptr || 2 * wanted > kGroups) return read_groups(groups, within, out, all);
    for (int i = word; i < word + 8 * kGroups; i += 8) {
      const Groups<1> group(m, plane, i);
      if (Isa::any(Vector::load(within + group.at)))
        read_groups(group, within, out, all);
      else
        Vector{}.store(out + group.at);
    }
  }

  template <int kGroups>
  AUGMATE_INLINE static void read_plane(const RowMoves& m, int plane, int word, const Word* within,
                                        Word* out, Vector& all) {
    for (; word + 8 * kGroups <= m.length; word += 8 * kGroups)
      read_wanted<kGroups>(m, plane, word, within, out, all);
    if constexpr (kGroups > 1) read_plane<kGroups / 2>(m, plane, word, within, out, all);
  }

  static bool read(const RowMoves& m, const Word* within, Word* out) {
    Vector all = {};
    for (int w = 0; w < m.planes; ++w) read_plane<Isa::kGroups>(m, w, 0, within, out, all);
    return Isa::any(all);
  }

  static bool exclude(const RowMoves& m, Word* positions) {
    Vector all = {};
    for (int w = 0; w < m.planes; ++w)
      for (int i = 0; i < m.length; i += 8) {
        const Groups<1> group(m, w, i);
        Vector left = Vector::load(positions + group.at);
        if (!Isa::any(left)) continue;
        exclude(group, left);
        left.store(positions + group.at);
        all |= left;
      }
    return Isa::any(all);
  }

  // Stops as soon as nothing is left: most positions have a good move among the first.
  AUGMATE_INLINE static void exclude(const Groups<1>& group, Vector& left) {
    const RowMoves& m = group.m;
    Vector sum;
    group.extra(&sum);
    group.lane(&sum);
    left &= ~sum;
    if (m.row_move_count > 0 && Isa::any(left)) {
      sum = Vector{};
      group.row_man(&sum);
      left &= ~sum;
    }
    for (std::size_t k = 0; k < m.fixed_move_count && Isa::any(left); ++k) {
      sum = Vector{};
      group.fixed(&sum, m.fixed_moves[k]);
      left &= ~sum;
    }
  }

  // ---- packing ----------------------------------------------------------------------------------

  static int words_at(int row_words, int block) {
    return row_words - block * 64 < 64 ? row_words - block * 64 : 64;
  }

  static std::uint8_t* pack(const Word* words, int row_words, std::uint8_t* to) {
    Word bitmaps[kMaxRowBitmaps], some = 0;
    const int blocks = (row_words + 63) / 64;
    for (int b = 0; b < blocks; ++b) {
      bitmaps[b] = 0;
      for (int i = 0; i < words_at(row_words, b); i += 8)
        bitmaps[b] |= static_cast<Word>(Isa::nonzero(Vector::load(words + b * 64 + i))) << i;
      some |= bitmaps[b];
      std::uint8_t* bytes = to + 1;
      *to = Isa::pack_word(bitmaps[b], bytes);
      to = bytes;
    }
    if (some == 0) return nullptr;
    for (int b = 0; b < blocks; ++b)
      if (bitmaps[b] != 0) to = Isa::pack_words(words + b * 64, bitmaps[b], to);
    return to;
  }

  static const std::uint8_t* unpack(const std::uint8_t* from, const std::uint8_t* end,
                                    int row_words, Word* bitmap, Word* words) {
    const int blocks = (row_words + 63) / 64;
    for (int b = 0; b < blocks; ++b) {
      const std::uint8_t mask = *from++;
      bitmap[b] = Isa::unpack_word(mask, from, end);
    }
    for (int b = 0; b < blocks; ++b)
      Isa::unpack_words(from, end, bitmap[b], words + b * 64, words_at(row_words, b));
    return from;
  }

  static std::uint64_t count(const Word* words, int n) {
    std::uint64_t sum = 0;
    for (int i = 0; i < n; i += 8) sum += Isa::count(words + i);
    return sum;
  }

  // ---- images -----------------------------------------------------------------------------------

  static void map(const RowMapTables& m, const Word* row, Word* to) {
    for (int plane = 0; plane < m.planes; ++plane)
      for (int i = 0; i < m.length; i += 8) {
        const Word* group = row + static_cast<std::ptrdiff_t>(plane) * m.length + i;
        for (unsigned bits = Isa::nonzero(Vector::load(group)); bits != 0; bits &= bits - 1) {
          const int k = __builtin_ctz(bits);
          Isa::map_word(m, plane, group[k], to + m.words[i + k]);
        }
      }
  }

  // ---- rows as they are -------------------------------------------------------------------------

  static void or_row(Word* out, const Word* x, int n) {
    for (int i = 0; i < n; i += 8) (Vector::load(out + i) | Vector::load(x + i)).store(out + i);
  }
  static void or_lanes(Word* out, const Word* x, Word lanes, int n) {
    for (int i = 0; i < n; i += 8)
      (Vector::load(out + i) | (Vector::load(x + i) & lanes)).store(out + i);
  }
  static void or_masked(Word* out, const Word* x, const Word* mask, Word lanes, int n) {
    for (int i = 0; i < n; i += 8)
      (Vector::load(out + i) | (Vector::load(x + i) & Vector::load(mask + i) & lanes))
          .store(out + i);
  }
  static void or_shifted(Word* out, const Word* x, int shift, Word lanes, int n) {
    for (int i = 0; i < n; i += 8) {
      const Vector from = Vector::load(x + i);
      (Vector::load(out + i) | ((shift >= 0 ? from >> shift : from << -shift) & lanes))
          .store(out + i);
    }
  }
  static void and_row(Word* out, const Word* x, int n) {
    for (int i = 0; i < n; i += 8) (Vector::load(out + i) & Vector::load(x + i)).store(out + i);
  }
  static void and_not_row(Word* out, const Word* x, int n) {
    for (int i = 0; i < n; i += 8) (Vector::load(out + i) & ~Vector::load(x + i)).store(out + i);
  }
  static void and_lanes(Word* out, Word lanes, int n) {
    for (int i = 0; i < n; i += 8) (Vector::load(out + i) & lanes).store(out + i);
  }
};

}  // namespace augmate::internal
