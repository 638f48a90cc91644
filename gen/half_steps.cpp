// SPDX-License-Identifier: MIT
// Retrograde's half-steps: reading rows of one step's sets and applying what they add.
#include <algorithm>
#include <bit>

#include "gen/internal/row_kernel.h"
#include "gen/retrograde.h"
#include "gen/team.h"

namespace augmate {
void Retrograde::find_ghosts() {
  ghosts_.resize(solver_.anchors);
  const auto& symmetries = index_.symmetries();
  for (std::size_t slot = solver_.anchors; slot < layout_.slots.size(); ++slot) {
    const auto& folded = index_.fold(layout_.slots[slot]);
    const auto& there = symmetries[static_cast<std::size_t>(folded.symmetry)].map;
    std::vector<Square> back(there.size());
    for (std::size_t s = 0; s < there.size(); ++s)
      back[static_cast<std::size_t>(there[s])] = static_cast<Square>(s);
    make_lane_map(back);
    ghosts_[static_cast<std::size_t>(folded.number)].push_back(
        {slot, std::move(back), lane_maps_.size() - 1});
  }
}

// A table that moves the lanes eight at a time.
void Retrograde::make_lane_map(const std::vector<Square>& map) {
  const auto planes = static_cast<std::size_t>(layout_.planes);
  Words table(planes * 8 * 256 * planes, 0);
  for (std::size_t byte = 0; byte < planes * 8; ++byte)
    for (std::size_t value = 0; value < 256; ++value)
      for (std::size_t bit = 0; bit < 8; ++bit) {
        const std::size_t lane = byte * 8 + bit;
        if (((value >> bit) & 1) == 0 || lane >= map.size()) continue;
        const auto to = static_cast<std::size_t>(map[lane]);
        table[(byte * 256 + value) * planes + to / 64] |= std::uint64_t{1} << (to % 64);
      }
  lane_maps_.push_back(std::move(table));
}

ReadSource Retrograde::source(const AlignedWords& set, Side mover) const {
  ReadSource s;
  s.set = {&layout_, set.data(), nullptr};
  for (std::size_t v = 0; v < others_.after.size(); ++v)
    if (others_.after[v] && others_.after[v]->to_move() != mover)
      s.after[v] = others_.after[v]->set();
  if (others_.after_row_man && others_.after_row_man->to_move() != mover)
    s.after_row_man = others_.after_row_man->set();
  for (const auto& m : others_.pawn_moves)
    if (m.table->to_move() != mover)
      s.static_moves.push_back({m.man, m.to, m.victim, m.table->set()});
  return s;
}

ReadSource Retrograde::changes(const Delta& delta, Side mover) const {
  ReadSource s;
  s.set = {&layout_, nullptr, &delta};
  const auto changed = [&](const SmallerTable& t) {
    return t.to_move() != mover && !t.changes().delta->empty();
  };
  for (std::size_t v = 0; v < others_.after.size(); ++v)
    if (others_.after[v] && changed(*others_.after[v])) s.after[v] = others_.after[v]->changes();
  if (others_.after_row_man && changed(*others_.after_row_man))
    s.after_row_man = others_.after_row_man->changes();
  for (const auto& m : others_.pawn_moves)
    if (changed(*m.table)) s.static_moves.push_back({m.man, m.to, m.victim, m.table->changes()});
  return s;
}

void Retrograde::legal_positions(std::uint64_t row, Side to_move, RowReader::Scratch& scratch,
                                 std::uint64_t* out) const {
  if (!reader_.enter(row, scratch)) {
    std::fill(out, out + words_, 0);
    return;
  }
  reader_.free_positions(scratch, out);
  Words takes(static_cast<std::size_t>(words_));
  reader_.takes(scratch, to_move, takes.data());
  for (int w = 0; w < words_; ++w) out[w] &= ~takes[static_cast<std::size_t>(w)];
}

// Calls f(row, scratch, out) for every row of the chunks, in parallel, and collects what it leaves
// in `out`.
Retrograde::Chunks Retrograde::each_row(ChunkRange chunks, const RowStep& f) const {
  const auto begin = static_cast<std::int64_t>(chunks.begin);
  const auto end = static_cast<std::int64_t>(chunks.end);
  Chunks added(chunks.end - chunks.begin);
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel default(none) shared(added, f, begin, end) num_threads(team)
  {
    auto scratch = reader_.make_scratch();
    AlignedWords out(static_cast<std::size_t>(words_));
    SpillWatch watch(spill_);
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = begin; c < end; ++c) {
      const std::uint64_t end_row = plan_.end_row(static_cast<std::uint64_t>(c));
      for (std::uint64_t row = plan_.begin_row(static_cast<std::uint64_t>(c)); row < end_row;
           watch.passed(), ++row)
        if (f(row, *scratch, out.data()))
          added[static_cast<std::size_t>(c - begin)].append(row, out.data(), words_);
    }
  }
  return added;
}

