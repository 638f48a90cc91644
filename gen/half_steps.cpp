// SPDX-License-Identifier: MIT
// Retrograde's half-steps: reading rows of one step's sets and applying what they add.
#include <algorithm>
#include <bit>

#include "gen/retrograde.h"
#include "gen/team.h"

namespace augmate {
namespace {

constexpr std::uint16_t kNever = 0xFFFF;

}  // namespace

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

ReadSource Retrograde::source(const RowSet& set, Side mover, int changed_at) const {
  ReadSource s;
  s.set = set;
  s.changed_at = changed_at;
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

void Retrograde::legal_positions(std::uint64_t row, Side to_move, RowReader::Scratch& scratch,
                                 std::uint64_t* out) const {
  if (!reader_.enter(row, scratch)) {
    std::fill(out, out + words_, 0);
    return;
  }
  reader_.free_positions(scratch, out);
  Words takes(static_cast<std::size_t>(words_), 0);
  ReadSource royal;
  royal.takes_royal = true;
  if (reader_.read(scratch, to_move, royal, takes.data()))
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
    Words out(static_cast<std::size_t>(words_));
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = begin; c < end; ++c) {
      const std::uint64_t end_row = plan_.end_row(static_cast<std::uint64_t>(c));
      for (std::uint64_t row = plan_.begin_row(static_cast<std::uint64_t>(c)); row < end_row; ++row)
        if (f(row, *scratch, out.data()))
          added[static_cast<std::size_t>(c - begin)].append(row, out.data(), words_);
    }
  }
  return added;
}

Retrograde::Sets Retrograde::initial_sets(Side attacker) const {
  Sets s;
  s.attacker = attacker;
  s.ghosts_of_lost = layout_.anchor_side == attacker;
  const auto words = static_cast<std::uint64_t>(words_);
  const std::uint64_t all_rows = layout_.rows();
  const std::uint64_t lost_rows = s.ghosts_of_lost ? all_rows : rows_;
  const std::uint64_t not_won_rows = s.ghosts_of_lost ? rows_ : all_rows;
  s.not_won.assign(not_won_rows * words, 0);
  s.lost.assign(lost_rows * words, 0);
  s.undecided.assign(rows_ * words, 0);
  s.not_won_stamps.assign(not_won_rows, kNever);
  s.lost_stamps.assign(lost_rows, kNever);
  const Side defender = opponent(attacker);
  const auto rows = static_cast<std::int64_t>(rows_);
  [[maybe_unused]] const int team = team_for(rows_ * words);
#pragma omp parallel default(none) shared(s, words, attacker, defender, rows) num_threads(team)
  {
    auto scratch = reader_.make_scratch();
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::uint64_t>(r);
      legal_positions(row, attacker, *scratch, s.not_won.data() + row * words);
      legal_positions(row, defender, *scratch, s.undecided.data() + row * words);
    }
  }
  if (!s.ghosts_of_lost) fill_ghosts(s.not_won, s.not_won_stamps);
  return s;
}

Retrograde::Chunks Retrograde::attacker_step(const Sets& sets, int step, ChunkRange chunks) const {
  const ReadSource lost =
      source({&layout_, sets.lost.data(), sets.lost_stamps.data()}, sets.attacker, step - 1);
  return each_row(chunks, [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    const std::uint64_t* not_won = sets.not_won.data() + row * static_cast<std::uint64_t>(words_);
    std::uint64_t open = 0;
    for (int w = 0; w < words_; ++w) open |= not_won[w];
    if (open == 0 || layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch))
      return false;
    std::fill(out, out + words_, 0);
    if (!reader_.read(scratch, sets.attacker, lost, out)) return false;
    for (int w = 0; w < words_; ++w) out[w] &= not_won[w];
    return true;
  });
}

