// SPDX-License-Identifier: MIT
// Retrograde's half-steps: reading rows of one step's sets and applying what they add.
#include <algorithm>
#include <bit>

#include "gen/internal/row_kernel.h"
#include "gen/internal/row_map.h"
#include "gen/retrograde.h"
#include "gen/team.h"

namespace augmate {
void Retrograde::find_ghosts() {
  ghosts_.resize(solver_.anchors);
  const auto& symmetries = index_.symmetries();
  std::vector<std::shared_ptr<const internal::RowMap>> maps(symmetries.size());
  for (std::size_t slot = solver_.anchors; slot < layout_.slots.size(); ++slot) {
    const auto& folded = index_.fold(layout_.slots[slot]);
    const auto& there = symmetries[static_cast<std::size_t>(folded.symmetry)].map;
    std::vector<Square> back(there.size());
    for (std::size_t s = 0; s < there.size(); ++s)
      back[static_cast<std::size_t>(there[s])] = static_cast<Square>(s);
    auto& map = maps[static_cast<std::size_t>(folded.symmetry)];
    if (!map) map = std::make_shared<internal::RowMap>(layout_, back);
    ghosts_[static_cast<std::size_t>(folded.number)].push_back({slot, std::move(back), map});
  }
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

ReadSource Retrograde::changes(Side mover) const {
  ReadSource s;
  s.set = {&layout_, nullptr, changed_[index(mover)].get()};
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

// Calls f(row, scratch, out) for rows of the chunks, in parallel, and collects what it leaves in
// `out`. `choose` appends to a list those of the rows from one to another that are wanted.
template <class Choose>
Retrograde::Chunks Retrograde::each_row(ChunkRange chunks, const Choose& choose,
                                        const RowStep& f) const {
  const auto begin = static_cast<std::int64_t>(chunks.begin);
  const auto end = static_cast<std::int64_t>(chunks.end);
  Chunks added(chunks.end - chunks.begin);
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel default(none) shared(added, choose, f, begin, end) num_threads(team)
  {
    auto scratch = reader_.make_scratch();
    AlignedWords out(static_cast<std::size_t>(words_));
    SpillWatch watch(spill_);
    std::vector<std::uint64_t> rows;
    RowStream found;  // room that is used again, so that a chunk's own is allocated once
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = begin; c < end; ++c) {
      const auto chunk = static_cast<std::uint64_t>(c);
      rows.clear();
      found.clear();
      choose(plan_.begin_row(chunk), plan_.end_row(chunk), rows);
      for (const std::uint64_t row : rows) {
        if (f(row, *scratch, out.data())) found.append(row, out.data(), words_);
        watch.passed();
      }
      added[static_cast<std::size_t>(c - begin)] = found;
    }
  }
  return added;
}

Retrograde::Chunks Retrograde::each_row(ChunkRange chunks, const RowStep& f) const {
  return each_row(
      chunks,
      [](std::uint64_t row, std::uint64_t end, std::vector<std::uint64_t>& rows) {
        while (row < end) rows.push_back(row++);
      },
      f);
}

// Of the rows in which a move may lead into what changed.
Retrograde::Chunks Retrograde::each_changed_row(ChunkRange chunks, Side mover,
                                                const ReadSource& changes, const RowStep& f) const {
  return each_row(
      chunks,
      [&](std::uint64_t row, std::uint64_t end, std::vector<std::uint64_t>& rows) {
        reader_.find_changed(row, end, mover, changes, rows);
      },
      f);
}

Retrograde::Sets Retrograde::initial_sets(Side attacker, Sets room) const {
  Sets s = std::move(room);
  s.attacker = attacker;
  const auto words = static_cast<std::uint64_t>(words_);
  // Not always with ghosts, but memory that is not touched costs nothing.
  if (s.not_won.empty()) s.not_won = empty_set(layout_.rows());
  if (s.undecided.empty()) s.undecided = empty_set(rows_);
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
  const ReadSource lost = changes(sets.attacker);
  const auto step = [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    if (layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch)) return false;
    const std::uint64_t* open = sets.not_won.data() + row * static_cast<std::uint64_t>(words_);
    return reader_.read(scratch, sets.attacker, lost, open, out);
  };
  return each_changed_row(chunks, sets.attacker, lost, step);
}

Retrograde::Chunks Retrograde::defender_step(const Sets& sets, ChunkRange chunks) const {
  const Side defender = opponent(sets.attacker);
  const ReadSource won = changes(defender);
  const ReadSource not_won = source(sets.not_won, defender);
  const auto step = [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    if (layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch)) return false;
    const std::uint64_t* open = sets.undecided.data() + row * static_cast<std::uint64_t>(words_);
    return reader_.read(scratch, defender, won, open, out) &&
           reader_.exclude(scratch, defender, not_won, out);
  };
  return each_changed_row(chunks, defender, won, step);
}

// Calls f(row, map) for the images of a row in the ghost slots.
template <class F>
void Retrograde::for_each_image(std::uint64_t row, F&& f) const {
  const auto anchor = static_cast<std::size_t>(row / layout_.slot_rows());
  if (ghosts_[anchor].empty()) return;
  const int state = layout_.state_of(row), men = layout_.outer_men();
  std::array<Square, kMaxMen> outer, mapped;
  layout_.squares_of(row, outer.data());
  for (const Ghost& g : ghosts_[anchor]) {
    for (int i = 0; i < men; ++i)
      mapped[static_cast<unsigned>(i)] =
          g.squares[static_cast<std::size_t>(outer[static_cast<unsigned>(i)])];
    f(layout_.row_of(static_cast<int>(g.slot), state, mapped.data()), g.map->tables());
  }
}

// Carries what a half-step found in one row into the sets and its delta.
void Retrograde::settle(Sets& sets, bool attacker, const RowStreamReader& found) const {
  Delta& delta = *changed_[index(attacker ? opponent(sets.attacker) : sets.attacker)];
  const auto take_away = [&](AlignedWords& set, std::uint64_t row, const std::uint64_t* words) {
    kernel_.and_not_row(set.data() + row * static_cast<std::uint64_t>(words_), words, words_);
  };
  take_away(attacker ? sets.not_won : sets.undecided, found.row(), found.words());
  delta.add(found.row(), found.words());
  if (attacker == anchor_attacks(sets)) return;
  for_each_image(found.row(), [&](std::uint64_t row, const internal::RowMapTables& map) {
    std::uint64_t* image = delta.add(row);
    kernel_.map(map, found.words(), image);
    if (attacker) take_away(sets.not_won, row, image);
  });
}

// Counts a row's positions by state; returns how many there are, unweighted.
std::uint64_t Retrograde::count(std::uint64_t row, const std::uint64_t* words,
                                std::vector<Tally>& tallies) const {
  const std::uint64_t n = kernel_.count(words, words_);
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
  const auto rows = static_cast<std::int64_t>(rows_);
  [[maybe_unused]] const int team = team_for(rows_ * row_words);
#pragma omp parallel default(none) shared(set, rows, row_words) num_threads(team)
  {
    SpillWatch watch(spill_);
#pragma omp for schedule(dynamic, 64)
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::uint64_t>(r);
      for_each_image(row, [&](std::uint64_t image, const internal::RowMapTables& map) {
        std::uint64_t* to = set.data() + image * row_words;
        std::fill_n(to, row_words, 0);
        kernel_.map(map, set.data() + row * row_words, to);
      });
      watch.passed();
    }
  }
}

}  // namespace augmate
