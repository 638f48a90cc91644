// SPDX-License-Identifier: MIT
// A matrix of shares out of the record of a sweep (JSON lines, one object an ending): any column of
// texts may give the rows, any other the columns of the matrix, any column of numbers from 0 to 1
// the values.
//
// A sweep whose game looks the same to both sides keeps one of X v Y and Y v X. So where White's
// and Black's men are rows and columns and no pair is there both ways, the missing ones are read
// from the other with the sides exchanged: "white_wins_wtm" of Y v X is "black_wins_btm" of X v Y,
// and "white_score" is one less White's score.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "research/picture.h"

namespace augmate {

struct MatrixQuestion {
  // Names of columns of the record. Empty rows: "white". Empty columns: the first of "black" and
  // "board" that has several values, else "board".
  std::string rows, columns, value = "white_wins_wtm";
  std::vector<std::string> only;  // "COLUMN=VALUE": other endings are left out
};

// The matrix without its title. Rows and columns in the order in which they come. kIo, kCorrupt
// with the line's number, kUsage for a column that is not there or values that do not fit, or two
// endings for one place.
Result<ShareMatrix> read_share_matrix(const std::string& path, const MatrixQuestion& question);

}  // namespace augmate
