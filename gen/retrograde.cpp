// SPDX-License-Identifier: MIT
#include "gen/retrograde.h"

#include <algorithm>
#include <bit>
#include <map>

#include "gen/team.h"

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
    h.replay(0, ~std::uint64_t{0}, row_words, [&](std::uint64_t, int, std::uint64_t bits) {
      n += static_cast<std::uint64_t>(std::popcount(bits));
    });
  }
  return n;
}

// Unites two lists of streams of the same ranges of rows.
std::vector<std::vector<std::uint64_t>> united(const std::vector<std::vector<std::uint64_t>>& a,
                                               const std::vector<std::vector<std::uint64_t>>& b,
                                               int row_words) {
  std::vector<std::vector<std::uint64_t>> result(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> rows;
    for (const auto* list : {&a, &b})
      if (i < list->size())
        HalfStep{0, (*list)[i]}.replay(0, ~std::uint64_t{0}, row_words,
                                       [&](std::uint64_t row, int w, std::uint64_t bits) {
                                         auto& words = rows[row];
                                         words.resize(static_cast<std::size_t>(row_words), 0);
                                         words[static_cast<std::size_t>(w)] |= bits;
                                       });
    for (const auto& [row, words] : rows) append_row(result[i], row, words.data(), row_words);
  }
  return result;
}

}  // namespace

Retrograde::Retrograde(const PositionIndex& index, const SolverLayout& layout, OtherEndings others)
    : index_(index),
      solver_(layout),
      layout_(solver_.layout),
      reader_(layout_),
      others_(std::move(others)),
      rows_(solver_.anchors * layout_.slot_rows()),
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

// Calls f(row, scratch, out) for every row with positions in it, in parallel, and collects what it
// leaves in `out` (zero before).
template <class F>
Retrograde::Chunks Retrograde::each_row(F&& f) const {
  const auto rows = static_cast<std::int64_t>(rows_);
  const std::int64_t chunks = (rows + kChunkRows - 1) / kChunkRows;
  Chunks added(static_cast<std::size_t>(chunks));
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel default(none) shared(added, f, rows, chunks) num_threads(team)
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

// The candidates (the mover to move) without a move into `legal_after`; in check or not as asked.
// In check is what is not in `other`, the legal positions of the opponent to move.
Retrograde::Chunks Retrograde::stuck_rows(const RowSet& legal_after, Words& candidates,
                                          const Words& other, Side mover, bool in_check,
                                          bool remove) const {
  const ReadSource legal = source(legal_after, mover, -1);
  return each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    const auto base = row * static_cast<std::uint64_t>(words_);
    std::uint64_t* here = candidates.data() + base;
    std::uint64_t open = 0;
    for (int w = 0; w < words_; ++w) open |= here[w];
    if (open == 0 || !reader_.enter(row, scratch)) return false;
    std::fill(out, out + words_, 0);
    reader_.read(scratch, mover, legal, out);
    for (int w = 0; w < words_; ++w) {
      const std::uint64_t calm = other[base + static_cast<unsigned>(w)];
      out[w] = here[w] & ~out[w] & (in_check ? ~calm : calm);
      if (remove) here[w] &= ~out[w];
    }
    return true;
  });
}

// Called on the initial sets: not_won and undecided are all legal positions. The other endings'
// sets are left as all legal positions too.
Retrograde::Stuck Retrograde::find_stuck(Sets& sets) {
  Stuck stuck;
  const Side defender = opponent(sets.attacker);
  others_.for_each([](SmallerTable& t) { t.select_legal(); });
  // With ghosts both ways: the attacker's moves are looked for only where stalemating oneself pays.
  if (layout_.game->rules().stalemate >
      infinite_play(*layout_.game, index_.material(), sets.attacker)) {
    Words legal = sets.undecided;
    legal.resize(layout_.rows() * static_cast<std::uint64_t>(words_), 0);
    Stamps stamps(layout_.rows(), kNever);
    fill_ghosts(legal, stamps);
    stuck.attacker_stalemates = stuck_rows({&layout_, legal.data(), stamps.data()}, sets.not_won,
                                           sets.undecided, sets.attacker, false, false);
  }
  const RowSet after{&layout_, sets.not_won.data(), sets.not_won_stamps.data()};
  stuck.mates = stuck_rows(after, sets.undecided, sets.not_won, defender, true, true);
  stuck.stalemates = stuck_rows(after, sets.undecided, sets.not_won, defender, false, true);
  return stuck;
}

