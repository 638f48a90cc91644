// SPDX-License-Identifier: MIT
// TableShelf: brings the values that an ending's moves lead to into memory when they are asked for,
// and takes others away when they pass a limit: whole tables from files, and of the ending itself,
// if it has pawns, the placements that were solved before (placement_record.h). What is asked for
// together stays together. With Jokers, whose passing memory may need any smaller table, all stay.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/placement_record.h"

namespace augmate {

class TableShelf {
 public:
  // `limit_bytes`: of values in memory, unless more are asked for at once.
  TableShelf(std::shared_ptr<const Game> game, TableSet tables, std::uint64_t limit_bytes);

  const LoadedTables& values() const { return loaded_; }

  // The ending that is being solved, and the records of its finished placements.
  void set_own(const PositionIndex& index, const Journal& journal);
  void add_placement(std::uint64_t placement, const Journal::Record& record);

  struct Wish {
    Material material;
    Side to_move = Side::kWhite;
    std::vector<Square> pawns;  // of the own material: squares in the order of the index
  };
  // Brings in what is wished for, and lets others go.
  Result<void> bring(std::span<const Wish> wishes);
  void clear() { loaded_.drop([](const LoadedTables::Table&) { return true; }); }
  // Where there are Jokers, instead: all that positions after moves from the material may need.
  bool jokers() const { return jokers_; }
  Result<void> bring_for_jokers(const Material& material);

 private:
  struct Placement {
    std::uint64_t number = 0;
    Side side = Side::kWhite;
    bool operator==(const Placement&) const = default;
  };
  Result<void> bring_placement(const Placement& placement);
  void drop_placements(std::size_t wished);
  std::uint64_t placement_bytes() const;  // of one side to move
  std::uint64_t loaded_bytes() const;     // of other tables

  std::shared_ptr<const Game> game_;
  TableSet tables_;
  std::uint64_t limit_bytes_;
  bool jokers_;
  LoadedTables loaded_;
  LoadedTables::Table* own_ = nullptr;
  const Journal* journal_ = nullptr;
  std::unordered_map<std::uint64_t, Journal::Record> records_;  // by placement
  std::list<Placement> present_;                                // last used first
};

}  // namespace augmate
