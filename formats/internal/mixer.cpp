// SPDX-License-Identifier: MIT
#include "formats/internal/mixer.h"

#include <algorithm>

namespace augmate::internal {
namespace {

constexpr int kLimit = 2047;  // of stretched probabilities
constexpr int kMostSeen = 250;
constexpr std::int32_t kConstant = 256;
constexpr std::int64_t kRate = 6;

struct Tables {
  std::array<std::uint16_t, 2 * kLimit + 1> squash{};
  std::array<std::int16_t, 4096> stretch{};
  std::array<std::uint16_t, 256> trust{};  // by times seen, 256 is full
  std::array<std::uint16_t, 256> pace{};   // the part of 2^16 that a slot moves
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
    for (unsigned n = 0; n < 256; ++n) {
      trust[n] = static_cast<std::uint16_t>(256 * 5 * n / (5 * n + 2));
      pace[n] = static_cast<std::uint16_t>(65536 * 5 / (5 * std::min(n, 60u) + 8));
    }
  }
  static constexpr std::uint64_t kDecay = 2134888472;  // e^(-1 / 170) * 2^31
};
const Tables kTables;

int stretched(std::uint32_t p) { return kTables.stretch[p >> 4]; }
std::uint32_t squashed(int d) { return kTables.squash[static_cast<std::size_t>(kLimit + d)]; }

}  // namespace

Mixer::Mixer(unsigned slot_bits)
    : shift_(32 - slot_bits),
      slots_(std::size_t{1} << slot_bits),
      weights_(2 * kSets * (2 * kMaxInputs + 1), 0),
      correction_(2 * kSets * kSteps),
      trusts_(3 * kMaxInputs * 96, 1u << 15) {
  for (std::size_t i = 0; i < weights_.size(); ++i) if (i % (2 * kMaxInputs + 1) % 2 == 0) weights_[i] = 65536 * 3 / 10;
  for (std::size_t i = 0; i < correction_.size(); ++i)
    correction_[i] = static_cast<std::uint16_t>(
        squashed(std::clamp(static_cast<int>(i % kSteps) * 128 - 2048, -kLimit, kLimit)));
}

std::uint32_t Mixer::predict(std::span<const std::uint32_t> contexts, std::span<const std::uint8_t> opinions, std::size_t number, std::array<std::size_t, 2> sets) {
  count_ = contexts.size();
  for (std::size_t i = 0; i < count_; ++i) __builtin_prefetch(&slots_[contexts[i] >> shift_]);
  for (std::size_t i = 0; i < count_; ++i) {
    Slot& slot = slots_[contexts[i] >> shift_];
    const auto check = static_cast<std::uint8_t>(contexts[i]);
    if (slot.check != check) slot = {1u << 15, 0, check};
    used_[i] = &slot;
    inputs_[2 * i] = stretched(slot.share) * kTables.trust[slot.seen] / 256;
    if (!opinions.empty()) {
      trusted_[i] = &trusts_[(number * kMaxInputs + i) * 96 + opinions[i]];
      inputs_[2 * i + 1] = stretched(*trusted_[i]);
    } else {
      trusted_[i] = nullptr;
      inputs_[2 * i + 1] = (static_cast<int>(slot.share) - 32768) * kTables.trust[slot.seen] / 256 / 64;
    }
  }
  inputs_[2 * count_] = kConstant;
  int d = 0;
  std::uint32_t p = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    Part& part = parts_[k];
    const std::size_t row = k * kSets + sets[k];
    part.weights = weights_.data() + row * (2 * kMaxInputs + 1);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i <= 2 * count_; ++i) sum += std::int64_t{inputs_[i]} * part.weights[i];
    part.stretched = static_cast<int>(std::clamp<std::int64_t>(sum / 65536, -kLimit, kLimit));
    part.mixed = squashed(part.stretched);
    d += part.stretched;
  }
  d /= 2;
  p = 2 * squashed(d);
  for (std::size_t k = 0; k < 2; ++k) {
    Part& part = parts_[k];
    const auto at = static_cast<std::size_t>(d + 2048);
    part.corrected = correction_.data() + (k * kSets + sets[k]) * kSteps + at / 128;
    const auto step = static_cast<std::uint32_t>(at % 128);
    p += (part.corrected[0] * (128 - step) + part.corrected[1] * step) / 128;
  }
  return std::clamp<std::uint32_t>(p / 4, 32, 65504);
}

void Mixer::update(bool yes) {
  const std::int32_t target = yes ? 65535 : 0;
  for (Part& part : parts_) {
    const std::int64_t error = (target - static_cast<std::int32_t>(part.mixed)) * kRate;
    for (std::size_t i = 0; i <= 2 * count_; ++i) {
      const std::int64_t moved = part.weights[i] + ((inputs_[i] * error + (1 << 17)) >> 18);
      part.weights[i] = static_cast<std::int32_t>(std::clamp<std::int64_t>(moved, -(1 << 24), 1 << 24));
    }
    for (const int step : {0, 1}) {
      std::uint16_t& c = part.corrected[step];
      c = static_cast<std::uint16_t>(c + (target - c) / 64);
    }
  }
  for (std::size_t i = 0; i < count_; ++i) {
    Slot& slot = *used_[i];
    slot.share = static_cast<std::uint16_t>(
        slot.share + (target - slot.share) * std::int64_t{kTables.pace[slot.seen]} / 65536);
    if (slot.seen < kMostSeen) ++slot.seen;
    if (trusted_[i] != nullptr) *trusted_[i] = static_cast<std::uint16_t>(*trusted_[i] + (target - *trusted_[i]) / 128);
  }
}

}  // namespace augmate::internal
