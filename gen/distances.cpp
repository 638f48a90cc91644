// SPDX-License-Identifier: MIT
#include "gen/distances.h"

#include <algorithm>
#include <bit>

#include "gen/team.h"
#include "rules/position.h"
#include "rules/settlement.h"

namespace augmate {
namespace {

constexpr std::uint64_t kPartEntries = std::uint64_t{1} << 22;  // aimed at

// Adds to a histogram in ascending order of plies.
void add_count(OutcomeStatistics& o, int plies, std::uint64_t n) {
  auto it = std::lower_bound(o.histogram.begin(), o.histogram.end(), plies,
                             [](const auto& bin, int p) { return bin.first < p; });
  if (it == o.histogram.end() || it->first != plies) it = o.histogram.insert(it, {plies, 0});
  it->second += n;
}

// What a position is worth that no half-step decides.
Value undecided(const PositionIndex& index, Side side) {
  if (const auto ended = ended_by_material(index.game(), index.material(), side)) return *ended;
  return {infinite_play(index.game(), index.material(), side), kNoDistance};
}

std::string example(const Layout& layout, const Tally& tally, Side to_move) {
  std::array<Square, kMaxMen> outer;
  const int slot = layout.squares_of(tally.row, outer.data());
  const Game& game = *layout.game;
  Position p;
  p.to_move = to_move;
  p.imitates = layout.states[static_cast<std::size_t>(layout.state_of(tally.row))].imitates;
  p.add({game.royal(layout.anchor_side), layout.anchor_side,
         layout.slots[static_cast<std::size_t>(slot)]});
  p.add({game.royal(layout.lane_side()), layout.lane_side(),
         tally.word / layout.row_length * 64 + std::countr_zero(tally.bits)});
  unsigned k = 0;
  for (const auto& d : layout.dimensions)
    for (int i = 0; i < d.men; ++i) p.add({d.kind, d.side, outer[k++]});
  if (layout.row_man)
    p.add({layout.row_man->kind, layout.row_man->side, tally.word % layout.row_length});
  for (const Man& m : layout.statics) p.add(m);
  return to_fen(game, p);
}

}  // namespace

void add_statistics(const PositionIndex& index, std::uint64_t placement, const SolverLayout& layout,
                    const Solved& solved, std::vector<std::array<SideStatistics, 2>>& states) {
  // Positions on the whole board, alike men once.
  const auto on_board = [&](std::uint64_t n) {
    return n * static_cast<std::uint64_t>(index.placement_weight(placement)) /
           static_cast<std::uint64_t>(layout.row_twins);
  };
  states.resize(index.states().size());
  for (std::size_t state = 0; state < states.size(); ++state) {
    std::array<std::uint64_t, 2> open{};
    for (std::size_t side = 0; side < 2; ++side) {
      open[side] = on_board(solved.legal[state][side]);
      states[state][side].legal += open[side];
    }
    for (const HalfStep& h : solved.half_steps) {
      const std::uint64_t n = on_board(h.tallies[state].positions);
      if (n == 0) continue;
      OutcomeStatistics& o =
          states[state][augmate::index(h.to_move)].outcomes[static_cast<unsigned>(h.value.outcome)];
      if (h.value.plies > o.max_plies())
        o.longest_fen = example(layout.layout, h.tallies[state], h.to_move);
      add_count(o, h.value.plies, n);
      o.count += n;
      open[augmate::index(h.to_move)] -= n;
    }
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      const Value rest = undecided(index, side);
      const std::uint64_t n = open[augmate::index(side)];
      OutcomeStatistics& o =
          states[state][augmate::index(side)].outcomes[static_cast<unsigned>(rest.outcome)];
      o.count += n;
      if (rest.plies != kNoDistance && n > 0) add_count(o, rest.plies, n);
    }
  }
}

Distances::Parts Distances::parts_of(const PositionIndex& index, const Layout& layout, bool small) {
  const std::uint64_t all = index.places() * static_cast<std::uint64_t>(index.squares());
  Parts parts{false, all, layout.outer_places};
  if (index.groups().empty()) return parts;
  const PositionIndex::Group& first = index.groups().front();
  parts.by_rows = first.side != layout.row_man->side || first.kind != layout.row_man->kind;
  if (!parts.by_rows && !small) return parts;
  const std::uint64_t entries = all / first.places;
  const std::uint64_t places = std::clamp<std::uint64_t>(kPartEntries / entries, 1, first.places);
  parts.entries = places * entries;
  if (parts.by_rows) parts.rows = places * layout.dimensions.front().stride;
  return parts;
}

Distances::Distances(const PositionIndex& index, const Retrograde& retrograde,
                     const HalfStepJournal& journal, const Solved& solved, bool small_parts)
    : index_(index),
      retrograde_(retrograde),
      layout_(retrograde.layout().layout),
      journal_(journal),
      solved_(solved),
      anchor_entries_(index.places() * static_cast<std::uint64_t>(layout_.squares)),
      parts_(parts_of(index, layout_, small_parts)) {
  for (std::size_t g = 0; g < index.groups().size(); ++g)
    if (layout_.row_man && index.groups()[g].side == layout_.row_man->side &&
        index.groups()[g].kind == layout_.row_man->kind)
      row_group_ = g;
}

