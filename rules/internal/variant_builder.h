// SPDX-License-Identifier: MIT
// From the settings of a section and its parents to GameRules.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/kind_text.h"
#include "rules/variant_file.h"

namespace augmate::internal {

// A key with the value that the youngest section gives it, in the order in which keys first appear.
struct Setting {
  std::string key, value;
  std::string place;  // "wide.ini, line 12"
  int depth = 0;      // of the section that gave the value: 0 the oldest ancestor
};

struct BuildContext {
  std::string name;
  std::vector<Setting> settings;
  KindLibrary kinds;
  const std::vector<std::pair<std::string, std::string>>* predefined = nullptr;
  int depth = 0;  // of the variant's own section

  const Setting* find(std::string_view key) const {
    const auto it = std::find_if(settings.begin(), settings.end(),
                                 [&](const Setting& s) { return s.key == key; });
    return it == settings.end() ? nullptr : &*it;
  }
  const std::string* predefined_text(std::string_view key) const {
    const auto it = std::find_if(predefined->begin(), predefined->end(),
                                 [&](const auto& p) { return p.first == key; });
    return it == predefined->end() ? nullptr : &it->second;
  }
};

// kBadNotation with the place, the key and the value.
Error wrong_value(const Setting& setting, const std::string& message);

Result<Variant> build_variant(BuildContext context);

// The part of it that is about kinds of men: whether a key gives one, and all of them. Adds the
// names that the settings define to the context's library, and the letters of men that promote to
// `pawns`.
bool is_kind_key(const BuildContext& context, std::string_view key);
Result<std::vector<Kind>> build_kinds(BuildContext& context, std::string& pawns);

}  // namespace augmate::internal
