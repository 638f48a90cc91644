// SPDX-License-Identifier: MIT
// Lists of squares as variant files and the command line write them.
#pragma once

#include <string_view>

#include "base/result.h"
#include "rules/board.h"

namespace augmate {

// Items apart by spaces or commas: a square "d4", a rectangle "d1-i3", a rank "*8", a file "d*";
// "-" alone is the empty list. Missing squares of the board may be named. kBadNotation names the
// item.
Result<SquareSet> parse_squares(const Board& board, std::string_view text);

}  // namespace augmate
