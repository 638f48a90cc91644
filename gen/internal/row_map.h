// SPDX-License-Identifier: MIT
// RowMap: where a symmetry of the board takes the positions of a row. The row man's square moves
// words, the lane royal's moves the bits within them; both are permutations of the squares.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/internal/row_kernel.h"
#include "gen/layout.h"

namespace augmate::internal {

class RowMap {
 public:
  // `to`: by square.
  RowMap(const Layout& layout, const std::vector<Square>& to);

  RowMapTables tables() const {
    return {planes_,      length_, words_.data(), bit_sources_.data(), bits_there_.data(),
            bytes_.data()};
  }

 private:
  int planes_, length_;
  std::vector<std::int16_t> words_;
  std::vector<std::uint8_t> bit_sources_;
  std::vector<Word> bits_there_, bytes_;
};

}  // namespace augmate::internal
