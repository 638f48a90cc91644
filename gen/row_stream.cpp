// SPDX-License-Identifier: MIT
#include "gen/row_stream.h"

#include <algorithm>
#include <bit>

namespace augmate {
namespace {

constexpr std::size_t kMaxNumberBytes = 10, kMaxWordBytes = 9;

std::uint8_t* put_number(std::uint8_t* to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) *to++ = static_cast<std::uint8_t>(number | 0x80);
  *to++ = static_cast<std::uint8_t>(number);
  return to;
}

std::uint8_t* put_word(std::uint8_t* to, std::uint64_t word) {
  std::uint8_t* const mask = to++;
  unsigned used = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const auto byte = static_cast<std::uint8_t>(word >> (8 * i));
    *to = byte;
    to += byte != 0 ? 1 : 0;
    used |= (byte != 0 ? 1u : 0u) << i;
  }
  *mask = static_cast<std::uint8_t>(used);
  return to;
}

std::uint64_t bitmap_of(const std::uint64_t* words, int count) {
  std::uint64_t bitmap = 0;
  for (int w = 0; w < count; ++w) bitmap |= std::uint64_t{words[w] != 0} << w;
  return bitmap;
}

}  // namespace

bool RowStream::append(std::uint64_t row, const std::uint64_t* words, int row_words) {
  std::size_t used = 0;
  for (int w = 0; w < row_words; ++w) used += words[w] != 0 ? 1 : 0;
  if (used == 0) return false;
  const std::size_t bitmaps = static_cast<std::size_t>(row_words + 63) / 64;
  const std::size_t start = bytes_.size();
  // One byte more: put_word writes a byte before it knows whether that is needed.
  bytes_.resize(start + kMaxNumberBytes + (bitmaps + used) * kMaxWordBytes + 1);
  std::uint8_t* to = put_number(bytes_.data() + start, row);
  for (int w = 0; w < row_words; w += 64)
    to = put_word(to, bitmap_of(words + w, std::min(64, row_words - w)));
  for (int w = 0; w < row_words; ++w)
    if (words[w] != 0) to = put_word(to, words[w]);
  bytes_.resize(static_cast<std::size_t>(to - bytes_.data()));
  return true;
}

RowStreamReader::RowStreamReader(RowStream::Bytes stream, int row_words)
    : at_(stream.data()),
      end_(stream.data() + stream.size()),
      bitmap_(static_cast<std::size_t>(row_words + 63) / 64),
      words_(static_cast<std::size_t>(row_words)) {}

std::uint64_t RowStreamReader::read_word() {
  std::uint64_t word = 0;
  for (unsigned used = *at_++; used != 0; used &= used - 1)
    word |= std::uint64_t{*at_++} << (8 * std::countr_zero(used));
  return word;
}

bool RowStreamReader::next() {
  for_each_word([&](int w, std::uint64_t) { words_[static_cast<std::size_t>(w)] = 0; });
  for (std::uint64_t& b : bitmap_) b = 0;
  if (at_ == end_) return false;
  row_ = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *at_++;
    row_ |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  for (std::uint64_t& b : bitmap_) b = read_word();
  for_each_word([&](int w, std::uint64_t) { words_[static_cast<std::size_t>(w)] = read_word(); });
  return true;
}

}  // namespace augmate
