// SPDX-License-Identifier: MIT
// What the parser of piece notation hands to the expansion: terms made of legs. Inside rules/ only.
//
// A leg is one straight part of a move. The first leg names its steps outright; a later one turns
// from the direction of the leg before. Turns are counted in eighths to the right on the wheel
//   7 0 1
//   6 . 2
//   5 4 3
// Offsets here are (right, forward), as in StepNode.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "rules/betza.h"
#include "rules/step_graph.h"

namespace augmate::betza {

inline constexpr int kUnlimited = 0;
inline constexpr std::array<Offset, 8> kWheel = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

enum class Way {
  kPlain,
  kLame,          // the square half-way, rounded towards the start, must be empty
  kLameStraight,  // every square must be empty: one orthogonal step, then diagonal ones
  kMustJump,      // the square half-way must be occupied
  kSki,           // the first square is skipped, whatever stands there
  kHop,           // over exactly one hurdle, then on
  kGrasshop,      // to the square behind the first hurdle
  kCrooked,       // steps alternate with steps at a right angle
  kCircular,      // each step turns to the next of the eight directions, always the same way
};

struct Leg {
  int column = 0;
  std::vector<Offset> steps;  // first leg: all are taken; later: those among which the turn chooses
  std::uint8_t turns = 0;     // later legs: bit k allows a turn of k eighths
  bool outward = false;       // later legs: the least deflection instead
  int limit = 1;              // steps in a line
  Way way = Way::kPlain;
  bool walls_are_hurdles = false;
  bool move = false, capture = false, initial = false;  // how the leg may end the move
  bool over_empty = true, over_men = false;             // what the next leg may go on from
};

struct Term {
  std::vector<Leg> legs;             // in order; empty for `paths:`
  std::vector<std::string> words;    // of `paths:`: each letter W or F
  bool move = true, capture = true;  // of `paths:`
};

Result<std::vector<Term>> parse_terms(std::string_view text, Dialect dialect);

// kBadNotation if a leg cannot turn as its letters say.
Result<StepGraph> expand(const Term& term);

// --- directions (betza_directions.cpp)

struct Letter {
  char c = 0;
  int column = 0;
};

// An atom's steps are all (a,b) with either order and any signs. K and Q have two pairs.
struct Atom {
  char letter = 0;
  int column = 0;
  std::vector<std::pair<int, int>> pairs;  // each a >= b
  int limit = 1;
  bool has_range = false;  // a digit or a doubled letter said so

  bool is_royal_wheel() const { return pairs.size() == 2; }
  int a() const { return pairs[0].first; }
  int b() const { return pairs[0].second; }
  bool oblique() const { return pairs.size() == 1 && b() != 0 && a() != b(); }
};

// All steps of the pair in wheel order: four or eight.
std::vector<Offset> all_steps(int a, int b);
// The steps that the letters select; all of them when there are no letters.
Result<std::vector<Offset>> directed_steps(const Atom& atom, const std::vector<Letter>& letters,
                                           Dialect dialect);
// The turns that the letters of a later leg select.
Result<std::uint8_t> directed_turns(const std::vector<Letter>& letters, Dialect dialect);
// The eighth of the wheel in which an orthogonal or diagonal step points; -1 for oblique ones.
int wheel_index(Offset step);

Error error_at(int column, const std::string& why);

}  // namespace augmate::betza
