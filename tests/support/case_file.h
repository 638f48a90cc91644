// SPDX-License-Identifier: MIT
// Reader of cases.jsonl: endings solved by an independent program, one a line. What each field
// means is told in tests/data/README.md.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "formats/table_file.h"
#include "rules/move_generator.h"
#include "rules/position.h"

namespace augmate::test {

struct CaseSample {
  Position position;
  std::string fen;
  Value value;                                   // for the side to move
  std::optional<std::vector<std::string>> best;  // as case_text() writes them, sorted
};

struct Case {
  std::string id;
  GameRules rules;
  Material material;
  // By what the Jokers imitate (Position::imitates); one entry where there are none.
  struct State {
    std::array<int, 2> imitates = {-1, -1};
    std::array<SideStatistics, 2> sides;  // with the given examples as longest_fen
  };
  std::vector<State> states;
  std::vector<CaseSample> samples;
};

// A move as the file writes it: "g4-d7", "a7-a8=Q" with the kind's name.
std::string case_text(const Game& game, const Move& move);

// A line of the file, not yet made into a game.
struct CaseLine {
  std::string id;
  std::string json;
};
inline void PrintTo(const CaseLine& line, std::ostream* out) { *out << line.id; }

// The lines of the shared file where there is one, and those of the copy that are not in it.
std::vector<CaseLine> read_case_lines();
std::vector<CaseLine> read_lines_of(const std::string& path);
std::string case_copy_path();
std::string shared_case_path();

Result<Case> read_case(const CaseLine& line);

// Positions on the whole grid with White's side first, to guess what a case costs.
double placements(const CaseLine& line);

}  // namespace augmate::test
