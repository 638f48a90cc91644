// SPDX-License-Identifier: MIT
#include "gen/internal/row_map.h"

namespace augmate::internal {

RowMap::RowMap(const Layout& layout, const std::vector<Square>& to)
    : planes_(layout.planes),
      length_(layout.row_length),
      words_(static_cast<std::size_t>(layout.row_length), 0) {
  const auto planes = static_cast<std::size_t>(planes_);
  bit_sources_.resize(planes * planes * 64, 0);
  bits_there_.resize(planes * planes, 0);
  bytes_.resize(planes * 8 * 256 * planes, 0);
  for (std::size_t from = 0; from < to.size(); ++from) {
    const auto there = static_cast<std::size_t>(to[from]);
    const Word bit = Word{1} << (there % 64);
    const std::size_t pair = there / 64 * planes + from / 64;
    bit_sources_[pair * 64 + there % 64] = static_cast<std::uint8_t>(from % 64);
    bits_there_[pair] |= bit;
    for (std::size_t value = 0; value < 256; ++value)
      if (((value >> (from % 8)) & 1) != 0)
        bytes_[(from / 8 * 256 + value) * planes + there / 64] |= bit;
    if (layout.row_man) words_[from] = static_cast<std::int16_t>(there);
  }
}

}  // namespace augmate::internal
