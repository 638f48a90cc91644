// SPDX-License-Identifier: MIT
// Mixer: the probability of a yes-or-no decision from what many contexts say of it, learned while
// coding (M. Mahoney, "Adaptive weighing of context models for lossless data compression", 2005).
//
// Each context gives two inputs. One is a slot with the share of yes it has seen and how often it
// was seen: a share p enters as stretch(p) = ln(p / (1 - p)), less if it was seen seldom. The other
// is what contexts of its number have been worth when they held the same *opinion* of the decision,
// a small number that the caller gives. Two sets of weights, chosen by different things, each weigh
// and add the inputs up; the mean of the two sums is squashed back and corrected by what really
// happened where it was predicted so (an interpolated table for each set). The weights of each set
// move along the input times the error of its own sum. Integers only, so that every machine
// computes the same. Probabilities have 16 bits, stretched ones are in 1/170, from -2047 to 2047.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace augmate::internal {

class Mixer {
 public:
  static constexpr std::size_t kMaxContexts = 40;
  static constexpr std::size_t kSets = 24;  // of weights, of either kind
  static constexpr std::size_t kGroups = 3;
  static constexpr std::size_t kOpinions = 96;

  struct Decision {
    std::span<const std::uint32_t> contexts;  // hashes
    std::span<const std::uint8_t> opinions;   // by context, below kOpinions
    std::size_t group = 0;                    // opinions of other groups are others
    std::array<std::size_t, 2> sets{};        // of weights and correction
  };

  // `slot_bits`: two to this many slots.
  explicit Mixer(unsigned slot_bits);
  static std::uint64_t slots_bytes(unsigned slot_bits) { return sizeof(Slot) << slot_bits; }

  // The probability of yes, 32 to 65,504.
  std::uint32_t predict(const Decision& decision);
  // What came of it.
  void update(bool yes);

 private:
  struct Slot {
    std::uint16_t share = 1u << 15;
    std::uint8_t seen = 0;
    std::uint8_t check = 0;  // of the context it belongs to
  };
  static constexpr std::size_t kInputs = 2 * kMaxContexts + 1;  // the last one used is constant
  static constexpr std::size_t kSteps = 33;                     // of a correction
  // A set in use.
  struct Part {
    std::int32_t* weights = nullptr;
    std::uint16_t* correction = nullptr;  // the step below the prediction, and the next
    std::uint32_t mixed = 0;              // what this set alone predicts
  };

  void collect(const Decision& decision);
  std::int32_t weigh(Part& part, std::size_t set);

  unsigned shift_;
  std::vector<Slot> slots_;
  std::vector<std::uint16_t> opinions_;    // the share of yes by group, context and opinion
  std::vector<std::int32_t> weights_;      // 2^16 is one; by kind, set and input
  std::vector<std::uint16_t> correction_;  // by kind, set and step of the stretched prediction

  std::array<Slot*, kMaxContexts> used_{};
  std::array<std::uint16_t*, kMaxContexts> held_{};
  std::array<std::int32_t, kInputs> inputs_{};
  std::size_t count_ = 0;  // of contexts
  std::array<Part, 2> parts_;
};

}  // namespace augmate::internal
