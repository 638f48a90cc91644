// SPDX-License-Identifier: MIT
// Board: a grid of at most 16x16 squares, some of which may be missing, and what is peculiar to a
// square: whether it vanishes when empty (a brouhaha square) and which camp it belongs to.
// Built once, then read by any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/square_set.h"

namespace augmate {

struct Offset {
  int dx = 0;  // files, towards the last file
  int dy = 0;  // ranks, towards the last rank
  bool operator==(const Offset&) const = default;
  auto operator<=>(const Offset&) const = default;
};

class Board {
 public:
  // 1 to 16 files and ranks, else kTooLarge. first_rank: the number of the lowest rank, normally 1.
  static Result<Board> rectangle(int files, int ranks, int first_rank = 1);

  int files() const { return files_; }
  int ranks() const { return ranks_; }
  int first_rank() const { return first_rank_; }
  int size() const { return files_ * ranks_; }  // squares of the grid, holes included

  const SquareSet& squares() const { return squares_; }  // those that exist
  const SquareSet& vanishing() const {
    return vanishing_;
  }  // brouhaha squares, a part of squares()
  bool exists(Square s) const { return squares_.test(s); }
  // Whether a man may go to the square or pass over it when it is empty.
  bool open_when_empty(Square s) const { return squares_.test(s) && !vanishing_.test(s); }
  int camp(Square s) const { return camps_[static_cast<unsigned>(s)]; }  // 0: no camp

  void remove(Square s);         // makes a hole
  void set_vanishing(Square s);  // makes a brouhaha square
  void set_camp(Square s, int camp);

  int file(Square s) const { return s % files_; }
  int rank(Square s) const { return s / files_; }  // index from 0, not the rank's number
  bool on_grid(int file, int rank) const {
    return file >= 0 && file < files_ && rank >= 0 && rank < ranks_;
  }
  Square at(int file, int rank) const { return rank * files_ + file; }
  // The square that lies so far from s, kNoSquare off the grid. Holes are on the grid.
  Square step(Square s, Offset by) const;

  std::string name(Square s) const;                         // "a1", "l12", "e0"
  std::optional<Square> find(std::string_view name) const;  // of an existing square

  bool operator==(const Board&) const = default;

 private:
  int files_ = 8, ranks_ = 8, first_rank_ = 1;
  SquareSet squares_, vanishing_;
  std::array<std::uint8_t, kMaxSquares> camps_{};
};

}  // namespace augmate
