// SPDX-License-Identifier: MIT
#include "rules/ini_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace augmate {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

Error at_line(int line, const std::string& message) {
  return {ErrorCode::kBadNotation, fmt::format("line {}: {}", line, message)};
}

Result<IniSection> parse_heading(std::string_view text, int line) {
  if (text.back() != ']') return at_line(line, "the section's ']' is missing");
  text = text.substr(1, text.size() - 2);
  const auto colon = text.find(':');
  IniSection section;
  section.line = line;
  section.name = trimmed(text.substr(0, colon));
  if (colon != std::string_view::npos) section.parent = trimmed(text.substr(colon + 1));
  if (section.name.empty()) return at_line(line, "the section has no name");
  if (colon != std::string_view::npos && section.parent.empty())
    return at_line(line, "the parent's name is missing after ':'");
  return section;
}

Result<void> add_entry(IniSection& section, std::string_view text, int line) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos)
    return at_line(line,
                   fmt::format("'{}' is neither 'key = value', '[section]' nor a comment", text));
  IniEntry entry{std::string(trimmed(text.substr(0, equals))),
                 std::string(trimmed(text.substr(equals + 1))), line};
  if (entry.key.empty()) return at_line(line, "the key before '=' is missing");
  const auto twin = std::find_if(section.entries.begin(), section.entries.end(),
                                 [&](const IniEntry& e) { return e.key == entry.key; });
  if (twin != section.entries.end())
    return at_line(line,
                   fmt::format("'{}' is given twice, first in line {}", entry.key, twin->line));
  section.entries.push_back(std::move(entry));
  return {};
}

}  // namespace

Result<std::vector<IniSection>> parse_ini(std::string_view text) {
  if (constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF"; text.starts_with(kByteOrderMark))
    text.remove_prefix(kByteOrderMark.size());
  std::vector<IniSection> sections;
  int number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = trimmed(text.substr(at, end - at));
    at = end + 1;
    ++number;
    if (line.empty() || line[0] == '#' || line[0] == ';') continue;
    if (line[0] == '[') {
      auto section = parse_heading(line, number);
      if (!section) return section.error();
      sections.push_back(std::move(*section));
    } else if (!sections.empty()) {
      if (auto ok = add_entry(sections.back(), line, number); !ok) return ok.error();
    }
  }
  return sections;
}

}  // namespace augmate
