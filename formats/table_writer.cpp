// SPDX-License-Identifier: MIT
// write_table: values become codes, codes become zstd blocks, and the header, which holds what is
// known only at the end, is written last over its place at the front.
#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/check.h"
#include "formats/internal/atomic_file.h"
#include "formats/internal/table_layout.h"
#include "formats/table_file.h"

namespace augmate {
namespace {

using internal::AtomicFile;
using internal::SideIndex;
using internal::TableHeader;
using internal::TableIndex;

constexpr std::uint32_t kNoCode = 0xFFFFFFFF;

// Values to codes. A value that the statistics do not hold breaks the caller's contract.
class Encoder {
 public:
  explicit Encoder(const SideIndex& side) : side_(side), code_of_(std::size_t{1} << 16, kNoCode) {
    for (std::size_t i = 0; i < side.dictionary.size(); ++i)
      code_of_[side.dictionary[i]] = static_cast<std::uint32_t>(i);
  }

  // The block's code bytes. An impossible position takes the code before it, those at the start the
  // first code that follows.
  const std::string& encode(std::span<const PackedValue> values) {
    const auto first =
        std::find_if(values.begin(), values.end(), [](PackedValue v) { return v != kDontCare; });
    std::uint32_t code = first == values.end() ? 0 : checked_code(*first);
    const std::size_t n = values.size();
    bytes_.assign(n * side_.code_bytes(), '\0');
    for (std::size_t i = 0; i < n; ++i) {
      if (values[i] != kDontCare) code = checked_code(values[i]);
      bytes_[i] = static_cast<char>(code);
      if (side_.code_bytes() == 2) bytes_[n + i] = static_cast<char>(code >> 8);
    }
    return bytes_;
  }

 private:
  std::uint32_t checked_code(PackedValue value) const {
    const std::uint32_t code = code_of_[value];
    AUGMATE_CHECK(code != kNoCode && "a value that the statistics lack");
    return code;
  }

  const SideIndex& side_;
  std::vector<std::uint32_t> code_of_;
  std::string bytes_;
};

class TableWriter {
 public:
  TableWriter(const TableInfo& info, const ValueSource& source, const WriteOptions& options)
      : info_(info), source_(source), options_(options) {}

  Result<void> write(const std::string& path);

 private:
  Result<void> append(std::string_view bytes);
  Result<void> write_side(Side side);
  Result<void> write_block(SideIndex& side, std::string_view codes);
  Result<void> finish();

  const TableInfo& info_;
  const ValueSource& source_;
  const WriteOptions& options_;
  std::unique_ptr<AtomicFile> file_;
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> zstd_{ZSTD_createCCtx(), ZSTD_freeCCtx};
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> body_{XXH3_createState(),
                                                                        XXH3_freeState};
  TableHeader header_;
  TableIndex index_;
  std::string compressed_;
};

Result<void> TableWriter::append(std::string_view bytes) {
  XXH3_64bits_update(body_.get(), bytes.data(), bytes.size());
  return file_->append(bytes);
}

Result<void> TableWriter::write_block(SideIndex& side, std::string_view codes) {
  compressed_.resize(ZSTD_compressBound(codes.size()));
  const std::size_t size = ZSTD_compressCCtx(zstd_.get(), compressed_.data(), compressed_.size(),
                                             codes.data(), codes.size(), options_.level);
  if (ZSTD_isError(size))
    return Error{ErrorCode::kNoMemory, fmt::format("zstd: {}", ZSTD_getErrorName(size))};
  const std::string_view frame(compressed_.data(), size);
  side.blocks.push_back({static_cast<std::uint32_t>(size), internal::checksum_of(frame)});
  return append(frame);
}

// A side of one value gets no blocks; its values are asked for all the same, to check them.
Result<void> TableWriter::write_side(Side side) {
  SideIndex& stored = index_[index(side)];
  stored.dictionary = internal::ranked_values(info_.sides[index(side)]);
  AUGMATE_CHECK(stored.dictionary.size() < kDontCare);
  Encoder encoder(stored);
  std::vector<PackedValue> values;
  for (std::uint64_t begin = 0; begin < info_.entries; begin += options_.block_entries) {
    values.assign(std::min<std::uint64_t>(options_.block_entries, info_.entries - begin),
                  kDontCare);
    source_(side, begin, values);
    const std::string& codes = encoder.encode(values);
    if (stored.dictionary.size() <= 1) continue;
    if (auto done = write_block(stored, codes); !done) return done;
  }
  return {};
}

Result<void> TableWriter::finish() {
  const std::string index = internal::encode_index(index_);
  if (index.size() > internal::kMaxIndexBytes)
    return Error{ErrorCode::kTooLarge, "a block index of over 1 GiB; use larger blocks"};
  header_.index_offset = file_->size_bytes();
  header_.index_checksum = internal::checksum_of(index);
  if (auto done = append(index); !done) return done;
  header_.file_bytes = file_->size_bytes();
  header_.body_checksum = XXH3_64bits_digest(body_.get());
  if (auto done = file_->overwrite(0, header_.encode()); !done) return done;
  return file_->commit();
}

Result<void> TableWriter::write(const std::string& path) {
  if (!zstd_ || !body_) return Error{ErrorCode::kNoMemory, "no memory to compress"};
  XXH3_64bits_reset(body_.get());
  const std::string text = internal::encode_info(info_);
  if (text.size() > internal::kMaxInfoBytes)
    return Error{ErrorCode::kTooLarge, "rules and statistics of over 16 MiB"};
  header_.block_entries = options_.block_entries;
  header_.entries = info_.entries;
  header_.info_bytes = text.size();
  header_.info_checksum = internal::checksum_of(text);
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  file_ = std::move(*file);
  if (auto done = file_->append(std::string(TableHeader::kBytes, '\0')); !done) return done;
  if (auto done = append(text); !done) return done;
  for (const Side side : {Side::kWhite, Side::kBlack})
    if (auto done = write_side(side); !done) return done;
  return finish();
}

}  // namespace

Result<void> write_table(const std::string& path, const TableInfo& info, const ValueSource& source,
                         const WriteOptions& options) {
  if (options.block_entries < 1 || options.block_entries > internal::kMaxBlockEntries)
    return Error{ErrorCode::kUsage, fmt::format("blocks of {} entries are outside 1 to {}",
                                                options.block_entries, internal::kMaxBlockEntries)};
  if (info.entries < 1 || info.entries > internal::kMaxEntries)
    return Error{ErrorCode::kTooLarge, fmt::format("a table of {} entries a side", info.entries)};
  if (options.level < ZSTD_minCLevel() || options.level > ZSTD_maxCLevel())
    return Error{ErrorCode::kUsage, fmt::format("no zstd level {}", options.level)};
  return TableWriter(info, source, options).write(path);
}

}  // namespace augmate
