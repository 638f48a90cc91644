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
constexpr std::uint64_t kWindowEntries = std::uint64_t{1} << 16;
constexpr std::uint64_t kIndexBytes = 8;  // a block in the block index
// Runs of the sample that tell how many bytes a coder takes.
constexpr std::size_t kJudgedRuns = 32;

// The runs of blocks in the sample, ascending: scattered, since whatever recurs in the order of the
// entries must not recur in the sample.
std::vector<std::uint64_t> scattered_runs(std::uint64_t runs, std::uint64_t count) {
  std::vector<std::uint64_t> chosen;
  count = std::min(count, runs);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t begin = i * runs / count, end = (i + 1) * runs / count;
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
        rules_(rules),
        block_entries_(options.block_entries),
        run_(options.coder == CoderKind::kStatic
                 ? std::max<std::size_t>(options.zstd_block_entries / options.block_entries, 1)
                 : 1) {}

  Result<Coding> choose();

 private:
  using Blocks = std::vector<std::vector<Code>>;

  Result<void> read_samples();
  void place_sample();
  Result<Blocks> sample_of(Side side) const;
  bool has_values(Side side) const { return dictionaries_[index(side)].size() > 1; }
  // Makes the coder asked for, and tells what it would take, which leaves the side's sample as the
  // coder does. `other`: the other side's sample as its coder left it, or null.
  Result<void> try_coder(Coding& coding, Side side, const Blocks* other);
  std::unique_ptr<const BlockCoder> make(Side side, const Blocks* other) const;
  // The bytes of all blocks of so many of the sample's, judged by some runs of the sample.
  // encode(begin, end): codes the sample's blocks from one to another, and gives the bytes.
  template <class Encode>
  Result<std::uint64_t> judge(std::size_t sample_blocks, Encode&& encode) const;
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
  std::uint64_t block_entries_;  // of the sample's blocks
  const std::size_t run_;  // blocks that stand for one of zstd's, and are neighbours in the sample
  std::vector<std::uint64_t> begins_;  // where they begin
  std::array<Blocks, 2> samples_;
  std::array<std::uint64_t, 2> bytes_{}, zstd_bytes_{};  // that the coders would take
};

// A mixing coder's sample is one window, since it has to learn first.
void Chooser::place_sample() {
  const bool window = options_.coder == CoderKind::kMixing;
  if (window)
    block_entries_ =
        options_.shape.whole_dimensions(std::min<std::uint64_t>(block_entries_, kWindowEntries));
  const std::uint64_t most = window ? 1 : kSampleEntries / block_entries_;
  const std::uint64_t all = (entries_ - 1) / block_entries_ + 1;
  for (const std::uint64_t r :
       scattered_runs((all - 1) / run_ + 1, std::max<std::uint64_t>(most / run_, 1)))
    for (std::uint64_t b = r * run_; b < std::min(r * run_ + run_, all); ++b)
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
  return train_static_coder(values, options_.shape, {samples_[index(side)], other});
}

template <class Encode>
Result<std::uint64_t> Chooser::judge(std::size_t sample_blocks, Encode&& encode) const {
  const std::size_t runs = (sample_blocks + run_ - 1) / run_;
  const std::size_t step = std::max<std::size_t>(runs / kJudgedRuns, 1);
  std::uint64_t bytes = 0, judged = 0;
  for (std::size_t begin = 0; begin < sample_blocks; begin += step * run_) {
    const std::size_t end = std::min(begin + run_, sample_blocks);
    const Result<std::uint64_t> coded = encode(begin, end);
    if (!coded) return coded.error();
    bytes += *coded;
    for (std::size_t b = begin; b < end; ++b)
      judged += std::min(block_entries_, entries_ - begins_[b]);
  }
  return judged > 0 ? bytes * entries_ / judged : 0;
}

Result<std::uint64_t> Chooser::bytes_of(const BlockCoder& coder, Blocks& sample,
                                        const Blocks* other) const {
  const auto bytes = judge(sample.size(), [&](std::size_t begin, std::size_t end) {
    std::uint64_t sum = 0;
    for (std::size_t b = begin; b < end; ++b) {
      const auto coded = coder.encode(
          begins_[b], sample[b],
          other != nullptr ? std::span<const Code>((*other)[b]) : std::span<const Code>());
      if (!coded) return Result<std::uint64_t>(coded.error());
      sum += coded->size() + kIndexBytes;
    }
    return Result<std::uint64_t>(sum);
  });
  if (!bytes) return bytes;
  return coder.model().size() + *bytes;
}

// In zstd's larger blocks.
Result<std::uint64_t> Chooser::zstd_bytes(Side side) const {
  const Blocks& sample = samples_[index(side)];
  const auto coder = zstd_coder(dictionaries_[index(side)].size(), options_.level);
  std::vector<Code> joined;
  return judge(sample.size(), [&](std::size_t begin, std::size_t end) {
    joined.clear();
    for (std::size_t b = begin; b < end; ++b)
      joined.insert(joined.end(), sample[b].begin(), sample[b].end());
    const auto coded = coder->encode(begins_[begin], joined, {});
    return coded ? Result<std::uint64_t>(coded->size() + kIndexBytes)
                 : Result<std::uint64_t>(coded.error());
  });
}

Result<void> Chooser::try_coder(Coding& coding, Side side, const Blocks* other) {
  auto& coder = coding.coders[index(side)] = make(side, other);
  if (samples_[index(side)].empty()) return {};
  if (options_.coder != CoderKind::kZstd) {
    const auto zstd = zstd_bytes(side);
    if (!zstd) return zstd.error();
    zstd_bytes_[index(side)] = *zstd;
  }
  const auto bytes = bytes_of(*coder, samples_[index(side)], other);
  if (!bytes) return bytes.error();
  bytes_[index(side)] = *bytes;
  return {};
}

// Each side alone: the smaller one stays.
Result<void> Chooser::leave_one_out(Coding& coding) {
  for (const Side side : {Side::kWhite, Side::kBlack})
    if (has_values(side))
      if (auto done = try_coder(coding, side, nullptr); !done) return done;
  coding.first =
      bytes_[index(Side::kBlack)] < bytes_[index(Side::kWhite)] ? Side::kBlack : Side::kWhite;
  const std::size_t out = index(opponent(coding.first));
  coding.presence[out] = Presence::kLeftOut;
  coding.coders[out].reset();
  return {};
}

Result<void> Chooser::pair(Coding& coding) {
  coding.first = opponent(options_.lane_side);
  const Side second = options_.lane_side;
  if (has_values(coding.first))
    if (auto done = try_coder(coding, coding.first, nullptr); !done) return done;
  if (!has_values(second)) return {};
  if (options_.coder == CoderKind::kZstd || !has_values(coding.first))
    return try_coder(coding, second, nullptr);
  coding.presence[index(second)] = Presence::kByOther;
  return try_coder(coding, second, &samples_[index(coding.first)]);
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
  std::uint64_t bytes = 0, with_zstd_bytes = 0;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (!coding.coders[index(side)]) continue;
    bytes += bytes_[index(side)];
    with_zstd_bytes += zstd_bytes_[index(side)];
  }
  if (bytes * 4 > with_zstd_bytes * 3) return with_zstd(std::move(coding));
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
