// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "formats/value_by_moves.h"
#include "gen/internal/check_parts.h"

namespace augmate::internal {

const char* side_text(Side side) { return side == Side::kWhite ? "white" : "black"; }

std::string value_text(PackedValue packed) {
  if (packed == kDontCare) return "nothing";
  return to_text(unpack(packed));
}

Error describe(const CheckedTable& table, const Difference& d) {
  return {ErrorCode::kMismatch,
          fmt::format("{}, {} to move, {}: stored {}, re-derived {}",
                      material_name(table.game(), table.index().material()),
                      side_text(d.position.to_move), to_fen(table.game(), d.position),
                      value_text(d.stored), value_text(d.derived))};
}

Result<CheckedTable> CheckedTable::load(const std::shared_ptr<const Game>& game,
                                        const Material& material, const TableSet& set,
                                        std::uint64_t memory_bytes) {
  CheckedTable t;
  auto opened = set.open(game, material);
  if (!opened) return opened.error();
  t.opened_ = std::move(*opened);
  t.tables_ = std::make_unique<LoadedTables>(game, memory_bytes);
  if (auto ok = t.tables_->load(set, material); !ok) return ok.error();
  if (auto ok = t.tables_->load_after_moves(set, material); !ok) return ok.error();
  t.men_ = men_in_order(t.index());
  for (const Side side : {Side::kWhite, Side::kBlack})
    t.settled_[augmate::index(side)] = settlement_of(*game, material, side);
  return t;
}

// The position with every man but the lane royal on his square; false if there is none.
bool CheckedTable::enter_row(std::uint64_t row, Position& position) const {
  std::array<Square, kMaxMen> squares{};
  const std::uint64_t entry = row * static_cast<std::uint64_t>(index().squares());
  index().squares_of(entry, squares.data());
  position.imitates = index().states()[static_cast<std::size_t>(index().state_of(entry))];
  SquareSet taken;
  for (std::size_t i = 0; i < men_.size(); ++i) {
    position.add({men_[i].kind, men_[i].side, squares[i]});
    if (i + 1 == men_.size()) break;
    if (!game().may_stand(men_[i].side, men_[i].kind).test(squares[i]) || taken.test(squares[i]))
      return false;
    taken.set(squares[i]);
  }
  return true;
}

int thread_count(const CheckOptions& options) {
#ifdef _OPENMP
  return options.threads > 0 ? options.threads : omp_get_max_threads();
#else
  static_cast<void>(options);
  return 1;
#endif
}

namespace {

int thread_number() {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

}  // namespace

// What is before a known difference has been or is being looked at, so the lowest is always found.
Result<std::uint64_t> first_difference(std::uint64_t jobs, int threads,
                                       const std::function<bool(std::uint64_t, int)>& job) {
  const auto count = static_cast<std::int64_t>(jobs);
  std::atomic<std::int64_t> first{count};  // relaxed: only a bound; read for good after the join
  std::atomic<bool> no_memory{false};
  const auto run = [&](std::int64_t number) {
    if (number > first.load(std::memory_order_relaxed) || no_memory) return;
    try {
      if (!job(static_cast<std::uint64_t>(number), thread_number())) return;
    } catch (const std::bad_alloc&) {
      no_memory = true;
      return;
    }
    std::int64_t known = first.load(std::memory_order_relaxed);
    while (number < known &&
           !first.compare_exchange_weak(known, number, std::memory_order_relaxed)) {
    }
  };
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) default(none) shared(run, count) num_threads(threads)
#else
  static_cast<void>(threads);
#endif
  for (std::int64_t number = 0; number < count; ++number) run(number);
  if (no_memory) return Error{ErrorCode::kNoMemory, "not enough memory to check the table"};
  return static_cast<std::uint64_t>(first.load());
}

}  // namespace augmate::internal
