// SPDX-License-Identifier: MIT
// Values in the order in which a side to move would rather not have them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace augmate::internal {

// By code: how many values of the dictionary are worse for the side to move: by outcome; below a
// draw fewer plies are worse, else more.
std::vector<std::uint16_t> badness_of(std::span<const std::uint16_t> dictionary);

}  // namespace augmate::internal
