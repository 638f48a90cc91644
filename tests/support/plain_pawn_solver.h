// SPDX-License-Identifier: MIT
// A plain solver of endings with pawns for boards of at most 32 squares and five men: the right to
// capture in passing is a part of the state, and a state's successors are the states after its
// legal moves, whatever their material. Its moves come from PlainPawns; nothing is folded but alike
// men. Distances are exact by definition (support/plain_solver.h), in rounds over all states.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/outcome.h"
#include "tests/support/plain_pawns.h"

namespace augmate::test {

class PlainPawnSolver {
 public:
  // `stalemate`: draw, or loss for the stalemated side.
  PlainPawnSolver(PlainPawnGame game, Outcome stalemate)
      : moves_(std::move(game)), stalemate_(stalemate) {}

  // Solves every legal placement of the men and all that follows from them. `men`: White's letters
  // are upper case, Black's lower.
  void solve(const std::string& men);

  const PlainPawns& moves() const { return moves_; }
  std::size_t size() const { return states_.size(); }
  const PlainPosition& position(std::size_t i) const { return states_[i]; }
  Value value(std::size_t i) const { return values_[i]; }

 private:
  struct Key {
    std::uint64_t men = 0;  // sorted; the side to move and the passer
    std::uint32_t passed = 0;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const {
      return static_cast<std::size_t>(
          (k.men ^ (std::uint64_t{k.passed} << 29)) * 0x9E3779B97F4A7C15ULL >> 7);
    }
  };
  Key key_of(const PlainPosition& p) const;
  void place(PlainPosition& p, std::size_t man);
  std::uint32_t number_of(const PlainPosition& p);
  void expand();
  Value judge(std::size_t i, const std::vector<Value>& values, int round) const;
  void solve_rounds();

  PlainPawns moves_;
  Outcome stalemate_;
  std::vector<PlainPosition> states_;
  std::vector<Value> values_;
  std::unordered_map<Key, std::uint32_t, KeyHash> numbers_;
  std::vector<std::size_t> first_{0};  // of each state's successors
  std::vector<std::uint32_t> successors_;
};

}  // namespace augmate::test
