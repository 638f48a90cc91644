// SPDX-License-Identifier: MIT
#include "gen/distances.h"

#include <algorithm>
#include <bit>

#include "rules/position.h"

namespace augmate {

Distances::Distances(const PositionIndex& index, const SolverLayout& layout,
                     const Retrograde& retrograde, const std::array<RunJournal, 2>& journals)
    : index_(index),
      solver_(layout),
      layout_(layout.layout),
      retrograde_(retrograde),
      journals_(journals) {
  for (std::size_t g = 0; g < index.groups().size(); ++g)
    if (layout_.row_man && index.groups()[g].side == layout_.row_man->side &&
        index.groups()[g].kind == layout_.row_man->kind)
      row_group_ = g;
  entries_.resize(static_cast<std::size_t>(layout_.row_squares()));
}

// The half-step's positions on the whole board, alike men once.
std::uint64_t Distances::weigh(const HalfStep& half_step) const {
  std::uint64_t sum = 0;
  half_step.replay(0, ~std::uint64_t{0}, layout_.row_words(),
                   [&](std::uint64_t row, int, std::uint64_t bits) {
                     const auto anchor = static_cast<std::size_t>(row / layout_.outer_places);
                     sum += static_cast<std::uint64_t>(std::popcount(bits) * index_.anchor_weight(anchor));
                   });
  return sum / static_cast<std::uint64_t>(solver_.row_twins);
}

std::string Distances::example(const HalfStep& half_step, Side to_move) const {
  const std::uint64_t row = half_step.stream[0];
  int word = -1;
  std::uint64_t bits = 0;
  half_step.replay(0, row + 1, layout_.row_words(), [&](std::uint64_t, int w, std::uint64_t b) {
    if (word < 0) {
      word = w;
      bits = b;
    }
  });
  std::array<Square, kMaxMen> outer;
  const int slot = layout_.squares_of(row, outer.data());
  const Game& game = index_.game();
  Position p;
  p.to_move = to_move;
  p.add({game.royal(layout_.anchor_side), layout_.anchor_side, layout_.slots[static_cast<std::size_t>(slot)]});
  p.add({game.royal(layout_.lane_side()), layout_.lane_side(),
         word / layout_.row_length * 64 + std::countr_zero(bits)});
  unsigned k = 0;
  for (const auto& d : layout_.dimensions)
    for (int i = 0; i < d.men; ++i) p.add({d.kind, d.side, outer[k++]});
  if (layout_.row_man) p.add({layout_.row_man->kind, layout_.row_man->side, word % layout_.row_length});
  return to_fen(game, p);
}

std::array<SideStatistics, 2> Distances::statistics() const {
  std::array<SideStatistics, 2> sides;
  const auto rows = static_cast<std::int64_t>(solver_.anchors * layout_.outer_places);
  std::array<std::uint64_t, 2> legal{};
  for (Side side : {Side::kWhite, Side::kBlack}) {
    std::uint64_t sum = 0;
#pragma omp parallel default(none) shared(rows, side) reduction(+ : sum)
    {
      auto scratch = retrograde_.reader().make_scratch();
      std::vector<std::uint64_t> words(static_cast<std::size_t>(layout_.row_words()));
#pragma omp for schedule(dynamic, 16)
      for (std::int64_t r = 0; r < rows; ++r) {
        const auto row = static_cast<std::uint64_t>(r);
        retrograde_.legal_positions(row, side, *scratch, words.data());
        std::uint64_t n = 0;
        for (std::uint64_t w : words) n += static_cast<std::uint64_t>(std::popcount(w));
        sum += n * static_cast<std::uint64_t>(
                       index_.anchor_weight(static_cast<std::size_t>(row / layout_.outer_places)));
      }
    }
    legal[index(side)] = sum / static_cast<std::uint64_t>(solver_.row_twins);
  }
  for (Side side : {Side::kWhite, Side::kBlack}) {
    SideStatistics& s = sides[index(side)];
    s.legal = legal[index(side)];
    std::uint64_t decided = 0;
    const auto fill = [&](const std::vector<HalfStep>& steps, Outcome outcome) {
      OutcomeStatistics& o = s.outcomes[static_cast<unsigned>(outcome)];
      for (const HalfStep& h : steps) {
        const std::uint64_t n = weigh(h);
        o.histogram.emplace_back(h.step, n);
        o.count += n;
      }
      if (!steps.empty()) o.longest_fen = example(steps.back(), side);
      decided += o.count;
    };
    fill(journals_[index(side)].attacker, Outcome::kWin);
    fill(journals_[index(opponent(side))].defender, Outcome::kLoss);
    s.outcomes[static_cast<unsigned>(Outcome::kDraw)].count = s.legal - decided;
  }
  return sides;
}

void Distances::find_entries(std::uint64_t row) {
  std::array<Square, kMaxMen> outer;
  layout_.squares_of(row, outer.data());
  std::uint64_t base = 0, row_stride = 0;
  std::array<Square, kMaxMen> twins;
  int twin_count = 0;
  const Square* next = outer.data();
  std::uint64_t stride = index_.places();
  for (std::size_t g = 0; g < index_.groups().size(); ++g) {
    const auto& group = index_.groups()[g];
    stride /= group.places;
    if (layout_.row_man && g == row_group_) {
      twin_count = group.men - 1;
      std::copy(next, next + twin_count, twins.begin());
      row_stride = stride;
      next += twin_count;
    } else {
      base += PositionIndex::place_of(next, group.men) * stride;
      next += group.men;
    }
  }
  const auto s = static_cast<std::uint64_t>(layout_.squares);
  for (int r = 0; r < layout_.row_squares(); ++r) {
    std::uint64_t place = 0;
    bool stored = true;
    if (layout_.row_man) {
      stored = twin_count == 0 || twins[static_cast<unsigned>(twin_count - 1)] < r;
      twins[static_cast<unsigned>(twin_count)] = r;
      if (stored) place = PositionIndex::place_of(twins.data(), twin_count + 1);
    }
    entries_[static_cast<std::size_t>(r)] =
        stored ? static_cast<std::int64_t>((base + place * row_stride) * s) : -1;
  }
}

void Distances::load(Side side, std::uint64_t anchor) {
  const std::uint64_t size = index_.places() * static_cast<std::uint64_t>(layout_.squares);
  if (!loaded_ || loaded_side_ != side || anchor < loaded_anchor_) {
    series_.clear();
    for (const HalfStep& h : journals_[augmate::index(side)].attacker)
      series_.push_back({&h, pack({Outcome::kWin, h.step}), 0});
    for (const HalfStep& h : journals_[augmate::index(opponent(side))].defender)
      series_.push_back({&h, pack({Outcome::kLoss, h.step}), 0});
  }
  loaded_ = true;
  loaded_side_ = side;
  loaded_anchor_ = anchor;
  block_.assign(size, kDontCare);

  const PackedValue draw = pack({Outcome::kDraw, kNoDistance});
  auto scratch = retrograde_.reader().make_scratch();
  const int n = layout_.row_length;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(layout_.row_words()));
  const auto put = [&](int word, std::uint64_t bits, PackedValue value) {
    const std::int64_t entry = entries_[static_cast<std::size_t>(word % n)];
    if (entry < 0) return;
    PackedValue* to = block_.data() + entry + word / n * 64;
    for (; bits != 0; bits &= bits - 1) to[std::countr_zero(bits)] = value;
  };
  const std::uint64_t first = anchor * layout_.outer_places;
  for (std::uint64_t row = first; row < first + layout_.outer_places; ++row) {
    retrograde_.legal_positions(row, side, *scratch, words.data());
    if (std::all_of(words.begin(), words.end(), [](std::uint64_t w) { return w == 0; })) continue;
    find_entries(row);
    for (int w = 0; w < layout_.row_words(); ++w)
      if (words[static_cast<std::size_t>(w)] != 0) put(w, words[static_cast<std::size_t>(w)], draw);
    for (Series& s : series_)
      s.cursor = s.half_step->replay(s.cursor, row + 1, layout_.row_words(),
                                     [&](std::uint64_t, int w, std::uint64_t bits) { put(w, bits, s.value); });
  }
}

void Distances::values(Side side, std::uint64_t begin, std::span<PackedValue> out) {
  const std::uint64_t size = index_.places() * static_cast<std::uint64_t>(layout_.squares);
  while (!out.empty()) {
    const std::uint64_t anchor = begin / size, offset = begin % size;
    if (!loaded_ || loaded_side_ != side || loaded_anchor_ != anchor) load(side, anchor);
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), size - offset));
    std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(offset), n, out.begin());
    out = out.subspan(n);
    begin += n;
  }
}

}  // namespace augmate
