// SPDX-License-Identifier: MIT
// The table file: one ending's values, self-describing, compressed in blocks and checksummed.
// SPEC.md beside this file fixes the bytes. A reader trusts nothing in a file and is safe from many
// threads; a writer leaves either the whole new file or what was there before.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "formats/block_coder.h"
#include "formats/block_log.h"
#include "formats/byte_source.h"
#include "rules/game.h"
#include "rules/outcome.h"

namespace augmate {

class PositionIndex;

// A Value in 16 bits: (plies + 1) * 8 + outcome. Up to 8,190 plies.
using PackedValue = std::uint16_t;
inline constexpr PackedValue kDontCare = 0xFFFF;  // an impossible position: any value may be stored
inline constexpr int kMaxPlies = 8190;
constexpr PackedValue pack(Value v) {
  return static_cast<PackedValue>((v.plies + 1) * 8 + static_cast<int>(v.outcome));
}
constexpr Value unpack(PackedValue p) { return {static_cast<Outcome>(p & 7), (p >> 3) - 1}; }

// Counts of legal positions (RULES.md section 1: the whole board, alike men once).
struct OutcomeStatistics {
  std::uint64_t count = 0;
  std::vector<std::pair<int, std::uint64_t>>
      histogram;            // plies ascending, count; empty for no distance
  std::string longest_fen;  // attains the largest distance; may be empty
  int max_plies() const { return histogram.empty() ? kNoDistance : histogram.back().first; }
  bool operator==(const OutcomeStatistics&) const = default;
};

struct SideStatistics {
  std::uint64_t legal = 0;
  std::array<OutcomeStatistics, kOutcomes> outcomes;  // by Outcome of the side to move
  bool operator==(const SideStatistics&) const = default;
};

struct TableInfo {
  std::string game;           // the variant's name
  std::string material;       // "KCvK"
  std::string rules_text;     // the rules that decide this ending, see formats/rules_text.h
  std::uint64_t entries = 0;  // index entries of one side to move
  int symmetries = 1;         // order of the group that folds the table
  std::string program;        // name and version of what wrote it
  std::array<SideStatistics, 2> sides;  // by Side to move
  // The same for each state of the Jokers (PositionIndex::states()), where there are several;
  // `sides` is their sum then.
  std::vector<std::array<SideStatistics, 2>> states;
};

// Gives the values [begin, begin + out.size()) of one side to move, kDontCare where impossible.
// Called from one thread, begin ascending within a side.
using ValueSource =
    std::function<Result<void>(Side, std::uint64_t begin, std::span<PackedValue> out)>;

enum class Profile {
  kFast,     // quick to write
  kEngine,   // small blocks that are quick to decode
  kArchive,  // as small as can be
};
enum class StoredSides {
  kBoth,
  kSmaller,  // the one whose blocks are smaller; the other follows from it
};

// How to store a table; write_options() gives them for a profile.
struct WriteOptions {
  CoderKind coder = CoderKind::kZstd;  // where it pays, else zstd
  int level = 6;                       // of zstd
  std::uint32_t block_entries = 16384;
  std::uint32_t zstd_block_entries = 16384;  // where zstd takes the coder's place
  StoredSides sides = StoredSides::kBoth;
  BlockShape shape;
  Side lane_side = Side::kBlack;
  BlockLog* log = nullptr;  // of blocks made, for a run that goes on
};
WriteOptions write_options(Profile profile, StoredSides sides, const PositionIndex& index);

// About what write_table takes in memory besides what the source does.
std::uint64_t writing_bytes(const WriteOptions& options, std::uint64_t entries, int threads);

// Writes `path` by way of a temporary file beside it: written, synced, renamed. kIo or kNoSpace on
// failure, and then nothing is left behind.
Result<void> write_table(const std::string& path, const TableInfo& info, const ValueSource& source,
                         const WriteOptions& options = {});

// The newest version of the format that TableFile reads; it reads all before too.
std::uint32_t table_format_version();

class TableFile {
 public:
  // Opens the file and checks everything but the blocks. kMissingTable, kIo, kBadMagic,
  // kBadVersion, kBadChecksum, kTruncated or kCorrupt.
  static Result<std::shared_ptr<const TableFile>> open(const std::string& path,
                                                       Backing backing = Backing::kRead);
  // The same from wherever the bytes are; `name` stands for the file in errors.
  static Result<std::shared_ptr<const TableFile>> open(std::unique_ptr<const ByteSource> source,
                                                       const std::string& name);
  ~TableFile();
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;

  const TableInfo& info() const;
  const std::string& path() const;  // or the name it was opened under
  std::uint64_t size_bytes() const;
  std::uint64_t checksum() const;  // of the whole file, as stored in it
  std::uint32_t block_entries() const;
  std::uint64_t blocks() const;  // of one side to move
  // Whether the side's values are in the file; those of one side may be left out, and then follow
  // from the other's by one ply (value_by_moves.h).
  bool holds(Side side) const;
  // The values of a side by code; none if it has no legal position.
  std::span<const PackedValue> dictionary(Side side) const;
  // One block's codes, each in the dictionary, some code for impossible positions (without any
  // value all are 0); or only the first `wanted` of them, which is quicker.
  Result<std::vector<Code>> read_codes(Side side, std::uint64_t block,
                                       std::size_t wanted = ~std::size_t{0}) const;
  // One block's values (the last of a side may be shorter). Errors name the side and the block.
  Result<std::vector<PackedValue>> read_block(Side side, std::uint64_t block) const;
  // The whole-file checksum and every block's.
  Result<void> verify() const;

 private:
  struct Impl;
  explicit TableFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace augmate
