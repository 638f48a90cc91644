// SPDX-License-Identifier: MIT
// Whatever bytes stand in a file, reading them ends in an error or in the values that were written,
// never in other values, a crash or a huge allocation.
#include <gtest/gtest.h>

#include <set>

#include "formats/internal/bytes.h"
#include "formats/internal/table_layout.h"
#include "formats/table_file.h"
#include "tests/support/raw_tables.h"
#include "tests/support/sources.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

using internal::TableHeader;

using Values = std::array<std::vector<PackedValue>, 2>;

// Reads all that can be read; the first error, or nothing.
std::optional<Error> read_all(From from, const std::string& path, Values& values) {
  const auto file = open_from(from, path);
  if (!file) return file.error();
  std::optional<Error> first;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    auto read = all_values(**file, side);
    if (!read && !first) first = read.error();
    if (read) values[index(side)] = std::move(*read);
  }
  return first;
}

// The same from everywhere that bytes can be, which must make no difference.
std::optional<Error> read_all(const std::string& path, Values* values = nullptr) {
  Values read;
  const auto error = read_all(From::kRead, path, read);
  for (const From from : {From::kMap, From::kMemory}) {
    Values again;
    const auto other = read_all(from, path, again);
    EXPECT_EQ(again, read);
    EXPECT_EQ(error.has_value(), other.has_value());
    if (error && other) {
      EXPECT_EQ(error->code, other->code);
      EXPECT_EQ(error->message, other->message);
    }
  }
  if (values != nullptr) *values = std::move(read);
  return error;
}

bool says_altered(ErrorCode code) {
  const std::set<ErrorCode> altered = {ErrorCode::kBadMagic, ErrorCode::kBadVersion,
                                       ErrorCode::kBadChecksum, ErrorCode::kTruncated,
                                       ErrorCode::kCorrupt};
  return altered.count(code) > 0;
}

class Corruption : public ::testing::Test {
 protected:
  Corruption() {
    write_raw(random_table(60, 12, 11), path_, 20);
    bytes_ = read_file(path_);
    EXPECT_FALSE(read_all(path_, &values_));
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("t");
  std::string bytes_;
  Values values_;
};

TEST_F(Corruption, TruncationIsFoundAtEveryByte) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    write_file(path_, bytes_.substr(0, size));
    const auto error = read_all(path_);
    ASSERT_TRUE(error) << size;
    EXPECT_EQ(error->code, ErrorCode::kTruncated) << size;
  }
}

TEST_F(Corruption, BytesBehindTheEndAreFound) {
  write_file(path_, bytes_ + '\0');
  EXPECT_EQ(TableFile::open(path_).error().code, ErrorCode::kCorrupt);
}

// Flips in the blocks are found when the block is read; all by verify() at the latest.
TEST_F(Corruption, EveryFlippedBitIsFound) {
  for (std::size_t bit = 0; bit < bytes_.size() * 8; ++bit) {
    std::string flipped = bytes_;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    write_file(path_, flipped);
    Values values;
    const auto error = read_all(path_, &values);
    ASSERT_TRUE(error) << "bit " << bit;
    EXPECT_TRUE(says_altered(error->code)) << error->message;
    EXPECT_NE(error->message.find(path_), std::string::npos) << error->message;
    for (std::size_t side = 0; side < 2; ++side)
      EXPECT_TRUE(values[side].empty() || values[side] == values_[side]) << bit;
    const auto file = TableFile::open(path_);
    EXPECT_TRUE(!file || !(*file)->verify());
  }
}

