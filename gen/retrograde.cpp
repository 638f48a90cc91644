// SPDX-License-Identifier: MIT
#include "gen/retrograde.h"

#include <algorithm>
#include <bit>
#include <map>

#include "gen/team.h"

namespace augmate {
namespace {

constexpr std::uint16_t kNever = 0xFFFF;

using Chunks = std::vector<RowStream>;

std::uint64_t count_bits(const Chunks& chunks, int row_words) {
  std::uint64_t n = 0;
  for (const RowStream& stream : chunks)
    for (RowStreamReader rows(stream.bytes(), row_words); rows.next();)
      rows.for_each_word(
          [&](int, std::uint64_t bits) { n += static_cast<std::uint64_t>(std::popcount(bits)); });
  return n;
}

// Unites two lists of streams of the same ranges of rows.
Chunks united(const Chunks& a, const Chunks& b, int row_words) {
  Chunks result(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> all;
    for (const auto* list : {&a, &b})
      if (i < list->size())
        for (RowStreamReader rows((*list)[i].bytes(), row_words); rows.next();) {
          auto& words = all[rows.row()];
          words.resize(static_cast<std::size_t>(row_words), 0);
          rows.for_each_word(
              [&](int w, std::uint64_t bits) { words[static_cast<std::size_t>(w)] |= bits; });
        }
    for (const auto& [row, words] : all) result[i].append(row, words.data(), row_words);
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
    changed = std::any_of(gone.begin(), gone.end(), [](const RowStream& r) { return !r.empty(); });
  }
  return each_row([&](std::uint64_t row, RowReader::Scratch&, std::uint64_t* out) {
    std::copy_n(inside.data() + row * words, words, out);
    return true;
  });
}

// Appends the rows of a stream that are of the layer that is stored.
void Retrograde::append_stored(RowStream& stream, const RowStream& added) const {
  for (RowStreamReader rows(added.bytes(), words_); rows.next();)
    if (layout_.stored(layout_.state_of(rows.row())))
      stream.append(rows.row(), rows.words(), words_);
}

Result<RunJournal> Retrograde::force(Sets& sets, Outcome outcome, const Chunks& won,
                                     const Chunks& lost, SolveProgress& shown,
                                     const std::function<void(const SolveProgress&)>& progress) {
  RunJournal journal;
  journal.outcome = outcome;
  const auto keep = [&](std::vector<HalfStep>& steps, const Chunks& added, int step) {
    HalfStep h;
    h.step = step;
    for (const RowStream& one : added)
      if (layout_.layers == 1)
        h.stream.append(one.bytes());
      else
        append_stored(h.stream, one);
    if (h.stream.empty()) return;
    h.stream.shrink();
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
