// SPDX-License-Identifier: MIT
#include "gen/retrograde.h"

#include <algorithm>
#include <bit>
#include <map>

#include "gen/team.h"

namespace augmate {
namespace {

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

// Calls f(row, scratch, out) for every row, in parallel, and collects what is in `out` where it
// says true.
template <class F>
Retrograde::Chunks Retrograde::each_row(F&& f) const {
  return each_row(f, [](std::uint64_t, const std::uint64_t*, Words&) {});
}

// The same, calling settled(row, out, image) for those rows.
template <class F, class G>
Retrograde::Chunks Retrograde::each_row(F&& f, G&& settled) const {
  const auto rows = static_cast<std::int64_t>(rows_);
  const std::int64_t chunks = (rows + kChunkRows - 1) / kChunkRows;
  Chunks added(static_cast<std::size_t>(chunks));
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel default(none) shared(added, f, settled, rows, chunks) num_threads(team)
  {
    auto scratch = reader_.make_scratch();
    AlignedWords out(static_cast<std::size_t>(words_));
    Words image;
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = 0; c < chunks; ++c) {
      const std::int64_t end = std::min(rows, (c + 1) * kChunkRows);
      for (std::int64_t r = c * kChunkRows; r < end; ++r) {
        const auto row = static_cast<std::uint64_t>(r);
        if (f(row, *scratch, out.data()) &&
            append_row(added[static_cast<std::size_t>(c)], row, out.data(), words_))
          settled(row, out.data(), image);
      }
    }
  }
  return added;
}

Retrograde::Sets::Sets(const Layout& layout, Side attacks)
    : attacker(attacks),
      won(layout, opponent(attacks)),
      lost(layout, attacks),
      next_lost(layout, attacks) {}

Retrograde::Sets Retrograde::initial_sets(Side attacker) const {
  Sets s(layout_, attacker);
  const auto words = static_cast<std::uint64_t>(words_);
  s.not_won.assign((anchor_attacks(s) ? rows_ : layout_.rows()) * words, 0);
  s.undecided.assign(rows_ * words, 0);
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
  if (!anchor_attacks(s)) fill_ghosts(s.not_won);
  return s;
}

// The candidates (the mover to move) without a move into `legal_after`; in check or not as asked.
// In check is what is not in `other`, the legal positions of the opponent to move.
Retrograde::Chunks Retrograde::stuck_rows(const AlignedWords& legal_after, AlignedWords& candidates,
                                          const AlignedWords& other, Side mover, bool in_check,
                                          bool remove) const {
  const ReadSource legal = source(legal_after, mover);
  return each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
    const auto base = row * static_cast<std::uint64_t>(words_);
    std::uint64_t* here = candidates.data() + base;
    std::uint64_t open = 0;
    for (int w = 0; w < words_; ++w) {
      const std::uint64_t calm = other[base + static_cast<unsigned>(w)];
      open |= out[w] = here[w] & (in_check ? ~calm : calm);
    }
    if (open == 0 || !reader_.enter(row, scratch)) return false;
    if (!reader_.exclude(scratch, mover, legal, out)) return false;
    for (int w = 0; remove && w < words_; ++w) here[w] &= ~out[w];
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
    AlignedWords legal = sets.undecided;
    legal.resize(layout_.rows() * static_cast<std::uint64_t>(words_), 0);
    fill_ghosts(legal);
    stuck.attacker_stalemates =
        stuck_rows(legal, sets.not_won, sets.undecided, sets.attacker, false, false);
  }
  stuck.mates = stuck_rows(sets.not_won, sets.undecided, sets.not_won, defender, true, true);
  stuck.stalemates = stuck_rows(sets.not_won, sets.undecided, sets.not_won, defender, false, true);
  return stuck;
}

