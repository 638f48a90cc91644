// SPDX-License-Identifier: MIT
// The table file: what goes in comes out; writing leaves the whole file or what was before.
#include "formats/table_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/support/raw_tables.h"
#include "tests/support/sources.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

// Entries that hold a value must come back; the others may be anything.
void expect_round_trip(From from, const RawTable& table, const std::string& path) {
  const auto file = open_from(from, path);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE((*file)->verify());
  const TableInfo& info = (*file)->info();
  EXPECT_EQ(info.game, table.info.game);
  EXPECT_EQ(info.material, table.info.material);
  EXPECT_EQ(info.rules_text, table.info.rules_text);
  EXPECT_EQ(info.entries, table.info.entries);
  EXPECT_EQ(info.symmetries, table.info.symmetries);
  EXPECT_EQ(info.program, table.info.program);
  EXPECT_EQ(info.sides, table.info.sides);
  EXPECT_EQ(info.states, table.info.states);
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto read = all_values(**file, side);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), table.values[index(side)].size());
    for (std::size_t i = 0; i < read->size(); ++i) {
      if (table.values[index(side)][i] == kDontCare) continue;
      ASSERT_EQ((*read)[i], table.values[index(side)][i]) << i;
    }
  }
}

void expect_round_trip(const RawTable& table, const std::string& path) {
  for (const From from : kAllSources) expect_round_trip(from, table, path);
}

TEST(TableFile, ReturnsWhatWasWritten) {
  const TemporaryFolder folder;
  for (const std::uint32_t block_entries : {1u, 7u, 100u, 1000u, 5000u}) {
    const RawTable table = random_table(1000, 40, 1);
    write_raw(table, folder.file("t"), block_entries);
    expect_round_trip(table, folder.file("t"));
  }
}

TEST(TableFile, UsesTwoBytesForMoreThan256Values) {
  const TemporaryFolder folder;
  for (const int values : {255, 256, 257, 3000}) {
    const RawTable table = random_table(20000, values, 2);
    write_raw(table, folder.file("t"), 512);
    expect_round_trip(table, folder.file("t"));
  }
}

TEST(TableFile, KeepsDistancesUpToTheLargest) {
  RawTable table;
  table.info = raw_info(6);
  table.values[0] = {pack({Outcome::kWin, 127}),       pack({Outcome::kWin, 128}),
                     pack({Outcome::kLoss, 255}),      pack({Outcome::kLoss, 256}),
                     pack({Outcome::kWin, kMaxPlies}), pack({Outcome::kLossPerpetual, 0})};
  table.values[1] = {pack({Outcome::kDraw, kNoDistance}),         pack({Outcome::kAdvantage, 300}),
                     pack({Outcome::kDisadvantage, kNoDistance}), kDontCare,
                     pack({Outcome::kWinPerpetual, 1}),           pack({Outcome::kLoss, 0})};
  count_values(table);
  const TemporaryFolder folder;
  write_raw(table, folder.file("t"), 4);
  expect_round_trip(table, folder.file("t"));
}

TEST(TableFile, KeepsTheStatisticsOfEachState) {
  RawTable table = random_table(100, 9, 3);
  table.info.states = {table.info.sides, {}, {SideStatistics{}, table.info.sides[0]}};
  table.info.states[2][1].outcomes[2].longest_fen = "k2/3/K1J w - J=K";
  const TemporaryFolder folder;
  write_raw(table, folder.file("t"), 16);
  expect_round_trip(table, folder.file("t"));
}

TEST(TableFile, IsTinyForOneValueASide) {
  RawTable table;
  table.info = raw_info(1'000'000);
  table.values[0].assign(1'000'000, pack({Outcome::kDraw, kNoDistance}));
  table.values[0][5] = kDontCare;
  table.values[1].assign(1'000'000, kDontCare);  // no legal position
  count_values(table);
  const TemporaryFolder folder;
  write_raw(table, folder.file("t"), 16384);
  EXPECT_LT(std::filesystem::file_size(folder.file("t")), 600u);
  expect_round_trip(table, folder.file("t"));
  const auto file = TableFile::open(folder.file("t"));
  EXPECT_EQ((*file)->read_block(Side::kBlack, 3)->at(0), kDontCare);
}

TEST(TableFile, HasTheSameBytesEachTime) {
  const TemporaryFolder folder;
  const RawTable table = random_table(5000, 60, 3);
  write_raw(table, folder.file("a"), 1024);
  write_raw(table, folder.file("b"), 1024);
  EXPECT_EQ(read_file(folder.file("a")), read_file(folder.file("b")));
  const auto a = TableFile::open(folder.file("a")), b = TableFile::open(folder.file("b"));
  EXPECT_EQ((*a)->checksum(), (*b)->checksum());
}

