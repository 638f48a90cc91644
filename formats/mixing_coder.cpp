// SPDX-License-Identifier: MIT
// Codes by context mixing. For each entry a vote of many contexts (internal/votes.h) names a few
// likely codes; "is it this one?" is answered by arithmetic coding with the probability that a
// mixer (internal/mixer.h) gives, one after the other; a code that none of them is follows bit by
// bit. Everything is learned within the block, from nothing, so blocks are large.
//
// The arithmetic coder keeps an interval [low, high] of 32-bit numbers, cuts it in the proportion
// of the probability and keeps the part that came true; leading bytes that low and high share are
// done.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "formats/block_coder.h"
#include "formats/internal/badness.h"
#include "formats/internal/bytes.h"
#include "formats/internal/mixer.h"
#include "formats/internal/mixing_contexts.h"
#include "formats/internal/votes.h"
#include "rules/board.h"

namespace augmate {
namespace {

using internal::Lattice;

constexpr std::size_t kMaxDimensions = 16;

// The interval that encoder and decoder narrow in step.
class Interval {
 public:
  // Keeps the part of a yes, of probability p / 2^16, or the rest.
  std::uint32_t cut(std::uint32_t p) const {
    return low_ + static_cast<std::uint32_t>(std::uint64_t{high_ - low_} * p >> 16);
  }
  void keep(std::uint32_t cut, bool yes) {
    if (yes)
      high_ = cut;
    else
      low_ = cut + 1;
  }
  // Calls f(byte) for each byte that is settled.
  template <class F>
  void settle(F&& f) {
    while (((low_ ^ high_) & 0xFF000000u) == 0) {
      f(static_cast<char>(high_ >> 24));
      low_ <<= 8;
      high_ = high_ << 8 | 0xFF;
    }
  }
  std::uint32_t low() const { return low_; }

 private:
  std::uint32_t low_ = 0, high_ = 0xFFFFFFFF;
};

// Puts answers that are known. What does not matter is answered as expected.
class Encoder {
 public:
  void want(Code code, std::size_t rank) { code_ = code; rank_ = rank; }
  bool is(Code candidate, bool last, std::uint32_t p) {
    return put(code_ == kAnyCode ? last || p >= 1u << 15 : code_ == candidate, p);
  }
  bool bit(std::size_t middle, std::uint32_t p) { return put(rank_ >= middle, p); }
  std::string finish() {
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<char>(interval_.low() >> shift));
    return std::move(bytes_);
  }

 private:
  bool put(bool yes, std::uint32_t p) {
    interval_.keep(interval_.cut(p), yes);
    interval_.settle([&](char c) { bytes_.push_back(c); });
    return yes;
  }
  Code code_ = 0;
  std::size_t rank_ = 0;
  Interval interval_;
  std::string bytes_;
};

// Reads them. Behind the end there are zeros.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) take();
  }
  bool is(Code, bool, std::uint32_t p) { return get(p); }
  bool bit(std::size_t, std::uint32_t p) { return get(p); }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  bool get(std::uint32_t p) {
    const std::uint32_t cut = interval_.cut(p);
    const bool yes = value_ <= cut;
    interval_.keep(cut, yes);
    interval_.settle([&](char) { take(); });
    return yes;
  }
  void take() {
    value_ = value_ << 8 | (at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_]) : 0u);
    ++at_;
  }
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::uint32_t value_ = 0;
  Interval interval_;
};

// What is learned in a block.
class BlockModel {
 public:
  BlockModel(const Lattice& lattice, std::size_t values, std::span<const Code> block,
             std::span<const Code> other, std::span<const std::uint16_t> badness, std::span<const std::uint16_t> ranks)
      : block_(block), contexts_(lattice, block, other, badness),
        votes_(values, slot_bits(block.size())),
        mixer_(slot_bits(block.size()) + 2),
        ranks_(ranks), code_at_(ranks.size()) {
    for (std::size_t c = 0; c < ranks.size(); ++c) code_at_[ranks[c]] = static_cast<Code>(c);
  }

