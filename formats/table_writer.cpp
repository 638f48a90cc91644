// SPDX-License-Identifier: MIT
// write_table: values become codes, codes become blocks, several at the same time, and the header,
// which holds what is known only at the end, is written last over its place at the front.
#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "base/check.h"
#include "formats/block_coder.h"
#include "formats/internal/atomic_file.h"
#include "formats/internal/table_layout.h"
#include "formats/table_file.h"

namespace augmate {
namespace {

using internal::AtomicFile;
using internal::SideIndex;
using internal::TableHeader;
using internal::TableIndex;

constexpr std::size_t kBatchEntries = std::size_t{1} << 20;  // asked for and coded at once

// Values to codes. A value that the statistics do not hold breaks the caller's contract.
class CodeTable {
 public:
  explicit CodeTable(const std::vector<PackedValue>& dictionary)
      : code_of_(std::size_t{1} << 16, kAnyCode) {
    for (std::size_t i = 0; i < dictionary.size(); ++i)
      code_of_[dictionary[i]] = static_cast<Code>(i);
  }

  void to_codes(std::span<PackedValue> values) const {
    for (PackedValue& v : values) {
      const Code code = code_of_[v];
      AUGMATE_CHECK((code != kAnyCode || v == kDontCare) && "a value that the statistics lack");
      v = code;
    }
  }

 private:
  std::vector<Code> code_of_;
};

// Errors stay inside the team of threads.
Result<std::string> encode_block(const BlockCoder& coder, std::span<Code> codes) try {
  return coder.encode(codes, {});
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kNoMemory, "no memory to compress"};
}

class TableWriter {
 public:
  TableWriter(const TableInfo& info, const ValueSource& source, const WriteOptions& options)
      : info_(info), source_(source), options_(options) {}

  Result<void> write(const std::string& path);

 private:
  Result<void> append(std::string_view bytes);
  Result<void> write_side(Side side);
  Result<void> write_blocks(SideIndex& side, const BlockCoder& coder, std::span<Code> codes);
  Result<void> finish();

  const TableInfo& info_;
  const ValueSource& source_;
  const WriteOptions& options_;
  std::unique_ptr<AtomicFile> file_;
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> body_{XXH3_createState(),
                                                                        XXH3_freeState};
  TableHeader header_;
  TableIndex index_;
};

Result<void> TableWriter::append(std::string_view bytes) {
  XXH3_64bits_update(body_.get(), bytes.data(), bytes.size());
  return file_->append(bytes);
}

Result<void> TableWriter::write_blocks(SideIndex& side, const BlockCoder& coder,
                                       std::span<Code> codes) {
  const std::size_t size = options_.block_entries;
  std::vector<std::optional<Result<std::string>>> blocks((codes.size() - 1) / size + 1);
  const auto count = static_cast<std::int64_t>(blocks.size());
#pragma omp parallel for schedule(dynamic) default(none) shared(blocks, coder, codes, count, size)
  for (std::int64_t i = 0; i < count; ++i) {
    const std::size_t begin = static_cast<std::size_t>(i) * size;
    blocks[static_cast<std::size_t>(i)] =
        encode_block(coder, codes.subspan(begin, std::min(size, codes.size() - begin)));
  }
  for (const auto& block : blocks) {
    if (!*block) return block->error();
    const std::string& bytes = block->value();
    side.blocks.push_back({static_cast<std::uint32_t>(bytes.size()), internal::checksum_of(bytes)});
    if (auto done = append(bytes); !done) return done;
  }
  return {};
}

// A side of one value gets no blocks; its values are asked for all the same, to check them.
Result<void> TableWriter::write_side(Side side) {
  SideIndex& stored = index_[index(side)];
  stored.dictionary = internal::ranked_values(info_.sides[index(side)]);
  AUGMATE_CHECK(stored.dictionary.size() < kDontCare);
  const CodeTable code_table(stored.dictionary);
  const auto coder = zstd_coder(stored.dictionary.size(), options_.level);
  const std::uint64_t blocks = std::max<std::uint64_t>(kBatchEntries / options_.block_entries, 1);
  const std::uint64_t batch = blocks * options_.block_entries;
  std::vector<PackedValue> values;
  for (std::uint64_t begin = 0; begin < info_.entries; begin += batch) {
    values.assign(std::min<std::uint64_t>(batch, info_.entries - begin), kDontCare);
    if (auto done = source_(side, begin, values); !done) return done;
    code_table.to_codes(values);
    if (stored.dictionary.size() <= 1) continue;
    if (auto done = write_blocks(stored, *coder, values); !done) return done;
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
  if (!body_) return Error{ErrorCode::kNoMemory, "no memory to compress"};
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
