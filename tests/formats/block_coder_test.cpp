// SPDX-License-Identifier: MIT
// Coders of blocks: codes come back, fillings are what decoding gives, the same input has the same
// bytes, and whatever bytes stand in a block or a model, the answer is an error or codes of the
// dictionary (or, of the static coder, that positions are impossible).
#include "formats/block_coder.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <random>

#include "formats/table_file.h"

namespace augmate::test {
namespace {

constexpr std::uint64_t kBegin = 5000;  // the block's first entry

struct Case {
  CoderKind kind;
  std::uint32_t files, squares;
  std::size_t values, entries;
  bool by_other;
};

// One entry in seven is impossible.
bool possible(std::uint64_t entry) { return (entry * 0x9E3779B97F4A7C15u >> 40) % 7 != 0; }

// Says something of many entries, and what it expects is mostly wrong: bytes are spent, codes stay.
class DoubtfulRules final : public EntryRules {
 public:
  explicit DoubtfulRules(std::span<const PackedValue> dictionary) : dictionary_(dictionary) {}
  void look(Side, std::uint64_t begin, std::span<const std::uint16_t> other, std::uint64_t first,
            std::span<EntryFacts> out) const override {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t entry = first + i, in_block = entry - begin;
      out[i].possible = possible(entry);
      out[i].complete = entry % 11 == 0;
      if (entry % 3 == 0 && in_block < other.size())
        out[i].bound = dictionary_[entry % dictionary_.size()];
      if (entry % 13 == 0 && in_block >= 5) out[i].twin = 5;
      out[i].captures = static_cast<std::uint32_t>(entry % 5);
      out[i].situation = static_cast<std::uint16_t>(entry % 64);
    }
  }

 private:
  std::span<const PackedValue> dictionary_;
};

// Codes that change little from square to square and from row to row, as distances do.
std::vector<Code> smooth_codes(const Case& c, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Code> codes(c.entries);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t lane = i % c.squares, row = i / c.squares;
    const std::size_t distance = lane % c.files + lane / c.files + row % 17 + random() % 4 / 3;
    codes[i] = static_cast<Code>(distance * c.values / 40 % c.values);
    if (random() % 97 == 0) codes[i] = static_cast<Code>(random() % c.values);
    if (!possible(kBegin + i)) codes[i] = kAnyCode;
  }
  return codes;
}

std::vector<PackedValue> some_dictionary(std::size_t values) {
  std::vector<PackedValue> dictionary;
  for (std::size_t i = 0; i < values; ++i)
    dictionary.push_back(i == 0
                             ? pack({Outcome::kDraw, kNoDistance})
                             : pack({i % 2 ? Outcome::kWin : Outcome::kLoss, static_cast<int>(i)}));
  return dictionary;
}

BlockShape shape_of(const Case& c) {
  BlockShape shape;
  shape.files = c.files;
  shape.squares = c.squares;
  shape.row_man = true;
  shape.places = {c.squares, c.squares, 3};
  for (const int x : {-1, 0, 1})
    for (const int y : {-1, 0, 1})
      if (x != 0 || y != 0)
        shape.lane_steps.push_back({static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)});
  return shape;
}

class Coded {
 public:
  explicit Coded(const Case& c)
      : case_(c),
        own_(some_dictionary(c.values)),
        other_(some_dictionary(c.by_other ? c.values + 3 : 0)),
        raw_(smooth_codes(c, 1)),
        beside_(c.by_other ? smooth_codes(c, 2) : std::vector<Code>()) {
    if (c.kind != CoderKind::kStatic)
      std::replace(beside_.begin(), beside_.end(), kAnyCode, Code{1});
    coder_ = make();
    filled_ = raw_;
    bytes_ = *coder_->encode(kBegin, filled_, beside_);
  }

  CoderValues values() const { return {own_, other_, &rules_, Side::kWhite}; }
  std::unique_ptr<const BlockCoder> make() const {
    if (case_.kind == CoderKind::kZstd) return zstd_coder(case_.values, 3);
    if (case_.kind == CoderKind::kMixing) return mixing_coder(values(), shape_of(case_));
    const std::vector<std::vector<Code>> own{raw_}, other{beside_};
    return train_static_coder(values(), shape_of(case_), {own, case_.by_other ? &other : nullptr});
  }
  // Either an error or codes of the dictionary.
  void expect_safe(const BlockCoder& coder, std::string_view bytes) const {
    std::vector<Code> codes(raw_.size());
    if (!coder.decode(bytes, kBegin, beside_, codes)) return;
    for (const Code code : codes) {
      ASSERT_TRUE(code < case_.values || (case_.kind == CoderKind::kStatic && code == kAnyCode));
    }
  }

  Case case_;
  std::vector<PackedValue> own_, other_;
  DoubtfulRules rules_{own_};
  std::vector<Code> raw_, beside_, filled_;
  std::unique_ptr<const BlockCoder> coder_;
  std::string bytes_;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const CoderKind kind : {CoderKind::kZstd, CoderKind::kStatic, CoderKind::kMixing})
    for (const bool by_other : {false, true}) {
      all.push_back({kind, 8, 64, 35, 2048, by_other});
      all.push_back({kind, 12, 96, 300, 2304, by_other});  // more values than symbols
      all.push_back({kind, 16, 256, 9, 3000, by_other});   // a rank that breaks off
      all.push_back({kind, 7, 7, 3, 100, by_other});       // one rank
      all.push_back({kind, 1, 6, 2, 41, by_other});        // one file
      all.push_back({kind, 5, 15, 253, 700, by_other});    // fewer ranks than states
      all.push_back({kind, 4, 16, 3000, 1, by_other});
    }
  return all;
}

