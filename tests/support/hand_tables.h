// SPDX-License-Identifier: MIT
// Small games, and tables of their endings made without the solver under test: values by
// PlainSolver, put in the order of the index and written with write_table. Tests may alter them
// before they write, and may read back tables that the generator made and alter those.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "formats/table_file.h"
#include "rules/game.h"
#include "rules/position.h"
#include "tests/support/games.h"
#include "tests/support/plain_solver.h"

namespace augmate::test {

StepGraph leaper(const std::vector<Offset>& steps);
StepGraph rider(const std::vector<Offset>& steps);
// All ways to turn and mirror a step.
std::vector<Offset> all_turns(Offset step);

// King, Rook, Knight, Queen, Bishop and a Lance (forward rook), the same for both sides.
GameRules small_rules(int files, int ranks);

// With a Pawn too: a double step from its second rank, en passant, and on the last rank it becomes
// a Queen, Rook or Knight.
GameRules pawn_rules(int files, int ranks);
// In the manner of Grand Apothecary: points settle infinite play, a stalemated side is at a
// disadvantage, two bare Kings draw; with a Joker J.
GameRules five_outcome_rules(int files, int ranks);

// A table before it is a file.
struct HandTable {
  TableInfo info;
  std::array<std::vector<PackedValue>, 2> values;

  ValueSource source() const;
};

HandTable read_table(const std::string& path);
void write_hand_table(const std::string& path, const HandTable& table);

class HandTables {
 public:
  explicit HandTables(std::shared_ptr<const Game> game)
      : game_(std::move(game)), solver_(game_->rules()) {}

  // Of the material as it is stored.
  HandTable make(const Material& material);
  // Writes the table of the material and all smaller ones into the folder.
  void write_all(const std::string& folder, const Material& material);
  void write(const std::string& folder, const Material& material, const HandTable& table);
  std::string path(const std::string& folder, const Material& material) const;

  PlainSolver& solver() { return solver_; }
  // The plain solver's value of a position with its men in any order.
  PackedValue value(const Position& position);

 private:
  std::shared_ptr<const Game> game_;
  PlainSolver solver_;
};

}  // namespace augmate::test
