// SPDX-License-Identifier: MIT
#include "formats/internal/coding_choice.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace augmate::internal {
namespace {

using Presence = SideIndex::Presence;

// Entries of a side in the sample: enough for a static model; more for a small share of a mixing
// coder's blocks would cost as much as coding.
constexpr std::uint64_t kSampleEntries = std::uint64_t{1} << 20;
constexpr std::uint64_t kWindowEntries = std::uint64_t{1} << 17;

// The blocks of the sample, ascending: scattered, since whatever recurs in the order of the entries
// must not recur in the sample.
std::vector<std::uint64_t> scattered_blocks(std::uint64_t blocks, std::uint64_t count) {
  std::vector<std::uint64_t> chosen;
  if (count >= blocks) count = blocks;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t begin = i * blocks / count, end = (i + 1) * blocks / count;
    const std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15u;
    chosen.push_back(begin + (mixed ^ mixed >> 29) % (end - begin));
  }
  return chosen;
}

class Chooser {
 public:
  Chooser(std::uint64_t entries, const Dictionaries& dictionaries, const ValueSource& source,
          const WriteOptions& options, const EntryRules* rules)
      : entries_(entries),
        dictionaries_(dictionaries),
        source_(source),
        options_(options),
        rules_(rules) {}

  Result<Coding> choose();

 private:
  using Blocks = std::vector<std::vector<Code>>;

  Result<void> read_samples();
  void place_sample();
  Result<Blocks> sample_of(Side side) const;
  bool has_values(Side side) const { return dictionaries_[index(side)].size() > 1; }
  // The coder asked for, made for the side's sample. `other`: the other side's sample, filled, or
  // null.
  std::unique_ptr<const BlockCoder> make(Side side, const Blocks* other) const;
  // Codes the sample, which is filled by it.
  Result<std::uint64_t> bytes_of(const BlockCoder& coder, Blocks& sample,
                                 const Blocks* other) const;
  Result<std::uint64_t> zstd_bytes(Side side) const;
  Result<void> leave_one_out(Coding& coding);
  Result<void> pair(Coding& coding);
  Coding with_zstd(Coding coding) const;

  std::uint64_t entries_;
  const Dictionaries& dictionaries_;
  const ValueSource& source_;
  const WriteOptions& options_;
  const EntryRules* rules_;
  std::uint64_t block_entries_ = 0;    // of the sample's blocks
  std::vector<std::uint64_t> begins_;  // where they begin
  std::array<Blocks, 2> samples_;
  std::uint64_t coded_bytes_ = 0;  // of the sample as it will be coded
};

// A mixing coder's sample is one window, since it has to learn first.
void Chooser::place_sample() {
  const bool window = options_.coder == CoderKind::kMixing;
  block_entries_ = window ? options_.shape.whole_dimensions(
                                std::min<std::uint64_t>(options_.block_entries, kWindowEntries))
                          : options_.block_entries;
  const std::uint64_t most = window ? 1 : kSampleEntries / block_entries_;
  for (const std::uint64_t b :
       scattered_blocks((entries_ - 1) / block_entries_ + 1, std::max<std::uint64_t>(most, 1)))
    begins_.push_back(b * block_entries_);
}

Result<Chooser::Blocks> Chooser::sample_of(Side side) const {
  const CodeTable code_table(dictionaries_[index(side)]);
  Blocks blocks;
  for (const std::uint64_t begin : begins_) {
    auto& block = blocks.emplace_back(std::min(block_entries_, entries_ - begin), kDontCare);
    if (auto done = source_(side, begin, block); !done) return done.error();
    code_table.to_codes(block);
  }
  return blocks;
}

Result<void> Chooser::read_samples() {
  place_sample();
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (!has_values(side)) continue;
    auto sample = sample_of(side);
    if (!sample) return sample.error();
    samples_[index(side)] = std::move(*sample);
  }
  return {};
}

std::unique_ptr<const BlockCoder> Chooser::make(Side side, const Blocks* other) const {
  CoderValues values{dictionaries_[index(side)], {}, rules_, side};
  if (other != nullptr) values.other = dictionaries_[index(opponent(side))];
  if (options_.coder == CoderKind::kZstd) return zstd_coder(values.own.size(), options_.level);
  if (options_.coder == CoderKind::kMixing) return mixing_coder(values, options_.shape);
  CoderSample sample{samples_[index(side)], other != nullptr ? *other : Blocks{}};
  return train_static_coder(values, options_.shape, std::move(sample));
}

