// SPDX-License-Identifier: MIT
// A plain move generator, written apart from rules/move_graph and rules/move_generator so that the
// two can be held against each other: it takes the walks of a StepGraph one by one on the board as
// it stands, turning each step to the side's direction as it goes. It knows nothing of unrolled
// graphs, of fixed square sets or of symmetry.
#pragma once

#include <vector>

#include "rules/game.h"
#include "rules/move_generator.h"
#include "rules/position.h"

namespace augmate::test {

class PlainMoves {
 public:
  // The rules must outlive it.
  explicit PlainMoves(const GameRules& rules) : rules_(&rules) {}

  // Where the man may go or capture among the others, checks aside.
  Reach reach(const Position& position, int man) const;
  bool attacks_royal(const Position& position, Side attacker) const;
  // RULES.md section 1: men on distinct existing squares, the side not to move not in check.
  bool legal(const Position& position) const;
  // Legal moves, sorted by from and to.
  std::vector<Move> moves(const Position& position) const;
  std::uint64_t perft(const Position& position, int plies) const;

  static Position after(const Position& position, const Move& move);

 private:
  struct Occupied;
  struct Walk;
  Reach reach(const Position& position, const Occupied& occupied, const Man& mover) const;
  void step(Walk& walk, int number, Square from) const;
  bool passes_camps(const Walk& walk, Square from, Square to) const;
  bool is_royal(const Man& man) const { return man.kind == rules_->royal[index(man.side)]; }

  const GameRules* rules_;
};

}  // namespace augmate::test
