// SPDX-License-Identifier: MIT
// Codes by context mixing. Everything is learned within the block, from nothing, so blocks are
// large. Entry by entry, by what the rules say of it (entry_rules.h):
//
// - an impossible one is not coded at all;
// - one whose value the rules name, or whose twin by symmetry is known, costs next to nothing: "is
//   it that?" with the probability that it was so far;
// - for any other a vote of many contexts (internal/votes.h) names a few likely codes, and "is it
//   this one?" is answered by arithmetic coding with the probability that a mixer
//   (internal/mixer.h) gives, one after the other;
// - a code that none of them is follows by halves of the values that are left, in the order of the
//   values, by a mixer of its own.
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

// Puts answers that are known.
class Encoder {
 public:
  // What is coded next, and its place in the order of the values.
  void want(Code code, std::size_t rank) {
    code_ = code;
    rank_ = rank;
  }
  bool is(Code candidate, std::uint32_t p) { return put(code_ == candidate, p); }
  bool from(std::size_t rank, std::uint32_t p) { return put(rank_ >= rank, p); }
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
  bool is(Code, std::uint32_t p) { return get(p); }
  bool from(std::size_t, std::uint32_t p) { return get(p); }
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
  // `ranks`: by code, its value's place in the order of the values.
  BlockModel(const Lattice& lattice, std::span<const Code> block, std::span<const Code> other,
             std::span<const std::uint16_t> ranks)
      : block_(block),
        ranks_(ranks),
        by_rank_(ranks.size()),
        contexts_(lattice, block, other, ranks),
        votes_(ranks.size(), vote_bits(block.size())),
        candidates_(candidate_bits(block.size())),
        halves_(half_bits(block.size())) {
    for (std::size_t c = 0; c < ranks.size(); ++c) by_rank_[ranks[c]] = static_cast<Code>(c);
  }

  static std::uint64_t size_bytes(std::uint64_t entries) {
    return internal::Votes::slots_bytes(vote_bits(entries)) +
           internal::Mixer::slots_bytes(candidate_bits(entries)) +
           internal::Mixer::slots_bytes(half_bits(entries));
  }

  // The code of a possible entry by the answers that `coder` puts or gets. `expected`: the code
  // that the facts name, kAnyCode if none.
  template <class Coder>
  Code next(std::size_t entry, const EntryFacts& facts, Code expected, Coder& coder) {
    if (facts.twin > 0) expected = block_[entry - facts.twin];
    if ((facts.complete || facts.twin > 0) && expected != kAnyCode) {
      const bool yes = coder.is(expected, std::clamp<std::uint32_t>(sure_, 32, 65504));
      sure_ = static_cast<std::uint16_t>(sure_ + ((yes ? 65535 : 0) - sure_) / 128);
      if (yes) return expected;
    }
    const auto contexts = contexts_.of(entry, facts, expected);
    const auto candidates = votes_.candidates(contexts);
    const std::size_t tactics = facts.situation % 2 * 2 + (facts.captures != 0 ? 1 : 0);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const Code candidate = candidates[c];
      bool yes = c + 1 == ranks_.size();  // the only value that is left
      if (!yes) {
        const std::size_t group = std::min<std::size_t>(c, 2);
        const std::size_t set = c == 0 ? contexts_.agreeing(candidate) : 15 + c;
        yes = coder.is(candidate, candidates_.predict({with(contexts, candidate),
                                                       votes_.opinions(candidate),
                                                       group,
                                                       {set, group * 4 + tactics}}));
        candidates_.update(yes);
      }
      if (yes) return learned(candidate);
    }
    return learned(none_of(candidates, facts, coder));
  }

 private:
  // Two to the number of slots for so many entries.
  static unsigned slot_bits(std::size_t entries, unsigned most) {
    return std::clamp(static_cast<unsigned>(std::bit_width(entries)), 10u, most);
  }
  static unsigned vote_bits(std::size_t entries) { return slot_bits(entries, 20); }
  static unsigned candidate_bits(std::size_t entries) { return slot_bits(entries, 20) + 2; }
  static unsigned half_bits(std::size_t entries) { return slot_bits(entries, 18); }

  Code learned(Code code) {
    votes_.update(code);
    return code;
  }

  // The contexts' hashes for a decision.
  std::span<const std::uint32_t> with(std::span<const std::uint32_t> contexts,
                                      std::uint32_t decision) {
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      std::uint32_t h = (contexts[i] + decision * 0x9E3779B1u) * 0x85EBCA6Bu;
      h = (h ^ h >> 15) * 0xC2B2AE35u;
      hashes_[i] = h ^ h >> 16;
    }
    return std::span<const std::uint32_t>(hashes_).first(contexts.size());
  }

  // Halves without a value that is left are not asked about, so that there always is one.
  template <class Coder>
  Code none_of(std::span<const Code> refused, const EntryFacts& facts, Coder& coder) {
    const auto left = [&](std::size_t low, std::size_t high) {
      return high - low -
             static_cast<std::size_t>(std::count_if(refused.begin(), refused.end(), [&](Code c) {
               return ranks_[c] >= low && ranks_[c] < high;
             }));
    };
    const auto around = contexts_.around(facts);
    std::size_t low = 0, high = ranks_.size(), depth = 0;
    for (; high - low > 1; ++depth) {
      const std::size_t middle = (low + high) / 2;
      bool upper = left(low, middle) == 0;
      if (!upper && left(middle, high) > 0) {
        const auto which = static_cast<std::uint32_t>(low << 16 | high);
        upper = coder.from(
            middle,
            halves_.predict(
                {with(around, which), std::span(kNoOpinions).first(around.size()), 0, {depth, 0}}));
        halves_.update(upper);
      }
      (upper ? low : high) = middle;
    }
    return by_rank_[low];
  }

  static constexpr std::array<std::uint8_t, internal::MixingContexts::kMost> kNoOpinions{};

  std::span<const Code> block_;
  std::span<const std::uint16_t> ranks_;
  std::vector<Code> by_rank_;
  internal::MixingContexts contexts_;
  internal::Votes votes_;
  internal::Mixer candidates_, halves_;
  std::uint16_t sure_ = 65000;  // how often the rules were right
  std::array<std::uint32_t, internal::MixingContexts::kMost> hashes_{};
};

