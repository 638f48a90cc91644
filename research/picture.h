// SPDX-License-Identifier: MIT
// Pictures of an ending's results as SVG texts: each function draws the numbers that it is given
// and computes none but sums and shares. Functions only; thread safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/statistics.h"
#include "rules/position.h"

namespace augmate {

// How many positions have each distance, a panel for each side to move; bars of several outcomes
// at one distance stand on each other. Marks carry data-side, data-outcome, data-plies,
// data-positions; outcomes in the legend data-outcome, data-count.
std::string histogram_picture(const std::string& title, const Sides& sides);

// A number for each square of a board, by colour and in figures.
struct BoardMap {
  std::string title, subtitle;
  std::string unit;  // "plies"
  int decimals = 1;  // of the figures
  const Board* board = nullptr;
  std::vector<std::optional<double>> values;  // by square; nothing where there is no number
};
// Squares carry data-square and data-value.
std::string board_map_picture(const BoardMap& map);

// A table of shares, 0 to 1, by colour and in percent.
struct ShareMatrix {
  std::string title, subtitle;
  std::string row_label, column_label;  // what rows and columns are
  std::vector<std::string> rows, columns;
  std::vector<std::optional<double>> values;  // row after row
};
// Cells carry data-row, data-column and data-value.
std::string share_matrix_picture(const ShareMatrix& matrix);

// Positions on boards of their own, three beside each other.
struct Diagram {
  Position position;
  std::string caption;  // below, after whose move it is
};
// Men carry data-square and data-man (as in FEN); boards data-fen.
std::string boards_picture(const std::string& title, const Game& game,
                           const std::vector<Diagram>& diagrams);

}  // namespace augmate
