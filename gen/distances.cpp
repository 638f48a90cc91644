// SPDX-License-Identifier: MIT
#include "gen/distances.h"

#include <algorithm>
#include <bit>

#include "gen/team.h"
#include "rules/position.h"
#include "rules/settlement.h"

namespace augmate {

namespace {

// Adds to a histogram in ascending order of plies.
void add_count(OutcomeStatistics& o, int plies, std::uint64_t n) {
  auto it = std::lower_bound(o.histogram.begin(), o.histogram.end(), plies,
                             [](const auto& bin, int p) { return bin.first < p; });
  if (it == o.histogram.end() || it->first != plies) it = o.histogram.insert(it, {plies, 0});
  it->second += n;
}

}  // namespace

Distances::Distances(const PositionIndex& index, std::uint64_t placement,
                     const Retrograde& retrograde, const Journals& journals)
    : index_(index),
      placement_(placement),
      retrograde_(retrograde),
      solver_(retrograde.layout()),
      layout_(solver_.layout),
      journals_(journals) {
  for (std::size_t g = 0; g < index.groups().size(); ++g)
    if (layout_.row_man && index.groups()[g].side == layout_.row_man->side &&
        index.groups()[g].kind == layout_.row_man->kind)
      row_group_ = g;
  entries_.resize(static_cast<std::size_t>(layout_.row_squares()));
}

std::vector<Distances::Series> Distances::series_of(Side side) const {
  std::vector<Series> all;
  const auto add = [&](const HalfStep& h, Outcome outcome) {
    all.push_back({&h, {outcome, h.step}, {h.stream.bytes(), layout_.row_words()}, false});
    all.back().more = all.back().rows.next();
  };
  for (const RunJournal& run : journals_[augmate::index(side)])
    for (const HalfStep& h : run.attacker) add(h, run.outcome);
  for (const RunJournal& run : journals_[augmate::index(opponent(side))])
    for (const HalfStep& h : run.defender) add(h, opposite(run.outcome));
  return all;
}

Value Distances::undecided(Side side) const {
  if (const auto ended = ended_by_material(index_.game(), index_.material(), side)) return *ended;
  return {infinite_play(index_.game(), index_.material(), side), kNoDistance};
}

std::string Distances::example(std::uint64_t row, int word, std::uint64_t bits,
                               Side to_move) const {
  std::array<Square, kMaxMen> outer;
  const int slot = layout_.squares_of(row, outer.data());
  const Game& game = index_.game();
  Position p;
  p.to_move = to_move;
  p.imitates = layout_.states[static_cast<std::size_t>(layout_.state_of(row))].imitates;
  p.add({game.royal(layout_.anchor_side), layout_.anchor_side,
         layout_.slots[static_cast<std::size_t>(slot)]});
  p.add({game.royal(layout_.lane_side()), layout_.lane_side(),
         word / layout_.row_length * 64 + std::countr_zero(bits)});
  unsigned k = 0;
  for (const auto& d : layout_.dimensions)
    for (int i = 0; i < d.men; ++i) p.add({d.kind, d.side, outer[k++]});
  if (layout_.row_man)
    p.add({layout_.row_man->kind, layout_.row_man->side, word % layout_.row_length});
  for (const Man& m : layout_.statics) p.add(m);
  return to_fen(game, p);
}

// Adds the half-step's positions in one state, on the whole board, alike men once.
void Distances::count(const Series& series, int state, SideStatistics& side, Side to_move) const {
  std::uint64_t sum = 0;
  OutcomeStatistics& o = side.outcomes[static_cast<unsigned>(series.value.outcome)];
  const bool longer = series.value.plies > o.max_plies();
  std::string fen;
  for (RowStreamReader rows(series.half_step->stream.bytes(), layout_.row_words()); rows.next();) {
    const std::uint64_t row = rows.row();
    if (layout_.state_of(row) != state * layout_.layers) continue;
    rows.for_each_word([&](int w, std::uint64_t bits) {
      if (longer && sum == 0) fen = example(row, w, bits, to_move);
      sum += static_cast<std::uint64_t>(
          std::popcount(bits) *
          index_.anchor_weight(static_cast<std::size_t>(row / layout_.slot_rows())));
    });
  }
  sum = sum * static_cast<std::uint64_t>(index_.placement_weight(placement_)) /
        static_cast<std::uint64_t>(solver_.row_twins);
  if (sum == 0) return;
  if (longer) o.longest_fen = std::move(fen);
  add_count(o, series.value.plies, sum);
  o.count += sum;
}

void Distances::add_statistics(std::vector<std::array<SideStatistics, 2>>& states) const {
  const auto rows = static_cast<std::int64_t>(solver_.anchors * layout_.slot_rows());
  states.resize(index_.states().size());
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    std::vector<std::uint64_t> legal(states.size(), 0);
    [[maybe_unused]] const int team = team_for(static_cast<std::uint64_t>(rows) *
                                               static_cast<std::uint64_t>(layout_.row_words()));
#pragma omp parallel default(none) shared(rows, side, legal) num_threads(team)
    {
      auto scratch = retrograde_.reader().make_scratch();
      std::vector<std::uint64_t> words(static_cast<std::size_t>(layout_.row_words()));
      std::vector<std::uint64_t> own(legal.size(), 0);
#pragma omp for schedule(dynamic, 16)
      for (std::int64_t r = 0; r < rows; ++r) {
        const auto row = static_cast<std::uint64_t>(r);
        if (!layout_.stored(layout_.state_of(row))) continue;
        retrograde_.legal_positions(row, side, *scratch, words.data());
        std::uint64_t n = 0;
        for (std::uint64_t w : words) n += static_cast<std::uint64_t>(std::popcount(w));
        own[static_cast<std::size_t>(layout_.state_of(row) / layout_.layers)] +=
            n * static_cast<std::uint64_t>(
                    index_.anchor_weight(static_cast<std::size_t>(row / layout_.slot_rows())));
      }
#pragma omp critical
      for (std::size_t i = 0; i < own.size(); ++i) legal[i] += own[i];
    }
    const std::vector<Series> all = series_of(side);
    const Value rest = undecided(side);
    for (std::size_t state = 0; state < states.size(); ++state) {
      SideStatistics& s = states[state][augmate::index(side)];
      std::uint64_t open = legal[state] *
                           static_cast<std::uint64_t>(index_.placement_weight(placement_)) /
                           static_cast<std::uint64_t>(solver_.row_twins);
      s.legal += open;
      for (const Series& one : all) {
        const std::uint64_t before = s.outcomes[static_cast<unsigned>(one.value.outcome)].count;
        count(one, static_cast<int>(state), s, side);
        open -= s.outcomes[static_cast<unsigned>(one.value.outcome)].count - before;
      }
      OutcomeStatistics& o = s.outcomes[static_cast<unsigned>(rest.outcome)];
      o.count += open;
      if (rest.plies != kNoDistance && open > 0) add_count(o, rest.plies, open);
    }
  }
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

void Distances::load(Side side, int state, std::uint64_t anchor) {
  if (!loaded_ || loaded_side_ != side || loaded_state_ != state || anchor < loaded_anchor_)
    series_ = series_of(side);
  loaded_ = true;
  loaded_side_ = side;
  loaded_state_ = state;
  loaded_anchor_ = anchor;
  block_.assign(index_.places() * static_cast<std::uint64_t>(layout_.squares), kDontCare);

  auto scratch = retrograde_.reader().make_scratch();
  const int n = layout_.row_length;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(layout_.row_words()));
  const auto put = [&](int word, std::uint64_t bits, PackedValue value) {
    const std::int64_t entry = entries_[static_cast<std::size_t>(word % n)];
    if (entry < 0) return;
    PackedValue* to = block_.data() + entry + word / n * 64;
    for (; bits != 0; bits &= bits - 1) to[std::countr_zero(bits)] = value;
  };
  const PackedValue rest = pack(undecided(side));
  const std::uint64_t first =
      (anchor * layout_.states.size() + static_cast<std::uint64_t>(state * layout_.layers)) *
      layout_.outer_places;
  for (std::uint64_t row = first; row < first + layout_.outer_places; ++row) {
    retrograde_.legal_positions(row, side, *scratch, words.data());
    if (std::all_of(words.begin(), words.end(), [](std::uint64_t w) { return w == 0; })) continue;
    find_entries(row);
    for (int w = 0; w < layout_.row_words(); ++w)
      if (words[static_cast<std::size_t>(w)] != 0) put(w, words[static_cast<std::size_t>(w)], rest);
    for (Series& s : series_) {
      while (s.more && s.rows.row() < row) s.more = s.rows.next();
      if (s.more && s.rows.row() == row)
        s.rows.for_each_word([&](int w, std::uint64_t bits) { put(w, bits, pack(s.value)); });
    }
  }
}

