// SPDX-License-Identifier: MIT
// The data of research in TOML files beside the variants: named lists of men (lists.toml),
// published values (values.toml), armies set up by choice (armies.toml). Each file's head says what
// its keys mean. Readers refuse what they do not know: kBadNotation with the file and the line or
// the entry; kIo where there is no file. Plain values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace augmate {

struct NamedList {
  std::string name, about;
  std::vector<std::string> armies;  // texts for parse_army
};
Result<std::vector<NamedList>> read_lists(const std::string& path);

struct PublishedValues {
  struct Entry {
    std::string name;
    double value = 0;
    std::vector<std::string> men;  // texts of the men that it is the value of
  };
  std::string name, source, note;
  std::string unit;  // the entry that fixes the scale
  std::vector<Entry> entries;
  const Entry* find(std::string_view man) const;  // null where it says nothing of the man
};
Result<std::vector<PublishedValues>> read_published_values(const std::string& path);

struct ArmyChoice {
  struct Slot {
    std::string name;
    int men = 1;                     // alike ones
    int holds = 1;                   // augmenters each
    std::vector<std::string> bases;  // kind texts to choose from; "" for none
  };
  std::string name, source, stated;  // `stated`: what the source says of the number
  std::string board = "8x8";
  std::vector<std::string> pool;
  std::vector<Slot> slots;
  std::vector<std::vector<std::string>> banned;  // on one man
};
Result<std::vector<ArmyChoice>> read_army_choices(const std::string& path);

}  // namespace augmate
