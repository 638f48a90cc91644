// SPDX-License-Identifier: MIT
// What the subcommands that take lists of men have in common.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "research/army.h"
#include "research/data_files.h"

namespace augmate::cli {

// A data file beside the shipped variants.
std::string data_file(const std::string& name);

// The men of a list option.
Result<std::vector<std::string>> armies_of(const std::string& option, const std::string& text,
                                           const Workshop& workshop);

// The game on each board of a list such as "8x8,10x8"; "" means the board that the options say.
Result<std::vector<Workshop>> workshops(const GameOptions& options, const std::string& boards);

// The named one of some data read from a file, or an error that names them all.
template <class T>
Result<T> named(const std::string& option, const std::string& name, const std::vector<T>& all) {
  std::string names;
  for (const T& one : all) {
    if (one.name == name) return one;
    names += (names.empty() ? "" : ", ") + one.name;
  }
  return Error{ErrorCode::kUsage, option + ' ' + name + ": there are " + names};
}

}  // namespace augmate::cli
