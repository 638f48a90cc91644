// SPDX-License-Identifier: MIT
// Numbers and sizes on the command line. Digits mean what they say: a sign, a space, another base
// or text behind them is no number, and neither is one that no integer holds.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace augmate::cli {

// For Option::transform: a whole number in that range.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// For Option::transform: bytes, at least one, with or without a unit: 800000000, 512M, 1.5G, 4GiB.
// Units are powers of 1024.
CLI::Validator size_of_memory();

}  // namespace augmate::cli
