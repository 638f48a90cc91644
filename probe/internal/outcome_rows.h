// SPDX-License-Identifier: MIT
// OutcomeRows: the outcomes of one side to move without distances, for searches that need no more.
//
// Entries are cut into rows of the board's S squares, the places of the lane royal with all other
// men fixed. Of an outcome only its place among those that the side has (at most 7) is kept, in as
// few bits as their number needs; a side with one outcome needs none. Equal rows are kept once: a
// *row number* for each row leads to the distinct rows, numbers packed in as many bits as the
// number of distinct rows needs. Two look-ups answer, nothing is decoded. KvK has one distinct
// row; how large others are is in docs/library.md.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "formats/table_file.h"

namespace augmate::internal {

// Numbers of equal width, packed.
class PackedNumbers {
 public:
  PackedNumbers() = default;
  PackedNumbers(std::uint64_t count, unsigned width)
      : width_(width), words_((count * width + 63) / 64 + 1) {}

  // Each number once.
  void set(std::uint64_t i, std::uint64_t value) {
    const std::uint64_t bit = i * width_;
    words_[bit / 64] |= value << bit % 64;
    if (bit % 64 + width_ > 64) words_[bit / 64 + 1] |= value >> (64 - bit % 64);
  }
  std::uint64_t get(std::uint64_t i) const {
    const std::uint64_t bit = i * width_, shift = bit % 64;
    // The second shift has two parts because a shift by 64 is none.
    const std::uint64_t bits = words_[bit / 64] >> shift | words_[bit / 64 + 1] << 1
                                                                                << (63 - shift);
    return bits & ((std::uint64_t{1} << width_) - 1);
  }
  std::uint64_t size_bytes() const { return words_.size() * 8; }

 private:
  unsigned width_ = 0;  // at most 63
  std::vector<std::uint64_t> words_;
};

class OutcomeRows {
 public:
  // Reads the whole side once. `row`: S.
  static Result<OutcomeRows> build(const TableFile& file, Side side, std::uint64_t row);

  Outcome get(std::uint64_t entry) const {
    if (outcomes_.size() == 1) return outcomes_[0];
    const std::uint64_t number = row_numbers_.get(entry / row_);
    return outcomes_[distinct_.get(number * row_ + entry % row_)];
  }
  bool any() const { return !outcomes_.empty(); }  // whether the side has a legal position
  std::uint64_t size_bytes() const { return row_numbers_.size_bytes() + distinct_.size_bytes(); }

 private:
  std::uint64_t row_ = 1;
  std::vector<Outcome> outcomes_;
  PackedNumbers row_numbers_, distinct_;
};

}  // namespace augmate::internal
