// SPDX-License-Identifier: MIT
#include "formats/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <type_traits>
#include <utility>

#include "formats/block_coder.h"
#include "formats/entry_rules.h"
#include "formats/internal/running_checksum.h"
#include "formats/internal/table_layout.h"

namespace augmate {

using internal::SideIndex;
using internal::TableHeader;
using internal::TableIndex;

struct TableFile::Impl {
  std::string path;
  std::unique_ptr<const ByteSource> source;
  TableHeader header;
  TableInfo info;
  TableIndex index;
  std::unique_ptr<const EntryRules> rules;                  // where a coder asks them
  std::array<std::unique_ptr<const BlockCoder>, 2> coders;  // by side to move

  Result<void> read_head();
  Result<std::string_view> read_section(std::uint64_t offset, std::uint64_t size,
                                        std::uint64_t checksum, const char* what,
                                        std::string& scratch) const;
  Result<void> make_coders();
  Result<std::vector<Code>> read_codes(Side side, std::uint64_t block, std::size_t wanted) const;
  Result<void> verify_whole() const;
  std::size_t entries_in(std::uint64_t block) const;
};

namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{1} << 20;  // read at once for the checksum

}  // namespace

Result<std::string_view> TableFile::Impl::read_section(std::uint64_t offset, std::uint64_t size,
                                                       std::uint64_t checksum, const char* what,
                                                       std::string& scratch) const {
  auto bytes = source->read(offset, size, scratch);
  if (bytes && internal::checksum_of(*bytes) != checksum)
    return Error{ErrorCode::kBadChecksum, fmt::format("altered bytes in {}", what)};
  return bytes;
}

Result<void> TableFile::Impl::read_head() {
  const std::uint64_t size_bytes = source->size_bytes();
  std::string scratch;
  const auto head =
      source->read(0, std::min<std::uint64_t>(size_bytes, TableHeader::kBytes), scratch);
  if (!head) return head.error();
  auto decoded = TableHeader::decode(*head);
  if (!decoded) return decoded.error();
  header = *decoded;
  if (size_bytes != header.file_bytes)
    return Error{size_bytes < header.file_bytes ? ErrorCode::kTruncated : ErrorCode::kCorrupt,
                 fmt::format("{} bytes long instead of {}", size_bytes, header.file_bytes)};
  const auto text = read_section(TableHeader::kBytes, header.info_bytes, header.info_checksum,
                                 "the information", scratch);
  if (!text) return text.error();
  auto information = internal::decode_info(*text);
  if (!information) return information.error();
  info = std::move(*information);
  info.entries = header.entries;
  const auto bytes = read_section(header.index_offset, size_bytes - header.index_offset,
                                  header.index_checksum, "the block index", scratch);
  if (!bytes) return bytes.error();
  auto blocks = internal::decode_index(*bytes, header);
  if (!blocks) return blocks.error();
  index = std::move(*blocks);
  return make_coders();
}

Result<void> TableFile::Impl::make_coders() {
  for (std::size_t side = 0; side < 2; ++side) {
    const SideIndex& own = index[side];
    if (!own.has_blocks()) continue;
    if (own.coder == CoderKind::kMixing && !rules) {
      auto stated = entry_rules(info.rules_text, info.entries);
      if (!stated) return stated.error();
      rules = std::move(*stated);
    }
    CoderValues values{own.dictionary, {}, rules.get(), static_cast<Side>(side)};
    if (own.presence == SideIndex::Presence::kByOther) values.other = index[1 - side].dictionary;
    auto coder = read_coder(own.coder, own.model, values);
    if (!coder) return coder.error();
    coders[side] = std::move(*coder);
  }
  return {};
}

std::size_t TableFile::Impl::entries_in(std::uint64_t block) const {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(header.block_entries, header.entries - block * header.block_entries));
}

// At least the first `wanted` codes are right; kAnyCode where the coder says so.
Result<std::vector<Code>> TableFile::Impl::read_codes(Side side, std::uint64_t block,
                                                      std::size_t wanted) const {
  const SideIndex& stored = index[augmate::index(side)];
  if (stored.presence == SideIndex::Presence::kLeftOut)
    return Error{ErrorCode::kNotCovered,
                 "this side is left out; make the file anew with gen --force --sides both"};
  std::vector<Code> codes(entries_in(block));
  if (!stored.has_blocks()) return codes;
  wanted = std::min(wanted, codes.size());
  const BlockCoder& coder = *coders[augmate::index(side)];
  std::vector<Code> other;
  if (stored.presence == SideIndex::Presence::kByOther) {
    auto read = read_codes(opponent(side), block, coder.needed_of_other(wanted));
    if (!read) return read.error();
    other = std::move(*read);
  }
  std::string scratch;
  const SideIndex::Block& at = stored.blocks[block];
  const auto bytes = source->read(stored.offsets[block], at.size_bytes, scratch);
  if (!bytes) return bytes.error();
  if (internal::short_checksum(*bytes) != at.checksum)
    return Error{ErrorCode::kBadChecksum, "altered bytes in the block"};
  if (auto done = coder.decode(*bytes, block * header.block_entries, other, codes, wanted); !done)
    return done.error();
  return codes;
}