// The set P: see the head of retrograde.h. W below is what is won by mate.
Retrograde::Chunks Retrograde::perpetual_positions(const Sets& sets) {
  const Side attacker = sets.attacker, defender = opponent(attacker);
  const auto words = static_cast<std::size_t>(words_);
  const std::uint64_t all = layout_.rows() * words;
  // outside: the attacker to move, legal, neither in P nor in W. checked: the defender to move, in
  // check, with replies into P or W only.
  AlignedWords outside(all, 0), inside(rows_ * words, 0), checked(all, 0);
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
    fill_ghosts(outside);
    const ReadSource bad = source(outside, defender);
    std::fill(checked.begin(), checked.end(), 0);
    each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t*) {
      if (!reader_.enter(row, scratch)) return false;
      std::uint64_t* here = checked.data() + row * words;
      for (std::size_t w = 0; w < words; ++w)
        here[w] = fresh.undecided[row * words + w] & ~fresh.not_won[row * words + w];
      reader_.exclude(scratch, defender, bad, here);
      return false;
    });
    fill_ghosts(checked);
    const ReadSource good = source(checked, attacker);
    const Chunks gone =
        each_row([&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
          if (!reader_.enter(row, scratch)) return false;
          std::copy_n(inside.data() + row * words, words, out);
          if (!reader_.exclude(scratch, attacker, good, out)) return false;
          for (std::size_t w = 0; w < words; ++w) {
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

Retrograde::Chunks Retrograde::attacker_step(Sets& sets) const {
  const ReadSource lost = changes(sets.lost, sets.attacker);
  return each_row(
      [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
        if (layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch)) return false;
        const std::uint64_t* open = sets.not_won.data() + row * static_cast<std::uint64_t>(words_);
        return reader_.read(scratch, sets.attacker, lost, open, out);
      },
      [&](std::uint64_t row, const std::uint64_t* bits, Words& image) {
        settle(sets, true, row, bits, image);
      });
}

Retrograde::Chunks Retrograde::defender_step(Sets& sets) const {
  const Side defender = opponent(sets.attacker);
  const ReadSource won = changes(sets.won, defender);
  const ReadSource not_won = source(sets.not_won, defender);
  return each_row(
      [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
        if (layout_.exhausted(layout_.state_of(row)) || !reader_.enter(row, scratch)) return false;
        const std::uint64_t* open =
            sets.undecided.data() + row * static_cast<std::uint64_t>(words_);
        return reader_.read(scratch, defender, won, open, out) &&
               reader_.exclude(scratch, defender, not_won, out);
      },
      [&](std::uint64_t row, const std::uint64_t* bits, Words& image) {
        settle(sets, false, row, bits, image);
      });
}

// Calls f(row, words) for the images of a row of bits in the ghost slots. `image` is scratch.
template <class F>
void Retrograde::for_each_image(std::uint64_t row, const std::uint64_t* bits, Words& image,
                                F&& f) const {
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
    image.assign(static_cast<std::size_t>(words_), 0);
    for (int w = 0; w < planes; ++w)
      for (int r = 0; r < layout_.row_squares(); ++r) {
        const std::uint64_t word = bits[w * n + r];
        if (word == 0) continue;
        const int image_r = layout_.row_man ? g.map[static_cast<std::size_t>(r)] : 0;
        for (int byte = 0; byte < 8; ++byte) {
          const std::uint64_t value = (word >> (8 * byte)) & 0xFF;
          if (value == 0) continue;
          const std::uint64_t* moved =
              table + (static_cast<std::uint64_t>(w * 8 + byte) * 256 + value) *
                          static_cast<std::uint64_t>(planes);
          for (int p = 0; p < planes; ++p)
            image[static_cast<std::size_t>(p * n + image_r)] |= moved[p];
        }
      }
    f(layout_.row_of(static_cast<int>(g.slot), state, mapped.data()), image.data());
  }
}

// Carries what a half-step found in one row into the sets and its delta.
void Retrograde::settle(Sets& sets, bool attacker, std::uint64_t row, const std::uint64_t* bits,
                        Words& image) const {
  Delta& delta = attacker ? sets.won : sets.next_lost;
  AlignedWords& open = attacker ? sets.not_won : sets.undecided;
  const auto take = [&](std::uint64_t at, const std::uint64_t* words) {
    std::uint64_t* here = open.data() + at * static_cast<std::uint64_t>(words_);
    for (int w = 0; w < words_; ++w) here[w] &= ~words[w];
  };
  const auto add = [&](std::uint64_t at, const std::uint64_t* words) {
    std::copy_n(words, words_, delta.add(at));
  };
  take(row, bits);
  add(row, bits);
  if (attacker != anchor_attacks(sets))
    for_each_image(row, bits, image, [&](std::uint64_t at, const std::uint64_t* words) {
      if (attacker) take(at, words);
      add(at, words);
    });
}

// Carries streams into the sets.
void Retrograde::apply(Sets& sets, const Chunks& added, bool attacker) const {
  const auto chunks = static_cast<std::int64_t>(added.size());
  [[maybe_unused]] const int team = team_for(rows_ * static_cast<std::uint64_t>(words_));
#pragma omp parallel default(none) shared(sets, added, chunks, attacker) num_threads(team)
  {
    Words full(static_cast<std::size_t>(words_)), image;
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t c = 0; c < chunks; ++c) {
      const HalfStep part{0, added[static_cast<std::size_t>(c)]};
      std::size_t at = 0;
      while (at < part.stream.size()) {
        const std::uint64_t row = part.stream[at];
        std::fill(full.begin(), full.end(), 0);
        at = part.replay(at, row + 1, words_, [&](std::uint64_t, int w, std::uint64_t bits) {
          full[static_cast<std::size_t>(w)] = bits;
        });
        settle(sets, attacker, row, full.data(), image);
      }
    }
  }
}

// Makes the ghost slots of a set the images of the stored ones.
void Retrograde::fill_ghosts(AlignedWords& words) const {
  const auto row_words = static_cast<std::uint64_t>(words_);
  const auto rows = static_cast<std::int64_t>(rows_);
  [[maybe_unused]] const int team = team_for(rows_ * row_words);
#pragma omp parallel default(none) shared(words, rows, row_words) num_threads(team)
  {
    Words image;
#pragma omp for schedule(dynamic, 64)
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::uint64_t>(r);
      for_each_image(row, words.data() + row * row_words, image,
                     [&](std::uint64_t at, const std::uint64_t* moved) {
                       std::copy_n(moved, row_words, words.data() + at * row_words);
                     });
    }
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
  keep(journal.attacker, won, 0);
  keep(journal.defender, lost, 0);
  sets.won.clear();
  sets.next_lost.clear();
  apply(sets, won, true);
  apply(sets, lost, false);
  std::swap(sets.lost, sets.next_lost);
  bool not_won_changed = !sets.won.empty(), lost_changed = !sets.lost.empty();
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
    sets.next_lost.clear();
    if (not_won_changed) now_lost = defender_step(sets);
    sets.won.clear();
    if (lost_changed) now_won = attacker_step(sets);
    std::swap(sets.lost, sets.next_lost);
    keep(journal.attacker, now_won, step);
    keep(journal.defender, now_lost, step);
    not_won_changed = !sets.won.empty();
    lost_changed = !sets.lost.empty();
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