void Distances::values(Side side, int state, std::uint64_t begin, std::span<PackedValue> out) {
  const std::uint64_t size = index_.places() * static_cast<std::uint64_t>(layout_.squares);
  while (!out.empty()) {
    const std::uint64_t anchor = begin / size, offset = begin % size;
    if (!loaded_ || loaded_side_ != side || loaded_state_ != state || loaded_anchor_ != anchor)
      load(side, state, anchor);
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), size - offset));
    std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(offset), n, out.begin());
    out = out.subspan(n);
    begin += n;
  }
}

std::array<SideStatistics, 2> sum_of(const std::vector<std::array<SideStatistics, 2>>& states) {
  std::array<SideStatistics, 2> sum;
  for (const auto& state : states)
    for (unsigned side = 0; side < 2; ++side) {
      sum[side].legal += state[side].legal;
      for (unsigned o = 0; o < kOutcomes; ++o) {
        const OutcomeStatistics& from = state[side].outcomes[o];
        OutcomeStatistics& to = sum[side].outcomes[o];
        if (from.max_plies() > to.max_plies()) to.longest_fen = from.longest_fen;
        to.count += from.count;
        for (const auto& [plies, n] : from.histogram) add_count(to, plies, n);
      }
    }
  return sum;
}

}  // namespace augmate
