// SPDX-License-Identifier: MIT
// The subcommands. Each function adds one to the program: its options, its help, and what to run
// when the command line names it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "base/result.h"

namespace augmate::cli {

// The exit status, or an error for main to report.
using Run = std::function<Result<int>()>;

void add_gen(CLI::App& program, Run& run);
void add_stats(CLI::App& program, Run& run);
void add_probe(CLI::App& program, Run& run);
void add_check(CLI::App& program, Run& run);
void add_moves(CLI::App& program, Run& run);
void add_variants(CLI::App& program, Run& run);
void add_perft(CLI::App& program, Run& run);
void add_claims(CLI::App& program, Run& run);
void add_mine(CLI::App& program, Run& run);
void add_export(CLI::App& program, Run& run);
void add_sweep(CLI::App& program, Run& run);
void add_values(CLI::App& program, Run& run);
void add_reach(CLI::App& program, Run& run);
void add_armies(CLI::App& program, Run& run);

}  // namespace augmate::cli