// The set P: see the head of retrograde.h. W below is what is won by mate.
Retrograde::Chunks Retrograde::perpetual_positions(const Sets& sets) {
  const Side attacker = sets.attacker, defender = opponent(attacker);
  const auto words = static_cast<std::size_t>(words_);
  const std::uint64_t all = layout_.rows() * words;
  // outside: the attacker to move, legal, neither in P nor in W. checked: the defender to move, in
  // check, with replies into P or W only.
  Words outside(all, 0), inside(rows_ * words, 0), checked(all, 0);
  Stamps stamps(layout_.rows(), kNever);
  const auto perpetual = [](Outcome o, int plies) {
    return [=](Value v) { return v.outcome == o && v.plies == plies; };
  };
  others_.for_each([&](SmallerTable& t) {
    if (t.to_move() == attacker)
      t.select(
          [&](Value v) {
            return v.outcome != Outcome::kWin && !perpetual(Outcome::kWinPerpetual, 0)(v);
          },
          false);
    else
      t.select(perpetual(Outcome::kLossPerpetual, 1), true);
  });
  const Sets fresh = initial_sets(attacker);
  for (std::uint64_t w = 0; w < rows_ * words; ++w) {
    inside[w] = sets.not_won[w] & fresh.undecided[w];  // neither side in check
    outside[w] = sets.not_won[w] & ~inside[w];
  }
  for (bool changed = true; changed;) {
    fill_ghosts(outside, stamps);
    const ReadSource bad = source({&layout_, outside.data(), stamps.data()}, defender, -1);
    std::fill(checked.begin(), checked.end(), 0);
    each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
      if (!reader_.enter(row, scratch)) return false;
      std::fill(out, out + words_, 0);
      reader_.read(scratch, defender, bad, out);
      for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t at = row * words + w;
        checked[at] = fresh.undecided[at] & ~fresh.not_won[at] & ~out[w];
      }
      return false;
    });
    fill_ghosts(checked, stamps);
    const ReadSource good = source({&layout_, checked.data(), stamps.data()}, attacker, -1);
    const Chunks gone =
        each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
          if (!reader_.enter(row, scratch)) return false;
          std::fill(out, out + words_, 0);
          reader_.read(scratch, attacker, good, out);
          for (std::size_t w = 0; w < words; ++w) {
            out[w] = inside[row * words + w] & ~out[w];
            inside[row * words + w] &= ~out[w];
            outside[row * words + w] |= out[w];
          }
          return true;
        });
    changed = std::any_of(gone.begin(), gone.end(), [](const Words& w) { return !w.empty(); });
  }
  return each_row([&](std::uint64_t row, RowReader::Scratch&, std::uint64_t* out) {
    std::copy_n(inside.data() + row * words, words, out);
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
    if (open == 0 || layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch))
      return false;
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

void Retrograde::apply_ghosts(Words& words, std::vector<std::uint16_t>& stamps, std::uint64_t row,
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

// Carries what a half-step found into the sets. True if there was anything.
bool Retrograde::apply(Sets& sets, const Chunks& added, bool attacker, int step) const {
  const auto chunks = static_cast<std::int64_t>(added.size());
  const bool any =
      std::any_of(added.begin(), added.end(), [](const Words& w) { return !w.empty(); });
  if (!any) return false;
  Words& words = attacker ? sets.not_won : sets.lost;
  std::vector<std::uint16_t>& stamps = attacker ? sets.not_won_stamps : sets.lost_stamps;
  const bool ghosts = attacker != sets.ghosts_of_lost;
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel default(none) \
    shared(sets, added, words, stamps, chunks, attacker, step, ghosts) num_threads(team)
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

// Appends the rows of a stream that are of the layer that is stored.
void Retrograde::append_stored(Words& stream, const Words& added) const {
  const auto bitmap_words = static_cast<std::size_t>(words_ + 63) / 64;
  for (std::size_t at = 0; at < added.size();) {
    std::size_t end = at + 1 + bitmap_words;
    for (std::size_t b = 0; b < bitmap_words; ++b)
      end += static_cast<std::size_t>(std::popcount(added[at + 1 + b]));
    if (layout_.stored(layout_.state_of(added[at])))
      stream.insert(stream.end(), added.begin() + static_cast<std::ptrdiff_t>(at),
                    added.begin() + static_cast<std::ptrdiff_t>(end));
    at = end;
  }
}

Result<RunJournal> Retrograde::force(Sets& sets, Outcome outcome, const Chunks& won,
                                     const Chunks& lost, SolveProgress& shown,
                                     const std::function<void(const SolveProgress&)>& progress) {
  RunJournal journal;
  journal.outcome = outcome;
  const auto keep = [&](std::vector<HalfStep>& steps, const Chunks& added, int step) {
    HalfStep h;
    h.step = step;
    for (const Words& w : added)
      if (layout_.layers == 1)
        h.stream.insert(h.stream.end(), w.begin(), w.end());
      else
        append_stored(h.stream, w);
    if (h.stream.empty()) return;
    steps.push_back(std::move(h));
    shown.positions += count_bits(added, words_);
  };
  std::fill(sets.not_won_stamps.begin(), sets.not_won_stamps.end(), kNever);
  std::fill(sets.lost_stamps.begin(), sets.lost_stamps.end(), kNever);
  keep(journal.attacker, won, 0);
  keep(journal.defender, lost, 0);
  bool not_won_changed = apply(sets, won, true, 0);
  bool lost_changed = apply(sets, lost, false, 0);
  int to_come = -1;
  const auto advance = [&](int step) {
    others_.for_each([&](SmallerTable& t) {
      const bool changed = t.advance(step);
      (t.to_move() == sets.attacker ? not_won_changed : lost_changed) |= changed;
      to_come = std::max(to_come, t.last_change());
    });
  };
  advance(0);
  for (int step = 1; lost_changed || not_won_changed || to_come >= step; ++step) {
    if (step > kMaxPlies)
      return Error{ErrorCode::kTooLarge, "distances pass " + std::to_string(kMaxPlies) + " plies"};
    Chunks now_won, now_lost;
    if (lost_changed) now_won = attacker_step(sets, step);
    if (not_won_changed) now_lost = defender_step(sets, step);
    keep(journal.attacker, now_won, step);
    keep(journal.defender, now_lost, step);
    not_won_changed = apply(sets, now_won, true, step);
    lost_changed = apply(sets, now_lost, false, step);
    advance(step);
    shown.step = step;
    if (progress) progress(shown);
  }
  return journal;
}

Result<std::vector<RunJournal>> Retrograde::run(
    Side attacker, const std::function<void(const SolveProgress&)>& progress) {
  std::vector<RunJournal> journals;
  SolveProgress shown;
  shown.attacker = attacker;
  Sets sets = initial_sets(attacker);
  const Outcome stalemate = layout_.game->rules().stalemate;
  Stuck stuck;
  for (const Outcome outcome : winning_outcomes(*layout_.game, index_.material(), attacker)) {
    Chunks won, lost;
    if (outcome == Outcome::kWinPerpetual) won = perpetual_positions(sets);
    if (outcome == Outcome::kWin) {
      stuck = find_stuck(sets);
      lost = stuck.mates;
    }
    others_.for_each([&](SmallerTable& t) { t.start(attacker, outcome); });
    if (outcome == opposite(stalemate)) lost = united(lost, stuck.stalemates, words_);
    if (outcome == stalemate) won = united(won, stuck.attacker_stalemates, words_);
    auto journal = force(sets, outcome, won, lost, shown, progress);
    if (!journal) return journal.error();
    journals.push_back(std::move(*journal));
  }
  return journals;
}

}  // namespace augmate
