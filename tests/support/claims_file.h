// SPDX-License-Identifier: MIT
// Reader of claims.csv: published facts about endings, grouped by ending. tests/data/README.md
// tells the conventions of the sources.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "rules/game.h"

namespace augmate::test {

struct Claim {
  std::string id, quantity, value, unit, side_to_move, note;
};

struct ClaimedEnding {
  int files = 0, ranks = 0;
  std::vector<std::string> white, black;  // Betza notation without the Kings
  std::vector<Claim> claims;

  std::string name() const;  // "8x8 K+R v K"
  int men() const { return static_cast<int>(white.size() + black.size()) + 2; }
  double placements() const;
};
inline void PrintTo(const ClaimedEnding& ending, std::ostream* out) { *out << ending.name(); }

struct Claims {
  std::vector<ClaimedEnding> endings;                            // those that a test can compare
  std::vector<std::pair<std::string, std::string>> not_covered;  // id, reason
};

// The shared file where there is one, else the copy.
Claims read_claims();
Claims read_claims(const std::string& path);

// Orthodox Kings and the men of the ending, a letter for each notation.
GameRules rules_of(const ClaimedEnding& ending);

// The whole numbers in a text, in order.
std::vector<std::uint64_t> numbers_in(const std::string& text);

}  // namespace augmate::test
