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
  Value value;                            // for the side to move
  std::optional<std::vector<Move>> best;  // sorted; `capture` is not told and always false
};

struct Case {
  std::string id;
  GameRules rules;
  Material material;
  // The game has outcomes besides mate and draw (points, advantages, perpetual check). Mates and
  // their distances are those of the plain game all the same: nothing but mate is worth a full
  // point, and whoever cannot avoid mate has no other outcome to choose.
  bool mates_only = false;
  std::array<SideStatistics, 2> sides;  // with the given examples as longest_fen
  std::vector<CaseSample> samples;
};

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

// Why the case is beyond what is built so far; nothing when it can be run.
std::optional<std::string> not_covered(const CaseLine& line);
Result<Case> read_case(const CaseLine& line);

// Positions on the whole grid with White's side first, to guess what a case costs.
double placements(const CaseLine& line);

}  // namespace augmate::test
