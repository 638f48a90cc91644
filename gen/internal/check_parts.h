// SPDX-License-Identifier: MIT
// The parts of check_table (gen/check.h): the table that is checked with what its moves lead to, a
// walk over its positions by many threads, and the comparisons beside that of the values.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/check.h"

namespace augmate::internal {

const char* side_text(Side side);
std::string value_text(PackedValue packed);  // "win in 5 plies"

// A loaded table and those that its moves lead to. Its index is walked in *rows*: all squares of
// the lane royal, who is the last man of the positions here; the others stand in the index's order.
class CheckedTable {
 public:
  static Result<CheckedTable> load(const std::shared_ptr<const Game>& game,
                                   const Material& material, const TableSet& set,
                                   std::uint64_t memory_bytes);

  const Game& game() const { return tables_->game(); }
  const LoadedTables& tables() const { return *tables_; }
  const LoadedTables::Table& main() const { return *tables_->tables().front(); }
  const PositionIndex& index() const { return main().index; }
  const TableFile& file() const { return opened_->file(); }
  PackedValue stored(Side to_move, std::uint64_t entry) const {
    return main().values[augmate::index(to_move)][entry];
  }
  const Settlement& settled(Side to_move) const { return settled_[augmate::index(to_move)]; }

  std::uint64_t rows() const {
    return index().entries() / static_cast<std::uint64_t>(index().squares());
  }
  // Calls f(position, entry) for each legal position of a row until f returns false; false then.
  template <class F>
  bool each_position(Side to_move, std::uint64_t row, F&& f) const;

 private:
  bool enter_row(std::uint64_t row, Position& position) const;

  std::shared_ptr<const OpenTable> opened_;
  std::unique_ptr<LoadedTables> tables_;  // this one first
  std::vector<Man> men_;                  // in the order of the index, squares not set
  std::array<Settlement, 2> settled_;
};

// Runs job(number, thread) for numbers 0 ... jobs - 1 in parallel, where a job says whether it
// found a difference. Returns the first number with one, `jobs` if there is none; kNoMemory if a
// job ran out of it. Jobs are taken in order and those behind a known difference skipped.
Result<std::uint64_t> first_difference(std::uint64_t jobs, int threads,
                                       const std::function<bool(std::uint64_t, int)>& job);
int thread_count(const CheckOptions& options);

struct Difference {
  Position position;
  PackedValue stored = kDontCare, derived = kDontCare;
};
Error describe(const CheckedTable& table, const Difference& difference);

// Counts positions on the whole board by state, side to move and packed value.
using ValueCounts = std::vector<std::array<std::vector<std::uint64_t>, 2>>;

// Compares what the table's header says with the counts of its re-derived values: material, order
// of the symmetry group, counts and histograms, of each state and of all, and that the named
// longest positions attain the maximum.
Result<void> check_header(const CheckedTable& table, const ValueCounts& counts);

// Turns sample positions of the table and the others by their symmetries and by exchanges of
// colours: the forward generator must give the turned moves. Returns the number of positions.
Result<std::uint64_t> check_symmetries(const CheckedTable& table);

// Where perpetual check wins, derives the set P of each side anew and compares it with the stored
// one. Returns the number of positions in both sides' P, on the whole board. The values must be
// consistent.
Result<std::uint64_t> check_perpetual(const CheckedTable& table, const CheckOptions& options);

template <class F>
bool CheckedTable::each_position(Side to_move, std::uint64_t row, F&& f) const {
  Position position;
  position.to_move = to_move;
  if (!enter_row(row, position)) return true;
  Man& lane = position.men[static_cast<std::size_t>(position.count - 1)];
  SquareSet free = game().board().squares();
  for (int i = 0; i + 1 < position.count; ++i)
    free.reset(position.men[static_cast<std::size_t>(i)].square);
  for (Square s = 0; s < index().squares(); ++s) {
    lane.square = s;
    if (!free.test(s) || attacks_royal(game(), position, to_move)) continue;
    const std::uint64_t entry =
        row * static_cast<std::uint64_t>(index().squares()) + static_cast<std::uint64_t>(s);
    if (!f(static_cast<const Position&>(position), entry)) return false;
  }
  return true;
}

}  // namespace augmate::internal
