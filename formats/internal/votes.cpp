// SPDX-License-Identifier: MIT
#include "formats/internal/votes.h"

#include <algorithm>
#include <utility>

#include "formats/internal/coded_length.h"

namespace augmate::internal {
namespace {

// What a vote counts by the share of right ones, in sixteenths.
const std::array<std::uint32_t, 4096> kWorth = [] {
  std::array<std::uint32_t, 4096> worth{};
  for (std::uint32_t share = 0; share < worth.size(); ++share)
    worth[share] = coded_length(65536 - share * 16) + 1;
  return worth;
}();

}  // namespace

Votes::Votes(std::size_t values, unsigned slot_bits)
    : shift_(32 - slot_bits), slots_(std::size_t{1} << slot_bits), score_(values, 0) {
  for (auto& kind : right_)
    for (std::size_t g = 0; g < kGrades; ++g)
      kind[g] = static_cast<std::uint16_t>(20000 + 6000 * std::min<std::size_t>(g % 8, 5));
}

// By the count, the place of the code, and whether the slot knows another.
std::size_t Votes::grade(const Slot& slot, std::size_t which) {
  const std::size_t count = std::min<std::size_t>(slot.count[which], 7);
  return count + (which == 1 ? 8 : slot.count[1] > 0 ? 16 : 0);
}

void Votes::vote(std::size_t kind, std::size_t which) {
  const Slot& slot = *used_[kind];
  if (slot.count[which] == 0) return;
  std::uint32_t& score = score_[slot.code[which]];
  if (score == 0) voted_.push_back(slot.code[which]);
  score += kWorth[right_[kind][grade(slot, which)] / 16];
}

std::span<const Code> Votes::candidates(std::span<const std::uint32_t> contexts) {
  count_ = contexts.size();
  for (std::size_t k = 0; k < count_; ++k) {
    Slot& slot = slots_[contexts[k] >> shift_];
    const auto check = static_cast<std::uint16_t>(contexts[k] & 0x0FFF);
    if (slot.check != check) slot = {{}, {}, check};
    used_[k] = &slot;
    vote(k, 0);
    vote(k, 1);
  }
  std::size_t n = 0;
  for (; n < kMost && n < voted_.size(); ++n) {
    const auto most = std::max_element(voted_.begin(), voted_.end(), [&](Code a, Code b) {
      return score_[a] != score_[b] ? score_[a] < score_[b] : a > b;
    });
    best_[n] = *most;
    score_[*most] = 0;
  }
  for (const Code c : voted_) score_[c] = 0;
  voted_.clear();
  return std::span<const Code>(best_).first(n);
}

std::span<const std::uint8_t> Votes::opinions(Code code) {
  for (std::size_t k = 0; k < count_; ++k) {
    const Slot& slot = *used_[k];
    const unsigned match = slot.count[0] > 0 && slot.code[0] == code   ? 1
                           : slot.count[1] > 0 && slot.code[1] == code ? 2
                                                                       : 0;
    opinions_[k] =
        static_cast<std::uint8_t>((match * 4 + std::min<unsigned>(slot.count[1], 3)) * 8 +
                                  std::min<unsigned>(slot.count[0], 7));
  }
  return std::span<const std::uint8_t>(opinions_).first(count_);
}

void Votes::learn(Slot& slot, Code code) {
  if (slot.count[0] == 0) {
    slot.code[0] = code;
    slot.count[0] = 1;
  } else if (slot.code[0] == code) {
    if (slot.count[0] < 255) ++slot.count[0];
  } else if (slot.count[1] > 0 && slot.code[1] == code) {
    if (++slot.count[1] < std::min<std::uint8_t>(slot.count[0], 4)) return;
    std::swap(slot.code[0], slot.code[1]);
    slot.count = {1, 1};
  } else {
    slot.count[0] = static_cast<std::uint8_t>((slot.count[0] + 1) / 2);
    slot.code[1] = code;
    slot.count[1] = 1;
    if (slot.count[0] == 1) std::swap(slot.code[0], slot.code[1]);
  }
}

void Votes::update(Code code) {
  for (std::size_t k = 0; k < count_; ++k) {
    Slot& slot = *used_[k];
    for (const std::size_t which : {0u, 1u}) {
      if (slot.count[which] == 0) continue;
      std::uint16_t& share = right_[k][grade(slot, which)];
      const int target = slot.code[which] == code ? 65000 : 0;
      share = static_cast<std::uint16_t>(share + (target - share) / 512);
    }
    learn(slot, code);
  }
}

}  // namespace augmate::internal
