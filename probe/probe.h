// SPDX-License-Identifier: MIT
// Prober: answers for positions of one game from the table files in some folders. Files are opened
// when a position first needs them and must be of the game's own rules. What it answers is what the
// tables say: it searches no deeper than the moves of the position asked about.
// Any number of threads may share a Prober.
//
//   auto prober = Prober(game, {"tables"});
//   auto value = prober.probe(*parse_fen(*game, "8/8/8/8/8/2k5/8/K1Q5 w"));
//   if (value) std::cout << name(value->outcome) << ' ' << value->plies << " plies\n";
//
// Errors: kIllegal with the reason; kMissingTable names the material and the file (the two bare
// royals have a table like any other material); kWrongGame, kBadChecksum and the like name the file
// and, where it is known, the block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/move_generator.h"
#include "rules/outcome.h"
#include "rules/position.h"

namespace augmate {

struct ProbeOptions {
  std::uint64_t cache_bytes = std::uint64_t{64} << 20;  // of decoded blocks
};

struct ScoredMove {
  Move move;
  Value value;  // for the side that makes the move, counted from the position before it
  bool operator==(const ScoredMove&) const = default;
};

class Prober {
 public:
  Prober(std::shared_ptr<const Game> game, std::vector<std::string> folders,
         const ProbeOptions& options = {});
  ~Prober();
  Prober(Prober&&) noexcept;
  Prober& operator=(Prober&&) noexcept;

  const Game& game() const;

  // The value for the side to move.
  Result<Value> probe(const Position& position) const;
  // Each legal move with what it leads to, sorted by from, to.
  Result<std::vector<ScoredMove>> moves(const Position& position) const;
  // Every move that keeps outcome and distance, the outcome alone where there is no distance,
  // sorted. kMismatch if tables contradict each other, so that no move does.
  Result<std::vector<Move>> best(const Position& position) const;
  // Best play to the end, of equal moves the first; empty where the value has no distance.
  Result<std::vector<Move>> line(const Position& position) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// What a value after a move, as the opponent sees it, is worth to the side that moved.
constexpr Value before_move(Value after) {
  return {opposite(after.outcome), after.plies == kNoDistance ? kNoDistance : after.plies + 1};
}

}  // namespace augmate
