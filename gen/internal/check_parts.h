// SPDX-License-Identifier: MIT
// The parts of check_table beside the comparison of values (gen/check.h): statistics and
// symmetries.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "gen/internal/loaded_table.h"

namespace augmate::internal {

const char* side_text(Side side);
std::string value_text(PackedValue packed);  // "win in 5 plies"

// Positions on the whole board by side to move and packed value.
using ValueCounts = std::array<std::vector<std::uint64_t>, 2>;

// Compares what the table's header says with the counts of its re-derived values: material, order
// of the symmetry group, counts, histograms, and that the named longest positions attain the
// maximum.
Result<void> check_header(const Game& game, const TableFamily& family, const ValueCounts& counts);

// Turns sample positions of the table and the smaller ones by their symmetries and by exchanges of
// colours: the forward generator must give the turned moves. Returns the number of positions.
Result<std::uint64_t> check_symmetries(const Game& game, const TableFamily& family);

}  // namespace augmate::internal
