// SPDX-License-Identifier: MIT
#include "formats/internal/table_layout.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "formats/internal/bytes.h"

namespace augmate::internal {
namespace {

Error corrupt(std::string what) { return {ErrorCode::kCorrupt, std::move(what)}; }

Result<void> check_ranges(const TableHeader& h) {
  if (h.block_entries < 1 || h.block_entries > kMaxBlockEntries)
    return corrupt(fmt::format("a block of {} entries", h.block_entries));
  if (h.entries < 1 || h.entries > kMaxEntries)
    return corrupt(fmt::format("{} entries a side", h.entries));
  if (h.info_bytes > kMaxInfoBytes)
    return corrupt(fmt::format("{} bytes of information", h.info_bytes));
  if (h.index_offset < h.blocks_offset() || h.index_offset > h.file_bytes ||
      h.file_bytes - h.index_offset > kMaxIndexBytes)
    return corrupt(fmt::format("the block index at byte {} of {}", h.index_offset, h.file_bytes));
  return {};
}

bool is_value(PackedValue p) { return (p & 7) < kOutcomes; }

Result<void> check_dictionary(const std::vector<PackedValue>& dictionary) {
  std::vector<PackedValue> sorted = dictionary;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return corrupt("a dictionary with a value twice");
  if (!std::all_of(sorted.begin(), sorted.end(), is_value))
    return corrupt("a dictionary with a code that is no value");
  return {};
}

Result<void> decode_dictionary(ByteReader& in, std::vector<PackedValue>& dictionary) {
  const auto count = in.take<std::uint32_t>();
  if (!count || *count > in.left() / sizeof(PackedValue))
    return corrupt("a dictionary longer than the block index");
  dictionary.reserve(*count);
  for (std::uint32_t i = 0; i < *count; ++i) dictionary.push_back(*in.take<PackedValue>());
  return check_dictionary(dictionary);
}

bool is_presence(std::uint8_t p) {
  return p <= static_cast<std::uint8_t>(SideIndex::Presence::kByOther);
}
bool is_coder(std::uint8_t c) { return c <= static_cast<std::uint8_t>(CoderKind::kMixing); }

Result<void> decode_coder(ByteReader& in, SideIndex& side) {
  const auto presence = in.take<std::uint8_t>();
  const auto coder = in.take<std::uint8_t>();
  const auto size = in.take<std::uint32_t>();
  if (!size || *size > in.left()) return corrupt("a coder's model longer than the block index");
  if (!is_presence(*presence) || !is_coder(*coder)) return corrupt("an unknown coder of blocks");
  side.presence = static_cast<SideIndex::Presence>(*presence);
  side.coder = static_cast<CoderKind>(*coder);
  side.model = in.take_bytes(*size);
  return {};
}

Result<void> decode_blocks(ByteReader& in, const TableHeader& header, SideIndex& side) {
  if (!side.has_blocks()) return {};
  const std::uint64_t count = header.blocks();
  if (count > in.left() / SideIndex::Block::kBytes)
    return corrupt(fmt::format("{} blocks a side, more than the block index holds", count));
  side.blocks.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t size_bytes = *in.take<std::uint32_t>();
    side.blocks.push_back({size_bytes, *in.take<std::uint32_t>()});
  }
  return {};
}

// `offset`: where the side's first block begins; moved past its last.
Result<void> place_blocks(const TableHeader& header, SideIndex& side, std::uint64_t& offset) {
  side.offsets.reserve(side.blocks.size());
  for (const SideIndex::Block& block : side.blocks) {
    side.offsets.push_back(offset);
    if (block.size_bytes > header.index_offset - offset)
      return corrupt(fmt::format("block {} runs into the block index", side.offsets.size() - 1));
    offset += block.size_bytes;
  }
  return {};
}

// What one side says of the other must fit together.
Result<void> check_sides(const TableIndex& index) {
  using Presence = SideIndex::Presence;
  const SideIndex& first = index[augmate::index(index.first)];
  const SideIndex& second = index[augmate::index(opponent(index.first))];
  if (first.presence != Presence::kAlone)
    return corrupt("the side that comes first does not stand alone");
  if (second.presence == Presence::kByOther && first.dictionary.empty())
    return corrupt("a side that follows from one without values");
  return {};
}

}  // namespace

std::uint64_t checksum_of(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint32_t short_checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(checksum_of(bytes));
}

