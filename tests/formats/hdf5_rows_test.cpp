// SPDX-License-Identifier: MIT
// Rows appended to a table in an HDF5 file, read back with the library's own calls.
#include "formats/hdf5_rows.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

#include "tests/support/temporary_folder.h"

namespace augmate {
namespace {

using test::TemporaryFolder;
using Type = Hdf5Column::Type;

const std::vector<Hdf5Column> kColumns = {{"ending", Type::kText, "material"},
                                          {"won", Type::kInteger, "positions"},
                                          {"share", Type::kReal, "of legal positions"}};

struct Row {
  char* ending;
  std::int64_t won;
  double share;
};

// The rows as text, "KQvK 5 0.5".
std::vector<std::string> rows_of(const std::string& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return {"no file"};
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  hsize_t count = 0;
  H5Sget_simple_extent_dims(space, &count, nullptr);
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, H5T_VARIABLE);
  H5Tset_cset(text, H5T_CSET_UTF8);
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(Row));
  H5Tinsert(type, "ending", HOFFSET(Row, ending), text);
  H5Tinsert(type, "won", HOFFSET(Row, won), H5T_NATIVE_INT64);
  H5Tinsert(type, "share", HOFFSET(Row, share), H5T_NATIVE_DOUBLE);
  std::vector<Row> rows(count);
  std::vector<std::string> texts;
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()) < 0) texts = {"no rows"};
  for (const Row& r : rows)
    texts.push_back(std::string(r.ending == nullptr ? "" : r.ending) + ' ' + std::to_string(r.won) +
                    ' ' + (std::isnan(r.share) ? "nan" : std::to_string(r.share)));
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, rows.data());
  H5Tclose(type);
  H5Tclose(text);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return texts;
}

TEST(Hdf5Rows, AppendKeepsWhatIsThere) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  ASSERT_TRUE(append_rows(path, "sweep", kColumns, {{"KQvK", std::int64_t{5}, 0.5}}));
  ASSERT_TRUE(append_rows(path, "other", kColumns, {{"KvK", std::int64_t{0}, 0.0}}));
  ASSERT_TRUE(
      append_rows(path, "sweep", kColumns, {{"KŒvK", std::int64_t{1} << 60, 1.0}, {{}, {}, {}}}));
  EXPECT_EQ(rows_of(path, "sweep"),
            (std::vector<std::string>{"KQvK 5 0.500000", "KŒvK 1152921504606846976 1.000000",
                                      " -1 nan"}));
  EXPECT_EQ(rows_of(path, "other"), std::vector<std::string>{"KvK 0 0.000000"});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.h5"});
}

TEST(Hdf5Rows, NoRowsMakeAnEmptyTable) {
  const TemporaryFolder folder;
  ASSERT_TRUE(append_rows(folder.file("s.h5"), "sweep", kColumns, {}));
  EXPECT_TRUE(rows_of(folder.file("s.h5"), "sweep").empty());
}

TEST(Hdf5Rows, MoreRowsThanAChunk) {
  const TemporaryFolder folder;
  std::vector<Hdf5Row> rows;
  for (std::int64_t i = 0; i < 2500; ++i) rows.push_back({"K", i, 0.25});
  ASSERT_TRUE(append_rows(folder.file("s.h5"), "sweep", kColumns, rows));
  ASSERT_TRUE(append_rows(folder.file("s.h5"), "sweep", kColumns, rows));
  const auto got = rows_of(folder.file("s.h5"), "sweep");
  ASSERT_EQ(got.size(), 5000u);
  EXPECT_EQ(got[2499], "K 2499 0.250000");
  EXPECT_EQ(got[2500], "K 0 0.250000");
}

TEST(Hdf5Rows, OtherColumnsAreRefusedAndTheFileStays) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  ASSERT_TRUE(append_rows(path, "sweep", kColumns, {{"KQvK", std::int64_t{5}, 0.5}}));
  const std::string before = test::read_file(path);
  const auto refused = [&](std::vector<Hdf5Column> columns, const char* why) {
    const auto done = append_rows(path, "sweep", columns, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(done.error().message.find(why), std::string::npos) << done.error().message;
  };
  refused({kColumns[0], kColumns[1]}, "has 3 columns instead of 2");
  refused({kColumns[0], kColumns[1], {"part", Type::kReal, ""}}, "'share' instead of 'part'");
  refused({kColumns[0], {"won", Type::kReal, ""}, kColumns[2]}, "'won' of another type");
  EXPECT_EQ(test::read_file(path), before);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.h5"});
}

TEST(Hdf5Rows, FilesOfOtherKindsAreRefusedAndStay) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  for (const std::string bytes : {"ending,won\n", "\x89HDF\r\n\x1a\n and no more"}) {
    test::write_file(path, bytes);
    const auto done = append_rows(path, "sweep", kColumns, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kCorrupt) << done.error().message;
    EXPECT_EQ(test::read_file(path), bytes);
  }
  const auto nowhere = append_rows(folder.file("no/s.h5"), "sweep", kColumns, {});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::kIo);
  const auto over_folder = append_rows(folder.path(), "sweep", kColumns, {});
  ASSERT_FALSE(over_folder);
  EXPECT_EQ(over_folder.error().code, ErrorCode::kIo);
}

TEST(Hdf5Rows, ProgramsThatAppendAtOnceLoseNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  constexpr int kPrograms = 3, kRows = 10;
  for (int i = 0; i < kPrograms; ++i) {
    if (fork() != 0) continue;
    bool fine = true;
    for (std::int64_t row = 0; row < kRows; ++row)
      fine = append_rows(path, "sweep", kColumns, {{"KQvK", row, 0.5}}) && fine;
    _exit(fine ? 0 : 1);
  }
  for (int i = 0; i < kPrograms; ++i) {
    int status = -1;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(rows_of(path, "sweep").size(), std::size_t{kPrograms} * kRows);
}

TEST(Hdf5Rows, RowsThatAreThereAreLeftOut) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  const Hdf5Row first = {"KQvK", std::int64_t{1}, 0.5}, other = {"KRvK", std::int64_t{2}, 0.5};
  ASSERT_TRUE(append_rows(path, "sweep", kColumns, {first, first}, {"ending"}));
  ASSERT_TRUE(append_rows(path, "sweep", kColumns, {first, other}, {"ending"}));
  EXPECT_EQ(rows_of(path, "sweep"),
            (std::vector<std::string>{"KQvK 1 0.500000", "KRvK 2 0.500000"}));
}

// A file cut anywhere is an error or still whole, never a crash.
TEST(Hdf5Rows, CutFiles) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  ASSERT_TRUE(append_rows(path, "sweep", kColumns, {{"KQvK", std::int64_t{5}, 0.5}}));
  const std::string whole = test::read_file(path);
  for (std::size_t size = 1; size < whole.size(); size += 97) {
    test::write_file(path, whole.substr(0, size));
    EXPECT_FALSE(append_rows(path, "sweep", kColumns, {})) << size;
  }
}

}  // namespace
}  // namespace augmate
