// SPDX-License-Identifier: MIT
// Piece notation: Ralph Betza's letters and their later dialects, read into a StepGraph.
//
// One string means different moves in different programs, so a dialect belongs to every input:
//   kBetza    the default: Betza 1996 plus two-digit ranges, `a` and `y` legs, brackets, chains,
//             coordinates, spaces or `+` between terms, and `paths:`
//   kXboard   what XBoard 4.9 makes of it
//   kDiagram  XBetza as the Interactive Diagram extends it
//   kFsf      what Fairy-Stockfish makes of it
// docs/notation.md holds the grammar, the differences, and the answer to every known notation.
//
// Nothing is ever skipped: a letter that is unknown, that the dialect's program ignores, or that
// the dialects read differently without one of them being this one, is an error with its column.
//
// Reading goes in three steps, a file each: betza_parser.cpp turns text into terms (lists of
// legs), betza_directions.cpp turns direction letters into steps or turns, betza_expand.cpp turns
// terms into walks. Free of state; thread safe.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "rules/step_graph.h"

namespace augmate {

enum class Dialect { kBetza, kXboard, kDiagram, kFsf };

// "betza", "xboard", "diagram", "fsf": the names of the command line.
const char* name(Dialect dialect);
std::optional<Dialect> find_dialect(std::string_view name);

// The moves that the text means, in normalized() form. kBadNotation names the column, from 1.
Result<StepGraph> parse_piece(std::string_view text, Dialect dialect);

}  // namespace augmate
