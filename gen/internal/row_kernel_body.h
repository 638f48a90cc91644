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
        Isa::or_kept(sum, load(source + move.shift), load(move.mask + at), byte(move.dropped));
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
};

}  // namespace augmate::internal
