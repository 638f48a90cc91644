// SPDX-License-Identifier: MIT
#include "gen/retrograde.h"

#include <algorithm>
#include <bit>

namespace augmate {
namespace {

constexpr std::uint16_t kNever = 0xFFFF;
constexpr std::int64_t kChunkRows = 64;

// Appends one row to a stream (HalfStep) if any word is not zero.
bool append_row(std::vector<std::uint64_t>& stream, std::uint64_t row, const std::uint64_t* words,
                int row_words) {
  const std::size_t start = stream.size();
  const auto bitmap_words = static_cast<std::size_t>(row_words + 63) / 64;
  stream.resize(start + 1 + bitmap_words, 0);
  stream[start] = row;
  for (int w = 0; w < row_words; ++w) {
    if (words[w] == 0) continue;
    stream[start + 1 + static_cast<std::size_t>(w / 64)] |= std::uint64_t{1} << (w % 64);
    stream.push_back(words[w]);
  }
  if (stream.size() == start + 1 + bitmap_words) {
    stream.resize(start);
    return false;
  }
  return true;
}

std::uint64_t count_bits(const std::vector<std::vector<std::uint64_t>>& chunks, int row_words) {
  std::uint64_t n = 0;
  for (const auto& stream : chunks) {
    HalfStep h{0, stream};
    h.replay(0, ~std::uint64_t{0}, row_words,
             [&](std::uint64_t, int, std::uint64_t bits) { n += static_cast<std::uint64_t>(std::popcount(bits)); });
  }
  return n;
}

}  // namespace

Retrograde::Retrograde(const PositionIndex& index, const SolverLayout& layout, Smaller smaller)
    : index_(index),
      solver_(layout),
      layout_(solver_.layout),
      reader_(layout_),
      smaller_(std::move(smaller)),
      rows_(solver_.anchors * layout_.outer_places),
      words_(layout_.row_words()) {
  find_ghosts();
}

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
    ghosts_[static_cast<std::size_t>(folded.number)].push_back({slot, std::move(back), lane_maps_.size() - 1});
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
  for (std::size_t d = 0; d < layout_.dimensions.size(); ++d)
    if (layout_.dimensions[d].side != mover) s.after_outer[d] = smaller_.outer[d]->set();
  if (layout_.row_man && layout_.row_man->side != mover) s.after_row_man = smaller_.row_man->set();
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

// Calls f(row, scratch, out) for every row with positions in it, in parallel, and collects what it
// leaves in `out` (zero before).
template <class F>
Retrograde::Chunks Retrograde::each_row(F&& f) const {
  const auto rows = static_cast<std::int64_t>(rows_);
  const std::int64_t chunks = (rows + kChunkRows - 1) / kChunkRows;
  Chunks added(static_cast<std::size_t>(chunks));
#pragma omp parallel default(none) shared(added, f, rows, chunks)
  {
    auto scratch = reader_.make_scratch();
    Words out(static_cast<std::size_t>(words_));
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = 0; c < chunks; ++c) {
      const std::int64_t end = std::min(rows, (c + 1) * kChunkRows);
      for (std::int64_t r = c * kChunkRows; r < end; ++r) {
        const auto row = static_cast<std::uint64_t>(r);
        if (f(row, *scratch, out.data())) {
          append_row(added[static_cast<std::size_t>(c)], row, out.data(), words_);
        }
      }
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
  const bool ghosts = !s.ghosts_of_lost;
  const auto rows = static_cast<std::int64_t>(rows_);
#pragma omp parallel default(none) shared(s, words, attacker, defender, rows, ghosts)
  {
    auto scratch = reader_.make_scratch();
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::uint64_t>(r);
      std::uint64_t* not_won = s.not_won.data() + row * words;
      legal_positions(row, attacker, *scratch, not_won);
      legal_positions(row, defender, *scratch, s.undecided.data() + row * words);
      if (ghosts) apply_ghosts(s.not_won, s.not_won_stamps, row, not_won, true, kNever);
    }
  }
  return s;
}

Retrograde::Chunks Retrograde::find_mates(Sets& sets) const {
  const Side defender = opponent(sets.attacker);
  const ReadSource legal = source({&layout_, sets.not_won.data(), sets.not_won_stamps.data()}, defender, -1);
  return each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    const auto base = row * static_cast<std::uint64_t>(words_);
    std::uint64_t* undecided = sets.undecided.data() + base;
    std::uint64_t open = 0;
    for (int w = 0; w < words_; ++w) open |= undecided[w];
    if (open == 0 || !reader_.enter(row, scratch)) return false;
    std::fill(out, out + words_, 0);
    reader_.read(scratch, defender, legal, out);
    for (int w = 0; w < words_; ++w) {
      const std::uint64_t stuck = undecided[w] & ~out[w];
      undecided[w] &= ~stuck;
      out[w] = stuck & ~sets.not_won[base + static_cast<unsigned>(w)];  // in check: mate
    }
    return true;
  });
}

