// SPDX-License-Identifier: MIT
// The journal: what a run finds again after its predecessor was cut off anywhere.
#include "formats/journal.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

class JournalTest : public ::testing::Test {
 protected:
  std::string path() const { return folder_.path() + "/x.journal"; }

  static JournalKey key(std::uint16_t step) {
    JournalKey k;
    k.step = step;
    return k;
  }
  // Five records: of 0, 10, 20, 30 and 40 bytes.
  std::vector<std::uint64_t> write_five() const {
    auto journal = Journal::open(path(), "work");
    EXPECT_TRUE(journal);
    std::vector<std::uint64_t> ends;
    for (std::uint16_t i = 0; i < 5; ++i) {
      EXPECT_TRUE((*journal)->append(key(i), std::vector<std::uint8_t>(10u * i, 7)));
      ends.push_back((*journal)->size_bytes());
    }
    return ends;
  }

  TemporaryFolder folder_;
};

TEST_F(JournalTest, FindsItsRecordsInOrder) {
  write_five();
  auto journal = Journal::open(path(), "work");
  ASSERT_TRUE(journal) << journal.error().message;
  std::vector<std::uint8_t> buffer;
  for (std::uint16_t i = 0; i < 5; ++i) {
    const auto record = (*journal)->take(key(i));
    ASSERT_TRUE(record);
    ASSERT_TRUE(record->has_value());
    const auto bytes = (*journal)->read(**record, 0, (*record)->size, buffer);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(std::vector<std::uint8_t>(bytes->begin(), bytes->end()),
              std::vector<std::uint8_t>(10u * i, 7));
  }
  EXPECT_FALSE(*(*journal)->take(key(5)));
}

TEST_F(JournalTest, CutOffAnywhereKeepsTheWholeRecordsBefore) {
  const auto ends = write_five();
  for (std::uint64_t size = ends.back(); size >= ends.front(); --size) {
    std::filesystem::resize_file(path(), size);
    auto journal = Journal::open(path(), "work");
    ASSERT_TRUE(journal);
    std::size_t whole = 0;
    while (whole < ends.size() && ends[whole] <= size) ++whole;
    ASSERT_EQ((*journal)->found().size(), whole) << size;
    ASSERT_EQ(std::filesystem::file_size(path()), ends[whole - 1]);
    journal->reset();
    std::filesystem::remove(path());
    write_five();
  }
}

TEST_F(JournalTest, AFlippedByteEndsItThere) {
  const auto ends = write_five();
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(ends[2]) - 3);
  file.put('\x55');
  file.close();
  const auto journal = Journal::open(path(), "work");
  ASSERT_TRUE(journal);
  EXPECT_EQ((*journal)->found().size(), 2u);
}

TEST_F(JournalTest, OfOtherWorkOrNoneIsStartedAnew) {
  write_five();
  {
    const auto journal = Journal::open(path(), "other work");
    ASSERT_TRUE(journal);
    EXPECT_TRUE((*journal)->found().empty());
    EXPECT_NE((*journal)->started_anew_because().find("other work"), std::string::npos);
  }
  std::ofstream(path()) << "no journal at all, but a text of some length";
  const auto journal = Journal::open(path(), "work");
  ASSERT_TRUE(journal);
  EXPECT_NE((*journal)->started_anew_because().find("no journal"), std::string::npos);
}

TEST_F(JournalTest, ServesOneRunAtATime) {
  const auto first = Journal::open(path(), "work");
  ASSERT_TRUE(first);
  const auto second = Journal::open(path(), "work");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kIo);
}

TEST_F(JournalTest, DropsWhatFollowsARecordOfOtherWork) {
  write_five();
  auto journal = Journal::open(path(), "work");
  ASSERT_TRUE(*(*journal)->take(key(0)));
  EXPECT_FALSE(*(*journal)->take(key(9)));
  ASSERT_TRUE((*journal)->append(key(9), std::vector<std::uint8_t>{1, 2, 3}));
  journal->reset();
  const auto again = Journal::open(path(), "work");
  ASSERT_EQ((*again)->found().size(), 2u);
  EXPECT_EQ((*again)->found()[1].key, key(9));
}

}  // namespace
}  // namespace augmate::test
