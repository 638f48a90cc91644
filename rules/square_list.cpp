// SPDX-License-Identifier: MIT
#include "rules/square_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace augmate {
namespace {

std::optional<int> file_of(const Board& board, std::string_view text) {
  if (text.size() != 1 || text[0] < 'a' || text[0] >= 'a' + board.files()) return std::nullopt;
  return text[0] - 'a';
}

std::optional<int> rank_of(const Board& board, std::string_view text) {
  int number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  const int rank = number - board.first_rank();
  if (rank < 0 || rank >= board.ranks()) return std::nullopt;
  return rank;
}

// The rectangle between two corners, both in it; "*" leaves a coordinate open.
struct Corner {
  std::optional<int> file, rank;
};

std::optional<Corner> corner_of(const Board& board, std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  Corner c;
  const auto rank = text.substr(1);
  if (text[0] != '*' && !(c.file = file_of(board, text.substr(0, 1)))) return std::nullopt;
  if (rank != "*" && !(c.rank = rank_of(board, rank))) return std::nullopt;
  return c;
}

bool add_item(const Board& board, std::string_view item, SquareSet& set) {
  const auto dash = item.find('-');
  const auto a = corner_of(board, item.substr(0, dash));
  const auto b = dash == std::string_view::npos ? a : corner_of(board, item.substr(dash + 1));
  if (!a || !b) return false;
  const auto files = std::minmax({a->file.value_or(0), b->file.value_or(board.files() - 1)});
  const auto ranks = std::minmax({a->rank.value_or(0), b->rank.value_or(board.ranks() - 1)});
  for (int rank = ranks.first; rank <= ranks.second; ++rank)
    for (int file = files.first; file <= files.second; ++file) set.set(board.at(file, rank));
  return true;
}

}  // namespace

Result<SquareSet> parse_squares(const Board& board, std::string_view text) {
  SquareSet set;
  if (text == "-") return set;
  for (std::size_t at = 0; (at = text.find_first_not_of(" ,\t", at)) != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(" ,\t", at), text.size());
    const auto item = text.substr(at, end - at);
    if (!add_item(board, item, set))
      return Error{
          ErrorCode::kBadNotation,
          fmt::format("'{}' names no squares of the {}x{} board (a square is written e4, a "
                      "rectangle d1-i3, a rank *8, a file d*)",
                      item, board.files(), board.ranks())};
    at = end;
  }
  return set;
}

}  // namespace augmate