Result<std::uint64_t> Chooser::bytes_of(const BlockCoder& coder, Blocks& sample,
                                        const Blocks* other) const {
  std::uint64_t bytes = coder.model().size();
  for (std::size_t b = 0; b < sample.size(); ++b) {
    const auto coded = coder.encode(
        begins_[b], sample[b],
        other != nullptr ? std::span<const Code>((*other)[b]) : std::span<const Code>());
    if (!coded) return coded.error();
    bytes += coded->size();
  }
  return bytes;
}

// As zstd's larger blocks would be.
Result<std::uint64_t> Chooser::zstd_bytes(Side side) const {
  Blocks joined;
  for (const auto& block : samples_[index(side)]) {
    if (joined.empty() || joined.back().size() >= options_.zstd_block_entries)
      joined.emplace_back();
    joined.back().insert(joined.back().end(), block.begin(), block.end());
  }
  return bytes_of(*zstd_coder(dictionaries_[index(side)].size(), options_.level), joined, nullptr);
}

// Each side alone, on the sample: the smaller one stays.
Result<void> Chooser::leave_one_out(Coding& coding) {
  std::array<std::uint64_t, 2> bytes{0, 0};
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (!has_values(side)) continue;
    auto& coder = coding.coders[index(side)] = make(side, nullptr);
    Blocks sample = samples_[index(side)];
    const auto coded = bytes_of(*coder, sample, nullptr);
    if (!coded) return coded.error();
    bytes[index(side)] = *coded;
  }
  coding.first =
      bytes[index(Side::kBlack)] < bytes[index(Side::kWhite)] ? Side::kBlack : Side::kWhite;
  coded_bytes_ = bytes[index(coding.first)];
  const std::size_t out = index(opponent(coding.first));
  coding.presence[out] = Presence::kLeftOut;
  coding.coders[out].reset();
  return {};
}

// The second side by the first one's sample as a reader gets it.
Result<void> Chooser::pair(Coding& coding) {
  coding.first = opponent(options_.lane_side);
  if (options_.coder != CoderKind::kZstd && has_values(coding.first) &&
      has_values(options_.lane_side))
    coding.presence[index(options_.lane_side)] = Presence::kByOther;
  Blocks filled;
  for (const Side side : {coding.first, options_.lane_side}) {
    if (!has_values(side)) continue;
    const bool by_other = coding.presence[index(side)] == Presence::kByOther;
    auto& coder = coding.coders[index(side)] = make(side, by_other ? &filled : nullptr);
    if (options_.coder == CoderKind::kZstd) continue;
    Blocks own = samples_[index(side)];
    const auto coded = bytes_of(*coder, own, by_other ? &filled : nullptr);
    if (!coded) return coded.error();
    coded_bytes_ += *coded;
    filled = std::move(own);
  }
  return {};
}

Coding Chooser::with_zstd(Coding coding) const {
  coding.block_entries = options_.zstd_block_entries;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (coding.presence[index(side)] == Presence::kLeftOut || !has_values(side)) continue;
    coding.presence[index(side)] = Presence::kAlone;
    coding.coders[index(side)] = zstd_coder(dictionaries_[index(side)].size(), options_.level);
  }
  return coding;
}

Result<Coding> Chooser::choose() {
  Coding coding;
  coding.block_entries = options_.block_entries;
  const bool one = options_.sides == StoredSides::kSmaller;
  if (options_.coder != CoderKind::kZstd || one)
    if (auto done = read_samples(); !done) return done.error();
  if (auto done = one ? leave_one_out(coding) : pair(coding); !done) return done.error();
  if (options_.coder == CoderKind::kZstd) return coding;
  std::uint64_t with_zstd_bytes = 0;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (!coding.coders[index(side)]) continue;
    const auto zstd = zstd_bytes(side);
    if (!zstd) return zstd.error();
    with_zstd_bytes += *zstd;
  }
  if (coded_bytes_ * 4 > with_zstd_bytes * 3) return with_zstd(std::move(coding));
  return coding;
}

}  // namespace

CodeTable::CodeTable(const std::vector<PackedValue>& dictionary)
    : code_of_(std::size_t{1} << 16, kAnyCode) {
  for (std::size_t i = 0; i < dictionary.size(); ++i)
    code_of_[dictionary[i]] = static_cast<Code>(i);
}

void CodeTable::to_codes(std::span<PackedValue> values) const {
  for (PackedValue& v : values) {
    const Code code = code_of_[v];
    AUGMATE_CHECK((code != kAnyCode || v == kDontCare) && "a value that the statistics lack");
    v = code;
  }
}

Result<Coding> choose_coding(std::uint64_t entries, const Dictionaries& dictionaries,
                             const ValueSource& source, const WriteOptions& options,
                             const EntryRules* rules) {
  return Chooser(entries, dictionaries, source, options, rules).choose();
}

}  // namespace augmate::internal
