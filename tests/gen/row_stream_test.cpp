// SPDX-License-Identifier: MIT
// Row streams: the bytes that the header shows, and random rows there and back.
#include "gen/row_stream.h"

#include <gtest/gtest.h>

#include <random>

namespace augmate {
namespace {

TEST(RowStream, HasTheBytesOfItsExample) {
  std::vector<std::uint64_t> words(64, 0);
  words[2] = std::uint64_t{1} << 9;
  RowStream stream;
  EXPECT_TRUE(stream.append(300, words.data(), 64));
  const std::vector<std::uint8_t> expected{0xac, 0x02, 0x01, 0x04, 0x02, 0x02};
  EXPECT_EQ(std::vector<std::uint8_t>(stream.bytes().begin(), stream.bytes().end()), expected);
}

TEST(RowStream, LeavesOutRowsOfZeros) {
  const std::vector<std::uint64_t> words(8, 0);
  RowStream stream;
  EXPECT_FALSE(stream.append(5, words.data(), 8));
  EXPECT_TRUE(stream.empty());
  EXPECT_FALSE(RowStreamReader(stream.bytes(), 8).next());
}

// Rows of one word a plane to those of 16x16, from one bit to all.
TEST(RowStream, GivesBackRandomRows) {
  std::mt19937_64 random(7);
  for (const int row_words : {8, 64, 192, 1024}) {
    std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> rows;
    RowStream stream, tail;
    for (int i = 0; i < 200; ++i) {
      std::vector<std::uint64_t> words(static_cast<std::size_t>(row_words), 0);
      for (auto& w : words)
        if (random() % 200 <= static_cast<unsigned>(i)) w = random() & random() & random();
      words[random() % words.size()] = i == 0 ? ~std::uint64_t{0} : 1;
      const std::uint64_t row = random() >> (random() % 64);
      (i < 100 ? stream : tail).append(row, words.data(), row_words);
      rows.emplace_back(row, std::move(words));
    }
    stream.append(tail.bytes());
    RowStreamReader reader(stream.bytes(), row_words);
    for (const auto& [row, words] : rows) {
      ASSERT_TRUE(reader.next());
      EXPECT_EQ(reader.row(), row);
      EXPECT_EQ(std::vector<std::uint64_t>(reader.words(), reader.words() + row_words), words);
      std::vector<std::uint64_t> sparse(words.size(), 0);
      reader.for_each_word(
          [&](int w, std::uint64_t bits) { sparse[static_cast<std::size_t>(w)] = bits; });
      EXPECT_EQ(sparse, words);
    }
    EXPECT_FALSE(reader.next());
  }
}

}  // namespace
}  // namespace augmate
