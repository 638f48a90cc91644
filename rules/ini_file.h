// SPDX-License-Identifier: MIT
// The INI syntax of Fairy-Stockfish's variants.ini: sections [name] or [name:parent], lines
// "key = value", comments on lines of their own that start with '#' or ';'. Keys are
// case-sensitive, a value runs to the end of its line (so "rook = r # x" is no comment), text
// before the first section is skipped. Unlike that program, a line that is none of these is an
// error, and so is a key given twice in a section. Knows nothing of what the keys mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace augmate {

struct IniEntry {
  std::string key, value;
  int line = 0;  // from 1
};

struct IniSection {
  std::string name, parent;  // parent is empty where there is none
  int line = 0;
  std::vector<IniEntry> entries;
};

// kBadNotation with the line. Names of sections may repeat; that is the caller's business.
Result<std::vector<IniSection>> parse_ini(std::string_view text);

}  // namespace augmate