TEST_F(Corruption, ABadBlockIsNamed) {
  const TableHeader header = *TableHeader::decode(bytes_);
  bytes_[header.blocks_offset()] = static_cast<char>(bytes_[header.blocks_offset()] ^ 1);
  write_file(path_, bytes_);
  const auto file = TableFile::open(path_);
  ASSERT_TRUE(file);
  const auto block = (*file)->read_block(Side::kWhite, 0);
  ASSERT_FALSE(block);
  EXPECT_EQ(block.error().code, ErrorCode::kBadChecksum);
  EXPECT_NE(block.error().message.find("white to move, block 0 of 3"), std::string::npos)
      << block.error().message;
  EXPECT_TRUE((*file)->read_block(Side::kWhite, 1));
}

// From here on the checksums are right and the numbers hostile: someone made the file so.
class Hostile : public Corruption {
 protected:
  Hostile() : header_(*TableHeader::decode(bytes_)) {
    index_ = *internal::decode_index(bytes_.substr(header_.index_offset), header_);
    info_ = bytes_.substr(TableHeader::kBytes, header_.info_bytes);
    blocks_ =
        bytes_.substr(header_.blocks_offset(), header_.index_offset - header_.blocks_offset());
  }

  // The header as it stands in front of what follows it.
  std::optional<Error> with_header() {
    write_file(path_, header_.encode() + bytes_.substr(TableHeader::kBytes));
    return read_all(path_);
  }
  // All lengths and checksums made right for other parts.
  std::optional<Error> with_parts(const std::string& index) {
    header_.info_bytes = info_.size();
    header_.index_offset = header_.blocks_offset() + blocks_.size();
    header_.file_bytes = header_.index_offset + index.size();
    header_.info_checksum = internal::checksum_of(info_);
    header_.index_checksum = internal::checksum_of(index);
    header_.body_checksum = internal::checksum_of(info_ + blocks_ + index);
    write_file(path_, header_.encode() + info_ + blocks_ + index);
    return read_all(path_);
  }
  std::optional<Error> with_parts() { return with_parts(internal::encode_index(index_)); }
  // White's first block replaced.
  std::optional<Error> with_block(const std::string& block) {
    auto& first = index_[0].blocks[0];
    blocks_ = block + blocks_.substr(first.size_bytes);
    first = {static_cast<std::uint32_t>(block.size()), internal::short_checksum(block)};
    return with_parts();
  }

  TableHeader header_;
  internal::TableIndex index_;
  std::string info_, blocks_;
};

void expect_corrupt(const std::optional<Error>& error) {
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->code == ErrorCode::kCorrupt || error->code == ErrorCode::kTruncated ||
              error->code == ErrorCode::kBadChecksum)
      << error->message;
}

TEST_F(Hostile, RebuildsTheFileUnchanged) {
  EXPECT_FALSE(with_parts());
  EXPECT_EQ(read_file(path_), bytes_);
}

TEST_F(Hostile, NumbersInTheHeaderAreChecked) {
  const TableHeader good = header_;
  for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 24,
                                std::uint64_t{1} << 40, ~std::uint64_t{0}, ~std::uint64_t{0} - 80})
    for (std::uint64_t TableHeader::*field :
         {&TableHeader::entries, &TableHeader::file_bytes, &TableHeader::info_bytes,
          &TableHeader::index_offset}) {
      header_ = good;
      header_.*field = n;
      expect_corrupt(with_header());
    }
  for (const std::uint32_t n : {0u, 1u, 1u << 20, (1u << 20) + 1, ~0u}) {
    header_ = good;
    header_.block_entries = n;
    expect_corrupt(with_header());
  }
}

TEST_F(Hostile, OtherVersionsAreRefused) {
  std::string head = header_.encode().substr(0, TableHeader::kBytes - 8);
  head[8] = 1;
  internal::put(head, internal::checksum_of(head));
  write_file(path_, head + bytes_.substr(TableHeader::kBytes));
  EXPECT_EQ(TableFile::open(path_).error().code, ErrorCode::kBadVersion);
}

