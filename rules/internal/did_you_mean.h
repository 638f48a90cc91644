// SPDX-License-Identifier: MIT
// Suggestions for misspelt names.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace augmate::internal {

// Letters to insert, remove or replace to make one word of the other, capitals not told apart.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

// ", did you mean 'x'?" for the nearest known word if it is near enough, else nothing.
inline std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  std::size_t best_distance = 1 + std::max<std::size_t>(1, word.size() / 4);
  for (const std::string& candidate : known)
    if (const auto d = edit_distance(word, candidate); d < best_distance && candidate != word) {
      best = &candidate;
      best_distance = d;
    }
  return best == nullptr ? std::string() : ", did you mean '" + *best + "'?";
}

}  // namespace augmate::internal
