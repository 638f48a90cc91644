// SPDX-License-Identifier: MIT
// Votes: which codes are likely for an entry, the likeliest first. Each context remembers the two
// codes that it last saw most; what it says counts by how often contexts of its kind, as sure as it
// is, were right before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/block_coder.h"

namespace augmate::internal {

class Votes {
 public:
  static constexpr std::size_t kMaxKinds = 40;
  static constexpr std::size_t kMost = 6;

  // `values`: of the codes.
  Votes(std::size_t values, unsigned slot_bits);
  static std::uint64_t slots_bytes(unsigned slot_bits) { return sizeof(Slot) << slot_bits; }

  // At most kMost codes. One hash a kind of context.
  std::span<const Code> candidates(std::span<const std::uint32_t> contexts);
  // What each context has seen of a code, as a number below 96: which of its two codes it is, and
  // how often it saw them.
  std::span<const std::uint8_t> opinions(Code code);
  // What code it was.
  void update(Code code);

 private:
  struct Slot {
    std::array<Code, 2> code{};
    std::array<std::uint8_t, 2> count{};
    std::uint16_t check = 0;
  };
  static constexpr std::size_t kGrades = 32;  // of sureness

  static std::size_t grade(const Slot& slot, std::size_t which);
  void vote(std::size_t kind, std::size_t which);
  static void learn(Slot& slot, Code code);

  unsigned shift_;
  std::vector<Slot> slots_;
  std::array<std::array<std::uint16_t, kGrades>, kMaxKinds> right_;  // share of 2^16
  std::vector<std::uint32_t> score_;                                 // by code
  std::vector<Code> voted_;                                          // those with a score
  std::array<Slot*, kMaxKinds> used_{};
  std::size_t count_ = 0;
  std::array<Code, kMost> best_{};
  std::array<std::uint8_t, kMaxKinds> opinions_{};
};

}  // namespace augmate::internal
