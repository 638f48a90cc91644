// SPDX-License-Identifier: MIT
// For check_table: whole tables in memory, and the way from a position and one of its moves to the
// value of the position after it. Read by many threads after loading.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/table_set.h"
#include "rules/move_generator.h"

namespace augmate::internal {

struct LoadedTable {
  std::shared_ptr<const OpenTable> table;
  std::array<std::vector<PackedValue>, 2> values;  // by side to move

  const PositionIndex& index() const { return table->index(); }
};

// Loads tables, each file once, within a limit of memory.
class TableLoader {
 public:
  TableLoader(std::shared_ptr<const Game> game, const TableSet& tables, std::uint64_t memory_bytes)
      : game_(std::move(game)), tables_(tables), memory_bytes_(memory_bytes) {}

  Result<std::shared_ptr<const LoadedTable>> load(std::shared_ptr<const OpenTable> table);
  Result<std::shared_ptr<const OpenTable>> open(const Material& material) const {
    return tables_.open(game_, material);
  }
  const std::shared_ptr<const Game>& game() const { return game_; }

 private:
  std::shared_ptr<const Game> game_;
  const TableSet& tables_;
  std::uint64_t memory_bytes_, used_bytes_ = 0;
  std::map<std::string, std::shared_ptr<const LoadedTable>> by_path_;
};

// A table with all tables that one capture leads to. Positions are handled with their men in the
// order of the index: anchor, groups, lane; a man's place in it is his *slot*.
class TableFamily {
 public:
  static Result<TableFamily> load(TableLoader& loader, const Material& material);

  struct Smaller {
    std::shared_ptr<const OpenTable> opened;  // turns the captured-from material's positions
    std::shared_ptr<const LoadedTable> loaded;
    std::vector<int> slots;  // slot here of each man there, in the order of the index there
  };

  const LoadedTable& main() const { return *main_; }
  const PositionIndex& index() const { return main_->index(); }
  const std::vector<Man>& men() const { return men_; }  // by slot, squares not set
  // By slot of the captured man; null for royals.
  const std::vector<std::unique_ptr<Smaller>>& smaller() const { return smaller_; }

  // The stored value after a legal move of a position in the order of the slots.
  PackedValue value_after(const Position& position, const Move& move) const;

 private:
  std::shared_ptr<const LoadedTable> main_;
  std::vector<Man> men_;
  std::vector<std::unique_ptr<Smaller>> smaller_;
};

}  // namespace augmate::internal