Retrograde::Chunks Retrograde::attacker_step(const Sets& sets, int step) const {
  const ReadSource lost =
      source({&layout_, sets.lost.data(), sets.lost_stamps.data()}, sets.attacker, step - 1);
  return each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    const std::uint64_t* not_won = sets.not_won.data() + row * static_cast<std::uint64_t>(words_);
    std::uint64_t open = 0;
    for (int w = 0; w < words_; ++w) open |= not_won[w];
    if (open == 0 || !reader_.enter(row, scratch)) return false;
    std::fill(out, out + words_, 0);
    if (!reader_.read(scratch, sets.attacker, lost, out)) return false;
    for (int w = 0; w < words_; ++w) out[w] &= not_won[w];
    return true;
  });
}

Retrograde::Chunks Retrograde::defender_step(const Sets& sets, int step) const {
  const Side defender = opponent(sets.attacker);
  const RowSet set{&layout_, sets.not_won.data(), sets.not_won_stamps.data()};
  const ReadSource changed = source(set, defender, step - 1);
  const ReadSource all = source(set, defender, -1);
  return each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    const std::uint64_t* undecided = sets.undecided.data() + row * static_cast<std::uint64_t>(words_);
    std::uint64_t open = 0;
    for (int w = 0; w < words_; ++w) open |= undecided[w];
    if (open == 0 || !reader_.enter(row, scratch)) return false;
    if (!reader_.any_source_changed(scratch, defender, changed)) return false;
    std::fill(out, out + words_, 0);
    reader_.read(scratch, defender, all, out);
    for (int w = 0; w < words_; ++w) out[w] = undecided[w] & ~out[w];
    return true;
  });
}

