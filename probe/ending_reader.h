// SPDX-License-Identifier: MIT
// EndingReader: the table of one material of a game, ready to be read as fast as it goes: no text,
// no search of men, no test whether a position is legal. A Prober opens endings and keeps them; any
// number of threads may read one.
//
// A position is given by the squares of the material's men in the material's order: White's, the
// royal first, then Black's ("KBNvK": White's King, Bishop, Knight, Black's King); alike men in any
// order. The caller vouches for it: the men stand on different squares of the board, pawns where
// pawns may stand, the position is legal, and nothing can be taken in passing. For other positions
// the answer is some value or kCorrupt, and nothing worse, as long as the squares are squares of
// the board. Where the file leaves the side to move out the answer is kNotCovered; the Prober,
// which knows the moves, finds such values.
//
// Blocks are decoded as they are needed and kept in the Prober's bounded cache, or all of them when
// the Prober was told to preload.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "formats/table_set.h"

namespace augmate {

namespace internal {
class PageCache;
}

class EndingReader {
 public:
  EndingReader(std::shared_ptr<const OpenTable> table, Material material,
               internal::PageCache& cache);
  ~EndingReader();
  EndingReader(const EndingReader&) = delete;
  EndingReader& operator=(const EndingReader&) = delete;

  const Material& material() const;
  const OpenTable& table() const;

  // `imitates`: as in Position; kNotCovered where no table stores that.
  Result<Value> probe_unchecked(const Square* squares, Side to_move,
                                std::array<int, 2> imitates = {-1, -1}) const;
  // The outcome alone, from rows of outcomes (internal/outcome_rows.h) that the first call makes.
  Result<Outcome> outcome_unchecked(const Square* squares, Side to_move,
                                    std::array<int, 2> imitates = {-1, -1}) const;

  struct Place {
    Side side = Side::kWhite;  // to move, as stored
    std::uint64_t entry = 0;
  };
  // Nothing for a state without number.
  std::optional<Place> place(const Square* squares, Side to_move,
                             std::array<int, 2> imitates) const;
  Result<Value> value_at(const Place& place) const;
  Result<Outcome> outcome_at(const Place& place) const;

  // Decodes the whole table. Before other threads know the ending.
  Result<void> preload();

  std::uint64_t preloaded_bytes() const;
  // Of the rows of outcomes, made if they are not there yet.
  Result<std::uint64_t> outcome_bytes() const;

 private:
  Result<Value> decoded_value(const Place& place) const;
  Error not_stored() const;
  Error left_out() const;
  Error no_legal_position() const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace augmate
