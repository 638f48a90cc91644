// SPDX-License-Identifier: MIT
// RowReader::find_changed: most rows of most half-steps have no move into a row that changed, and a
// line of the delta says so for one man and the last outer man on any square at once.
#include <array>

#include "gen/internal/row_parts.h"

namespace augmate {
namespace {

// Only the deltas of the ending itself are looked at, in layouts where the last outer man runs
// along consecutive rows.
bool can_tell(const Layout& layout, const ReadSource& source) {
  bool alone = source.after_row_man.layout == nullptr && source.static_moves.empty();
  for (const RowSet& set : source.after) alone = alone && set.layout == nullptr;
  return alone && layout.states.size() == 1 && !layout.dimensions.empty() &&
         layout.dimensions.back().men == 1;
}

// Consecutive rows: the last outer man on each square of the board.
class Stretch {
 public:
  Stretch(const Layout& layout, const Delta& delta, std::uint64_t first)
      : layout_(layout),
        delta_(delta),
        first_(first),
        slot_(layout.squares_of(first, outer_.data())) {
    changed_.fill(0);
  }

  bool changed(Square last) const { return changed_[static_cast<std::size_t>(last)] != 0; }

  void find(const RowReader::Parts& parts, Side mover) {
    if (layout_.lane_side() == mover || (layout_.row_man && layout_.row_man->side == mover))
      for (int q = 0; q < layout_.squares; ++q)
        changed_[static_cast<std::size_t>(q)] |=
            delta_.row(first_ + static_cast<std::uint64_t>(q)) != nullptr;
    const auto program = [&](int kind) { return parts.program(mover, kind, 0); };
    if (layout_.anchor_side == mover)
      other_man(Delta::kAnchor, program(layout_.game->royal(mover)),
                layout_.slots[static_cast<std::size_t>(slot_)], first_ % layout_.outer_places);
    const Square* men = outer_.data();
    for (std::size_t d = 0; d < layout_.dimensions.size(); men += layout_.dimensions[d++].men) {
      const Layout::Dimension& dimension = layout_.dimensions[d];
      if (dimension.side != mover) continue;
      for (int m = 0; m < dimension.men; ++m) {
        const std::uint64_t others =
            layout_.place_without(d, first_ % layout_.outer_places, men, m);
        if (d + 1 == layout_.dimensions.size())
          last_man(static_cast<int>(d), program(dimension.kind), others);
        else
          other_man(static_cast<int>(d), program(dimension.kind), men[m], others);
      }
    }
  }

 private:
  // Lines of one man for the last one on each square lie side by side.
  void other_man(int dimension, const internal::RowProgram* p, Square square,
                 std::uint64_t others) {
    const std::uint64_t* line = delta_.line(dimension, slot_, 0, others);
    const SquareSet& reach = p->moves_to[static_cast<std::size_t>(square)];
    for (int w = 0; w < layout_.planes; ++w)
      for (int q = 0; q < layout_.squares; ++q)
        changed_[static_cast<std::size_t>(q)] |=
            (line[q * layout_.planes + w] & reach.word_at(w)) != 0;
  }
  void last_man(int dimension, const internal::RowProgram* p, std::uint64_t others) {
    const std::uint64_t* line = delta_.line(dimension, slot_, 0, others);
    SquareSet there;
    for (int w = 0; w < layout_.planes; ++w) there.word_at(w) = line[w];
    if (!there.any()) return;
    for (int q = 0; q < layout_.squares; ++q)
      changed_[static_cast<std::size_t>(q)] |=
          (p->moves_to[static_cast<std::size_t>(q)] & there).any();
  }

  const Layout& layout_;
  const Delta& delta_;
  std::uint64_t first_;
  std::array<Square, kMaxMen> outer_;
  int slot_;
  std::array<std::uint8_t, kMaxSquares> changed_;
};

}  // namespace

void RowReader::find_changed(std::uint64_t begin, std::uint64_t end, Side mover,
                             const ReadSource& source, std::vector<std::uint64_t>& rows) const {
  const Layout& layout = parts_->tables.layout;
  const bool tells = can_tell(layout, source);
  const auto length = tells ? static_cast<std::uint64_t>(layout.squares) : 1;
  for (std::uint64_t row = begin; row < end;) {
    const std::uint64_t first = row - row % length;
    const std::uint64_t stop = std::min(end, first + length);
    if (!tells) {
      rows.push_back(row++);
      continue;
    }
    Stretch stretch(layout, *source.set.delta, first);
    stretch.find(*parts_, mover);
    for (; row < stop; ++row)
      if (stretch.changed(static_cast<Square>(row - first))) rows.push_back(row);
  }
}

}  // namespace augmate
