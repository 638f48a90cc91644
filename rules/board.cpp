// SPDX-License-Identifier: MIT
#include "rules/board.h"

#include <charconv>

namespace augmate {

Result<Board> Board::rectangle(int files, int ranks, int first_rank) {
  if (files < 1 || ranks < 1 || files > kMaxBoardSide || ranks > kMaxBoardSide)
    return Error{ErrorCode::kTooLarge, "a board of " + std::to_string(files) + "x" +
                                           std::to_string(ranks) + " is outside 1x1 to 16x16"};
  if (first_rank < 0 || first_rank > 99)
    return Error{ErrorCode::kUsage, "the first rank's number must be 0 to 99"};
  Board b;
  b.files_ = files;
  b.ranks_ = ranks;
  b.first_rank_ = first_rank;
  for (Square s = 0; s < b.size(); ++s) b.squares_.set(s);
  return b;
}

void Board::remove(Square s) {
  squares_.reset(s);
  vanishing_.reset(s);
  camps_[static_cast<unsigned>(s)] = 0;
}

void Board::set_vanishing(Square s) { vanishing_.set(s); }

void Board::set_camp(Square s, int camp) {
  camps_[static_cast<unsigned>(s)] = static_cast<std::uint8_t>(camp);
}

Square Board::step(Square s, Offset by) const {
  const int f = file(s) + by.dx, r = rank(s) + by.dy;
  return on_grid(f, r) ? at(f, r) : kNoSquare;
}

std::string Board::name(Square s) const {
  return static_cast<char>('a' + file(s)) + std::to_string(first_rank_ + rank(s));
}

std::optional<Square> Board::find(std::string_view name) const {
  if (name.size() < 2 || name.size() > 3) return std::nullopt;
  const int f = name[0] - 'a';
  int number = 0;
  const auto [end, code] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  const int r = number - first_rank_;
  const bool padded = name.size() == 3 && name[1] == '0';
  if (code != std::errc{} || end != name.data() + name.size() || padded || !on_grid(f, r))
    return std::nullopt;
  const Square s = at(f, r);
  if (!exists(s)) return std::nullopt;
  return s;
}

}  // namespace augmate
