// SPDX-License-Identifier: MIT
#include "gen/delta.h"

#include <algorithm>
#include <atomic>

#include "gen/team.h"

namespace augmate {

Delta::Delta(const Layout& layout, Side mover, Spill* spill)
    : layout_(layout),
      planes_(static_cast<std::uint64_t>(layout.planes)),
      row_words_(static_cast<std::size_t>(layout.row_words())),
      where_(layout.rows(), spill),
      lines_(layout.dimensions.size() + 1),
      stores_(static_cast<std::size_t>(largest_team())),
      // Each thread may leave its last block unfilled.
      words_((layout.rows() + stores_.size() * kBlockRows) * row_words_, spill) {
  const std::uint64_t states = layout.states.size();
  if (layout.anchor_side == mover) {
    lines_[0].state_stride = layout.outer_places;
    lines_[0].bits = AlignedWords(states * layout.outer_places * planes_, spill);
  }
  for (std::size_t d = 0; d < layout.dimensions.size(); ++d) {
    if (layout.dimensions[d].side != mover) continue;
    Lines& l = lines_[d + 1];
    l.state_stride = layout.places_without(d);
    l.slot_stride = states * l.state_stride;
    l.bits = AlignedWords(layout.slots.size() * l.slot_stride * planes_, spill);
  }
}

std::uint64_t Delta::fixed_bytes(const Layout& layout, Side mover) {
  std::uint64_t lines = layout.anchor_side == mover ? layout.outer_places : 0;
  for (std::size_t d = 0; d < layout.dimensions.size(); ++d)
    if (layout.dimensions[d].side == mover) lines += layout.slots.size() * layout.places_without(d);
  lines *= layout.states.size() * static_cast<std::uint64_t>(layout.planes);
  return layout.rows() * sizeof(std::uint64_t*) + lines * sizeof(std::uint64_t);
}

bool Delta::empty() const {
  return std::all_of(stores_.begin(), stores_.end(), [](const Store& s) { return s.rows.empty(); });
}

void Delta::clear() {
  for (Store& s : stores_) {
    for (const std::uint64_t r : s.rows) where_[r] = nullptr;
    s.rows.clear();
    s.blocks.clear();
  }
  blocks_taken_ = 0;
  for (Lines& l : lines_) std::fill(l.bits.begin(), l.bits.end(), 0);
}

std::uint64_t* Delta::add(std::uint64_t row) {
  if (where_[row] != nullptr) return where_[row];
  std::uint64_t* words = take(row);
  std::fill_n(words, row_words_, 0);
  return words;
}

void Delta::add(std::uint64_t row, const std::uint64_t* words) {
  std::copy_n(words, row_words_, take(row));
}

// Room for a row that is not there.
std::uint64_t* Delta::take(std::uint64_t row) {
  Store& store = stores_[static_cast<std::size_t>(thread_number())];
  const std::uint64_t at = store.rows.size();
  if (at / kBlockRows == store.blocks.size())
    store.blocks.push_back(blocks_taken_.fetch_add(1, std::memory_order_relaxed));
  std::uint64_t* words =
      words_.data() + (store.blocks[at / kBlockRows] * kBlockRows + at % kBlockRows) * row_words_;
  store.rows.push_back(row);
  where_[row] = words;
  mark(row);
  return words;
}

void Delta::mark(std::uint64_t row) {
  std::array<Square, kMaxMen> outer;
  const int slot = layout_.squares_of(row, outer.data()), state = layout_.state_of(row);
  const std::uint64_t place = row % layout_.outer_places;
  if (!lines_[0].bits.empty())
    mark_line(kAnchor, 0, state, place, layout_.slots[static_cast<std::size_t>(slot)]);
  const Square* men = outer.data();
  for (std::size_t d = 0; d < layout_.dimensions.size(); men += layout_.dimensions[d++].men)
    if (!lines_[d + 1].bits.empty())
      for (int m = 0; m < layout_.dimensions[d].men; ++m)
        mark_line(static_cast<int>(d), slot, state, layout_.place_without(d, place, men, m),
                  men[m]);
}

// Rows of one line may come from several threads; nobody reads before all are through.
void Delta::mark_line(int dimension, int slot, int state, std::uint64_t others, Square square) {
  const std::uint64_t* line = this->line(dimension, slot, state, others);
  std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(line[square / 64]))
      .fetch_or(std::uint64_t{1} << (square & 63), std::memory_order_relaxed);
}

}  // namespace augmate
