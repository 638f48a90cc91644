// SPDX-License-Identifier: MIT
// TableShelf: the values that an ending's moves lead to, brought in when they are asked for: whole
// tables from files, one side to move at a time, and of the ending itself, if it has pawns, the
// placements solved before. Up to a limit they stay in memory; what is beyond lies in nameless
// files, unpacked, of which only the pages that a look-up touches come into memory. With Jokers,
// whose passing memory may need any smaller table, all are brought in at once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/loaded_tables.h"
#include "formats/table_set.h"

namespace augmate {

class TableShelf {
 public:
  // `limit_bytes`: of values in memory; what is beyond lies in `spill`, which must outlive this.
  TableShelf(std::shared_ptr<const Game> game, TableSet tables, Spill& spill,
             std::uint64_t limit_bytes);

  const LoadedTables& values() const { return loaded_; }

  // The ending that is being solved: room for its values, by side to move.
  std::array<MappedArray<PackedValue>, 2>& add_own(const PositionIndex& index);

  struct Wish {
    Material material;
    Side to_move = Side::kWhite;
  };
  Result<void> bring(std::span<const Wish> wishes);
  // Where there are Jokers, instead: all that positions after moves from the material may need.
  bool jokers() const { return jokers_; }
  Result<void> bring_for_jokers(const Material& material);
  // No more will be wished for: only what is solved here stays.
  void clear() {
    loaded_.drop([&](const LoadedTables::Table& t) { return &t != own_; });
  }

 private:
  std::shared_ptr<const Game> game_;
  TableSet tables_;
  bool jokers_;
  LoadedTables loaded_;
  const LoadedTables::Table* own_ = nullptr;
};

}  // namespace augmate
