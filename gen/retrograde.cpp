// SPDX-License-Identifier: MIT
#include "gen/retrograde.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/heap.h"
#include "gen/internal/row_kernel.h"
#include "gen/team.h"
#include "rules/settlement.h"

namespace augmate {
namespace {

using Chunks = std::vector<RowStream>;

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

// The chunks of a range; streams that are not there are empty.
Chunks part_of(const Chunks& all, ChunkRange chunks) {
  Chunks part(chunks.end - chunks.begin);
  for (std::uint64_t c = chunks.begin; c < chunks.end && c < all.size(); ++c)
    part[c - chunks.begin] = all[c];
  return part;
}

}  // namespace

Retrograde::Retrograde(const PositionIndex& index, const SolverLayout& layout, OtherEndings others,
                       Spill* spill)
    : index_(index),
      solver_(layout),
      layout_(solver_.layout),
      plan_(layout_, solver_.anchors),
      reader_(layout_),
      others_(std::move(others)),
      spill_(spill),
      kernel_(internal::row_kernel()),
      rows_(solver_.anchors * layout_.slot_rows()),
      words_(layout_.row_words()) {
  find_ghosts();
}

// The candidates (the mover to move) without a move into `legal_after`; in check or not as asked.
// In check is what is not in `other`, the legal positions of the opponent to move.
Retrograde::Chunks Retrograde::stuck_rows(const AlignedWords& legal_after, AlignedWords& candidates,
                                          const AlignedWords& other, Side mover, bool in_check,
                                          bool remove) const {
  const ReadSource legal = source(legal_after, mover);
  return each_row(all_chunks(),
                  [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
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
    AlignedWords legal = empty_set(layout_.rows());
    SpillWatch watch(spill_);
    const auto words = static_cast<std::uint64_t>(words_);
    for (std::uint64_t at = 0; at < rows_ * words; at += words, watch.passed())
      std::copy_n(sets.undecided.data() + at, words, legal.data() + at);
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
  // outside: the attacker to move, legal, neither in P nor in W. checked: the defender to move, in
  // check, with replies into P or W only.
  AlignedWords outside = empty_set(layout_.rows()), inside = empty_set(rows_),
               checked = empty_set(layout_.rows());
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
  const Sets fresh = initial_sets(attacker, Sets());
  SpillWatch watch(spill_);
  for (std::uint64_t begin = 0; begin < rows_ * words; begin += words, watch.passed())
    for (std::uint64_t w = begin; w < begin + words; ++w) {
      inside[w] = sets.not_won[w] & fresh.undecided[w];  // neither side in check
      outside[w] = sets.not_won[w] & ~inside[w];
    }
  for (bool changed = true; changed;) {
    fill_ghosts(outside);
    const ReadSource bad = source(outside, defender);
    for (std::uint64_t at = 0; at < checked.size(); at += words, watch.passed())
      std::fill_n(checked.data() + at, words, 0);
    each_row(all_chunks(), [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t*) {
      if (!reader_.enter(row, scratch)) return false;
      std::uint64_t* here = checked.data() + row * words;
      for (std::size_t w = 0; w < words; ++w)
        here[w] = fresh.undecided[row * words + w] & ~fresh.not_won[row * words + w];
      reader_.exclude(scratch, defender, bad, here);
      return false;
    });
    fill_ghosts(checked);
    const ReadSource good = source(checked, attacker);
    const Chunks gone = each_row(
        all_chunks(), [&](std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out) {
          if (!reader_.enter(row, scratch)) return false;
          std::copy_n(inside.data() + row * words, words, out);
          if (!reader_.exclude(scratch, attacker, good, out)) return false;
          for (std::size_t w = 0; w < words; ++w) {
            inside[row * words + w] &= ~out[w];
            outside[row * words + w] |= out[w];
          }
          return true;
        });
    changed = std::any_of(gone.begin(), gone.end(), [](const RowStream& r) { return !r.empty(); });
  }
  return each_row(all_chunks(), [&](std::uint64_t row, RowReader::Scratch&, std::uint64_t* out) {
    std::copy_n(inside.data() + row * words, words, out);
    return true;
  });
}

// What the mover gains in a step, unit by unit, as far as the journal does not know it.
Result<HalfStep> Retrograde::half_step(const Sets& sets, Outcome outcome, Side mover, int step,
                                       const ChunkStep& find) const {
  HalfStep h;
  h.to_move = mover;
  h.value = {mover == sets.attacker ? outcome : opposite(outcome), step};
  h.tallies.resize(solved_.legal.size());
  JournalKey key;
  key.side = static_cast<std::uint8_t>(sets.attacker);
  key.outcome = static_cast<std::uint8_t>(outcome);
  key.mover = static_cast<std::uint8_t>(mover);
  key.step = static_cast<std::uint16_t>(step);
  for (std::uint64_t u = 0; u < plan_.units(); ++u) {
    key.unit = static_cast<std::uint16_t>(u);
    auto known = journal_->take(key);
    if (!known) return known.error();
    if (*known) {
      h.units.push_back(std::move(**known));
      continue;
    }
    auto unit = journal_->append(key, find(plan_.unit(u)));
    if (!unit) return unit.error();
    h.units.push_back(std::move(*unit));
  }
  return h;
}

// Carries what a half-step found into the sets. True if there was anything.
Result<bool> Retrograde::carry_in(Sets& sets, HalfStep half_step) {
  if (half_step.empty()) return false;
  for (std::uint64_t u = 0; u < plan_.units(); ++u) {
    const auto chunks = journal_->read(half_step, plan_.unit(u), buffer_);
    if (!chunks) return chunks.error();
    shown_.positions += apply(sets, *chunks, half_step.to_move == sets.attacker, half_step.tallies);
  }
  solved_.half_steps.push_back(std::move(half_step));
  return true;
}

// Step 0 is given; see the head of retrograde.h for the others.
Result<void> Retrograde::force(Sets& sets, Outcome outcome, const ChunkStep& won,
                               const ChunkStep& lost) {
  const Side attacker = sets.attacker, defender = opponent(attacker);
  bool not_won_changed = true, lost_changed = true;
  int to_come = 0;
  for (int step = 0; lost_changed || not_won_changed || to_come >= step; ++step) {
    if (step > kMaxPlies)
      return Error{ErrorCode::kTooLarge, "distances pass " + std::to_string(kMaxPlies) + " plies"};
    HalfStep now_won, now_lost;
    if (lost_changed) {
      auto h = half_step(sets, outcome, attacker, step, [&](ChunkRange chunks) {
        return step == 0 ? won(chunks) : attacker_step(sets, chunks);
      });
      if (!h) return h.error();
      now_won = std::move(*h);
    }
    if (not_won_changed) {
      auto h = half_step(sets, outcome, defender, step, [&](ChunkRange chunks) {
        return step == 0 ? lost(chunks) : defender_step(sets, chunks);
      });
      if (!h) return h.error();
      now_lost = std::move(*h);
    }
    for (auto& delta : changed_) delta->clear();
    const auto any_won = carry_in(sets, std::move(now_won));
    if (!any_won) return any_won.error();
    const auto any_lost = carry_in(sets, std::move(now_lost));
    if (!any_lost) return any_lost.error();
    not_won_changed = *any_won;
    lost_changed = *any_lost;
    others_.for_each([&](SmallerTable& t) {
      if (step == 0) t.start(attacker, outcome);
      const bool changed = t.advance(step);
      (t.to_move() == attacker ? not_won_changed : lost_changed) |= changed;
      to_come = std::max(to_come, t.last_change());
    });
    shown_.step = step;
    if (*progress_) (*progress_)(shown_);
  }
  return {};
}

void Retrograde::count_legal(const Sets& sets) {
  const auto words = static_cast<std::uint64_t>(words_);
  const auto rows = static_cast<std::int64_t>(rows_);
  [[maybe_unused]] const int team = team_for(rows_ * words);
#pragma omp parallel default(none) shared(sets, words, rows) num_threads(team)
  {
    auto own = solved_.legal;
    for (auto& sides : own) sides = {};
    SpillWatch watch(spill_);
#pragma omp for schedule(static)
    for (std::int64_t r = 0; r < rows; ++r) {
      watch.passed();
      const auto row = static_cast<std::uint64_t>(r);
      const int state = layout_.state_of(row);
      if (!layout_.stored(state)) continue;
      const auto weight = static_cast<std::uint64_t>(
          index_.anchor_weight(static_cast<std::size_t>(row / layout_.slot_rows())));
      auto& legal = own[static_cast<std::size_t>(state / layout_.layers)];
      const auto add = [&](Side side, const AlignedWords& set) {
        legal[augmate::index(side)] += weight * kernel_.count(set.data() + row * words, words_);
      };
      add(sets.attacker, sets.not_won);
      add(opponent(sets.attacker), sets.undecided);
    }
#pragma omp critical
    for (std::size_t i = 0; i < own.size(); ++i)
      for (std::size_t side = 0; side < 2; ++side) solved_.legal[i][side] += own[i][side];
  }
}

Result<void> Retrograde::run(Side attacker) {
  shown_.attacker = attacker;
  Sets sets = initial_sets(attacker, std::move(room_));
  if (attacker == Side::kWhite) count_legal(sets);
  if (ended_by_material(*layout_.game, index_.material(), Side::kWhite)) return {};
  const Outcome stalemate = layout_.game->rules().stalemate;
  Stuck stuck;
  for (const Outcome outcome : winning_outcomes(*layout_.game, index_.material(), attacker)) {
    if (outcome == Outcome::kWin) stuck = find_stuck(sets);
    // Found when the journal does not know it.
    std::optional<Chunks> won, lost;
    const auto first_won = [&](ChunkRange chunks) {
      if (!won) {
        won = outcome == Outcome::kWinPerpetual ? perpetual_positions(sets) : Chunks();
        if (outcome == stalemate) won = united(*won, stuck.attacker_stalemates, words_);
      }
      return part_of(*won, chunks);
    };
    const auto first_lost = [&](ChunkRange chunks) {
      if (!lost) {
        lost = outcome == Outcome::kWin ? stuck.mates : Chunks();
        if (outcome == opposite(stalemate)) lost = united(*lost, stuck.stalemates, words_);
      }
      return part_of(*lost, chunks);
    };
    if (auto done = force(sets, outcome, first_won, first_lost); !done) return done;
  }
  room_ = std::move(sets);
  return {};
}

Result<Solved> Retrograde::solve(const HalfStepJournal& journal,
                                 const std::function<void(const SolveProgress&)>& progress) {
  journal_ = &journal;
  progress_ = &progress;
  solved_.legal.resize(layout_.states.size() / static_cast<std::size_t>(layout_.layers));
  for (const Side mover : {Side::kWhite, Side::kBlack})
    changed_[index(mover)] = std::make_unique<Delta>(layout_, mover, spill_);
  for (const Side attacker : {Side::kWhite, Side::kBlack}) {
    if (attacker == Side::kBlack && index_.pawns() == 0) give_back_free_memory();
    if (auto done = run(attacker); !done) return done.error();
  }
  room_ = Sets();
  buffer_ = {};
  changed_ = {};
  others_ = {};
  return std::move(solved_);
}

}  // namespace augmate
