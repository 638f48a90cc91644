// SPDX-License-Identifier: MIT
#include "formats/internal/badness.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "formats/table_file.h"

namespace augmate::internal {

std::vector<std::uint16_t> badness_of(std::span<const std::uint16_t> dictionary) {
  std::vector<std::size_t> order(dictionary.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto worth = [&](std::size_t code) {
    const Value v = unpack(dictionary[code]);
    return std::pair(v.outcome, v.outcome < Outcome::kDraw ? v.plies : -v.plies);
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return worth(a) < worth(b); });
  std::vector<std::uint16_t> badness(dictionary.size());
  for (std::size_t i = 0; i < order.size(); ++i) badness[order[i]] = static_cast<std::uint16_t>(i);
  return badness;
}

}  // namespace augmate::internal