Result<void> TableFile::Impl::verify_whole() const {
  internal::RunningChecksum sum;
  const std::uint64_t size_bytes = source->size_bytes();
  std::string scratch;
  for (std::uint64_t at = TableHeader::kBytes; at < size_bytes; at += kPieceBytes) {
    const auto piece = source->read(at, std::min(kPieceBytes, size_bytes - at), scratch);
    if (!piece) return piece.error();
    sum.add(*piece);
  }
  if (sum.value() != header.body_checksum)
    return Error{ErrorCode::kBadChecksum, "altered bytes somewhere in the file"};
  return {};
}

std::uint32_t table_format_version() { return internal::kFormatVersion; }

TableFile::TableFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TableFile::~TableFile() = default;

Result<std::shared_ptr<const TableFile>> TableFile::open(const std::string& path,
                                                         Backing backing) try {
  auto source = ByteSource::open(path, backing);
  if (!source) return source.error();
  return open(std::move(*source), path);
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kNoMemory, fmt::format("no memory to open the table file '{}'", path)};
}

Result<std::shared_ptr<const TableFile>> TableFile::open(std::unique_ptr<const ByteSource> source,
                                                         const std::string& name) try {
  auto impl = std::make_unique<Impl>();
  impl->path = name;
  impl->source = std::move(source);
  if (auto done = impl->read_head(); !done)
    return done.error().in(fmt::format("table file '{}'", name));
  return std::shared_ptr<const TableFile>(new TableFile(std::move(impl)));
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kNoMemory, fmt::format("no memory to open the table file '{}'", name)};
}

const TableInfo& TableFile::info() const { return impl_->info; }
const std::string& TableFile::path() const { return impl_->path; }
std::uint64_t TableFile::size_bytes() const { return impl_->source->size_bytes(); }
std::uint64_t TableFile::checksum() const { return impl_->header.body_checksum; }
std::uint32_t TableFile::block_entries() const { return impl_->header.block_entries; }
std::uint64_t TableFile::blocks() const { return impl_->header.blocks(); }
bool TableFile::holds(Side side) const {
  return impl_->index[index(side)].presence != SideIndex::Presence::kLeftOut;
}

std::span<const PackedValue> TableFile::dictionary(Side side) const {
  return impl_->index[index(side)].dictionary;
}

Result<std::vector<Code>> TableFile::read_codes(Side side, std::uint64_t block,
                                                std::size_t wanted) const try {
  const auto place = [&] {
    return fmt::format("table file '{}', {} to move, block {} of {}", path(),
                       internal::side_name(side), block, blocks());
  };
  if (block >= blocks()) return Error{ErrorCode::kUsage, "no such block"}.in(place());
  auto codes = impl_->read_codes(side, block, wanted);
  if (!codes) return codes.error().in(place());
  if (codes->size() > wanted) codes->resize(wanted);
  for (Code& code : *codes) code = code == kAnyCode ? Code{0} : code;
  return codes;
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kNoMemory, fmt::format("no memory for a block of '{}'", path())};
}

Result<std::vector<PackedValue>> TableFile::read_block(Side side, std::uint64_t block) const {
  static_assert(std::is_same_v<Code, PackedValue>);
  auto values = read_codes(side, block);
  if (!values) return values;
  const std::span<const PackedValue> dictionary = this->dictionary(side);
  for (PackedValue& v : *values) v = dictionary.empty() ? kDontCare : dictionary[v];
  return values;
}

Result<void> TableFile::verify() const try {
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (std::uint64_t b = 0; b < impl_->index[index(side)].blocks.size(); ++b)
      if (auto block = read_block(side, b); !block) return block.error();
  if (auto whole = impl_->verify_whole(); !whole)
    return whole.error().in(fmt::format("table file '{}'", path()));
  return {};
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kNoMemory, fmt::format("no memory to check '{}'", path())};
}

}  // namespace augmate
