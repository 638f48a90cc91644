// SPDX-License-Identifier: MIT
#include "gen/write_log.h"

namespace augmate {
namespace {

constexpr std::size_t kLengthBytes = 4;

}  // namespace

JournalKey WriteLog::key(Side side, std::uint64_t first) const {
  JournalKey key;
  key.kind = JournalKey::Kind::kBlocks;
  key.side = static_cast<std::uint8_t>(side);
  key.step = profile_;
  key.unit = sides_;
  key.number = first;
  return key;
}

Result<std::vector<std::string>> WriteLog::take(Side side, std::uint64_t first) {
  std::vector<std::string> blocks;
  const auto record = journal_.take(key(side, first));
  if (!record) return record.error();
  if (!*record) return blocks;
  std::vector<std::uint8_t> buffer;
  const auto bytes = journal_.read(**record, 0, (*record)->size, buffer);
  if (!bytes) return bytes.error();
  for (std::size_t at = 0; at + kLengthBytes <= bytes->size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
      length |= static_cast<std::size_t>((*bytes)[at + i]) << (8 * i);
    at += kLengthBytes;
    if (length > bytes->size() - at)
      return Error{ErrorCode::kCorrupt, "a block in the journal is longer than its record"};
    blocks.emplace_back(reinterpret_cast<const char*>(bytes->data()) + at, length);
    at += length;
  }
  return blocks;
}

Result<void> WriteLog::append(Side side, std::uint64_t first, std::span<const std::string> blocks) {
  std::vector<std::uint8_t> bytes;
  for (const std::string& block : blocks) {
    for (std::size_t i = 0; i < kLengthBytes; ++i)
      bytes.push_back(static_cast<std::uint8_t>(block.size() >> (8 * i)));
    bytes.insert(bytes.end(), block.begin(), block.end());
  }
  const auto record = journal_.append(key(side, first), bytes);
  return record ? Result<void>() : Result<void>(record.error());
}

}  // namespace augmate
