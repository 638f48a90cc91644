// SPDX-License-Identifier: MIT
#include "gen/smaller_table.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace augmate {
namespace {

constexpr std::uint16_t kNever = 0xFFFF;

// Where the men of a layout stand in the order of the stored ending's index: anchor, groups, lane.
class Renaming {
 public:
  Renaming(const Layout& layout, const Canonical& stored, const PositionIndex& index)
      : stored_(stored), index_(index) {
    struct Place {
      Side side;
      int kind;
    };
    std::vector<Place> places;  // layout order: anchor, outer men, row man, lane royal
    const auto add = [&](Side side, int kind) {
      places.push_back({stored.swapped ? opponent(side) : side, kind});
    };
    add(layout.anchor_side, layout.game->royal(layout.anchor_side));
    for (const auto& d : layout.dimensions)
      for (int i = 0; i < d.men; ++i) add(d.side, d.kind);
    if (layout.row_man) add(layout.row_man->side, layout.row_man->kind);
    add(layout.lane_side(), layout.game->royal(layout.lane_side()));

    std::vector<bool> used(places.size(), false);
    const auto take = [&](Side side, int kind) {
      for (std::size_t i = 0; i < places.size(); ++i)
        if (!used[i] && places[i].side == side && places[i].kind == kind) {
          used[i] = true;
          from_.push_back(i);
          return;
        }
      AUGMATE_CHECK(!"the smaller ending has other men than its parent less one");
    };
    take(index.anchor_side(), index.game().royal(index.anchor_side()));
    for (const auto& g : index.groups())
      for (int i = 0; i < g.men; ++i) take(g.side, g.kind);
    take(index.lane_side(), index.game().royal(index.lane_side()));
  }

  std::uint64_t index_of(const Square* layout_order) const {
    std::array<Square, kMaxMen> squares;
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const Square s = layout_order[from_[i]];
      squares[i] = stored_.swapped ? stored_.map[static_cast<std::size_t>(s)] : s;
    }
    return index_.index_of(squares.data());
  }

 private:
  const Canonical& stored_;
  const PositionIndex& index_;
  std::vector<std::size_t> from_;
};

Result<std::vector<PackedValue>> all_values(const TableFile& file, Side side) {
  std::vector<PackedValue> values;
  values.reserve(file.info().entries);
  for (std::uint64_t b = 0; b < file.blocks(); ++b) {
    auto block = file.read_block(side, b);
    if (!block) return block.error();
    values.insert(values.end(), block->begin(), block->end());
  }
  return values;
}

}  // namespace

Result<SmallerTable> SmallerTable::load(const Layout& layout, Side to_move, const Canonical& stored,
                                        const PositionIndex& index, const TableFile& file) {
  SmallerTable t;
  t.layout_ = layout;
  t.to_move_ = to_move;
  auto values = all_values(file, stored.swapped ? opponent(to_move) : to_move);
  if (!values) return values.error();
  if (values->size() != index.entries())
    return Error{ErrorCode::kCorrupt, file.path() + ": holds " + std::to_string(values->size()) +
                                          " entries where " + std::to_string(index.entries()) +
                                          " are needed"};
  const auto words = static_cast<std::uint64_t>(layout.row_words());
  t.legal_.assign(layout.rows() * words, 0);
  t.values_.assign(layout.rows() * words * 64, kDontCare);

  const RowReader reader(t.layout_);
  const Renaming renaming(t.layout_, stored, index);
  const auto rows = static_cast<std::int64_t>(layout.rows());
#pragma omp parallel default(none) shared(t, reader, renaming, values, rows, words, to_move)
  {
    auto scratch = reader.make_scratch();
    std::vector<std::uint64_t> takes(words);
    ReadSource royal;
    royal.takes_royal = true;
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t i = 0; i < rows; ++i) {
      const auto row = static_cast<std::uint64_t>(i);
      if (!reader.enter(row, *scratch)) continue;
      std::uint64_t* legal = t.legal_.data() + row * words;
      reader.free_positions(*scratch, legal);
      std::fill(takes.begin(), takes.end(), 0);
      if (reader.read(*scratch, to_move, royal, takes.data()))
        for (std::uint64_t w = 0; w < words; ++w) legal[w] &= ~takes[w];

      std::array<Square, kMaxMen> squares;
      const Layout& l = t.layout_;
      squares[0] = l.slots[static_cast<std::size_t>(l.squares_of(row, squares.data() + 1))];
      auto next = static_cast<unsigned>(1 + l.outer_men());
      const unsigned row_man = next;
      if (l.row_man) ++next;
      for (std::uint64_t w = 0; w < words; ++w) {
        squares[row_man] = static_cast<Square>(w % static_cast<std::uint64_t>(l.row_length));
        const auto plane = static_cast<Square>(w / static_cast<std::uint64_t>(l.row_length));
        for (std::uint64_t bits = legal[w]; bits != 0; bits &= bits - 1) {
          const int bit = std::countr_zero(bits);
          squares[next] = plane * 64 + bit;
          t.values_[(row * words + w) * 64 + static_cast<unsigned>(bit)] =
              (*values)[renaming.index_of(squares.data())];
        }
      }
    }
  }
  return t;
}

void SmallerTable::start(Side attacker) {
  grows_ = to_move_ != attacker;
  const Outcome wanted = grows_ ? Outcome::kLoss : Outcome::kWin;
  rows_ = grows_ ? std::vector<std::uint64_t>(legal_.size(), 0) : legal_;
  stamps_.assign(layout_.rows(), kNever);
  events_.clear();
  next_ = 0;
  for (std::uint64_t w = 0; w < legal_.size(); ++w) {
    const auto first = events_.size();
    for (std::uint64_t bits = legal_[w]; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      const Value v = unpack(values_[w * 64 + static_cast<unsigned>(bit)]);
      if (v.outcome != wanted || v.plies < 0) continue;
      const auto step = static_cast<std::uint32_t>(v.plies);
      auto e = events_.begin() + static_cast<std::ptrdiff_t>(first);
      while (e != events_.end() && e->step != step) ++e;
      if (e == events_.end())
        events_.push_back({step, w, std::uint64_t{1} << bit});
      else
        e->bits |= std::uint64_t{1} << bit;
    }
  }
  std::stable_sort(events_.begin(), events_.end(),
                   [](const Event& a, const Event& b) { return a.step < b.step; });
}

bool SmallerTable::advance(int step) {
  bool changed = false;
  const auto words = static_cast<std::uint64_t>(layout_.row_words());
  for (; next_ < events_.size() && events_[next_].step == static_cast<std::uint32_t>(step); ++next_) {
    const Event& e = events_[next_];
    if (grows_)
      rows_[e.word] |= e.bits;
    else
      rows_[e.word] &= ~e.bits;
    stamps_[e.word / words] = static_cast<std::uint16_t>(step);
    changed = true;
  }
  return changed;
}

std::uint64_t SmallerTable::memory_bytes() const {
  return legal_.size() * 8 + values_.size() * 2 + rows_.size() * 8 + stamps_.size() * 2 +
         events_.size() * sizeof(Event);
}

}  // namespace augmate
