// SPDX-License-Identifier: MIT
// An ending solved, stored and read back: what a test holds against other sources. The files live
// in a folder of the test program's own, which is removed when the program ends.
#pragma once

#include <memory>
#include <vector>

#include "formats/table_set.h"
#include "rules/position.h"

namespace augmate::test {

class Solved {
 public:
  // Makes the table and those that it needs, on one thread: ctest runs as many tests as there are
  // processors.
  static Result<Solved> solve(const std::shared_ptr<const Game>& game, const Material& material);

  const Game& game() const { return *game_; }
  const OpenTable& table() const { return *table_; }
  // The value of a legal position of the material; anything for one that is not legal.
  Value value(const Position& position) const;
  // As the material was asked for, whatever colours are stored.
  const SideStatistics& statistics(Side to_move, std::array<int, 2> imitates = {-1, -1}) const;

 private:
  std::shared_ptr<const Game> game_;
  std::shared_ptr<const OpenTable> table_;
  std::array<std::vector<PackedValue>, 2> values_;  // by stored side
};

// The folder of this run of the test program.
const std::string& table_folder();

}  // namespace augmate::test