Retrograde::Sets::Sets(const Layout& layout, Side attacks, Spill* spill)
    : attacker(attacks), won(layout, opponent(attacks), spill), lost(layout, attacks, spill) {}

Retrograde::Sets Retrograde::initial_sets(Side attacker) const {
  Sets s(layout_, attacker, spill_);
  const auto words = static_cast<std::uint64_t>(words_);
  s.not_won = empty_set(anchor_attacks(s) ? rows_ : layout_.rows());
  s.undecided = empty_set(rows_);
  const Side defender = opponent(attacker);
  const auto rows = static_cast<std::int64_t>(rows_);
  [[maybe_unused]] const int team = team_for(rows_ * words);
#pragma omp parallel default(none) shared(s, words, attacker, defender, rows) num_threads(team)
  {
    auto scratch = reader_.make_scratch();
    SpillWatch watch(spill_);
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t r = 0; r < rows; ++r) {
      watch.passed();
      const auto row = static_cast<std::uint64_t>(r);
      legal_positions(row, attacker, *scratch, s.not_won.data() + row * words);
      legal_positions(row, defender, *scratch, s.undecided.data() + row * words);
    }
  }
  if (!anchor_attacks(s)) fill_ghosts(s.not_won);
  return s;
}

Retrograde::Chunks Retrograde::attacker_step(const Sets& sets, ChunkRange chunks) const {
  const ReadSource lost = changes(sets.lost, sets.attacker);
  return each_row(chunks, [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    if (layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch)) return false;
    const std::uint64_t* open = sets.not_won.data() + row * static_cast<std::uint64_t>(words_);
    return reader_.read(scratch, sets.attacker, lost, open, out);
  });
}

Retrograde::Chunks Retrograde::defender_step(const Sets& sets, ChunkRange chunks) const {
  const Side defender = opponent(sets.attacker);
  const ReadSource won = changes(sets.won, defender);
  const ReadSource not_won = source(sets.not_won, defender);
  return each_row(chunks, [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    if (layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch)) return false;
    const std::uint64_t* open = sets.undecided.data() + row * static_cast<std::uint64_t>(words_);
    return reader_.read(scratch, defender, won, open, out) &&
           reader_.exclude(scratch, defender, not_won, out);
  });
}

// Moves the words of a row to its images in the ghost slots. `words` calls a function with the
// number and the bits of each word that is not zero; `image` makes, from the number of the image's
// row, a function that takes such a pair.
template <class ForEachWord, class MakeImage>
void Retrograde::to_images(std::uint64_t row, ForEachWord&& words, MakeImage&& image) const {
  const auto anchor = static_cast<std::size_t>(row / layout_.slot_rows());
  if (ghosts_[anchor].empty()) return;
  const int state = layout_.state_of(row);
  std::array<Square, kMaxMen> outer, mapped;
  layout_.squares_of(row, outer.data());
  const int men = layout_.outer_men(), n = layout_.row_length, planes = layout_.planes;
  for (const Ghost& g : ghosts_[anchor]) {
    for (int i = 0; i < men; ++i)
      mapped[static_cast<unsigned>(i)] =
          g.map[static_cast<std::size_t>(outer[static_cast<unsigned>(i)])];
    const std::uint64_t* table = lane_maps_[g.lanes].data();
    const auto put = image(layout_.row_of(static_cast<int>(g.slot), state, mapped.data()));
    words([&](int word, std::uint64_t bits) {
      const int w = planes == 1 ? 0 : word / n, r = word - w * n;
      const int image_r = layout_.row_man ? g.map[static_cast<std::size_t>(r)] : 0;
      while (bits != 0) {
        const int byte = std::countr_zero(bits) / 8;
        const std::uint64_t value = (bits >> (8 * byte)) & 0xFF;
        bits &= ~(std::uint64_t{0xFF} << (8 * byte));
        const std::uint64_t* moved =
            table + (static_cast<std::uint64_t>(w * 8 + byte) * 256 + value) *
                        static_cast<std::uint64_t>(planes);
        for (int p = 0; p < planes; ++p) put(p * n + image_r, moved[p]);
      }
    });
  }
}

