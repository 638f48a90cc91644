// SPDX-License-Identifier: MIT
// The rules that decide one ending, as text: board, square properties, outcomes, and for each side
// the decoded steps of the kinds in the material and of those that its pawns may become (letters
// are labels only). Table files carry it, so that a stranger can regenerate the table, and its hash
// names the file, so that two games whose letters agree but whose rules differ never share one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/game.h"
#include "rules/position.h"

namespace augmate {

// The text: lines "key = value", documented in SPEC.md.
std::string rules_text(const Game& game, const Material& material);

// A game holding just what the text says (its kinds are those in play), and the material.
struct RulesOfEnding {
  std::shared_ptr<const Game> game;
  Material material;
};
Result<RulesOfEnding> parse_rules_text(std::string_view text);

// A hash of what the rules mean for the ending: equal for two spellings of the same moves, whatever
// the variant is called; different when board, moves, material, outcomes or what pawns become
// differ.
std::uint64_t rules_hash(const Game& game, const Material& material);

// "KCvK in wide-wad, board 12x8", for headings.
std::string ending_title(const Game& game, const Material& material);

// "KCvK-0123456789abcdef.augmate"
std::string table_file_name(const Game& game, const Material& material);

}  // namespace augmate