  // The code of an entry by the answers that `coder` puts or gets; it may be outside the dictionary
  // if they come from a file.
  template <class Coder>
  Code next(std::size_t entry, const EntryFacts& facts, Code expected, Coder& coder) {
    if (facts.twin > 0) expected = block_[entry - facts.twin];
    if ((facts.complete || facts.twin > 0) && expected != kAnyCode) {
      const bool yes = coder.is(expected, false, std::clamp<std::uint32_t>(sure_, 32, 65528));
      sure_ = static_cast<std::uint16_t>(sure_ + ((yes ? 65535 : 0) - sure_) / 128);
      if (yes) return expected;
    }
    const auto contexts = contexts_.of(entry, facts, expected);
    const auto candidates = votes_.candidates(contexts);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const std::size_t set = c == 0 ? contexts_.agreeing(candidates[0]) : 15 + c;
      const std::uint32_t p = mixer_.predict(with(contexts, candidates[c]), votes_.opinions(candidates[c]), std::min<std::size_t>(c, 2), {set, std::min<std::size_t>(c, 2) * 64 + facts.situation % 2 * 32 + (facts.captures != 0) * 16});
      if (c + 1 == ranks_.size()) return learned(candidates[c]);
      const bool yes = coder.is(candidates[c], c + 1 == candidates.size(), p);
      mixer_.update(yes);
      if (yes) return learned(candidates[c]);
    }
    return learned(rare(candidates, facts, coder));
  }

 private:
  // Two to the number of slots for the votes of so many entries.
  static unsigned slot_bits(std::size_t entries) {
    return std::clamp(static_cast<unsigned>(std::bit_width(entries)), 10u, 20u);
  }
  Code learned(Code code) {
    votes_.update(code);
    return code;
  }
  std::span<const std::uint32_t> with(std::span<const std::uint32_t> contexts, Code candidate) {
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      hashes_[i] = hashed(contexts[i], candidate);
    }
    return std::span<const std::uint32_t>(hashes_).first(contexts.size());
  }
  // One of the values that no candidate was, by halves of those that are left in the order of the
  // values.
  template <class Coder>
  Code rare(std::span<const Code> refused, const EntryFacts& facts, Coder& coder) {
    const auto left_in = [&](std::size_t lo, std::size_t hi) {
      std::size_t n = hi - lo;
      for (const Code c : refused) n -= ranks_[c] >= lo && ranks_[c] < hi;
      return n;
    };
    const auto near = contexts_.around(facts, ranks_);
    std::size_t lo = 0, hi = ranks_.size();
    unsigned depth = 0;
    while (hi - lo > 1) {
      const std::size_t middle = (lo + hi) / 2;
      bool upper = left_in(lo, middle) == 0;
      if (!upper && left_in(middle, hi) > 0) {
        for (std::size_t i = 0; i < near.size(); ++i) hashes_[i] = hashed(near[i], static_cast<std::uint32_t>(lo << 16 | hi));
        const std::uint32_t p = rare_.predict(std::span<const std::uint32_t>(hashes_).first(near.size()), {}, 0, {std::min(depth, 15u), 0});
        upper = coder.bit(middle, p);
        rare_.update(upper);
      }
      (upper ? lo : hi) = middle;
      ++depth;
    }
    return code_at_[lo];
  }
  static std::uint32_t hashed(std::uint32_t context, std::uint32_t what) {
      std::uint32_t h = (context + what * 0x9E3779B1u) * 0x85EBCA6Bu;
      h = (h ^ h >> 15) * 0xC2B2AE35u;
      return h ^ h >> 16;
  }

  std::span<const Code> block_;
  internal::MixingContexts contexts_;
  internal::Votes votes_;
  internal::Mixer mixer_;
  std::span<const std::uint16_t> ranks_;
  std::vector<Code> code_at_;
  internal::Mixer rare_{18};
  std::uint16_t sure_ = 65000;
  std::array<std::uint32_t, internal::MixingContexts::kMost> hashes_{};
};

class MixingCoder final : public BlockCoder {
 public:
  MixingCoder(const CoderValues& values, Lattice lattice)
      : values_(values.own.size()),
        rules_(values.rules),
        side_(values.side),
        code_of_(std::size_t{1} << 16, kAnyCode),
        other_values_(values.other.begin(), values.other.end()),
        badness_(internal::badness_of(values.other)),
        ranks_(internal::badness_of(values.own)),
        lattice_(std::move(lattice)) {
    for (std::size_t i = 0; i < values.own.size(); ++i)
      code_of_[values.own[i]] = static_cast<Code>(i);
  }

  CoderKind kind() const override { return CoderKind::kMixing; }

  std::string model() const override {
    std::string out;
    for (const std::size_t n : {std::size_t{lattice_.files}, std::size_t{lattice_.squares},
                                lattice_.lane_steps.size(), lattice_.places.size()})
      internal::put(out, static_cast<std::uint16_t>(n));
    for (const auto& step : lattice_.lane_steps)
      for (const std::int8_t by : step) internal::put(out, static_cast<std::uint8_t>(by));
    for (const std::uint64_t places : lattice_.places) internal::put(out, places);
    return out;
  }

