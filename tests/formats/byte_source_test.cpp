// SPDX-License-Identifier: MIT
// The places that a table's bytes can be read from, and files that change while they are open.
#include "formats/byte_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/support/raw_tables.h"
#include "tests/support/sources.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

constexpr Backing kBackings[] = {Backing::kMap, Backing::kRead};

TEST(ByteSource, GivesTheBytesAskedFor) {
  const TemporaryFolder folder;
  const std::string path = folder.file("f"), bytes = "0123456789";
  write_file(path, bytes);
  const auto expect_all = [&](const ByteSource& source) {
    std::string scratch;
    EXPECT_EQ(source.size_bytes(), 10u);
    EXPECT_EQ(*source.read(0, 10, scratch), bytes);
    EXPECT_EQ(*source.read(3, 4, scratch), "3456");
    EXPECT_EQ(*source.read(10, 0, scratch), "");
    for (const auto& [offset, size] : {std::pair{std::uint64_t{4}, std::uint64_t{7}},
                                       {11, 0},
                                       {~std::uint64_t{0}, 2},
                                       {5, ~std::uint64_t{0}}}) {
      const auto outside = source.read(offset, size, scratch);
      ASSERT_FALSE(outside);
      EXPECT_EQ(outside.error().code, ErrorCode::kTruncated);
    }
  };
  for (const Backing backing : kBackings) expect_all(**ByteSource::open(path, backing));
  expect_all(*ByteSource::over(bytes));
}

TEST(ByteSource, RefusesWhatIsNoFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  for (const Backing backing : kBackings) {
    EXPECT_EQ(ByteSource::open(folder.file("none"), backing).error().code,
              ErrorCode::kMissingTable);
    EXPECT_EQ(ByteSource::open(folder.path(), backing).error().code, ErrorCode::kIo);
    EXPECT_EQ(ByteSource::open(folder.file("pipe"), backing).error().code, ErrorCode::kIo);
  }
}

TEST(ByteSource, OpensAnEmptyFile) {
  const TemporaryFolder folder;
  write_file(folder.file("empty"), "");
  for (const Backing backing : kBackings) {
    const auto source = ByteSource::open(folder.file("empty"), backing);
    ASSERT_TRUE(source);
    std::string scratch;
    EXPECT_EQ((*source)->size_bytes(), 0u);
    EXPECT_FALSE((*source)->read(0, 1, scratch));
  }
}

// Of several pages, so that a mapping loses whole pages.
TEST(ByteSource, AFileCutShortWhileOpenIsAnError) {
  const TemporaryFolder folder;
  for (const Backing backing : kBackings) {
    const std::string path = folder.file("t");
    write_raw(random_table(100'000, 200, 1), path, 1000);
    const auto file = TableFile::open(path, backing);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE((*file)->read_block(Side::kBlack, 99));
    std::filesystem::resize_file(path, 8192);
    const auto block = (*file)->read_block(Side::kBlack, 99);
    ASSERT_FALSE(block);
    EXPECT_EQ(block.error().code, ErrorCode::kTruncated);
    EXPECT_NE(block.error().message.find("it ends before the"), std::string::npos)
        << block.error().message;
    EXPECT_EQ((*file)->verify().error().code, ErrorCode::kTruncated);
  }
}

// What the writers do: a new file under the old name leaves readers of the old one alone.
TEST(ByteSource, AFileReplacedWhileOpenStaysReadable) {
  const TemporaryFolder folder;
  for (const Backing backing : kBackings) {
    const std::string path = folder.file("t");
    const RawTable table = random_table(5000, 20, 1);
    write_raw(table, path, 1000);
    const auto file = TableFile::open(path, backing);
    const auto before = all_values(**file, Side::kWhite);
    write_raw(random_table(10, 5, 2), path, 1000);
    const auto after = all_values(**file, Side::kWhite);
    ASSERT_TRUE(before && after);
    EXPECT_EQ(*before, *after);
  }
}

}  // namespace
}  // namespace augmate::test
