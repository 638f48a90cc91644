// SPDX-License-Identifier: MIT
#include "gen/internal/row_scratch.h"

namespace augmate {

bool RowReader::Scratch::decode(std::uint64_t new_row, const Layout& layout) {
  for (int i = 0; i < fixed_men; ++i) fixed_at[static_cast<std::size_t>(man(i).square)] = -1;
  row = new_row;
  slot = layout.squares_of(row, outer.data());
  state = layout.state_of(row);
  outer_place = row % layout.outer_places;
  fixed_men = 0;
  occupied = {};
  fits = true;
  const auto place = [&](Square square, Side side, int kind, int victim) {
    std::int8_t& here = fixed_at[static_cast<std::size_t>(square)];
    fits = fits && here < 0 && layout.game->board().exists(square);
    here = static_cast<std::int8_t>(fixed_men);
    occupied.set(square);
    fixed[static_cast<unsigned>(fixed_men++)] = {square, side, kind, victim};
  };
  place(layout.slots[static_cast<std::size_t>(slot)], layout.anchor_side,
        layout.game->royal(layout.anchor_side), kNoVictim);
  std::size_t next = 0;
  for (std::size_t d = 0; d < layout.dimensions.size(); ++d)
    for (int i = 0; i < layout.dimensions[d].men; ++i)
      place(outer[next++], layout.dimensions[d].side, layout.dimensions[d].kind,
            static_cast<int>(d));
  for (std::size_t i = 0; i < layout.statics.size(); ++i)
    place(layout.statics[i].square, layout.statics[i].side, layout.statics[i].kind,
          kStaticVictim + static_cast<int>(i));
  return fits;
}

bool RowReader::Scratch::step_to(std::uint64_t new_row, const Layout& layout) {
  if (!fits || layout.dimensions.empty() || layout.dimensions.back().men != 1) return false;
  const auto last =
      static_cast<unsigned>(fixed_men - 1) - static_cast<unsigned>(layout.statics.size());
  const Square square = fixed[last].square;
  const std::uint64_t first = row - static_cast<std::uint64_t>(square);
  if (new_row < first || new_row >= first + static_cast<std::uint64_t>(layout.squares))
    return false;
  const auto to = static_cast<Square>(new_row - first);
  if (to != square && (occupied.test(to) || !layout.game->board().exists(to))) return false;
  fixed_at[static_cast<std::size_t>(square)] = -1;
  occupied.reset(square);
  fixed_at[static_cast<std::size_t>(to)] = static_cast<std::int8_t>(last);
  occupied.set(to);
  fixed[last].square = outer[last - 1] = to;
  outer_place += new_row - row;
  row = new_row;
  return true;
}

}  // namespace augmate

namespace augmate::internal {
namespace {
int round_up(int n) { return (n + 7) / 8 * 8; }
}  // namespace

RowTables::RowTables(const Layout& of) : layout(of) {
  const Board& board = layout.game->board();
  const int squares = layout.squares;
  margin = round_up(squares);
  padded = layout.row_length + 2 * margin;
  lanes.assign(static_cast<std::size_t>(layout.planes), 0);
  open_lanes = lanes;
  diagonal.assign(static_cast<std::size_t>(layout.planes * padded), 0);
  all.assign(static_cast<std::size_t>(layout.row_words()), ~Word{0});
  board.squares().for_each([&](Square s) {
    lanes[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
    if (board.open_when_empty(s))
      open_lanes[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
    else
      all_open = false;
  });
  if (layout.row_man)
    for (Square s = 0; s < squares; ++s) plane(diagonal, s / 64)[s] = lane_bit(s);
}

std::uint64_t RowsAfter::after_move(int man, Square c) const {
  const auto& f = s_.man(man);
  const std::uint64_t row = own_row(f.kind);
  if (f.victim == kNoVictim)
    return row + (static_cast<std::uint64_t>(layout_.slot_of[static_cast<std::size_t>(c)]) -
                  static_cast<std::uint64_t>(s_.slot)) *
                     layout_.slot_rows();
  const auto& d = layout_.dimensions[static_cast<std::size_t>(f.victim)];
  if (d.men == 1)
    return row + (static_cast<std::uint64_t>(c) - static_cast<std::uint64_t>(f.square)) * d.stride;
  std::array<Square, kMaxMen> before, now;
  int k = 0;
  for (int i = 1; i < s_.fixed_men; ++i) {
    const auto& twin = s_.man(i);
    if (twin.victim != f.victim) continue;
    before[static_cast<unsigned>(k)] = twin.square;
    now[static_cast<unsigned>(k++)] = i == man ? c : twin.square;
  }
  sort_squares(now.data(), k);
  return row +
         (PositionIndex::place_of(now.data(), k) - PositionIndex::place_of(before.data(), k)) *
             d.stride;
}

std::uint64_t RowsAfter::elsewhere(const RowSet& after, int kind, int victim, int man,
                                   Square to) const {
  std::array<Square, kMaxMen> outer;
  int k = 0, slot = s_.slot;
  for (int i = 0; i < s_.fixed_men; ++i) {
    const auto& f = s_.man(i);
    if (i == victim || f.is_static()) continue;
    const Square q = i == man ? to : f.square;
    if (i == 0)
      slot = after.layout->slot_of[static_cast<std::size_t>(q)];
    else
      outer[static_cast<unsigned>(k++)] = q;
  }
  return after.layout->row_of(slot, state_after(kind), outer.data());
}

}  // namespace augmate::internal
