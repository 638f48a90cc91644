// SPDX-License-Identifier: MIT
// Mixer: the probability of a yes-or-no decision from what many contexts say of it, learned while
// coding (M. Mahoney, "Adaptive weighing of context models for lossless data compression", 2005).
//
// Each context has a slot with the share of yes it has seen and how often it was seen. A share p
// enters as stretch(p) = ln(p / (1 - p)), less if it was seen seldom; the inputs are weighed, added
// up and squashed back; the weights then move along the input times the error. At last the result
// is corrected by what really happened where it was predicted so (an interpolated table). Integers
// only, so that every machine computes the same. Probabilities have 16 bits, stretched ones are in
// 1/170, from -2047 to 2047.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace augmate::internal {

class Mixer {
 public:
  static constexpr std::size_t kMaxInputs = 40;
  static constexpr std::size_t kSets = 256;  // of weights

  // `slot_bits`: two to this many slots.
  explicit Mixer(unsigned slot_bits);

  // The probability of yes, 32 to 65,504. One hash a context; `set` < kSets chooses weights and
  // correction.
  std::uint32_t predict(std::span<const std::uint32_t> contexts, std::span<const std::uint8_t> opinions, std::size_t number, std::array<std::size_t, 2> sets);
  // What came of it.
  void update(bool yes);

 private:
  struct Slot {
    std::uint16_t share = 1u << 15;
    std::uint8_t seen = 0;
    std::uint8_t check = 0;  // of the context it belongs to
  };
  static constexpr std::size_t kSteps = 33;  // of a correction

  // One set of weights in use.
  struct Part {
    std::int32_t* weights = nullptr;
    int stretched = 0;
    std::uint32_t mixed = 0;
    std::uint16_t* corrected = nullptr;
  };
  void choose(Part& part, std::size_t row) const;

  unsigned shift_;
  std::vector<Slot> slots_;
  mutable std::vector<std::int32_t> weights_;      // 2^16 is one; by set and input, the last one constant
  mutable std::vector<std::uint16_t> correction_;  // by set and step of the stretched prediction

  std::vector<std::uint16_t> trusts_;
  std::array<Slot*, kMaxInputs> used_{};
  std::array<std::uint16_t*, kMaxInputs> trusted_{};
  std::array<std::int32_t, 2 * kMaxInputs + 1> inputs_{};
  std::size_t count_ = 0;
  std::array<Part, 2> parts_;
};

}  // namespace augmate::internal
