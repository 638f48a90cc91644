// SPDX-License-Identifier: MIT
// What the subcommands that read or write tables have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "cli/number_options.h"

namespace augmate::cli {

// More positions than any table has.
inline constexpr std::uint64_t kMostCounted = 1'000'000'000'000'000'000;

// MATERIAL, the first argument.
inline CLI::Option* add_material_option(CLI::App& command, std::string& material) {
  return command.add_option("MATERIAL", material, "White's men, 'v', Black's men, as in KCvK");
}

// --tables DIR, else $AUGMATE_TABLES, else ./tables.
inline void add_tables_option(CLI::App& command, std::string& folder) {
  folder = "tables";
  command.add_option("--tables", folder, "Folder of the tables, ./tables by default")
      ->type_name("DIR")
      ->envname("AUGMATE_TABLES");
}

inline void add_threads_option(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Threads; as many as there are by default")
      ->transform(whole_number(1, 1024));
}

}  // namespace augmate::cli
