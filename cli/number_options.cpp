// SPDX-License-Identifier: MIT
#include "cli/number_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace augmate::cli {
namespace {

std::optional<std::uint64_t> whole(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The power of 1024 of "", "b", "k", "kb", "kib", "m" ...; nothing for other text.
std::optional<int> power_of(std::string unit) {
  std::transform(unit.begin(), unit.end(), unit.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (unit.empty() || unit == "b") return 0;
  constexpr std::string_view kUnits = "kmgt";
  const std::size_t power = kUnits.find(unit.front());
  const std::string_view rest = std::string_view(unit).substr(1);
  if (power == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib"))
    return std::nullopt;
  return static_cast<int>(power) + 1;
}

std::optional<std::uint64_t> size(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + digits, number, std::chars_format::fixed);
  const auto power = power_of(text.substr(digits));
  if (error != std::errc() || end != text.data() + digits || !power) return std::nullopt;
  const double bytes = std::ldexp(number, 10 * *power);
  constexpr double kMost = 9e18;  // an integer of 64 bits holds it
  if (!(bytes >= 1 && bytes <= kMost)) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [=](std::string& text) {
        const auto number = whole(text);
        if (!number || *number < least || *number > most)
          return fmt::format("'{}' is no whole number from {} to {}", text, least, most);
        text = std::to_string(*number);
        return std::string();
      },
      fmt::format("{} to {}", least, most));
}

CLI::Validator size_of_memory() {
  return CLI::Validator(
      [](std::string& text) {
        const auto bytes = size(text);
        if (!bytes)
          return fmt::format("'{}' is no size of memory, as 800000000, 512M or 1.5G are", text);
        text = std::to_string(*bytes);
        return std::string();
      },
      "");
}

}  // namespace augmate::cli
