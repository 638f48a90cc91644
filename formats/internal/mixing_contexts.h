// SPDX-License-Identifier: MIT
// MixingContexts: what the mixing coder knows of an entry before it is decoded, as a few dozen
// hashes. Everything is arithmetic on places in the order of the entries: a dimension whose places
// are not squares (two alike men) gives neighbours that say less, and learning finds that out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/block_coder.h"

namespace augmate::internal {

// What of a BlockShape goes into a file.
struct Lattice {
  std::uint32_t files = 1, squares = 1;
  std::vector<std::uint64_t> places;
};

class MixingContexts {
 public:
  static constexpr std::size_t kMost = 40;

  // `other`: the other side's codes of the block, if they are known. `ranks`: the places of the
  // codes when their values are put in order.
  MixingContexts(const Lattice& lattice, std::span<const Code> block, std::span<const Code> other,
                 std::span<const std::uint16_t> ranks);

  // The hashes for an entry; the entries before it are in the block, impossible ones as kAnyCode.
  // Entries ascend. `expected`: the code that the facts name, kAnyCode if none.
  std::span<const std::uint32_t> of(std::size_t entry, const EntryFacts& facts, Code expected);
  // A few for the same entry, when its code is none of those that these tell.
  std::span<const std::uint32_t> around(const EntryFacts& facts);
  // Which of the nearest neighbours have the code, four bits.
  std::size_t agreeing(Code code) const;

 private:
  static constexpr std::uint32_t kNone = 0x10000, kOff = 0x10001;  // no row, beside the board
  // A row of entries that differs in one dimension or two; null if the block lacks it.
  struct Rows {
    const Code *left = nullptr, *down = nullptr, *left_down = nullptr, *right_down = nullptr;
  };

  void start_row(std::size_t row);
  Rows rows_of(std::size_t dimension, std::size_t row) const;
  void add(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0, std::uint64_t d = 0);
  void add_own();
  void add_places();
  void add_facts(std::size_t entry, const EntryFacts& facts, Code expected);
  std::uint32_t at(const Code* row, int files, int ranks) const;

  const Lattice& lattice_;
  std::span<const Code> block_, other_;
  std::span<const std::uint16_t> ranks_;
  int files_, board_ranks_;

  std::size_t row_ = ~std::size_t{0}, lane_ = 0;
  int file_ = 0, rank_ = 0;
  Rows near_, far_;
  const Code* outer_ = nullptr;  // the row before in the third dimension
  std::array<std::uint64_t, 3> coordinate_{};
  std::array<std::uint32_t, 4> nearest_{};
  std::array<std::uint32_t, kMost> hashes_{};
  std::size_t count_ = 0;
};

}  // namespace augmate::internal