  Result<std::string> encode(std::uint64_t begin, std::span<Code> codes,
                             std::span<const Code> other) const override {
    const auto facts = facts_of(begin, codes, other);
    BlockModel model(lattice_, values_, codes, seen(other), badness_, ranks_);
    Encoder coder;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (!facts[i].possible) { codes[i] = kAnyCode; continue; }
      if (codes[i] == kAnyCode) return Error{ErrorCode::kUsage, "an entry possible by the rules without a value"};
      coder.want(codes[i], ranks_[codes[i]]);
      codes[i] = model.next(i, facts[i], expected(facts[i]), coder);
    }
    std::replace(codes.begin(), codes.end(), kAnyCode, Code{0});
    return coder.finish();
  }

  using BlockCoder::decode;
  Result<void> decode(std::string_view bytes, std::uint64_t begin, std::span<const Code> other,
                      std::span<Code> codes, std::size_t wanted) const override {
    const auto facts = facts_of(begin, codes.first(wanted), other);
    BlockModel model(lattice_, values_, codes, seen(other), badness_, ranks_);
    Decoder coder(bytes);
    for (std::size_t i = 0; i < wanted; ++i) {
      codes[i] = facts[i].possible ? model.next(i, facts[i], expected(facts[i]), coder) : kAnyCode;
      if (facts[i].possible && codes[i] >= values_)
        return Error{ErrorCode::kCorrupt, fmt::format("code {} outside the dictionary", codes[i])};
    }
    std::replace(codes.begin(), codes.end(), kAnyCode, Code{0});
    if (wanted == codes.size() && !coder.at_end())
      return Error{ErrorCode::kCorrupt, "the block's codes do not end with it"};
    return {};
  }

  std::size_t needed_of_other(std::size_t wanted) const override {
    return badness_.empty() ? wanted : ~std::size_t{0};  // moves lead anywhere in the block
  }

 private:
  std::vector<EntryFacts> facts_of(std::uint64_t begin, std::span<const Code> codes,
                                   std::span<const Code> other) const {
    std::vector<EntryFacts> facts(codes.size());
    if (rules_ == nullptr) return facts;
    std::vector<std::uint16_t> values(seen(other).size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = other_values_[other[i]];
    rules_->look(side_, begin, values, facts);
    return facts;
  }
  Code expected(const EntryFacts& facts) const { return code_of_[facts.bound]; }
  std::span<const Code> seen(std::span<const Code> other) const {
    return badness_.empty() ? std::span<const Code>() : other;
  }

  std::size_t values_;
  const EntryRules* rules_;
  Side side_;
  std::vector<Code> code_of_;  // by packed value
  std::vector<std::uint16_t> other_values_;
  std::vector<std::uint16_t> badness_, ranks_;  // by code of the other side; empty without it
  Lattice lattice_;
};

Error no_model(const char* what) {
  return {ErrorCode::kCorrupt, fmt::format("no model of a mixing coder: {}", what)};
}

}  // namespace

std::unique_ptr<const BlockCoder> mixing_coder(const CoderValues& values, const BlockShape& shape) {
  Lattice lattice{shape.files, shape.squares, shape.places, shape.lane_steps};
  if (values.other.empty()) lattice.lane_steps.clear();
  if (lattice.places.size() > kMaxDimensions) lattice.places.resize(kMaxDimensions);
  return std::make_unique<MixingCoder>(values, std::move(lattice));
}

Result<std::unique_ptr<const BlockCoder>> read_mixing_coder(std::string_view model,
                                                            const CoderValues& values) {
  internal::ByteReader in(model);
  if (in.left() < 8) return no_model("too short");
  Lattice lattice;
  lattice.files = *in.take<std::uint16_t>();
  lattice.squares = *in.take<std::uint16_t>();
  const std::size_t steps = *in.take<std::uint16_t>(), dimensions = *in.take<std::uint16_t>();
  if (lattice.files < 1 || lattice.files > lattice.squares || lattice.squares > kMaxSquares ||
      lattice.squares % lattice.files != 0)
    return no_model("a board of no such size");
  if (steps > kMaxLaneSteps || dimensions > kMaxDimensions ||
      in.left() != 2 * steps + 8 * dimensions)
    return no_model("its length");
  for (std::size_t i = 0; i < steps; ++i) {
    const auto file = static_cast<std::int8_t>(*in.take<std::uint8_t>());
    lattice.lane_steps.push_back({file, static_cast<std::int8_t>(*in.take<std::uint8_t>())});
  }
  for (std::size_t i = 0; i < dimensions; ++i) {
    lattice.places.push_back(*in.take<std::uint64_t>());
    if (lattice.places.back() < 1 || lattice.places.back() > std::uint64_t{1} << 48)
      return no_model("a dimension of no such size");
  }
  return std::unique_ptr<const BlockCoder>(
      std::make_unique<MixingCoder>(values, std::move(lattice)));
}

}  // namespace augmate
