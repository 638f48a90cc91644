// SPDX-License-Identifier: MIT
// A table's statistics as text and as JSON, as the game that was asked about sees them.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "formats/table_file.h"
#include "formats/table_set.h"

namespace augmate::cli {

// By Side to move, of the material asked for: a table stored with the colours exchanged is turned
// back.
Result<std::array<SideStatistics, 2>> statistics_of(const Game& game, const OpenTable& table);

nlohmann::ordered_json to_json(const SideStatistics& statistics);

// Counts and longest mates of one side to move; move_rule: say where a mate takes more moves, 0:
// no.
std::string summary(Side side, const SideStatistics& statistics, int move_rule);
std::string histogram(const SideStatistics& statistics);

}  // namespace augmate::cli
