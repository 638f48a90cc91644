// SPDX-License-Identifier: MIT
// SquareGrid: a table's values by the squares of its men, for who wants to know nothing of indices.
//
// The grid has one axis for each man, White's men first, each side's in the order of its material
// ("KRvKN": white K, white R, black K, black N), and each axis runs over the squares of the board's
// grid, holes included, so that the axes of alike men show each position in every order of them.
// A point is a square for each axis; for either side to move it has a value or is no legal
// position. Legality is decided by the rules, not by the table, which stores anything for
// impossible positions. Pawns may not have just passed a square where they could be taken: points
// say nothing of that right. Where there are Jokers, `state` says what they imitate.
//
// An ending's symmetries keep values: symmetries() in the material's own colours. Whoever keeps one
// axis to one square of each orbit (orbit_squares()) still has all values.
//
// Points near each other on the axes that come last in storage_order() are near each other in the
// file: whoever lets those run fastest reads each block about once for each symmetry. Decoded
// blocks are kept in a cache of bounded size. One thread.
//
// A side that the file leaves out is rebuilt when the grid is opened (formats/loaded_tables.h),
// from the side that it holds and the tables that moves lead to, which must be there; what is more
// than 1 GiB of values lies in a nameless file in the system's folder for such.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "rules/outcome.h"

namespace augmate {

class SquareGrid {
 public:
  struct Axis {
    Side side = Side::kWhite;
    int kind = 0;
    int twin = 0;      // 1, 2, ... of alike men; 0 for a man without a twin
    std::string name;  // "white_K", "black_N_2"
  };

  // What opening its table, and those that rebuild a side, says.
  static Result<SquareGrid> open(std::shared_ptr<const Game> game, const Material& material,
                                 const TableSet& tables);

  const Game& game() const { return *game_; }
  const OpenTable& table() const { return *table_; }
  const std::vector<Axis>& axes() const { return axes_; }
  int squares() const { return game_->board().size(); }  // of each axis
  const std::vector<PositionIndex::State>& states() const { return states_; }
  const std::vector<Symmetry>& symmetries() const { return symmetries_; }
  // Numbers of axes, outermost in the file first.
  const std::vector<int>& storage_order() const { return storage_order_; }
  // In how many orders of alike men each position is in the grid.
  int orders() const { return orders_; }

  // The value for the side to move, nothing where the point is no legal position. `point`: a square
  // for each axis.
  Result<std::optional<Value>> value(Side to_move, int state, const Square* point);
  Position position(Side to_move, int state, const Square* point) const;

 private:
  SquareGrid(std::shared_ptr<const Game> game, const Material& material,
             std::shared_ptr<const OpenTable> table);
  Result<void> rebuild(const Material& material, const TableSet& tables);
  using Block = std::vector<PackedValue>;
  bool place_men(Side to_move, const Square* point);
  Result<PackedValue> stored(Side side, std::uint64_t entry);
  Result<const Block*> block(Side side, std::uint64_t number);

  struct Slot {
    std::uint64_t block = ~std::uint64_t{0};
    Block values;
  };

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const OpenTable> table_;
  std::vector<Axis> axes_;
  std::vector<PositionIndex::State> states_;
  std::vector<Symmetry> symmetries_;
  std::vector<int> storage_order_;
  std::vector<int> axis_of_man_;  // by man in the order of the table's index
  int orders_ = 1;
  Position position_;  // the point asked for last
  std::array<std::vector<Slot>, 2> cache_;
  std::unique_ptr<Spill> spill_;  // for rebuilt_
  std::unique_ptr<LoadedTables> rebuilt_;
  std::array<const PackedValue*, 2> rebuilt_values_{};  // of a side that is left out
};

// The lowest square of each orbit of the existing squares, ascending.
std::vector<Square> orbit_squares(const Board& board, const std::vector<Symmetry>& symmetries);

}  // namespace augmate
