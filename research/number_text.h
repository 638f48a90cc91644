// SPDX-License-Identifier: MIT
// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace augmate {

// Plies, one side's moves each, as the moves of the side that mates.
constexpr int moves_of(int plies) { return (plies + 1) / 2; }

// "73 plies (37 moves)", "1 ply (1 move)".
std::string plies_text(int plies);

// "12 s", "3 min 05 s", "2 h 10 min".
std::string duration_text(double seconds);
// "1,234,567".
std::string grouped(std::uint64_t number);
// "12.3 MiB".
std::string size_text(std::uint64_t bytes);

}  // namespace augmate
