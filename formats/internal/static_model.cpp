// SPDX-License-Identifier: MIT
#include "formats/internal/static_model.h"

#include <zstd.h>

#include <numeric>
#include <utility>

#include "base/check.h"
#include "formats/internal/badness.h"
#include "formats/internal/bytes.h"
#include "rules/board.h"

namespace augmate::internal {
namespace {

constexpr int kModelLevel = 19;  // zstd
constexpr std::size_t kMaxModelBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxSteps = 255;

}  // namespace

Alphabet::Alphabet(std::span<const std::uint16_t> dictionary)
    : symbols_(dictionary.size() + 1), codes_(std::min(dictionary.size(), kMostValues)) {
  const auto badness = badness_of(dictionary);
  std::iota(codes_.begin(), codes_.end(), Code{0});
  std::sort(codes_.begin(), codes_.end(), [&](Code a, Code b) { return badness[a] < badness[b]; });
  codes_.insert(codes_.end(), 2, kAnyCode);
  std::fill(symbols_.begin(), symbols_.end(), escape());
  for (std::size_t s = 0; s + 1 < codes_.size(); ++s)
    symbols_[static_cast<Code>(codes_[s] + 1)] = static_cast<std::uint8_t>(s);
}

std::array<Neighbour, 4> StaticModel::neighbours() const {
  if (by_other) return {Neighbour::kBest, Neighbour::kRow, Neighbour::kDown, Neighbour::kLeft};
  return {Neighbour::kRow, Neighbour::kDiagonal, Neighbour::kDown, Neighbour::kLeft};
}

std::string StaticModel::encode() const {
  std::string plain;
  for (const std::size_t n : {std::size_t{files}, std::size_t{squares}, std::size_t{by_place},
                              lane_steps.size(), frequencies.size()})
    put(plain, static_cast<std::uint16_t>(n));
  for (const auto& step : lane_steps)
    for (const std::int8_t by : step) put(plain, static_cast<std::uint8_t>(by));
  for (const Stage& stage : stages) {
    put(plain, static_cast<std::uint8_t>(stage.classes));
    plain.append(stage.next.begin(), stage.next.end());
  }
  for (const auto& f : frequencies)
    for (const std::uint16_t x : f) put(plain, x);
  std::string frame(ZSTD_compressBound(plain.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), kModelLevel);
  AUGMATE_CHECK(!ZSTD_isError(size));
  frame.resize(size);
  return frame;
}

namespace {

Error no_model(const char* what) {
  return {ErrorCode::kCorrupt, std::string("no model of a static coder: ") + what};
}

Result<std::string> unpacked(std::string_view frame) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size() ||
      size > kMaxModelBytes)
    return no_model("no zstd frame of at most 1 MiB");
  std::string plain(size, '\0');
  if (ZSTD_decompress(plain.data(), plain.size(), frame.data(), frame.size()) != size)
    return no_model("the zstd frame does not decompress");
  return plain;
}

// Reads the parts of a model one after the other; false where the bytes do not give one.
class ModelReader {
 public:
  ModelReader(std::string_view bytes, StaticModel& model) : in_(bytes), m_(model) {}

  bool read() {
    if (in_.left() < 10) return false;
    m_.files = *in_.take<std::uint16_t>();
    m_.squares = *in_.take<std::uint16_t>();
    const unsigned by_place = *in_.take<std::uint16_t>();
    m_.by_place = by_place == 1;
    const std::size_t steps = *in_.take<std::uint16_t>(), tables = *in_.take<std::uint16_t>();
    return m_.files >= 1 && m_.files <= StaticModel::kMaxFiles && m_.squares >= m_.files &&
           m_.squares <= kMaxSquares && m_.squares % m_.files == 0 && by_place <= 1 &&
           steps <= kMaxSteps && tables <= StaticModel::kMaxClasses && read_steps(steps) &&
           read_stages(tables) && read_tables(tables) && in_.left() == 0;
  }

 private:
  bool read_steps(std::size_t n) {
    if (in_.left() < 2 * n) return false;
    const auto limit = static_cast<int>(StaticModel::kMaxFiles);
    for (std::size_t i = 0; i < n; ++i) {
      std::array<std::int8_t, 2> step;
      for (std::int8_t& by : step) {
        by = static_cast<std::int8_t>(*in_.take<std::uint8_t>());
        if (by < -limit || by > limit) return false;
      }
      m_.lane_steps.push_back(step);
    }
    return true;
  }
  // The last stage's classes are the tables.
  bool read_stages(std::size_t tables) {
    std::size_t classes = m_.places();
    for (const Neighbour neighbour : m_.neighbours()) {
      if (in_.left() < 1) return false;
      StaticModel::Stage stage{*in_.take<std::uint8_t>(), {}};
      if (stage.classes > StaticModel::kMaxClasses ||
          !read_classes(classes * m_.alphabet(neighbour), stage.classes, stage.next))
        return false;
      classes = stage.classes;
      m_.stages.push_back(std::move(stage));
    }
    return classes == tables;
  }
  bool read_classes(std::size_t n, std::size_t classes, std::vector<std::uint8_t>& out) {
    if (in_.left() < n) return false;
    out.resize(n);
    for (std::uint8_t& c : out) c = *in_.take<std::uint8_t>();
    return std::all_of(out.begin(), out.end(), [&](std::uint8_t c) { return c < classes; });
  }
  bool read_tables(std::size_t n) {
    if (in_.left() / 2 < n * m_.symbols) return false;
    for (std::size_t t = 0; t < n; ++t) {
      std::uint32_t total = 0;
      auto& f = m_.frequencies.emplace_back();
      for (unsigned s = 0; s < m_.symbols; ++s) total += f.emplace_back(*in_.take<std::uint16_t>());
      if (total != StaticModel::kTotal || f.back() == 0) return false;
    }
    return true;
  }

  ByteReader in_;
  StaticModel& m_;
};

}  // namespace

Result<StaticModel> StaticModel::decode(std::string_view bytes, const CoderValues& values) {
  const auto plain = unpacked(bytes);
  if (!plain) return plain.error();
  StaticModel m;
  m.symbols = Alphabet(values.own).size();
  m.other_symbols = Alphabet(values.other).size();
  m.by_other = !values.other.empty();
  if (!ModelReader(*plain, m).read()) return no_model("a part out of range");
  return m;
}

}  // namespace augmate::internal
