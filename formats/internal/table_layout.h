// SPDX-License-Identifier: MIT
// The pieces of a table file as SPEC.md fixes them, each with its encoder and its decoder. Decoders
// take any bytes: they check every number before they use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/block_coder.h"
#include "formats/table_file.h"

namespace augmate::internal {

inline constexpr std::string_view kMagic{
    "\x89"
    "AUGMATE",
    8};
inline constexpr std::uint32_t kFormatVersion = 4;
inline constexpr std::uint32_t kMaxBlockEntries = 1u << 20;
inline constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kMaxInfoBytes = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kMaxIndexBytes = std::uint64_t{1} << 30;

std::uint64_t checksum_of(std::string_view bytes);

struct TableHeader {
  static constexpr std::size_t kBytes = 80;

  std::uint32_t block_entries = 0;
  std::uint64_t entries = 0;  // of one side to move
  std::uint64_t file_bytes = 0;
  std::uint64_t info_bytes = 0;  // the information follows the header
  std::uint64_t index_offset = 0;
  std::uint64_t info_checksum = 0;
  std::uint64_t index_checksum = 0;
  std::uint64_t body_checksum = 0;  // of everything behind the header

  std::uint64_t blocks_offset() const { return kBytes + info_bytes; }
  std::uint64_t blocks() const { return (entries - 1) / block_entries + 1; }

  std::string encode() const;
  // `bytes`: the file's first kBytes, or fewer if the file is shorter.
  static Result<TableHeader> decode(std::string_view bytes);
};

// How one side's values are stored: the dictionary gives the value of a code; a side with one value
// or none has no blocks, nor has one that is left out.
struct SideIndex {
  struct Block {
    static constexpr std::size_t kBytes = 8;
    std::uint32_t size_bytes = 0;
    std::uint32_t checksum = 0;  // short_checksum() of its bytes
  };
  enum class Presence : std::uint8_t { kLeftOut, kAlone, kByOther };  // as in the file

  std::vector<PackedValue> dictionary;
  Presence presence = Presence::kAlone;
  CoderKind coder = CoderKind::kZstd;
  std::string model;
  std::vector<Block> blocks;
  std::vector<std::uint64_t> offsets;  // in the file, by block; not stored

  bool has_blocks() const { return presence != Presence::kLeftOut && dictionary.size() > 1; }
};
struct TableIndex {
  Side first = Side::kWhite;  // whose blocks come first
  std::array<SideIndex, 2> sides;
  SideIndex& operator[](std::size_t side) { return sides[side]; }
  const SideIndex& operator[](std::size_t side) const { return sides[side]; }
};

// The lower half of checksum_of().
std::uint32_t short_checksum(std::string_view bytes);

std::string encode_index(const TableIndex& index);
// Also derives the offsets, and checks that the blocks fill the room between information and index.
Result<TableIndex> decode_index(std::string_view bytes, const TableHeader& header);

// TableInfo without `entries` as JSON text.
std::string encode_info(const TableInfo& info);
Result<TableInfo> decode_info(std::string_view text);

// The values that occur according to the statistics, the most frequent first.
std::vector<PackedValue> ranked_values(const SideStatistics& statistics);

const char* side_name(Side side);

}  // namespace augmate::internal
