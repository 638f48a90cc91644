// SPDX-License-Identifier: MIT
// EntryRules by the rules text of a file: what they say of its entries before their values are
// known. Whoever reads a file has its rules, so a coder need not spend bytes on what follows:
//
// - which entries are impossible;
// - which have the value of an earlier one by symmetry (twins, position_index.h);
// - values that the rules settle at once: mate, stalemate, material that ends the game;
// - where the other side's values of the same block are known already, the best among the moves
//   that lead to them (the *bound*), and the value itself if there are no other moves. A block
//   spans whole inner dimensions of the index, so that the moves of the lane royal and of the
//   innermost men stay within it: of KQvKR, Black by White, seven of ten values are certain and the
//   others are those with a capture;
// - which captures and promotions there are, as a hash of the positions after them: with equal
//   hashes the choice is the same, so that what it is worth need be learned once only.
//
// A coder expects the values that this names but does not rely on them: in a file whose values do
// not obey its rules they are read as they stand, and `check` finds them. Thread safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "formats/block_coder.h"

namespace augmate {

// `entries`: of one side to move. kCorrupt if the rules cannot be read or have another number of
// them.
Result<std::unique_ptr<const EntryRules>> entry_rules(std::string_view rules_text,
                                                      std::uint64_t entries);

}  // namespace augmate