Retrograde::Chunks Retrograde::defender_step(const Sets& sets, int step, ChunkRange chunks) const {
  const Side defender = opponent(sets.attacker);
  const RowSet set{&layout_, sets.not_won.data(), sets.not_won_stamps.data()};
  const ReadSource changed = source(set, defender, step - 1);
  const ReadSource all = source(set, defender, -1);
  return each_row(chunks, [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    const std::uint64_t* undecided =
        sets.undecided.data() + row * static_cast<std::uint64_t>(words_);
    std::uint64_t open = 0;
    for (int w = 0; w < words_; ++w) open |= undecided[w];
    if (open == 0 || layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch))
      return false;
    if (!reader_.any_source_changed(scratch, defender, changed)) return false;
    std::fill(out, out + words_, 0);
    reader_.read(scratch, defender, all, out);
    for (int w = 0; w < words_; ++w) out[w] = undecided[w] & ~out[w];
    return true;
  });
}

void Retrograde::apply_ghosts(Words& words, Stamps& stamps, std::uint64_t row,
                              const std::uint64_t* bits, bool set, int step) const {
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
    const std::uint64_t image = layout_.row_of(static_cast<int>(g.slot), state, mapped.data());
    std::uint64_t* to = words.data() + image * static_cast<std::uint64_t>(words_);
    const std::uint64_t* table = lane_maps_[g.lanes].data();
    bool some = false;
    for (int w = 0; w < planes; ++w)
      for (int r = 0; r < layout_.row_squares(); ++r) {
        const std::uint64_t word = bits[w * n + r];
        if (word == 0) continue;
        some = true;
        const int image_r = layout_.row_man ? g.map[static_cast<std::size_t>(r)] : 0;
        for (int byte = 0; byte < 8; ++byte) {
          const std::uint64_t value = (word >> (8 * byte)) & 0xFF;
          if (value == 0) continue;
          const std::uint64_t* moved =
              table + (static_cast<std::uint64_t>(w * 8 + byte) * 256 + value) *
                          static_cast<std::uint64_t>(planes);
          for (int p = 0; p < planes; ++p) {
            if (set)
              to[p * n + image_r] |= moved[p];
            else
              to[p * n + image_r] &= ~moved[p];
          }
        }
      }
    if (some) stamps[image] = static_cast<std::uint16_t>(step);
  }
}

// Carries chunks of what a half-step found into the sets.
void Retrograde::apply(Sets& sets, const std::vector<RowStream::Bytes>& chunks, bool attacker,
                       int step) const {
  const auto count = static_cast<std::int64_t>(chunks.size());
  Words& words = attacker ? sets.not_won : sets.lost;
  Stamps& stamps = attacker ? sets.not_won_stamps : sets.lost_stamps;
  const bool ghosts = attacker != sets.ghosts_of_lost;
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel for default(none) shared(sets, chunks, words, stamps, count, attacker, step, \
                                              ghosts) schedule(dynamic, 1) num_threads(team)
  for (std::int64_t c = 0; c < count; ++c) {
    RowStreamReader rows(chunks[static_cast<std::size_t>(c)], words_);
    while (rows.next()) {
      const std::uint64_t base = rows.row() * static_cast<std::uint64_t>(words_);
      rows.for_each_word([&](int w, std::uint64_t bits) {
        const std::uint64_t at = base + static_cast<unsigned>(w);
        if (attacker) {
          sets.not_won[at] &= ~bits;
        } else {
          sets.lost[at] |= bits;
          sets.undecided[at] &= ~bits;
        }
      });
      stamps[rows.row()] = static_cast<std::uint16_t>(step);
      if (ghosts) apply_ghosts(words, stamps, rows.row(), rows.words(), !attacker, step);
    }
  }
}

// Makes the ghost slots of a set the images of the stored ones.
void Retrograde::fill_ghosts(Words& words, Stamps& stamps) const {
  const auto row_words = static_cast<std::uint64_t>(words_);
  std::fill(words.begin() + static_cast<std::ptrdiff_t>(rows_ * row_words), words.end(), 0);
  const auto rows = static_cast<std::int64_t>(rows_);
  [[maybe_unused]] const int team = team_for(rows_ * row_words);
#pragma omp parallel for default(none) shared(words, stamps, rows, row_words) \
    schedule(dynamic, 64) num_threads(team)
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto row = static_cast<std::uint64_t>(r);
    apply_ghosts(words, stamps, row, words.data() + row * row_words, true, kNever);
  }
}

}  // namespace augmate
