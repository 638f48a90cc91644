// SPDX-License-Identifier: MIT
// A plain solver of endings for small boards: every placement of the labelled men on the grid, no
// symmetry, no sets, no unmoves; its moves come from PlainMoves. Distances are exact by definition:
//
//   loss in 0   no legal move and in check (or stalemate, where that loses)
//   win in n    some move leads to a loss in n - 1 and none to a shorter one
//   loss in n   every move leads to a win, the longest of them in n - 1
//
// Rounds go by n; a capture's value is that of the smaller ending, solved first. Rounds end when
// one adds nothing and no smaller ending has a longer distance still to come.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "formats/table_file.h"
#include "rules/position.h"
#include "tests/support/plain_moves.h"

namespace augmate::test {

class PlainSolver {
 public:
  explicit PlainSolver(const GameRules& rules) : rules_(rules), moves_(rules_) {}

  struct Table {
    std::vector<Man> men;                            // their squares are to be filled in
    std::array<std::vector<PackedValue>, 2> values;  // by side to move; kDontCare where illegal
    int longest = 0;
  };

  // White's men, then Black's, each with the royal first.
  const Table& solve(const Material& material);
  // Of a position whose material has been solved; kDontCare where illegal.
  PackedValue value(const Position& position) const;
  // Counts in the manner of RULES.md section 1: alike men once. Without examples.
  std::array<SideStatistics, 2> statistics(const Material& material) const;
  // Calls f(position, packed value) for every placement on distinct existing squares.
  template <class F>
  void for_each(const Material& material, F&& f) const;

  const PlainMoves& moves() const { return moves_; }

 private:
  using Key = std::array<std::vector<int>, 2>;
  static Key key_of(const Position& position);
  static std::uint64_t index_of(const Table& table, const Position& position, int squares);
  Position placement(const Table& table, std::uint64_t index, Side to_move) const;
  void fill(Table& table);

  GameRules rules_;
  PlainMoves moves_;
  std::map<Key, std::unique_ptr<Table>> tables_;
};

template <class F>
void PlainSolver::for_each(const Material& material, F&& f) const {
  const Table& table = *tables_.at({material.men[0], material.men[1]});
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (std::uint64_t i = 0; i < table.values[index(side)].size(); ++i) {
      const Position position = placement(table, i, side);
      SquareSet taken;
      for (const Man& m : position)
        if (rules_.board.exists(m.square)) taken.set(m.square);
      if (taken.count() == position.count) f(position, table.values[index(side)][i]);
    }
}

}  // namespace augmate::test