TEST_F(Hostile, DictionariesAreChecked) {
  const auto good = index_;
  index_[0].dictionary[1] = index_[0].dictionary[0];
  expect_corrupt(with_parts());
  index_ = good;
  index_[0].dictionary[0] = kDontCare;
  expect_corrupt(with_parts());
  index_ = good;
  index_[1].dictionary.resize(2);  // codes now exceed it
  expect_corrupt(with_parts());
  index_ = good;
  std::string text = internal::encode_index(index_);
  text[1] = text[2] = text[3] = text[4] = '\xff';
  expect_corrupt(with_parts(text));
}

// A mixing coder asks the rules, which here are none.
TEST_F(Hostile, BlocksThatNeedRulesNeedThem) {
  index_[0].coder = CoderKind::kMixing;
  index_[0].model = std::string("\x08\0\x40\0\0\0", 6);
  expect_corrupt(with_parts());
  EXPECT_NE(TableFile::open(path_).error().message.find("rules that do not fit"),
            std::string::npos);
}

TEST_F(Hostile, BlockIndexesAreChecked) {
  const auto good = index_;
  const std::string text = internal::encode_index(index_);
  for (std::size_t size = 0; size < text.size(); ++size)
    expect_corrupt(with_parts(text.substr(0, size)));
  expect_corrupt(with_parts(text + '\0'));
  index_[0].blocks[1].size_bytes = 0xFFFFFFFF;
  expect_corrupt(with_parts());
  index_ = good;
  index_[0].blocks[1].size_bytes -= 1;
  expect_corrupt(with_parts());
  index_ = good;
  std::swap(index_[0].blocks[0], index_[0].blocks[1]);
  expect_corrupt(with_parts());
}

TEST_F(Hostile, BlocksAreChecked) {
  const std::string good_blocks = blocks_;
  const auto good_index = index_;
  const auto reset = [&] {
    blocks_ = good_blocks;
    index_ = good_index;
  };
  const std::string first = blocks_.substr(0, index_[0].blocks[0].size_bytes);
  expect_corrupt(with_block(""));
  reset();
  expect_corrupt(with_block("no zstd frame"));
  reset();
  expect_corrupt(with_block(first + first));
  reset();
  expect_corrupt(with_block(first.substr(0, first.size() - 1)));
  reset();
  // A frame that claims 2^60 bytes: magic, descriptor "content size in eight bytes, single
  // segment".
  std::string bomb("\x28\xb5\x2f\xfd\xe0", 5);
  internal::put(bomb, std::uint64_t{1} << 60);
  expect_corrupt(with_block(bomb + std::string("\x01\x00\x00", 3)));
}

TEST_F(Hostile, InformationIsChecked) {
  const std::string good = info_;
  for (std::size_t size = 0; size < good.size(); ++size) {
    info_ = good.substr(0, size);
    expect_corrupt(with_parts());
  }
  for (const std::string& text :
       {std::string("null"), std::string("[]"), std::string("{}"), std::string("{\"game\":1}"),
        std::string(100'000, '['), "{\"sides\":" + std::string(100'000, '[')}) {
    info_ = text;
    expect_corrupt(with_parts());
  }
  for (const char* key : {"game", "material", "program", "rules", "symmetries", "sides", "white",
                          "black", "legal", "outcomes", "count", "histogram"}) {
    std::string quoted = "\"";
    quoted += key;
    info_ = good;
    info_.replace(info_.find(quoted), 2, "\"?");
    expect_corrupt(with_parts());
  }
}

TEST_F(Hostile, HistogramsAreChecked) {
  const std::string good = info_;
  const std::size_t at = good.find("\"histogram\":[[") + 13;
  for (const char* pairs : {"1,", "[],", "[1],", "[1,2,3],", "[-1,2],", "[1,-2],", "[1.5,2],",
                            "[9000,1],", "[18446744073709551615,1],", "[\"1\",1],"}) {
    info_ = good;
    info_.insert(at, pairs);
    expect_corrupt(with_parts());
  }
}

}  // namespace
}  // namespace augmate::test
