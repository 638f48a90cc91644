// SPDX-License-Identifier: MIT
// BlockCoder: the codes of a block as bytes and back. SPEC.md fixes the bytes. A coder is made for
// one side of one file, is never changed, and serves any number of threads; blocks are independent
// of each other, so they are coded in any order and at the same time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/game.h"

namespace augmate {

using Code = std::uint16_t;               // a value's place in the dictionary of its side
inline constexpr Code kAnyCode = 0xFFFF;  // of an impossible position: any will do

inline constexpr std::size_t kMaxLaneSteps = 32;

// What a coder may know of the order of the entries (position_index.h).
struct BlockShape {
  std::uint32_t files = 1, squares = 1;  // of the board, over which the lane royal goes
  bool row_man = false;                  // the next dimension is the square of a single man
  std::vector<std::uint64_t> places;     // of the dimensions around the lane, the innermost first
  std::vector<std::array<std::int8_t, 2>> lane_steps;  // files and ranks of the lane royal's moves

  // The largest multiple, up to so many entries, of as many whole inner dimensions as fit.
  std::uint64_t whole_dimensions(std::uint64_t most) const {
    std::uint64_t whole = squares;
    for (const std::uint64_t p : places) {
      if (whole * p > most) break;
      whole *= p;
    }
    return std::max(most / whole * whole, std::uint64_t{1});
  }
};

// What the rules of an ending say of an entry before its value is known; theory in
// formats/entry_rules.h.
struct EntryFacts {
  static constexpr std::uint16_t kNoValue = 0xFFFF;

  bool possible = true;
  bool complete = false;           // the value is `bound`
  std::uint16_t bound = kNoValue;  // packed: the best after moves to entries whose values are known
  std::uint16_t situation = 0;     // 1 if in check, and twice the number of moves, at most 31
  std::uint32_t captures = 0;      // a hash of the positions after captures; 0: there are none
  // How many entries before, in the same block, one with the same value by symmetry; 0: none.
  std::uint32_t twin = 0;
};

class EntryRules {
 public:
  virtual ~EntryRules() = default;
  // Of the entries from `first` on, with `side` to move, in the block that begins at `begin`.
  // `other`: the packed values of the block's entries with the other side to move; empty if they
  // are not known.
  virtual void look(Side side, std::uint64_t begin, std::span<const std::uint16_t> other,
                    std::uint64_t first, std::span<EntryFacts> out) const = 0;
};

enum class CoderKind : std::uint8_t { kZstd = 0, kStatic = 1, kMixing = 2 };  // as in the file

// One side's codes of a block, or where a coder takes them from the other side's, both sides'.
class BlockCoder {
 public:
  virtual ~BlockCoder() = default;

  virtual CoderKind kind() const = 0;
  // What a reader needs besides the blocks; stored once for a side.
  virtual std::string model() const { return {}; }

  // Each kAnyCode becomes what decoding will give, kAnyCode again where the coder tells impossible
  // positions apart. `other`: the codes of the same entries with the other side to move, as
  // decoding gives them, if the coder was made with their dictionary; else empty.
  virtual Result<std::string> encode(std::uint64_t begin, std::span<Code> codes,
                                     std::span<const Code> other) const = 0;
  // Takes any bytes. kCorrupt if they are not those of `codes.size()` codes of the dictionary. Only
  // the first `wanted` codes need be decoded, for which as many of the other side's, up to the end
  // of the last one's row, are enough.
  virtual Result<void> decode(std::string_view bytes, std::uint64_t begin,
                              std::span<const Code> other, std::span<Code> codes,
                              std::size_t wanted) const = 0;
  Result<void> decode(std::string_view bytes, std::uint64_t begin, std::span<const Code> other,
                      std::span<Code> codes) const {
    return decode(bytes, begin, other, codes, codes.size());
  }
  // Of the other side's codes how many are needed for so many of a block.
  virtual std::size_t needed_of_other(std::size_t wanted) const { return wanted; }
};

// The dictionary of the side and, where its codes are seen beside the other side's, of that side.
struct CoderValues {
  std::span<const std::uint16_t> own, other;
  const EntryRules* rules = nullptr;  // not null for the mixing coder, which keeps it
  Side side = Side::kWhite;           // to move, of the blocks
};

// Codes as bytes in one zstd frame.
std::unique_ptr<const BlockCoder> zstd_coder(std::size_t values, int level);

// Blocks of one side and the same of the other, or null, to learn from.
struct CoderSample {
  const std::vector<std::vector<Code>>& own;
  const std::vector<std::vector<Code>>* other;
};

// Codes by frequencies that depend on the neighbours (internal/static_model.h): quick to decode,
// however small the blocks.
std::unique_ptr<const BlockCoder> train_static_coder(const CoderValues& values,
                                                     const BlockShape& shape,
                                                     const CoderSample& sample);
Result<std::unique_ptr<const BlockCoder>> read_static_coder(std::string_view model,
                                                            const CoderValues& values);

// Codes by what a mixture of contexts learns while a block is coded: the smallest files, slow both
// ways.
std::unique_ptr<const BlockCoder> mixing_coder(const CoderValues& values, const BlockShape& shape);
// About what it takes in memory while it codes a block of so many entries.
std::uint64_t mixing_coder_bytes(std::uint64_t entries);
Result<std::unique_ptr<const BlockCoder>> read_mixing_coder(std::string_view model,
                                                            const CoderValues& values);

// Any of them, from what a file says.
Result<std::unique_ptr<const BlockCoder>> read_coder(CoderKind kind, std::string_view model,
                                                     const CoderValues& values);

}  // namespace augmate
