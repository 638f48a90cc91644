// SPDX-License-Identifier: MIT
// The set P of perpetual checks, derived anew as the greatest fixed point that it is (gen/check.h).
#include <algorithm>
#include <optional>
#include <vector>

#include "gen/internal/check_parts.h"
#include "rules/move_generator.h"

namespace augmate::internal {
namespace {

constexpr std::uint64_t kRowsAtOnce = 256;
constexpr Value kPerpetual{Outcome::kWinPerpetual, 0};

bool changes_material(const Move& move) { return move.capture() || move.promotion >= 0; }

// The set of one side: from all positions that could be in it, those that do not hold are taken
// away until all hold.
class PerpetualSet {
 public:
  PerpetualSet(const CheckedTable& table, Side attacker, const CheckOptions& options)
      : table_(table),
        game_(table.game()),
        attacker_(attacker),
        threads_(thread_count(options)),
        inside_(table.index().entries(), 0) {}

  Result<std::uint64_t> compare() {
    if (auto ok = enter_candidates(); !ok) return ok.error();
    for (bool changed = true; changed;) {
      const auto removed = remove_failing();
      if (!removed) return removed.error();
      changed = *removed;
    }
    return compare_with_stored();
  }

 private:
  struct Worker {
    LoadedTables::Reader reader;
    std::vector<std::uint64_t> gone;
  };

  std::uint64_t jobs() const { return (table_.rows() - 1) / kRowsAtOnce + 1; }
  // f(position, entry) says whether to go on.
  template <class F>
  bool each_of_job(std::uint64_t job, F&& f) const {
    const std::uint64_t end = std::min((job + 1) * kRowsAtOnce, table_.rows());
    for (std::uint64_t row = job * kRowsAtOnce; row < end; ++row)
      if (!table_.each_position(attacker_, row, f)) return false;
    return true;
  }

  // Neither side in check, and no mate.
  Result<void> enter_candidates() {
    const auto entered = first_difference(jobs(), threads_, [&](std::uint64_t job, int) {
      each_of_job(job, [&](const Position& p, std::uint64_t entry) {
        inside_[entry] =
            unpack(table_.stored(attacker_, entry)).outcome != Outcome::kWin && !in_check(game_, p);
        return true;
      });
      return false;
    });
    return entered ? Result<void>() : Result<void>(entered.error());
  }

  // Looks at all that is left, then takes away what fails, so that threads agree.
  Result<bool> remove_failing() {
    std::vector<Worker> workers(static_cast<std::size_t>(threads_),
                                Worker{LoadedTables::Reader(table_.tables()), {}});
    const auto looked = first_difference(jobs(), threads_, [&](std::uint64_t job, int thread) {
      Worker& worker = workers[static_cast<std::size_t>(thread)];
      const auto first = static_cast<std::ptrdiff_t>(
          job * kRowsAtOnce * static_cast<std::uint64_t>(table_.index().squares()));
      const auto last = std::min<std::ptrdiff_t>(
          first + static_cast<std::ptrdiff_t>(kRowsAtOnce) * table_.index().squares(),
          static_cast<std::ptrdiff_t>(inside_.size()));
      if (std::find(inside_.begin() + first, inside_.begin() + last, 1) == inside_.begin() + last)
        return false;
      each_of_job(job, [&](const Position& p, std::uint64_t entry) {
        if (inside_[entry] != 0 && !holds(p, worker)) worker.gone.push_back(entry);
        return true;
      });
      return false;
    });
    if (!looked) return looked.error();
    bool removed = false;
    for (const Worker& worker : workers)
      for (const std::uint64_t entry : worker.gone) {
        inside_[entry] = 0;
        removed = true;
      }
    return removed;
  }

  // Some move gives check and leaves only replies into the set or to a mating win. What other
  // material is worth is known.
  bool holds(const Position& position, Worker& worker) const {
    std::vector<Move> moves, replies;
    legal_moves(game_, position, moves);
    return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
      const Position next = after(game_, position, move);
      if (!in_check(game_, next)) return false;
      if (changes_material(move)) {
        const Value value = worker.reader.value_of(next);
        return value.outcome == Outcome::kLoss || value == Value{Outcome::kLossPerpetual, 1};
      }
      legal_moves(game_, next, replies);
      return std::all_of(replies.begin(), replies.end(), [&](const Move& reply) {
        return inside(after(game_, next, reply), changes_material(reply), worker);
      });
    });
  }

  bool inside(const Position& position, bool other_material, Worker& worker) const {
    const auto place = worker.reader.find(position);
    if (place && !other_material)
      return inside_[place->entry] != 0 ||
             unpack(table_.stored(attacker_, place->entry)).outcome == Outcome::kWin;
    const Value value = worker.reader.value_of(position);
    if (value.outcome == Outcome::kWin) return true;
    if (other_material) return value == kPerpetual;
    return !in_check(game_, position) && holds(position, worker);
  }

  Result<std::uint64_t> compare_with_stored() const {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(threads_), 0);
    std::optional<Difference> difference;
    const auto compare_job = [&](std::uint64_t job, std::uint64_t& count,
                                 std::optional<Difference>* found) {
      return !each_of_job(job, [&](const Position& p, std::uint64_t entry) {
        const PackedValue stored = table_.stored(attacker_, entry);
        const bool in = inside_[entry] != 0;
        if (in) count += static_cast<std::uint64_t>(table_.index().weight(entry));
        if (in == (stored == pack(kPerpetual))) return true;
        if (found != nullptr) *found = Difference{p, stored, in ? pack(kPerpetual) : kDontCare};
        return false;
      });
    };
    const auto first = first_difference(jobs(), threads_, [&](std::uint64_t job, int thread) {
      return compare_job(job, counts[static_cast<std::size_t>(thread)], nullptr);
    });
    if (!first) return first.error();
    if (*first < jobs()) {
      compare_job(*first, counts[0], &difference);
      Error error = describe(table_, *difference);
      error.message += " (by perpetual check)";
      return error;
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t n : counts) sum += n;
    return sum;
  }

  const CheckedTable& table_;
  const Game& game_;
  const Side attacker_;
  const int threads_;
  std::vector<std::uint8_t> inside_;  // by entry, the attacker to move
};

}  // namespace

Result<std::uint64_t> check_perpetual(const CheckedTable& table, const CheckOptions& options) {
  std::uint64_t sum = 0;
  if (!table.game().rules().perpetual_check_wins || table.settled(Side::kWhite).ended) return sum;
  for (const Side attacker : {Side::kWhite, Side::kBlack}) {
    const auto found = PerpetualSet(table, attacker, options).compare();
    if (!found) return found;
    sum += *found;
  }
  return sum;
}

}  // namespace augmate::internal
