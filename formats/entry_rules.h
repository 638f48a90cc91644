// SPDX-License-Identifier: MIT
// EntryFacts: what the rules of an ending say of its entries before their values are known. Whoever
// reads a file has its rules, so a coder need not spend bytes on what follows from them:
//
// - which entries are impossible;
// - values that the rules settle at once: mate, stalemate, material that ends the game;
// - where the other side's codes of the same block are known already, the best value among the
//   moves that lead to them (the *bound*), and the value itself if there are no other moves. A
//   block spans whole inner dimensions of the index, so the moves of the lane royal and of the
//   innermost men stay within it;
// - which captures there are, as a hash of the positions after them: positions with equal hash have
//   the same choice of captures, so that what a capture into another ending is worth need be
//   learned once only.
//
// A coder may expect the value that this names, and must not rely on it: a file whose blocks do not
// obey its rules is read all the same, and `check` finds it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "formats/block_coder.h"
#include "formats/position_index.h"

namespace augmate {

// Of the ending whose rules a file states; `entries` of one side to move. kCorrupt if the rules
// cannot be read or have another number of entries.
Result<std::unique_ptr<const EntryRules>> entry_rules(std::string_view rules_text,
                                                      std::uint64_t entries);

}  // namespace augmate
