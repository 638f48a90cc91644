// SPDX-License-Identifier: MIT
// The options that say which game is meant, the same for every subcommand.
#pragma once

#include <CLI/CLI.hpp>

#include "rules/game_options.h"

namespace augmate::cli {

void add_game_options(CLI::App& command, GameOptions& options);
// All but --move-rule, for what needs no tables under it, or values after moves that they lack.
void add_rule_options(CLI::App& command, GameOptions& options);
// Those that say the board alone, and the dialect.
void add_board_options(CLI::App& command, GameOptions& options);

}  // namespace augmate::cli