TEST(BlockCoder, CodesComeBack) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(static_cast<int>(c.kind) * 10000 + static_cast<int>(c.values));
    const Coded coded(c);
    for (std::size_t i = 0; i < coded.raw_.size(); ++i)
      if (coded.raw_[i] != kAnyCode || c.kind == CoderKind::kStatic) {
        ASSERT_EQ(coded.filled_[i], coded.raw_[i]) << i;
      }
    const auto read = read_coder(c.kind, coded.coder_->model(), coded.values());
    ASSERT_TRUE(read) << read.error().message;
    std::vector<Code> decoded(coded.raw_.size());
    const auto done = (*read)->decode(coded.bytes_, kBegin, coded.beside_, decoded);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(decoded, coded.filled_);
    for (const std::size_t wanted : {std::size_t{1}, decoded.size() / 3, decoded.size() - 1}) {
      std::vector<Code> first(decoded.size());
      const std::size_t other = std::min(coded.coder_->needed_of_other(wanted), decoded.size());
      auto beside = coded.beside_;
      if (!beside.empty())
        std::fill(beside.begin() + static_cast<std::ptrdiff_t>(other), beside.end(), Code{0});
      ASSERT_TRUE(coded.coder_->decode(coded.bytes_, kBegin, beside, first, wanted));
      EXPECT_TRUE(std::equal(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(wanted),
                             decoded.begin()));
    }
    EXPECT_EQ((*read)->model(), coded.coder_->model());
  }
}

TEST(BlockCoder, APossibleEntryWithoutAValueIsAnError) {
  const Coded coded({CoderKind::kMixing, 8, 64, 35, 2048, false});
  std::vector<Code> codes = coded.raw_;
  *std::find_if(codes.begin() + 100, codes.end(), [](Code c) { return c != kAnyCode; }) = kAnyCode;
  EXPECT_FALSE(coded.coder_->encode(kBegin, codes, {}));
}

TEST(BlockCoder, HasTheSameBytesEachTime) {
  for (const Case& c : cases()) {
    const Coded a(c), b(c);
    EXPECT_EQ(a.coder_->model(), b.coder_->model());
    EXPECT_EQ(a.bytes_, b.bytes_);
  }
}

// What the coders are for: neighbours alike, fewer bytes.
TEST(BlockCoder, NeighboursSaveBytes) {
  const Case c{CoderKind::kZstd, 8, 64, 35, 16384, false};
  Case other = c;
  const std::size_t zstd = Coded(c).bytes_.size();
  for (const CoderKind kind : {CoderKind::kStatic, CoderKind::kMixing}) {
    other.kind = kind;
    EXPECT_LT(Coded(other).bytes_.size(), zstd);
  }
}

TEST(BlockCoder, SurvivesAnyBlock) {
  std::mt19937 random(5);
  for (const Case& c : cases()) {
    const Coded coded(c);
    for (int i = 0; i < 60 && !::testing::Test::HasFailure(); ++i) {
      std::string bytes = coded.bytes_;
      if (i % 3 == 0) bytes.resize(random() % (bytes.size() + 1));
      for (auto n = random() % 4; n > 0 && !bytes.empty(); --n)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      if (i % 10 == 9) {
        bytes.resize(random() % 100);
        for (char& b : bytes) b = static_cast<char>(random());
      }
      coded.expect_safe(*coded.coder_, bytes);
    }
    std::vector<Code> codes(coded.raw_.size());
    const std::string shorter = coded.bytes_.substr(0, coded.bytes_.size() - 1);
    EXPECT_FALSE(coded.coder_->decode(shorter, kBegin, coded.beside_, codes));
    EXPECT_FALSE(coded.coder_->decode(coded.bytes_ + '\0', kBegin, coded.beside_, codes));
    EXPECT_FALSE(coded.coder_->decode("", kBegin, coded.beside_, codes));
  }
}

std::string unpacked(const std::string& frame) {
  std::string plain(ZSTD_getFrameContentSize(frame.data(), frame.size()), '\0');
  EXPECT_EQ(ZSTD_decompress(plain.data(), plain.size(), frame.data(), frame.size()), plain.size());
  return plain;
}
std::string packed(const std::string& plain) {
  std::string frame(ZSTD_compressBound(plain.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), 1));
  return frame;
}

// Models made by someone else, whatever their checksums say.
TEST(BlockCoder, SurvivesAnyModel) {
  std::mt19937 random(6);
  for (const Case& c : cases()) {
    if (c.kind == CoderKind::kZstd) continue;
    const Coded coded(c);
    const bool frame = c.kind == CoderKind::kStatic;
    const std::string good = frame ? unpacked(coded.coder_->model()) : coded.coder_->model();
    for (int i = 0; i < 200 && !::testing::Test::HasFailure(); ++i) {
      std::string model = good;
      if (i % 4 == 0) model.resize(random() % (model.size() + 1));
      for (auto n = 1 + random() % 3; n > 0 && !model.empty(); --n)
        model[random() % std::min<std::size_t>(model.size(), i % 2 ? 40 : model.size())] =
            static_cast<char>(i % 5 ? random() : 255);
      const auto read = read_coder(c.kind, frame ? packed(model) : model, coded.values());
      if (read) coded.expect_safe(**read, coded.bytes_);
    }
    EXPECT_FALSE(read_coder(c.kind, "", coded.values()));
    EXPECT_FALSE(read_coder(c.kind, "no model", coded.values()));
  }
  const auto dictionary = some_dictionary(5);
  CoderValues values;
  values.own = dictionary;
  EXPECT_FALSE(read_coder(CoderKind::kZstd, "a model", values));
}

}  // namespace
}  // namespace augmate::test
