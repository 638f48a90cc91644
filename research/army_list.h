// SPDX-License-Identifier: MIT
// Lists of armies as people ask for them: items separated by commas, each the name of a list of
// lists.toml, the word "kinds" (all kinds of the game at hand but its royals), or an army.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "research/army.h"
#include "research/data_files.h"

namespace augmate {

// Texts for parse_army, each once. kUsage or kBadNotation with the item named.
Result<std::vector<std::string>> expand_list(const std::string& text,
                                             const std::vector<NamedList>& lists,
                                             const Workshop& workshop);

}  // namespace augmate