// Carries what a half-step found in one row into the sets and its delta.
void Retrograde::settle(Sets& sets, bool attacker, const RowStreamReader& found) const {
  Delta& delta = attacker ? sets.won : sets.lost;
  const auto begin = [&](AlignedWords& set, std::uint64_t row) {
    return set.data() + row * static_cast<std::uint64_t>(words_);
  };
  const auto words = [&](auto&& f) { found.for_each_word(f); };
  std::uint64_t* open = begin(attacker ? sets.not_won : sets.undecided, found.row());
  words([&](int w, std::uint64_t bits) { open[w] &= ~bits; });
  delta.add(found.row(), found.words());
  if (attacker == anchor_attacks(sets)) return;
  to_images(found.row(), words, [&](std::uint64_t row) {
    return [image = delta.add(row), not_won = attacker ? begin(sets.not_won, row) : nullptr](
               int w, std::uint64_t bits) {
      image[w] |= bits;
      if (not_won != nullptr) not_won[w] &= ~bits;
    };
  });
}

// Counts a row's positions by state; returns how many there are, unweighted.
std::uint64_t Retrograde::count(std::uint64_t row, const std::uint64_t* words,
                                std::vector<Tally>& tallies) const {
  const std::uint64_t n = internal::row_kernel().count(words, words_);
  const int state = layout_.state_of(row);
  if (!layout_.stored(state)) return n;
  Tally& t = tallies[static_cast<std::size_t>(state / layout_.layers)];
  if (t.positions == 0 || row < t.row) {
    t.row = row;
    t.word = 0;
    while (words[t.word] == 0) ++t.word;
    t.bits = words[t.word];
  }
  t.positions += n * static_cast<std::uint64_t>(
                         index_.anchor_weight(static_cast<std::size_t>(row / layout_.slot_rows())));
  return n;
}

// Carries chunks of what a half-step found into the sets and the delta, and counts it: the result
// is how many positions there are, in all states and unweighted.
std::uint64_t Retrograde::apply(Sets& sets, const std::vector<RowStream::Bytes>& chunks,
                                bool attacker, std::vector<Tally>& tallies) const {
  const auto count_of_chunks = static_cast<std::int64_t>(chunks.size());
  std::uint64_t all = 0;
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel default(none) \
    shared(sets, chunks, count_of_chunks, attacker, tallies) reduction(+ : all) num_threads(team)
  {
    std::vector<Tally> own(tallies.size());
    SpillWatch watch(spill_);
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = 0; c < count_of_chunks; ++c)
      for (RowStreamReader rows(chunks[static_cast<std::size_t>(c)], words_); rows.next();) {
        settle(sets, attacker, rows);
        all += count(rows.row(), rows.words(), own);
        watch.passed();
      }
#pragma omp critical
    for (std::size_t i = 0; i < own.size(); ++i) tallies[i].unite(own[i]);
  }
  return all;
}

// Makes the ghost slots of a set the images of the stored ones.
void Retrograde::fill_ghosts(AlignedWords& set) const {
  const auto row_words = static_cast<std::uint64_t>(words_);
  SpillWatch clearing(spill_);
  for (std::uint64_t at = rows_ * row_words; at < set.size(); at += row_words, clearing.passed())
    std::fill_n(set.begin() + at, row_words, 0);
  const auto rows = static_cast<std::int64_t>(rows_);
  [[maybe_unused]] const int team = team_for(rows_ * row_words);
#pragma omp parallel default(none) shared(set, rows, row_words) num_threads(team)
  {
    SpillWatch watch(spill_);
#pragma omp for schedule(dynamic, 64)
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::uint64_t>(r);
      const std::uint64_t* from = set.data() + row * row_words;
      to_images(
          row,
          [&](auto&& f) {
            for (int w = 0; w < words_; ++w)
              if (from[w] != 0) f(w, from[w]);
          },
          [&](std::uint64_t image) {
            return
                [to = set.data() + image * row_words](int w, std::uint64_t bits) { to[w] |= bits; };
          });
      watch.passed();
    }
  }
}

}  // namespace augmate
