// SPDX-License-Identifier: MIT
#include "formats/internal/mixer.h"

#include <algorithm>

namespace augmate::internal {
namespace {

constexpr int kLimit = 2047;  // of stretched probabilities
constexpr int kMostSeen = 60;
constexpr std::int32_t kConstant = 256;
constexpr std::int64_t kRate = 6;
constexpr std::int32_t kFirstWeight = 65536 * 3 / 10;
constexpr std::int64_t kMostWeight = 1 << 24;

struct Tables {
  std::array<std::uint16_t, 2 * kLimit + 1> squash{};
  std::array<std::int16_t, 4096> stretch{};
  std::array<std::uint16_t, kMostSeen + 1> trust{};  // by times seen, 256 is full
  std::array<std::uint16_t, kMostSeen + 1> pace{};   // the part of 2^16 that a slot moves
  Tables() {
    // e^(-d / 170) with 31 bits.
    std::uint64_t power = std::uint64_t{1} << 31;
    for (int d = 0; d <= kLimit; ++d) {
      const std::uint64_t p = (std::uint64_t{1} << 47) / ((std::uint64_t{1} << 31) + power);
      squash[static_cast<std::size_t>(kLimit + d)] =
          static_cast<std::uint16_t>(std::min<std::uint64_t>(p, 65520));
      squash[static_cast<std::size_t>(kLimit - d)] =
          static_cast<std::uint16_t>(std::max<std::uint64_t>(65536 - p, 16));
      power = power * kDecay >> 31;
    }
    int d = -kLimit;
    for (std::size_t p = 0; p < stretch.size(); ++p) {
      while (d < kLimit && squash[static_cast<std::size_t>(kLimit + d)] < p * 16 + 8) ++d;
      stretch[p] = static_cast<std::int16_t>(d);
    }
    for (unsigned n = 0; n <= kMostSeen; ++n) {
      trust[n] = static_cast<std::uint16_t>(256 * 5 * n / (5 * n + 2));
      pace[n] = static_cast<std::uint16_t>(65536 * 5 / (5 * n + 8));
    }
  }
  static constexpr std::uint64_t kDecay = 2134888472;  // e^(-1 / 170) * 2^31
};
const Tables kTables;

int stretched(std::uint32_t p) { return kTables.stretch[p >> 4]; }
std::uint32_t squashed(int d) { return kTables.squash[static_cast<std::size_t>(kLimit + d)]; }

void approach(std::uint16_t& share, std::int32_t target, int divisor) {
  share = static_cast<std::uint16_t>(share + (target - share) / divisor);
}

}  // namespace

Mixer::Mixer(unsigned slot_bits)
    : shift_(32 - slot_bits),
      slots_(std::size_t{1} << slot_bits),
      opinions_(kGroups * kMaxContexts * kOpinions, 1u << 15),
      weights_(2 * kSets * kInputs, 0),
      correction_(2 * kSets * kSteps) {
  for (std::size_t i = 0; i < weights_.size(); ++i)
    if (i % kInputs % 2 == 0) weights_[i] = kFirstWeight;
  for (std::size_t i = 0; i < correction_.size(); ++i)
    correction_[i] = static_cast<std::uint16_t>(
        squashed(std::clamp(static_cast<int>(i % kSteps) * 128 - 2048, -kLimit, kLimit)));
}

void Mixer::collect(const Decision& decision) {
  count_ = decision.contexts.size();
  for (std::size_t i = 0; i < count_; ++i) {
    used_[i] = &slots_[decision.contexts[i] >> shift_];
#if defined(__GNUC__)
    __builtin_prefetch(used_[i]);  // the slots lie all over memory
#endif
  }
  for (std::size_t i = 0; i < count_; ++i) {
    Slot& slot = *used_[i];
    const auto check = static_cast<std::uint8_t>(decision.contexts[i]);
    if (slot.check != check) slot = {1u << 15, 0, check};
    held_[i] = &opinions_[(decision.group * kMaxContexts + i) * kOpinions + decision.opinions[i]];
    inputs_[2 * i] = stretched(slot.share) * kTables.trust[slot.seen] / 256;
    inputs_[2 * i + 1] = stretched(*held_[i]);
  }
  inputs_[2 * count_] = kConstant;
}

// The weighed sum of the inputs.
std::int32_t Mixer::weigh(Part& part, std::size_t set) {
  part.weights = weights_.data() + set * kInputs;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i <= 2 * count_; ++i) sum += std::int64_t{inputs_[i]} * part.weights[i];
  const auto d = static_cast<std::int32_t>(std::clamp<std::int64_t>(sum / 65536, -kLimit, kLimit));
  part.mixed = squashed(d);
  return d;
}

std::uint32_t Mixer::predict(const Decision& decision) {
  collect(decision);
  const std::array<std::size_t, 2> sets{decision.sets[0], kSets + decision.sets[1]};
  std::int32_t sum = 0;
  for (std::size_t k = 0; k < 2; ++k) sum += weigh(parts_[k], sets[k]);
  const std::int32_t d = sum / 2;
  const auto at = static_cast<std::size_t>(d + 2048);
  const auto part = static_cast<std::uint32_t>(at % 128);
  std::uint32_t p = 2 * squashed(d);
  for (std::size_t k = 0; k < 2; ++k) {
    std::uint16_t* c = parts_[k].correction = &correction_[sets[k] * kSteps + at / 128];
    p += (c[0] * (128 - part) + c[1] * part) / 128;
  }
  return std::clamp<std::uint32_t>(p / 4, 32, 65504);
}

void Mixer::update(bool yes) {
  const std::int32_t target = yes ? 65535 : 0;
  for (Part& part : parts_) {
    const std::int64_t error = (target - static_cast<std::int32_t>(part.mixed)) * kRate;
    for (std::size_t i = 0; i <= 2 * count_; ++i) {
      const std::int64_t moved = part.weights[i] + ((inputs_[i] * error + (1 << 17)) >> 18);
      part.weights[i] =
          static_cast<std::int32_t>(std::clamp<std::int64_t>(moved, -kMostWeight, kMostWeight));
    }
    approach(part.correction[0], target, 64);
    approach(part.correction[1], target, 64);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    Slot& slot = *used_[i];
    slot.share = static_cast<std::uint16_t>(
        slot.share + (target - slot.share) * std::int64_t{kTables.pace[slot.seen]} / 65536);
    if (slot.seen < kMostSeen) ++slot.seen;
    approach(*held_[i], target, 128);
  }
}

}  // namespace augmate::internal
