// SPDX-License-Identifier: MIT
// Prober: answers for positions of one game from the table files in some folders. Files are opened
// when a position first needs them and must be of the game's own rules. What it answers is what the
// tables say. Positions that no table stores (a pawn can be taken in passing, a Joker imitates a
// kind that is gone) get their value from the moves, as gen/ and `check` do
// (formats/value_by_moves.h). Any number of threads may share a Prober; those that read what is
// open already and decoded take no lock.
//
//   auto prober = Prober(game, {"tables"});
//   auto value = prober.probe(*parse_fen(*game, "8/8/8/8/8/2k5/8/K1Q5 w"));
//   if (value) std::cout << name(value->outcome) << ' ' << value->plies << " plies\n";
//
// Errors: kIllegal with the reason; kMissingTable names the material and the file (material that
// ends the game needs none, two bare royals otherwise do); kWrongGame, kBadChecksum and the like
// name the file and, where it is known, the block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/byte_source.h"
#include "probe/ending_reader.h"
#include "rules/move_generator.h"
#include "rules/outcome.h"
#include "rules/position.h"

namespace augmate {

struct ProbeOptions {
  std::uint64_t cache_bytes = std::uint64_t{64} << 20;  // of decoded blocks
  Backing backing = Backing::kMap;                      // see formats/byte_source.h
  bool preload = false;  // decode each table when it is opened, beside the cache and without bound
};

struct ScoredMove {
  Move move;
  Value value;  // for the side that makes the move, counted from the position before it; plies 0
                // only for a check that goes on with a perpetual
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

  // A table in memory, found before those in folders. The bytes stay the caller's, unchanged as
  // long as the Prober lives.
  Result<void> add(std::string_view bytes, const std::string& name);
  // Whether positions of the material have a table here (or need none); kMissingTable if not, or
  // why it cannot be used. Opens it, once.
  Result<void> covers(const Material& material) const;
  // The table, to read without any detour; valid as long as the Prober. kNotCovered for material
  // that ends the game.
  Result<const EndingReader*> ending(const Material& material) const;

  // The value for the side to move.
  Result<Value> probe(const Position& position) const;
  // The outcome alone: faster where blocks would have to be decoded
  // (EndingReader::outcome_unchecked).
  Result<Outcome> outcome(const Position& position) const;
  // The same of positions that the caller knows to be legal, made from legal moves for instance:
  // nothing is tested. Of other positions they say something, or fail.
  Result<Value> probe_unchecked(const Position& position) const;
  Result<Outcome> outcome_unchecked(const Position& position) const;
  // Each legal move with what it leads to, sorted by from, to, promotion. None once the game is
  // over, which some games are with men that could still move.
  Result<std::vector<ScoredMove>> moves(const Position& position) const;
  // Every move that keeps outcome and distance, the outcome alone where there is no distance,
  // sorted; where perpetual check is won already, each check that goes on with it. kMismatch if
  // tables contradict each other, so that no move does.
  Result<std::vector<Move>> best(const Position& position) const;
  // Best play until the outcome is reached, of equal moves the first: mate, stalemate, material
  // that ends the game or in which infinite play is worth the outcome, or, for a perpetual check,
  // the first position from which the checks go on for ever. Empty where the value has no distance.
  Result<std::vector<Move>> line(const Position& position) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace augmate
