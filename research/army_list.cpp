// SPDX-License-Identifier: MIT
#include "research/army_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace augmate {
namespace {

constexpr const char* kKinds = "kinds";

std::vector<std::string> kinds_of(const GameRules& rules) {
  std::vector<std::string> names;
  for (int k = 0; k < static_cast<int>(rules.kinds.size()); ++k)
    if (k != rules.royal[0] && k != rules.royal[1])
      names.push_back(rules.kinds[static_cast<std::size_t>(k)].name);
  return names;
}

std::vector<std::string> items_of(const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    const auto first = std::min(text.find_first_not_of(' ', begin), end);
    const auto last = text.find_last_not_of(' ', end == 0 ? 0 : end - 1);
    items.push_back(first == end ? "" : text.substr(first, last + 1 - first));
    begin = end + 1;
  }
  return items;
}

Error unreadable(const Error& error, const std::vector<NamedList>& lists) {
  std::string names = kKinds;
  for (const NamedList& list : lists) names += ", " + list.name;
  return {error.code, error.message + "; and it is none of the lists " + names};
}

}  // namespace

Result<std::vector<std::string>> expand_list(const std::string& text,
                                             const std::vector<NamedList>& lists,
                                             const Workshop& workshop) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& army) {
    if (std::find(all.begin(), all.end(), army) == all.end()) all.push_back(army);
  };
  for (const std::string& item : items_of(text)) {
    const auto list = std::find_if(lists.begin(), lists.end(),
                                   [&](const NamedList& l) { return l.name == item; });
    if (list != lists.end()) {
      for (const std::string& army : list->armies) add(army);
    } else if (item == kKinds) {
      for (const std::string& army : kinds_of(workshop.rules)) add(army);
    } else {
      auto army = parse_army(workshop, item);
      if (!army) return unreadable(army.error(), lists);
      add(army->text);
    }
  }
  return all;
}

}  // namespace augmate
