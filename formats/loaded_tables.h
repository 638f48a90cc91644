// SPDX-License-Identifier: MIT
// LoadedTables: whole tables in memory, and from them the value of any position of their game.
//
// Positions that no table has an entry for (a pawn can be taken in passing; a Joker imitates a kind
// that was just captured or promoted) follow from those after their legal moves, which is where
// their entries are: such a state lasts a move or two. The prober does the same for single
// positions from files; both use value_by_moves.h. Filled by one thread, then read by any number.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "formats/mapped_array.h"
#include "formats/position_index.h"
#include "formats/spill.h"
#include "formats/table_file.h"
#include "formats/table_set.h"
#include "formats/value_by_moves.h"
#include "rules/move_generator.h"

namespace augmate {

// The sum of a number for each man: equal for equal material in any order.
std::uint64_t material_key(const Material& material);
std::uint64_t material_key(const Position& position);

// The materials that one move can lead to: captures, promotions and both at once; without
// repetition, without the material itself.
std::vector<Material> materials_after_move(const Game& game, const Material& material);

// The men in the order of the index (pawns, anchor, groups, lane), their squares not set.
std::vector<Man> men_in_order(const PositionIndex& index);

class LoadedTables {
 public:
  struct Table {
    PositionIndex index;
    std::array<MappedArray<PackedValue>, 2> values;  // by side to move; empty if not there
  };

  // `limit_bytes`: of the values that load() brings in; 0: no limit.
  explicit LoadedTables(std::shared_ptr<const Game> game, std::uint64_t limit_bytes = 0)
      : game_(std::move(game)), limit_bytes_(limit_bytes) {}

  const Game& game() const { return *game_; }

  // Makes sure that the material's table is there: read from its file if need be. kNoMemory if its
  // values pass the limit. With a side (of the material as named): only the values with that side
  // to move need be there. A side that the file leaves out is rebuilt, for which the tables that
  // moves lead to are loaded too.
  Result<void> load(const TableSet& set, const Material& material,
                    std::optional<Side> to_move = {});
  // Values beyond so many bytes are to lie in the spill, which must outlive this.
  void spill_to(Spill& spill, std::uint64_t limit_bytes) {
    spill_ = &spill;
    spill_limit_bytes_ = limit_bytes;
  }
  // Room for so many values of one side to move, in memory or in the spill.
  MappedArray<PackedValue> room_for(std::uint64_t entries) const;
  // To be watched by whoever looks up many values; may be null.
  const Spill* spill() const { return spill_; }
  // Takes away the tables that the condition names.
  void drop(const std::function<bool(const Table&)>& condition);
  // The same for every material that look-ups after a move from this one may need: those that one
  // move leads to, and with Jokers, whose passing states may last for several captures, all that
  // follow.
  Result<void> load_after_moves(const TableSet& set, const Material& material);
  // Room for a table that is being made; its values are set by the caller. `material` is canonical.
  Table& add(PositionIndex index);
  // The (canonical) table that answers for the material, null if it is not there.
  const Table* find(const Material& material) const;
  std::uint64_t memory_bytes() const;
  // In the order in which they came.
  const std::vector<std::unique_ptr<Table>>& tables() const { return tables_; }

  // The value of a legal position whose table and, if it has no entry, those after its moves are
  // there.
  Value value_of(const Position& position) const { return Reader(*this).value_of(position); }

 private:
  // How men in some order stand in a table's index.
  struct Renaming {
    Table* table = nullptr;
    const Canonical* canonical = nullptr;
    std::array<std::uint8_t, kMaxMen> from{};  // for each man of the index, the number here
  };

 public:
  // For many look-ups by one thread: remembers how the men of each order of men stand in the
  // tables.
  class Reader {
   public:
    explicit Reader(const LoadedTables& tables) : tables_(&tables) {}

    struct Place {
      const Table* table = nullptr;
      Side side = Side::kWhite;  // to move, as stored
      std::uint64_t entry = 0;
    };
    // Where the position's value is stored; nothing if it follows from its moves.
    std::optional<Place> find(const Position& position);
    Value value_of(const Position& position);

   private:
    friend class LoadedTables;
    // The values of entries of a side that is left out; false without memory.
    bool rebuild(const PositionIndex& index, Side side, std::uint64_t begin,
                 std::span<PackedValue> out);
    const Renaming& renaming_of(const Position& position);
    Value by_moves(const Position& position);

    const LoadedTables* tables_;
    std::unordered_map<std::uint64_t, Renaming> known_;
    std::uint64_t last_key_ = 0;
    const Renaming* last_ = nullptr;
  };

 private:
  struct Entry {
    Table* table = nullptr;
    Canonical canonical;
    std::vector<Man> men;  // in the order of the table's index, as they are before it is turned
  };
  void enter(const Material& material, Table* table);
  Result<MappedArray<PackedValue>> room_within_limit(const TableFile& file) const;
  Result<void> read(const OpenTable& open, Table& table, Side side);
  Result<void> rebuild(const TableSet& set, const OpenTable& open, Table& table, Side side);
  Renaming rename(const Position& position) const;

  std::shared_ptr<const Game> game_;
  std::uint64_t limit_bytes_;
  Spill* spill_ = nullptr;  // null: all in memory
  std::uint64_t spill_limit_bytes_ = 0;
  std::vector<std::unique_ptr<Table>> tables_;
  std::unordered_map<std::uint64_t, Entry> entries_;  // by material key
};

}  // namespace augmate
