// SPDX-License-Identifier: MIT
#include "rules/kind_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/internal/did_you_mean.h"

namespace augmate {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && text[0] >= 'A' && text[0] <= 'Z' &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

}  // namespace

Result<void> KindLibrary::add(std::string name, std::string text) {
  if (!is_name(name))
    return Error{
        ErrorCode::kBadNotation,
        fmt::format("'{}' is no name of a kind: a capital, then letters, digits or '-'", name)};
  if (parse_piece(name, Dialect::kBetza))
    return Error{
        ErrorCode::kBadNotation,
        fmt::format("'{}' is no name of a kind: it reads as a piece in Betza notation", name)};
  entries_.push_back({std::move(name), std::move(text)});
  return {};
}

const std::string* KindLibrary::find(std::string_view name) const {
  const auto it = std::find_if(entries_.rbegin(), entries_.rend(),
                               [&](const Entry& e) { return e.name == name; });
  return it == entries_.rend() ? nullptr : &it->text;
}

std::vector<std::string> KindLibrary::names() const {
  std::vector<std::string> names;
  for (const Entry& e : entries_) names.push_back(e.name);
  return names;
}

Result<StepGraph> KindLibrary::parse(std::string_view text, Dialect dialect) const {
  return parse_known(text, dialect, entries_.size());
}

Result<StepGraph> KindLibrary::parse_known(std::string_view text, Dialect dialect,
                                           std::size_t known) const {
  StepGraph all;
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find('+', at), text.size());
    const auto part = trimmed(text.substr(at, end - at));
    if (part.empty())
      return Error{ErrorCode::kBadNotation,
                   fmt::format("'{}', column {}: a name or a piece is missing", text, at + 1)};
    auto steps = parse_part(part, dialect, known);
    if (!steps)
      return part.size() == text.size() ? steps.error() : steps.error().in(std::string(part));
    all.unite(*steps);
    at = end + 1;
  }
  return all;
}

Result<StepGraph> KindLibrary::parse_part(std::string_view part, Dialect dialect,
                                          std::size_t known) const {
  for (std::size_t i = known; i-- > 0;)
    if (entries_[i].name == part) {
      auto steps = parse_known(entries_[i].text, Dialect::kBetza, i);
      if (!steps) return steps.error().in("kind " + entries_[i].name);
      return steps;
    }
  auto steps = parse_piece(part, dialect);
  if (steps || !is_name(part) || part.size() < 3) return steps;
  if (const auto hint = internal::did_you_mean(part, names()); !hint.empty())
    return Error{steps.error().code,
                 steps.error().message + " (no kind has this name" + hint + ")"};
  return steps;
}

}  // namespace augmate
