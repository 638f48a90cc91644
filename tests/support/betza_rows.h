// SPDX-License-Identifier: MIT
// betza_cases.tsv and two ways to tell what a piece reaches on a small grid: one from the file's
// own little language of moves, one by walking a step graph. They share nothing but the grid, and
// neither uses the program's move generator.
#pragma once

#include <array>
#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "rules/step_graph.h"

namespace augmate::test {

// 17x17 squares with the piece in the middle; offsets from it run from -8 to 8.
class Grid {
 public:
  static constexpr int kReach = 8;
  static constexpr int kSide = 2 * kReach + 1;
  static constexpr std::size_t kSquares = kSide * kSide;
  enum class Content : char { kEmpty, kFriend, kEnemy, kWall };

  static bool inside(Offset at) {
    return at.dx >= -kReach && at.dx <= kReach && at.dy >= -kReach && at.dy <= kReach;
  }
  static std::size_t index(Offset at) {
    return static_cast<std::size_t>((at.dy + kReach) * kSide + at.dx + kReach);
  }
  Content at(Offset square) const { return content_[index(square)]; }
  void put(Offset square, Content c) { content_[index(square)] = c; }

 private:
  std::array<Content, kSquares> content_{};
};

struct Reached {
  std::bitset<Grid::kSquares> quiet, captures;
  bool operator==(const Reached&) const = default;
};

std::vector<std::string> split(std::string_view text, char by);
std::vector<Offset> read_offsets(std::string_view text);  // "1,2 -1,2"; "-" is none

// A row of the file, in the file's words.
struct BetzaRow {
  std::string id, notation;
  std::vector<std::string> dialects;
  std::string occ, moves;
  std::size_t quiet17 = 0, capt17 = 0;
  std::string quiet, captures;
};
std::vector<BetzaRow> read_betza_rows(const std::string& path);

// The grid of a scenario: "E0,2 F3,0 H1,1"; "-" is the bare grid.
Grid read_grid(std::string_view occ);

// What the file's language says. The man has not moved yet. `walls_are_hurdles` reads every hop as
// if it had the prefix w: rows that several programs share leave it out.
Reached interpret(const std::string& moves, const Grid& grid, bool walls_are_hurdles = false);
// What the step graph says.
Reached walk(const StepGraph& graph, const Grid& grid);

}  // namespace augmate::test