const char* side_name(Side side) { return side == Side::kWhite ? "white" : "black"; }

std::string TableHeader::encode() const {
  std::string out(kMagic);
  put(out, kFormatVersion);
  put(out, block_entries);
  for (const std::uint64_t field : {entries, file_bytes, info_bytes, index_offset, info_checksum,
                                    index_checksum, body_checksum})
    put(out, field);
  put(out, checksum_of(out));
  return out;
}

Result<TableHeader> TableHeader::decode(std::string_view bytes) {
  const std::string_view magic = bytes.substr(0, kMagic.size());
  if (magic != kMagic.substr(0, magic.size()))
    return Error{ErrorCode::kBadMagic, "not an augmate table"};
  if (bytes.size() < kBytes)
    return Error{ErrorCode::kTruncated, fmt::format("only {} bytes long", bytes.size())};
  ByteReader in(bytes.substr(kMagic.size()));
  if (const auto version = *in.take<std::uint32_t>(); version != kFormatVersion)
    return Error{ErrorCode::kBadVersion,
                 fmt::format("format version {}, this program reads {}; make that table anew "
                             "(gen --force)",
                             version, kFormatVersion)};
  TableHeader h;
  h.block_entries = *in.take<std::uint32_t>();
  for (std::uint64_t* field : {&h.entries, &h.file_bytes, &h.info_bytes, &h.index_offset,
                               &h.info_checksum, &h.index_checksum, &h.body_checksum})
    *field = *in.take<std::uint64_t>();
  if (*in.take<std::uint64_t>() != checksum_of(bytes.substr(0, kBytes - sizeof(std::uint64_t))))
    return Error{ErrorCode::kBadChecksum, "altered bytes in the header"};
  if (auto fine = check_ranges(h); !fine) return fine.error();
  return h;
}

std::string encode_index(const TableIndex& index) {
  std::string out;
  put(out, static_cast<std::uint8_t>(augmate::index(index.first)));
  for (const SideIndex& side : index.sides) {
    put(out, static_cast<std::uint32_t>(side.dictionary.size()));
    for (const PackedValue value : side.dictionary) put(out, value);
    put(out, static_cast<std::uint8_t>(side.presence));
    put(out, static_cast<std::uint8_t>(side.coder));
    put(out, static_cast<std::uint32_t>(side.model.size()));
    out += side.model;
    for (const SideIndex::Block& block : side.blocks) {
      put(out, block.size_bytes);
      put(out, block.checksum);
    }
  }
  return out;
}

Result<TableIndex> decode_index(std::string_view bytes, const TableHeader& header) {
  ByteReader in(bytes);
  TableIndex index;
  const auto first = in.take<std::uint8_t>();
  if (!first || *first > 1) return corrupt("no side whose blocks come first");
  index.first = *first == 0 ? Side::kWhite : Side::kBlack;
  for (SideIndex& side : index.sides) {
    if (auto fine = decode_dictionary(in, side.dictionary); !fine) return fine.error();
    if (auto fine = decode_coder(in, side); !fine) return fine.error();
    if (auto fine = decode_blocks(in, header, side); !fine) return fine.error();
  }
  if (auto fine = check_sides(index); !fine) return fine.error();
  std::uint64_t offset = header.blocks_offset();
  for (const Side side : {index.first, opponent(index.first)})
    if (auto fine = place_blocks(header, index[augmate::index(side)], offset); !fine)
      return fine.error();
  if (in.left() != 0) return corrupt("bytes left over in the block index");
  if (offset != header.index_offset) return corrupt("a gap between the blocks and their index");
  return index;
}

std::vector<PackedValue> ranked_values(const SideStatistics& statistics) {
  std::vector<std::pair<std::uint64_t, PackedValue>> counted;
  for (int o = 0; o < kOutcomes; ++o) {
    const OutcomeStatistics& s = statistics.outcomes[static_cast<unsigned>(o)];
    std::uint64_t with_distance = 0;
    for (const auto& [plies, count] : s.histogram) {
      if (count > 0) counted.emplace_back(count, pack({static_cast<Outcome>(o), plies}));
      with_distance += count;
    }
    if (s.count > with_distance)
      counted.emplace_back(s.count - with_distance, pack({static_cast<Outcome>(o), kNoDistance}));
  }
  std::sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<PackedValue> values;
  values.reserve(counted.size());
  for (const auto& entry : counted) values.push_back(entry.second);
  return values;
}

}  // namespace augmate::internal
