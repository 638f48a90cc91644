// SPDX-License-Identifier: MIT
// Counts the points of a SquareGrid as statistics do: positions of the whole board, alike men once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "formats/statistics.h"
#include "rules/outcome.h"

namespace augmate::internal {

class GridCounter {
 public:
  // `weight`: of how many points this one is the image.
  void add(const std::optional<Value>& value, std::uint64_t weight) {
    if (!value) return;
    legal_ += weight;
    auto& outcome = outcomes_[static_cast<unsigned>(value->outcome)];
    outcome.count += weight;
    if (value->plies != kNoDistance) outcome.histogram[value->plies] += weight;
  }
  // Whether these are the statistics, each position having been counted `orders` times.
  bool equals(const SideStatistics& statistics, std::uint64_t orders) const {
    if (legal_ != statistics.legal * orders) return false;
    for (unsigned o = 0; o < kOutcomes; ++o) {
      std::map<int, std::uint64_t> histogram;
      for (const auto& [plies, count] : statistics.outcomes[o].histogram)
        histogram[plies] = count * orders;
      if (outcomes_[o].count != statistics.outcomes[o].count * orders ||
          outcomes_[o].histogram != histogram)
        return false;
    }
    return true;
  }

 private:
  struct Outcomes {
    std::uint64_t count = 0;
    std::map<int, std::uint64_t> histogram;
  };
  std::uint64_t legal_ = 0;
  std::array<Outcomes, kOutcomes> outcomes_;
};

}  // namespace augmate::internal
