// SPDX-License-Identifier: MIT
// LoadedTables: whole tables in memory, and from them the value of any position of their game.
//
// Positions that no table has an entry for (a pawn can be taken in passing; a Joker imitates a kind
// that was just captured or promoted) follow from those after their legal moves, which is where their
// entries are: such a state lasts a move or two. This is the one place that knows it; solver, checker
// and prober ask here or, for single positions from files, do the same through `value_by_moves`.
// Filled by one thread, then read by any number.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "formats/position_index.h"
#include "formats/table_file.h"
#include "formats/table_set.h"
#include "rules/move_generator.h"
#include "rules/settlement.h"

namespace augmate {

// The sum of a number for each man: equal for equal material in any order.
std::uint64_t material_key(const Material& material);
std::uint64_t material_key(const Position& position);

// The materials that one move can lead to: captures, promotions and both at once; without repetition,
// without the material itself.
std::vector<Material> materials_after_move(const Game& game, const Material& material);

// Whether a legal move takes in passing; `moves` are the position's legal moves.
bool can_take_in_passing(const std::vector<Move>& moves);

class LoadedTables {
 public:
  struct Table {
    PositionIndex index;
    std::array<std::vector<PackedValue>, 2> values;  // by side to move
  };

  explicit LoadedTables(std::shared_ptr<const Game> game) : game_(std::move(game)) {}

  // Makes sure that the material's table is there: read from its file if need be.
  Result<void> load(const TableSet& set, const Material& material);
  // Room for a table that is being made; its values are set by the caller. `material` is canonical.
  Table& add(PositionIndex index);
  // The (canonical) table that answers for the material, null if it is not there.
  const Table* find(const Material& material) const;
  std::uint64_t memory_bytes() const;

  // The value of a legal position whose table and, if it has no entry, those after its moves are there.
  Value value_of(const Position& position) const;

 private:
  struct Entry {
    Table* table = nullptr;
    Canonical canonical;
    std::vector<Man> men;  // in the order of the table's index, as they are before it is turned
  };
  void enter(const Material& material, Table* table);
  Value by_moves(const Position& position, const std::vector<Move>& moves) const;

  std::shared_ptr<const Game> game_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::unordered_map<std::uint64_t, Entry> entries_;  // by material key
};

}  // namespace augmate
