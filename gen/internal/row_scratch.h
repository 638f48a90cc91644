// SPDX-License-Identifier: MIT
// What the readers of a row share: the tables of the layout, the row that is being read, and where
// moves from it lead.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gen/internal/row_kernel.h"
#include "gen/row_reader.h"

namespace augmate::internal {

inline Word lane_bit(Square s) { return Word{1} << (s & 63); }

struct RowTables {
  explicit RowTables(const Layout& of);

  Layout layout;
  int margin = 0;
  int padded = 0;                // words of a plane with margins
  std::vector<Word> lanes;       // existing squares, by plane
  std::vector<Word> open_lanes;  // those open when empty
  bool all_open = true;          // they are the same
  std::vector<Word> diagonal;    // [plane][margin + r]: bit r of the lanes
  std::vector<Word> all;         // a row of ones

  // Plane w of a row with margins.
  Word* plane(std::vector<Word>& v, int w) const { return v.data() + w * padded + margin; }
  const Word* plane(const std::vector<Word>& v, int w) const {
    return v.data() + w * padded + margin;
  }
};

}  // namespace augmate::internal

namespace augmate {

// The fixed men are the anchor, the outer men and the static men, in this order.
class RowReader::Scratch {
 public:
  struct Fixed {
    Square square = kNoSquare;
    Side side = Side::kWhite;
    int kind = 0;
    int victim = kNoVictim;  // its name when captured; the anchor has none
    bool is_static() const { return victim >= kStaticVictim; }
  };
  std::uint64_t row = ~std::uint64_t{0};
  int slot = 0, state = 0;
  std::uint64_t outer_place = 0;
  std::array<Fixed, kMaxMen> fixed;
  int fixed_men = 0;
  std::array<Square, kMaxMen> outer;  // squares of the outer men, in the order of the dimensions
  std::array<std::int8_t, kMaxSquares> fixed_at;
  SquareSet occupied;  // by fixed men
  bool fits = false;   // they stand on different, existing squares

  const Fixed& man(int i) const { return fixed[static_cast<unsigned>(i)]; }
  // The fixed man on a square, -1 for none.
  int at(Square s) const { return fixed_at[static_cast<std::size_t>(s)]; }

  // Makes a row the current one; returns `fits`.
  bool decode(std::uint64_t row, const Layout& layout);
  // The same if it differs from the current row by the last outer man's square alone; false if
  // decode() must do it, too if it does not fit.
  bool step_to(std::uint64_t row, const Layout& layout);

  // Laid out for the kernel.
  std::vector<internal::FixedMove> fixed_moves;
  std::vector<internal::DroppedWords> dropped;
  std::vector<internal::Word> extra;                    // a row
  std::vector<internal::Word> lane_source, row_source;  // a row; a row with margins

  // Of graph_reading.h.
  std::vector<internal::Word> buffers;
  std::vector<std::uint8_t> filled;  // by node of the current program: V is not zero
  std::vector<internal::Word> friends, enemies;
  std::vector<internal::Word> plain, captures, both;  // sources with margins
};

}  // namespace augmate

namespace augmate::internal {

// Where moves from the current row lead.
class RowsAfter {
 public:
  RowsAfter(const Layout& layout, const RowReader::Scratch& scratch, Side mover)
      : layout_(layout), s_(scratch), mover_(mover) {}

  // The state after a man of the kind moved.
  int state_after(int kind) const {
    return layout_.states.size() == 1 ? s_.state : layout_.state_after(s_.state, mover_, kind);
  }
  // The row of the same placement in that state.
  std::uint64_t own_row(int kind) const {
    return s_.row +
           (static_cast<std::uint64_t>(state_after(kind)) - static_cast<std::uint64_t>(s_.state)) *
               layout_.outer_places;
  }
  // The row of this ending after the fixed man went to c.
  std::uint64_t after_move(int man, Square c) const;
  // The row of another layout's set after the fixed man `man` (-1: the row man or the lane royal)
  // of a kind went to `to` and the fixed man `victim` (-1: none of the fixed) was captured.
  std::uint64_t elsewhere(const RowSet& after, int kind, int victim, int man, Square to) const;

 private:
  const Layout& layout_;
  const RowReader::Scratch& s_;
  Side mover_;
};

// RowsAfter::after_move for one man, with what its moves share done once.
class RowsAfterMove {
 public:
  RowsAfterMove(const RowsAfter& after, const Layout& layout, const RowReader::Scratch& scratch,
                int man)
      : after_(after), layout_(layout), man_(man) {
    const auto& f = scratch.man(man);
    anchor_ = f.victim == kNoVictim;
    if (anchor_)
      stride_ = layout.slot_rows();
    else if (const auto& d = layout.dimensions[static_cast<std::size_t>(f.victim)]; d.men == 1)
      stride_ = d.stride;
    else
      return;
    const int here = anchor_ ? scratch.slot : f.square;
    base_ = after.own_row(f.kind) - static_cast<std::uint64_t>(here) * stride_;
  }

  std::uint64_t operator()(Square to) const {
    if (stride_ == 0) return after_.after_move(man_, to);
    const int there = anchor_ ? layout_.slot_of[static_cast<std::size_t>(to)] : to;
    return base_ + static_cast<std::uint64_t>(there) * stride_;
  }

 private:
  const RowsAfter& after_;
  const Layout& layout_;
  int man_;
  bool anchor_ = false;
  std::uint64_t base_ = 0, stride_ = 0;
};

}  // namespace augmate::internal