TEST(TableFile, RefusesBlocksThatAreNotThere) {
  const TemporaryFolder folder;
  write_raw(random_table(100, 5, 4), folder.file("t"), 30);
  const auto file = TableFile::open(folder.file("t"));
  EXPECT_EQ((*file)->blocks(), 4u);
  EXPECT_EQ((*file)->read_block(Side::kWhite, 3)->size(), 10u);
  EXPECT_EQ((*file)->read_block(Side::kWhite, 4).error().code, ErrorCode::kUsage);
}

TEST(TableFileDeath, DiesOfValuesThatTheStatisticsLack) {
  const TemporaryFolder folder;
  RawTable table = random_table(100, 5, 5);
  table.values[0][50] = pack({Outcome::kWin, 4321});
  EXPECT_DEATH(write_raw(table, folder.file("t"), 30), "statistics lack");
}

TEST(TableFile, RefusesImpossibleRequests) {
  const TemporaryFolder folder;
  const RawTable table = random_table(100, 5, 6);
  const auto zstd = [](int level, std::uint32_t block_entries) {
    WriteOptions options;
    options.level = level;
    options.block_entries = block_entries;
    return options;
  };
  const auto write = [&](const WriteOptions& options, std::uint64_t entries) {
    TableInfo info = table.info;
    info.entries = entries;
    return write_table(folder.file("t"), info, table.source(), options).error().code;
  };
  EXPECT_EQ(write(zstd(6, 0), 100), ErrorCode::kUsage);
  EXPECT_EQ(write(zstd(6, 1u << 30), 100), ErrorCode::kUsage);
  EXPECT_EQ(write(zstd(99, 100), 100), ErrorCode::kUsage);
  EXPECT_EQ(write(zstd(6, 100), 0), ErrorCode::kTooLarge);
  EXPECT_EQ(write(zstd(6, 100), std::uint64_t{1} << 60), ErrorCode::kTooLarge);
  EXPECT_TRUE(folder.names().empty());
}

TEST(TableFile, NamesWhatCannotBeOpened) {
  const TemporaryFolder folder;
  write_file(folder.file("empty"), "");
  write_file(folder.file("text"), "This is no table at all, however long the text may be.");
  EXPECT_EQ(TableFile::open(folder.file("none")).error().code, ErrorCode::kMissingTable);
  EXPECT_EQ(TableFile::open(folder.path()).error().code, ErrorCode::kIo);
  EXPECT_EQ(TableFile::open(folder.file("empty")).error().code, ErrorCode::kTruncated);
  EXPECT_EQ(TableFile::open(folder.file("text")).error().code, ErrorCode::kBadMagic);
  EXPECT_NE(TableFile::open(folder.file("text")).error().message.find(folder.file("text")),
            std::string::npos);
}

TEST(TableFile, LeavesNothingWhereItCannotWrite) {
  const TemporaryFolder folder;
  const RawTable table = random_table(100, 5, 7);
  const auto write = [&](const std::string& path) {
    return write_table(path, table.info, table.source());
  };
  EXPECT_EQ(write(folder.file("none/t")).error().code, ErrorCode::kIo);
  std::filesystem::create_directory(folder.file("taken"));
  EXPECT_EQ(write(folder.file("taken")).error().code, ErrorCode::kIo);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"taken"});
}

// A file size limit fails like a full disk.
TEST(TableFile, KeepsTheOldFileWhenThereIsNoSpace) {
  const TemporaryFolder folder;
  const RawTable old_table = random_table(100, 5, 8), table = random_table(400000, 200, 9);
  write_raw(old_table, folder.file("t"), 30);
  const std::string before = read_file(folder.file("t"));
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlim_t soft = limit.rlim_cur;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const rlim_t bytes : {rlim_t{10}, rlim_t{100'000}, rlim_t{300'000}}) {
    limit.rlim_cur = bytes;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    const auto done = write_table(folder.file("t"), table.info, table.source());
    limit.rlim_cur = soft;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kNoSpace) << done.error().message;
    EXPECT_EQ(folder.names(), std::vector<std::string>{"t"});
    EXPECT_EQ(read_file(folder.file("t")), before);
  }
  std::signal(SIGXFSZ, handler);
}

// The example of SPEC.md: its hex dump is what the writer writes.
TEST(TableFile, WritesTheExampleOfTheSpecification) {
  const TemporaryFolder folder;
  write_raw(specification_example(), folder.file("t"), 4);
  const std::string bytes = read_file(folder.file("t"));
  const std::string text = read_file(std::string(AUGMATE_SOURCE_DIR) + "/formats/SPEC.md");
  EXPECT_NE(text.find(hex_dump(bytes)), std::string::npos) << "SPEC.md should hold:\n"
                                                           << hex_dump(bytes);
}

}  // namespace
}  // namespace augmate::test
