// SPDX-License-Identifier: MIT
// What the subcommands that read or write tables have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace augmate::cli {

// --tables DIR, else $AUGMATE_TABLES, else ./tables.
inline void add_tables_option(CLI::App& command, std::string& folder) {
  folder = "tables";
  command.add_option("--tables", folder, "Folder of the tables, ./tables by default")
      ->type_name("DIR")
      ->envname("AUGMATE_TABLES");
}

}  // namespace augmate::cli
