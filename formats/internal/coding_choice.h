// SPDX-License-Identifier: MIT
// How a table's blocks will be coded: which coder for each side, trained where it learns; which
// side comes first, and whether one is left out. Decided on a sample of the blocks before anything
// is written, since choosing must cost little beside coding.
//
// The side to move that owns the anchor comes first and stands alone: the other side's moves of the
// lane royal then lead to codes that are decoded already. zstd stays where the coder asked for does
// not save a quarter of its bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "formats/block_coder.h"
#include "formats/internal/table_layout.h"
#include "formats/table_file.h"

namespace augmate::internal {

// Entries of a side in the sample: enough for a static model; more for a small share of a mixing
// coder's blocks would cost as much as coding.
inline constexpr std::uint64_t kSampleEntries = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kWindowEntries = std::uint64_t{1} << 16;
// That are asked for and coded at once.
inline constexpr std::uint64_t kBatchEntries = std::uint64_t{1} << 20;

// Values to codes. A value that the dictionary lacks breaks the caller's contract.
class CodeTable {
 public:
  explicit CodeTable(const std::vector<PackedValue>& dictionary);
  void to_codes(std::span<PackedValue> values) const;

 private:
  std::vector<Code> code_of_;
};

struct Coding {
  std::uint32_t block_entries = 0;
  Side first = Side::kWhite;
  std::array<SideIndex::Presence, 2> presence{SideIndex::Presence::kAlone,
                                              SideIndex::Presence::kAlone};
  std::array<std::unique_ptr<const BlockCoder>, 2> coders;  // null where there are no blocks
};

using Dictionaries = std::array<std::vector<PackedValue>, 2>;

// `rules`: of the ending, for coders that ask them; they keep the pointer. May be null else.
Result<Coding> choose_coding(std::uint64_t entries, const Dictionaries& dictionaries,
                             const ValueSource& source, const WriteOptions& options,
                             const EntryRules* rules);

}  // namespace augmate::internal