// What the rules say of a block's entries, one after the other: looked up some at a time, since all
// together would take as much memory as what the coder learns.
class Facts {
 public:
  Facts(const EntryRules& rules, Side side, std::uint64_t begin, std::size_t entries,
        std::vector<std::uint16_t> other)
      : rules_(rules), side_(side), begin_(begin), entries_(entries), other_(std::move(other)) {}

  const EntryFacts& next() {
    const std::size_t at = next_++ % kAtOnce;
    if (at == 0) {
      const std::size_t first = next_ - 1;
      facts_.assign(std::min(kAtOnce, entries_ - first), EntryFacts());
      rules_.look(side_, begin_, other_, begin_ + first, facts_);
    }
    return facts_[at];
  }

 private:
  static constexpr std::size_t kAtOnce = std::size_t{1} << 14;

  const EntryRules& rules_;
  Side side_;
  std::uint64_t begin_;
  std::size_t entries_, next_ = 0;
  std::vector<std::uint16_t> other_;
  std::vector<EntryFacts> facts_;
};

class MixingCoder final : public BlockCoder {
 public:
  MixingCoder(const CoderValues& values, Lattice lattice)
      : rules_(*values.rules),
        side_(values.side),
        code_of_(std::size_t{1} << 16, kAnyCode),
        other_values_(values.other.begin(), values.other.end()),
        ranks_(internal::badness_of(values.own)),
        lattice_(std::move(lattice)) {
    for (std::size_t i = 0; i < values.own.size(); ++i)
      code_of_[values.own[i]] = static_cast<Code>(i);
  }

  CoderKind kind() const override { return CoderKind::kMixing; }

  std::string model() const override {
    std::string out;
    for (const std::size_t n :
         {std::size_t{lattice_.files}, std::size_t{lattice_.squares}, lattice_.places.size()})
      internal::put(out, static_cast<std::uint16_t>(n));
    for (const std::uint64_t places : lattice_.places) internal::put(out, places);
    return out;
  }