void Retrograde::apply_ghosts(Words& words, std::vector<std::uint16_t>& stamps, std::uint64_t row,
                              const std::uint64_t* bits, bool set, int step) const {
  const auto anchor = static_cast<std::size_t>(row / layout_.outer_places);
  if (ghosts_[anchor].empty()) return;
  std::array<Square, kMaxMen> outer, mapped;
  layout_.squares_of(row, outer.data());
  const int men = layout_.outer_men(), n = layout_.row_length, planes = layout_.planes;
  for (const Ghost& g : ghosts_[anchor]) {
    for (int i = 0; i < men; ++i)
      mapped[static_cast<unsigned>(i)] = g.map[static_cast<std::size_t>(outer[static_cast<unsigned>(i)])];
    const std::uint64_t image = layout_.row_of(static_cast<int>(g.slot), mapped.data());
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
              table + (static_cast<std::uint64_t>(w * 8 + byte) * 256 + value) * static_cast<std::uint64_t>(planes);
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

// Carries what a half-step found into the sets. True if there was anything.
bool Retrograde::apply(Sets& sets, const Chunks& added, bool attacker, int step) const {
  const auto chunks = static_cast<std::int64_t>(added.size());
  const bool any = std::any_of(added.begin(), added.end(), [](const Words& w) { return !w.empty(); });
  if (!any) return false;
  Words& words = attacker ? sets.not_won : sets.lost;
  std::vector<std::uint16_t>& stamps = attacker ? sets.not_won_stamps : sets.lost_stamps;
  const bool ghosts = attacker != sets.ghosts_of_lost;
#pragma omp parallel default(none) shared(sets, added, words, stamps, chunks, attacker, step, ghosts)
  {
    Words full(static_cast<std::size_t>(words_));
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = 0; c < chunks; ++c) {
      const HalfStep part{step, added[static_cast<std::size_t>(c)]};
      std::size_t at = 0;
      while (at < part.stream.size()) {
        const std::uint64_t row = part.stream[at];
        std::fill(full.begin(), full.end(), 0);
        at = part.replay(at, row + 1, words_, [&](std::uint64_t, int w, std::uint64_t bits) {
          full[static_cast<std::size_t>(w)] = bits;
        });
        const auto base = row * static_cast<std::uint64_t>(words_);
        for (int w = 0; w < words_; ++w) {
          const std::uint64_t bits = full[static_cast<std::size_t>(w)];
          if (bits == 0) continue;
          if (attacker) {
            sets.not_won[base + static_cast<unsigned>(w)] &= ~bits;
          } else {
            sets.lost[base + static_cast<unsigned>(w)] |= bits;
            sets.undecided[base + static_cast<unsigned>(w)] &= ~bits;
          }
        }
        stamps[row] = static_cast<std::uint16_t>(step);
        if (ghosts) apply_ghosts(words, stamps, row, full.data(), !attacker, step);
      }
    }
  }
  return true;
}

Result<RunJournal> Retrograde::run(Side attacker,
                                   const std::function<void(const SolveProgress&)>& progress) {
  RunJournal journal;
  std::vector<SmallerTable*> smaller;
  for (auto& t : smaller_.outer)
    if (t) smaller.push_back(t.get());
  if (smaller_.row_man) smaller.push_back(smaller_.row_man.get());
  for (SmallerTable* t : smaller) t->start(attacker);

  SolveProgress shown;
  shown.attacker = attacker;
  const auto keep = [&](std::vector<HalfStep>& steps, const Chunks& added, int step) {
    HalfStep h;
    h.step = step;
    for (const Words& w : added) h.stream.insert(h.stream.end(), w.begin(), w.end());
    if (h.stream.empty()) return;
    steps.push_back(std::move(h));
    shown.positions += count_bits(added, words_);
  };

  Sets sets = initial_sets(attacker);
  Chunks mates = find_mates(sets);
  keep(journal.defender, mates, 0);
  bool lost_changed = apply(sets, mates, false, 0);
  bool not_won_changed = false;
  for (SmallerTable* t : smaller) {
    const bool changed = t->advance(0);
    (t->to_move() == attacker ? not_won_changed : lost_changed) |= changed;
  }

  for (int step = 1;; ++step) {
    int to_come = -1;
    for (SmallerTable* t : smaller) to_come = std::max(to_come, t->last_change());
    if (!lost_changed && !not_won_changed && to_come < step) break;
    if (step > kMaxPlies)
      return Error{ErrorCode::kTooLarge, "distances pass " + std::to_string(kMaxPlies) + " plies"};
    Chunks won, lost;
    if (lost_changed) won = attacker_step(sets, step);
    if (not_won_changed) lost = defender_step(sets, step);
    keep(journal.attacker, won, step);
    keep(journal.defender, lost, step);
    not_won_changed = apply(sets, won, true, step);
    lost_changed = apply(sets, lost, false, step);
    for (SmallerTable* t : smaller) {
      const bool changed = t->advance(step);
      (t->to_move() == attacker ? not_won_changed : lost_changed) |= changed;
    }
    shown.step = step;
    if (progress) progress(shown);
  }
  return journal;
}

}  // namespace augmate
