// SPDX-License-Identifier: MIT
// Ending: a finished table with its values and those of the endings that play leads to in memory,
// for whoever looks at many of its positions. Positions are those that the file stores: where it
// answers with the colours exchanged, `asked` and `stored` turn them. Loaded once, then read by any
// number of threads, each with a Reader of its own.
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "formats/loaded_tables.h"
#include "formats/table_set.h"

namespace augmate {

class Ending {
 public:
  // The table of the material and those of what up to `moves` moves may lead to. kNotCovered for
  // any moves under an exact move-count rule.
  static Result<Ending> load(const std::shared_ptr<const Game>& game, const Material& material,
                             const TableSet& tables, int moves);

  const Game& game() const { return *game_; }
  const OpenTable& table() const { return *table_; }
  const PositionIndex& index() const { return table_->index(); }
  LoadedTables::Reader reader() const { return LoadedTables::Reader(*values_); }

  // Whose turn it is in the file where it is `asked`'s in the material asked for.
  Side stored(Side asked) const { return table_->canonical().swapped ? opponent(asked) : asked; }
  Position asked(const Position& stored) const { return table_->canonical().undo(stored); }

  Value value(Side to_move, std::uint64_t entry) const {
    return unpack(own_->values[augmate::index(to_move)][entry]);
  }
  // The entry's position, nothing where it is not a legal one.
  std::optional<Position> position(Side to_move, std::uint64_t entry) const;
  // How many positions the legal position and its images under the ending's symmetries are; 0 if
  // this entry is not the first of those at which they stand. There are several such entries where
  // a symmetry keeps the anchor.
  int images(const Position& position, std::uint64_t entry) const;

 private:
  Ending() = default;

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const OpenTable> table_;
  std::unique_ptr<LoadedTables> values_;
  const LoadedTables::Table* own_ = nullptr;
};

}  // namespace augmate