  Result<std::string> encode(std::uint64_t begin, std::span<Code> codes,
                             std::span<const Code> other) const override {
    Facts facts(rules_, side_, begin, codes.size(), values_of(seen(other)));
    BlockModel model(lattice_, codes, seen(other), ranks_);
    Encoder coder;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const EntryFacts& here = facts.next();
      if (!here.possible) {
        codes[i] = kAnyCode;
        continue;
      }
      if (codes[i] == kAnyCode)
        return Error{ErrorCode::kUsage,
                     fmt::format("entry {} has no value and is possible by the rules", begin + i)};
      coder.want(codes[i], ranks_[codes[i]]);
      model.next(i, here, code_of_[here.bound], coder);
    }
    fill(codes);
    return coder.finish();
  }

  using BlockCoder::decode;
  Result<void> decode(std::string_view bytes, std::uint64_t begin, std::span<const Code> other,
                      std::span<Code> codes, std::size_t wanted) const override {
    Facts facts(rules_, side_, begin, wanted, values_of(seen(other)));
    BlockModel model(lattice_, codes, seen(other), ranks_);
    Decoder coder(bytes);
    for (std::size_t i = 0; i < wanted; ++i) {
      const EntryFacts& here = facts.next();
      codes[i] = here.possible ? model.next(i, here, code_of_[here.bound], coder) : kAnyCode;
    }
    fill(codes.first(wanted));
    if (wanted == codes.size() && !coder.at_end())
      return Error{ErrorCode::kCorrupt, "the block's codes do not end with it"};
    return {};
  }

  // Moves lead anywhere in the block.
  std::size_t needed_of_other(std::size_t wanted) const override {
    return other_values_.empty() ? wanted : ~std::size_t{0};
  }

 private:
  // Impossible entries are marked while coding, to be told from others by their neighbours.
  static void fill(std::span<Code> codes) {
    std::replace(codes.begin(), codes.end(), kAnyCode, Code{0});
  }
  std::span<const Code> seen(std::span<const Code> other) const {
    return other_values_.empty() ? std::span<const Code>() : other;
  }
  std::vector<std::uint16_t> values_of(std::span<const Code> other) const {
    std::vector<std::uint16_t> values(other.size());
    std::transform(other.begin(), other.end(), values.begin(),
                   [&](Code c) { return other_values_[c]; });
    return values;
  }

  const EntryRules& rules_;
  Side side_;
  std::vector<Code> code_of_;                // by packed value
  std::vector<std::uint16_t> other_values_;  // by code of the other side; empty without it
  std::vector<std::uint16_t> ranks_;         // by code
  Lattice lattice_;
};

Error no_model(const char* what) {
  return {ErrorCode::kCorrupt, fmt::format("no model of a mixing coder: {}", what)};
}

}  // namespace

std::unique_ptr<const BlockCoder> mixing_coder(const CoderValues& values, const BlockShape& shape) {
  Lattice lattice{shape.files, shape.squares, shape.places};
  if (lattice.places.size() > kMaxDimensions) lattice.places.resize(kMaxDimensions);
  return std::make_unique<MixingCoder>(values, std::move(lattice));
}

// The other side's codes and values of the block stand beside.
std::uint64_t mixing_coder_bytes(std::uint64_t entries) {
  return BlockModel::size_bytes(entries) + entries * (sizeof(Code) + sizeof(std::uint16_t));
}

Result<std::unique_ptr<const BlockCoder>> read_mixing_coder(std::string_view model,
                                                            const CoderValues& values) {
  internal::ByteReader in(model);
  if (in.left() < 6) return no_model("too short");
  Lattice lattice;
  lattice.files = *in.take<std::uint16_t>();
  lattice.squares = *in.take<std::uint16_t>();
  const std::size_t dimensions = *in.take<std::uint16_t>();
  if (lattice.files < 1 || lattice.files > lattice.squares || lattice.squares > kMaxSquares ||
      lattice.squares % lattice.files != 0)
    return no_model("a board of no such size");
  if (dimensions > kMaxDimensions || in.left() != 8 * dimensions) return no_model("its length");
  for (std::size_t i = 0; i < dimensions; ++i) {
    lattice.places.push_back(*in.take<std::uint64_t>());
    if (lattice.places.back() < 1 || lattice.places.back() > std::uint64_t{1} << 48)
      return no_model("a dimension of no such size");
  }
  return std::unique_ptr<const BlockCoder>(
      std::make_unique<MixingCoder>(values, std::move(lattice)));
}

}  // namespace augmate
