// SPDX-License-Identifier: MIT
// write_table: values become codes, codes become blocks, several at the same time, and the header,
// which holds what is known only at the end, is written last over its place at the front.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "base/check.h"
#include "formats/block_coder.h"
#include "formats/entry_rules.h"
#include "formats/internal/atomic_file.h"
#include "formats/internal/coding_choice.h"
#include "formats/internal/running_checksum.h"
#include "formats/internal/table_layout.h"
#include "formats/table_file.h"

namespace augmate {
namespace {

using internal::AtomicFile;
using internal::SideIndex;
using internal::TableHeader;
using internal::TableIndex;

// Errors stay inside the team of threads.
Result<std::string> encode_block(const BlockCoder& coder, std::uint64_t begin,
                                 std::span<Code> codes, std::span<const Code> other) try {
  return coder.encode(begin, codes, other);
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
  Result<void> choose();
  Result<void> write_side(Side side);
  Result<std::vector<std::string>> known_blocks(Side side, std::uint64_t first);
  Result<std::vector<std::string>> make_blocks(Side side, std::uint64_t first,
                                               std::span<Code> codes);
  Result<void> append_blocks(SideIndex& side, const std::vector<std::string>& blocks);
  Result<std::vector<Code>> first_codes(std::uint64_t block, std::size_t entries);
  Result<void> finish();

  const TableInfo& info_;
  const ValueSource& source_;
  const WriteOptions& options_;
  std::unique_ptr<AtomicFile> file_;
  internal::RunningChecksum body_;
  TableHeader header_;
  TableIndex index_;
  std::unique_ptr<const EntryRules> rules_;  // where the coder asks them
  internal::Coding coding_;
};

Result<void> TableWriter::append(std::string_view bytes) {
  body_.add(bytes);
  return file_->append(bytes);
}

// What an earlier run made of the batch.
Result<std::vector<std::string>> TableWriter::known_blocks(Side side, std::uint64_t first) {
  if (options_.log == nullptr) return std::vector<std::string>();
  return options_.log->take(side, first);
}

// The codes of a block of the side that came first, as a reader gets them.
Result<std::vector<Code>> TableWriter::first_codes(std::uint64_t block, std::size_t entries) {
  const SideIndex& first = index_[index(index_.first)];
  std::vector<Code> codes(entries);
  if (!first.has_blocks()) return codes;
  const auto bytes = file_->read_back(first.offsets[block], first.blocks[block].size_bytes);
  if (!bytes) return bytes.error();
  if (auto done = coding_.coders[index(index_.first)]->decode(*bytes, block * coding_.block_entries,
                                                              {}, codes);
      !done)
    return done.error();
  return codes;
}

Result<std::vector<std::string>> TableWriter::make_blocks(Side side, std::uint64_t first,
                                                          std::span<Code> codes) {
  const BlockCoder& coder = *coding_.coders[index(side)];
  const std::size_t size = coding_.block_entries;
  std::vector<std::optional<Result<std::string>>> encoded((codes.size() - 1) / size + 1);
  std::vector<std::vector<Code>> others(encoded.size());
  if (index_[index(side)].presence == SideIndex::Presence::kByOther)
    for (std::size_t i = 0; i < encoded.size(); ++i) {
      auto other = first_codes(first + i, std::min(size, codes.size() - i * size));
      if (!other) return other.error();
      others[i] = std::move(*other);
    }
  const auto count = static_cast<std::int64_t>(encoded.size());
#pragma omp parallel for schedule(dynamic) default(none) \
    shared(encoded, coder, codes, others, count, size, first)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto b = static_cast<std::size_t>(i);
    encoded[b] =
        encode_block(coder, (first + b) * size,
                     codes.subspan(b * size, std::min(size, codes.size() - b * size)), others[b]);
  }
  std::vector<std::string> blocks;
  for (auto& block : encoded) {
    if (!*block) return block->error();
    blocks.push_back(std::move(block->value()));
  }
  return blocks;
}

Result<void> TableWriter::append_blocks(SideIndex& side, const std::vector<std::string>& blocks) {
  for (const std::string& bytes : blocks) {
    side.offsets.push_back(file_->size_bytes());
    side.blocks.push_back(
        {static_cast<std::uint32_t>(bytes.size()), internal::short_checksum(bytes)});
    if (auto done = append(bytes); !done) return done;
  }
  return {};
}

// Values without blocks, of one value or left out, are asked for all the same, to check them.
Result<void> TableWriter::write_side(Side side) {
  SideIndex& stored = index_[index(side)];
  const internal::CodeTable code_table(stored.dictionary);
  const std::uint64_t blocks =
      std::max<std::uint64_t>(internal::kBatchEntries / coding_.block_entries, 1);
  const std::uint64_t batch = blocks * coding_.block_entries;
  std::vector<PackedValue> values;
  for (std::uint64_t begin = 0; begin < info_.entries; begin += batch) {
    const std::uint64_t first = begin / coding_.block_entries;
    auto made = stored.has_blocks() ? known_blocks(side, first) : std::vector<std::string>();
    if (!made) return made.error();
    if (made->empty()) {
      values.assign(std::min<std::uint64_t>(batch, info_.entries - begin), kDontCare);
      if (auto done = source_(side, begin, values); !done) return done;
      code_table.to_codes(values);
      if (!stored.has_blocks()) continue;
      made = make_blocks(side, first, values);
      if (!made) return made.error();
      if (options_.log != nullptr)
        if (auto done = options_.log->append(side, first, *made); !done) return done;
    }
    if (auto done = append_blocks(stored, *made); !done) return done;
  }
  return {};
}

// Dictionaries and coders.
Result<void> TableWriter::choose() {
  internal::Dictionaries dictionaries;
  for (std::size_t side = 0; side < 2; ++side) {
    dictionaries[side] = internal::ranked_values(info_.sides[side]);
    AUGMATE_CHECK(dictionaries[side].size() < kDontCare);
  }
  if (options_.coder == CoderKind::kMixing) {
    auto rules = entry_rules(info_.rules_text, info_.entries);
    if (!rules) return rules.error();
    rules_ = std::move(*rules);
  }
  auto coding =
      internal::choose_coding(info_.entries, dictionaries, source_, options_, rules_.get());
  if (!coding) return coding.error();
  coding_ = std::move(*coding);
  index_.first = coding_.first;
  for (std::size_t side = 0; side < 2; ++side) {
    index_[side].dictionary = std::move(dictionaries[side]);
    index_[side].presence = coding_.presence[side];
    if (const auto& coder = coding_.coders[side]) {
      index_[side].coder = coder->kind();
      index_[side].model = coder->model();
    }
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
  header_.body_checksum = body_.value();
  if (auto done = file_->overwrite(0, header_.encode()); !done) return done;
  return file_->commit();
}

Result<void> TableWriter::write(const std::string& path) {
  const std::string text = internal::encode_info(info_);
  if (text.size() > internal::kMaxInfoBytes)
    return Error{ErrorCode::kTooLarge, "rules and statistics of over 16 MiB"};
  if (auto done = choose(); !done) return done;
  header_.block_entries = coding_.block_entries;
  header_.entries = info_.entries;
  header_.info_bytes = text.size();
  header_.info_checksum = internal::checksum_of(text);
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  file_ = std::move(*file);
  if (auto done = file_->append(std::string(TableHeader::kBytes, '\0')); !done) return done;
  if (auto done = append(text); !done) return done;
  for (const Side side : {coding_.first, opponent(coding_.first)})
    if (auto done = write_side(side); !done) return done;
  return finish();
}

}  // namespace

Result<void> write_table(const std::string& path, const TableInfo& info, const ValueSource& source,
                         const WriteOptions& options) {
  for (const std::uint32_t size : {options.block_entries, options.zstd_block_entries})
    if (size < 1 || size > internal::kMaxBlockEntries)
      return Error{ErrorCode::kUsage, fmt::format("blocks of {} entries are outside 1 to {}", size,
                                                  internal::kMaxBlockEntries)};
  if (info.entries < 1 || info.entries > internal::kMaxEntries)
    return Error{ErrorCode::kTooLarge, fmt::format("a table of {} entries a side", info.entries)};
  if (options.level < ZSTD_minCLevel() || options.level > ZSTD_maxCLevel())
    return Error{ErrorCode::kUsage, fmt::format("no zstd level {}", options.level)};
  return TableWriter(info, source, options).write(path);
}

}  // namespace augmate
