// SPDX-License-Identifier: MIT
// RowStream: words of some rows, packed. What a half-step adds is sparse: few rows, few words of a
// row that are not zero, few bits in these. A row becomes
//
//   its number as a varint (seven bits a byte, lowest first, the high bit says that more follow)
//   for each 64 of its words a bitmap of those that are not zero, packed
//   for each 64 of its words those that are not zero, packed
//
// and n packed words are n bytes, in each of which bit i says whether byte i of the word is not
// zero, and then those bytes. Rows stand in any order; streams may be put one behind another.
// Example: of a row of 64 words number 300, only word 2 is not zero and holds bit 9: ac 02 | 01 04
// | 02 02.
//
// Cost: 34 bytes for a row with ten words of one and a half used bytes, against 96 unpacked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace augmate {

class RowStream {
 public:
  using Bytes = std::span<const std::uint8_t>;

  // Appends the row's words, unless all are zero; true if not.
  bool append(std::uint64_t row, const std::uint64_t* words, int row_words);
  void append(Bytes stream) { bytes_.insert(bytes_.end(), stream.begin(), stream.end()); }
  void clear() { bytes_.clear(); }
  bool empty() const { return bytes_.empty(); }
  Bytes bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

// Goes through a stream row by row. The stream must be one that RowStream made for rows of so many
// words: checksums, not this reader, find altered bytes.
class RowStreamReader {
 public:
  RowStreamReader(RowStream::Bytes stream, int row_words);

  // Goes on to the next row; false at the end.
  bool next();
  std::uint64_t row() const { return row_; }
  const std::uint64_t* words() const { return words_.data(); }  // row_words of them
  // Calls f(word number, bits) for the words that are not zero.
  template <class F>
  void for_each_word(F&& f) const {
    for (std::size_t b = 0; b < bitmap_.size(); ++b)
      for (std::uint64_t bits = bitmap_[b]; bits != 0; bits &= bits - 1) {
        const int w = static_cast<int>(b) * 64 + __builtin_ctzll(bits);
        f(w, words_[static_cast<std::size_t>(w)]);
      }
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::uint64_t row_ = 0;
  std::vector<std::uint64_t> bitmap_, words_;
};

}  // namespace augmate