void Distances::find_entries(std::uint64_t row, std::vector<std::int64_t>& entries) const {
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
  entries.resize(static_cast<std::size_t>(layout_.row_squares()));
  for (int r = 0; r < layout_.row_squares(); ++r) {
    std::uint64_t place = 0;
    bool stored = true;
    if (layout_.row_man) {
      stored = twin_count == 0 || twins[static_cast<unsigned>(twin_count - 1)] < r;
      twins[static_cast<unsigned>(twin_count)] = r;
      if (stored) place = PositionIndex::place_of(twins.data(), twin_count + 1);
    }
    const std::uint64_t entry = (base + place * row_stride) * s;
    stored = stored && entry >= part_begin_ && entry - part_begin_ < block_.size();
    entries[static_cast<std::size_t>(r)] =
        stored ? static_cast<std::int64_t>(entry - part_begin_) : -1;
  }
}

void Distances::put(const std::vector<std::int64_t>& entries, int word, std::uint64_t bits,
                    PackedValue value) {
  if (bits == 0) return;  // also where a row is padded and has no entry
  const std::int64_t entry = entries[static_cast<std::size_t>(word % layout_.row_length)];
  if (entry < 0) return;
  PackedValue* to = block_.data() + entry + word / layout_.row_length * 64;
  for (; bits != 0; bits &= bits - 1) to[std::countr_zero(bits)] = value;
}

Distances::Rows Distances::rows_of(const Loaded& what) const {
  const std::uint64_t first = (what.anchor * layout_.states.size() +
                               static_cast<std::uint64_t>(what.state * layout_.layers)) *
                              layout_.outer_places;
  const std::uint64_t begin = parts_.by_rows ? what.part * parts_.rows : 0;
  return {first + begin, first + std::min(begin + parts_.rows, layout_.outer_places)};
}

ChunkRange Distances::chunks_of(const Loaded& what) const {
  const ChunkPlan& plan = journal_.plan();
  const Rows rows = rows_of(what);
  ChunkRange chunks = plan.of_slot(what.anchor);
  while (plan.end_row(chunks.begin) <= rows.begin) ++chunks.begin;
  while (plan.begin_row(chunks.end - 1) >= rows.end) --chunks.end;
  return chunks;
}

// Rows fill different entries, so that threads take chunks in any order. Row by row, with all
// half-steps side by side, so that a row's entries are near while they are filled.
void Distances::load_chunk(const Loaded& what, std::uint64_t chunk, const Additions& additions,
                           RowReader::Scratch& scratch) {
  const Rows rows = rows_of(what);
  const std::uint64_t begin = std::max(rows.begin, journal_.plan().begin_row(chunk));
  const std::uint64_t end = std::min(rows.end, journal_.plan().end_row(chunk));
  const int row_words = layout_.row_words();
  std::vector<std::pair<PackedValue, RowStreamReader>> added;
  for (const auto& [value, stream] : additions) {
    RowStreamReader reader(stream, row_words);
    bool more = reader.next();
    while (more && reader.row() < begin) more = reader.next();
    if (more) added.emplace_back(value, std::move(reader));
  }
  std::vector<std::uint64_t> words(static_cast<std::size_t>(row_words));
  std::vector<std::int64_t> entries;
  const PackedValue rest = pack(undecided(index_, what.side));
  for (std::uint64_t row = begin; row < end; ++row) {
    retrograde_.legal_positions(row, what.side, scratch, words.data());
    find_entries(row, entries);
    for (int w = 0; w < row_words; ++w) put(entries, w, words[static_cast<std::size_t>(w)], rest);
    std::erase_if(added, [&](auto& stream) {
      auto& [value, reader] = stream;
      if (reader.row() != row) return false;
      reader.for_each_word(
          [&, packed = value](int w, std::uint64_t bits) { put(entries, w, bits, packed); });
      return !reader.next();
    });
  }
}

Result<void> Distances::load(const Loaded& what) {
  part_begin_ = what.part * parts_.entries;
  block_.assign(std::min(parts_.entries, anchor_entries_ - part_begin_), kDontCare);
  const ChunkRange chunks = chunks_of(what);
  std::vector<Additions> additions(chunks.end - chunks.begin);
  std::vector<std::vector<std::uint8_t>> buffers;
  for (const HalfStep& h : solved_.half_steps) {
    if (h.to_move != what.side) continue;
    const auto streams = journal_.read(h, chunks, buffers.emplace_back());
    if (!streams) return streams.error();
    for (std::size_t c = 0; c < streams->size(); ++c)
      if (!(*streams)[c].empty()) additions[c].emplace_back(pack(h.value), (*streams)[c]);
  }
  const auto count = static_cast<std::int64_t>(additions.size());
  [[maybe_unused]] const int team = team_for(block_.size() / 64);
#pragma omp parallel default(none) shared(what, chunks, additions, count) num_threads(team)
  {
    auto scratch = retrograde_.reader().make_scratch();
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = 0; c < count; ++c)
      load_chunk(what, chunks.begin + static_cast<std::uint64_t>(c),
                 additions[static_cast<std::size_t>(c)], *scratch);
  }
  loaded_ = what;
  return {};
}

Result<void> Distances::values(Side side, int state, std::uint64_t begin,
                               std::span<PackedValue> out) {
  while (!out.empty()) {
    const std::uint64_t in_anchor = begin % anchor_entries_;
    const Loaded what{side, state, begin / anchor_entries_, in_anchor / parts_.entries};
    const std::uint64_t offset = in_anchor % parts_.entries;
    if (!(loaded_ == what))
      if (auto done = load(what); !done) return done;
    const auto n =
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), block_.size() - offset));
    std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(offset), n, out.begin());
    out = out.subspan(n);
    begin += n;
  }
  return {};
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
