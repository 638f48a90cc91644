// SPDX-License-Identifier: MIT
#include "gen/row_stream.h"

#include <array>

#include "gen/internal/row_kernel.h"
#include "rules/square_set.h"

namespace augmate {
namespace {

constexpr std::size_t kMaxNumberBytes = 10, kMaxWordBytes = 9;
// A row of 16x16, all bits set.
constexpr std::size_t kMaxRowWords = kMaxSquares / 64 * kMaxSquares;
constexpr std::size_t kMaxRowBytes =
    kMaxNumberBytes + (kMaxRowWords + kMaxRowWords / 64) * kMaxWordBytes + internal::kPackSlack;

std::uint8_t* put_number(std::uint8_t* to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) *to++ = static_cast<std::uint8_t>(number | 0x80);
  *to++ = static_cast<std::uint8_t>(number);
  return to;
}

}  // namespace

bool RowStream::append(std::uint64_t row, const std::uint64_t* words, int row_words) {
  std::array<std::uint8_t, kMaxRowBytes> packed;
  const std::uint8_t* end =
      internal::row_kernel().pack(words, row_words, put_number(packed.data(), row));
  if (end == nullptr) return false;
  bytes_.insert(bytes_.end(), static_cast<const std::uint8_t*>(packed.data()), end);
  return true;
}

RowStreamReader::RowStreamReader(RowStream::Bytes stream, int row_words)
    : at_(stream.data()),
      end_(stream.data() + stream.size()),
      bitmap_(static_cast<std::size_t>(row_words + 63) / 64),
      words_(static_cast<std::size_t>(row_words)) {}

bool RowStreamReader::next() {
  if (at_ == end_) return false;
  row_ = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *at_++;
    row_ |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  at_ = internal::row_kernel().unpack(at_, end_, static_cast<int>(words_.size()), bitmap_.data(),
                                      words_.data());
  return true;
}

}  // namespace augmate
