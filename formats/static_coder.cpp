// SPDX-License-Identifier: MIT
// Codes by a static model (internal/static_model.h) and range asymmetric numeral systems (J. Duda,
// "Asymmetric numeral systems", 2013): a state x of 32 bits, at least 2^16, takes up a symbol of
// frequency f of 2^11, whose frequencies before it add up to c, as (x / f) * 2^11 + x mod f + c,
// and moves its lower 16 bits out beforehand where it would pass 2^32. Decoding undoes this in
// opposite order, so the encoder goes backwards. The rows of even and of odd number are two such
// streams, decoded in turns: one waits for memory while the other computes.
//
// Example: x = 2^16, f = 512, c = 1024 gives (65536 / 512) * 2048 + 0 + 1024 = 263168; decoding
// takes 263168 mod 2048 = 1024, which lies in [c, c + f), and x = 512 * (263168 / 2048) + 1024 -
// 1024 = 2^16.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "formats/block_coder.h"
#include "formats/internal/bytes.h"
#include "formats/internal/static_chain.h"

namespace augmate {
namespace {

using internal::StaticChain;
using internal::StaticModel;

constexpr std::uint32_t kLow = 1u << 16;  // states are at least this
constexpr unsigned kBits = StaticModel::kFrequencyBits;

// What the lower bits of a state mean: the symbol, its frequency less one, and the place within it.
struct Slot {
  std::uint32_t packed;
  static Slot make(unsigned symbol, unsigned frequency, unsigned place) {
    return {symbol | (frequency - 1) << 8 | place << 20};
  }
  unsigned symbol() const { return packed & 0xFF; }
  unsigned frequency() const { return (packed >> 8 & 0xFFF) + 1; }
  unsigned place() const { return packed >> 20; }
};

Error corrupt() { return {ErrorCode::kCorrupt, "the block's codes break off or do not end"}; }

// The states and words of one half while it is encoded, last entry first.
class Writer {
 public:
  void put_symbol(std::uint32_t frequency, std::uint32_t before) {
    if (x_ >= frequency << (32 - kBits)) move_out();
    x_ = x_ / frequency << kBits | (x_ % frequency + before);
  }
  void put_bits(std::uint32_t value, unsigned bits) {
    if (x_ >> (32 - bits) != 0) move_out();
    x_ = x_ << bits | value;
  }
  std::string finish() {
    std::string out;
    internal::put(out, x_);
    for (auto w = words_.rbegin(); w != words_.rend(); ++w) internal::put(out, *w);
    return out;
  }

 private:
  void move_out() {
    words_.push_back(static_cast<std::uint16_t>(x_));
    x_ >>= 16;
  }
  std::uint32_t x_ = kLow;
  std::vector<std::uint16_t> words_;
};

// The same while it is decoded. Past the end it reads zeros and remembers that.
class Reader {
 public:
  explicit Reader(std::string_view bytes)
      : next_(reinterpret_cast<const unsigned char*>(bytes.data())), end_(next_ + bytes.size()) {
    const std::uint32_t low = word(), high = word();
    x_ = high << 16 | low;
  }
  std::uint32_t slot() const { return x_ & (StaticModel::kTotal - 1); }
  void take(Slot s) {
    x_ = s.frequency() * (x_ >> kBits) + s.place();
    move_in();
  }
  std::uint32_t take_bits(unsigned bits) {
    const std::uint32_t value = x_ & ((1u << bits) - 1);
    x_ >>= bits;
    move_in();
    return value;
  }
  bool at_end() const { return x_ == kLow && next_ == end_ && !overrun_; }

 private:
  std::uint32_t word() {
    if (end_ - next_ < 2) {
      overrun_ = true;
      return 0;
    }
    const auto w = static_cast<std::uint32_t>(next_[0] | next_[1] << 8);
    next_ += 2;
    return w;
  }
  void move_in() {
    if (x_ < kLow) x_ = x_ << 16 | word();
  }
  const unsigned char *next_, *end_;
  std::uint32_t x_ = 0;
  bool overrun_ = false;
};

class StaticCoder final : public BlockCoder {
 public:
  StaticCoder(const CoderValues& values, StaticModel model)
      : values_(values.own.size()),
        raw_bits_(static_cast<unsigned>(std::bit_width(values_ - 1))),
        model_(std::move(model)),
        chain_(model_),
        steps_(model_, values.other) {
    for (const auto& f : model_.frequencies) {
      std::uint32_t before = 0;
      for (unsigned s = 0; s < model_.symbols; ++s) {
        before_.push_back(before);
        for (unsigned i = 0; i < f[s]; ++i) slots_.push_back(Slot::make(s, f[s], i));
        before += f[s];
      }
    }
  }

  CoderKind kind() const override { return CoderKind::kStatic; }
  std::string model() const override { return model_.encode(); }
  Result<std::string> encode(std::uint64_t begin, std::span<Code> codes,
                             std::span<const Code> other) const override;
  using BlockCoder::decode;
  Result<void> decode(std::string_view bytes, std::uint64_t begin, std::span<const Code> other,
                      std::span<Code> codes, std::size_t wanted) const override;
  std::size_t needed_of_other(std::size_t wanted) const override {
    return (wanted + model_.squares - 1) / model_.squares * model_.squares;
  }

 private:
  // The rows of even or of odd number, rank by rank.
  struct Stream {
    Reader reader;
    std::size_t row;
    std::size_t rank = 0;
    std::size_t begin = 0, n = 0;  // the entries of the rank
    StaticChain::Classes classes{};
    std::uint8_t left = 0;  // the symbol before
  };
  struct Block {
    std::vector<std::uint8_t> symbols, best;
    std::vector<std::pair<std::size_t, std::uint32_t>> escaped;  // entry, code
  };

  std::vector<std::uint8_t> best_of(std::span<const Code> other) const {
    if (!model_.by_other()) return {};
    return steps_.symbols(other);
  }
  bool start_rank(Stream& s, const Block& block) const;
  void decode_one(Stream& s, Block& block, std::size_t file) const;
  void decode_ranks(Stream* a, Stream* b, Block& block) const;

  std::size_t values_;
  unsigned raw_bits_;
  StaticModel model_;
  StaticChain chain_;
  internal::BestSteps steps_;
  std::vector<std::uint32_t> before_;  // by table and symbol: the frequencies of those before it
  std::vector<Slot> slots_;            // by table and slot
};

Result<std::string> StaticCoder::encode(std::uint64_t, std::span<Code> codes,
                                        std::span<const Code> other) const {
  const auto best = best_of(other);
  std::vector<std::uint8_t> tables(codes.size());
  const auto symbols = internal::fill_block(model_, chain_, codes, best.data());
  chain_.for_each_table(symbols, best.data(), [&](std::size_t i, std::size_t table) {
    tables[i] = static_cast<std::uint8_t>(table);
  });
  std::array<Writer, 2> streams;
  for (std::size_t i = codes.size(); i-- > 0;) {
    const auto& f = model_.frequencies[tables[i]];
    Writer& out = streams[i / model_.squares % 2];
    unsigned symbol = symbols[i];
    if (f[symbol] == 0) symbol = model_.escape();
    if (symbol == model_.escape()) out.put_bits(codes[i], raw_bits_);
    out.put_symbol(f[symbol], before_[tables[i] * model_.symbols + symbol]);
  }
  const std::string even = streams[0].finish(), odd = streams[1].finish();
  std::string out;
  internal::put(out, static_cast<std::uint32_t>(even.size()));
  return out + even + odd;
}

// The stream's next rank, whose neighbours are decoded; false behind the last.
bool StaticCoder::start_rank(Stream& s, const Block& block) const {
  s.begin = s.row * model_.squares + s.rank * model_.files;
  if (s.begin >= block.symbols.size()) return false;
  s.n = std::min<std::size_t>(model_.files, block.symbols.size() - s.begin);
  chain_.classes_of(block.symbols.data(), block.best.data(), s.begin, s.n, s.classes);
  s.left = static_cast<std::uint8_t>(model_.none());
  if (++s.rank == model_.ranks()) {
    s.rank = 0;
    s.row += 2;
  }
  return true;
}

inline void StaticCoder::decode_one(Stream& s, Block& block, std::size_t file) const {
  const std::size_t table = chain_.table_of(s.classes[file], s.left);
  const Slot slot = slots_[table << kBits | s.reader.slot()];
  s.reader.take(slot);
  s.left = static_cast<std::uint8_t>(slot.symbol());
  if (slot.symbol() == model_.escape()) {
    const std::uint32_t code = s.reader.take_bits(raw_bits_);
    block.escaped.emplace_back(s.begin + file, code);
    s.left = static_cast<std::uint8_t>(std::min<std::uint32_t>(code, model_.escape()));
  }
  block.symbols[s.begin + file] = s.left;
}

// One rank of each, in turns; null: none.
void StaticCoder::decode_ranks(Stream* a, Stream* b, Block& block) const {
  std::size_t file = 0;
  if (a != nullptr && b != nullptr)
    for (; file < std::min(a->n, b->n); ++file) {
      decode_one(*a, block, file);
      decode_one(*b, block, file);
    }
  for (Stream* s : {a, b})
    if (s != nullptr)
      for (std::size_t i = file; i < s->n; ++i) decode_one(*s, block, i);
}

// The odd rows' stream is one rank behind the even ones', which is what its neighbours need.
Result<void> StaticCoder::decode(std::string_view bytes, std::uint64_t, std::span<const Code> other,
                                 std::span<Code> codes, std::size_t wanted) const {
  internal::ByteReader in(bytes);
  const auto size = in.take<std::uint32_t>();
  if (!size || *size > in.left()) return corrupt();
  const std::size_t end = std::min(needed_of_other(wanted), codes.size());
  Block block{
      std::vector<std::uint8_t>(end), best_of(other.first(std::min(end, other.size()))), {}};
  Stream even{Reader(bytes.substr(4, *size)), 0};
  Stream odd{Reader(bytes.substr(4 + *size)), 1};
  const bool apart = model_.ranks() == 1;  // then the even row waits for the whole odd one
  for (bool first = true, more = true; more; first = false) {
    const bool b = !first && start_rank(odd, block);
    if (b && apart) decode_ranks(&odd, nullptr, block);
    const bool a = start_rank(even, block);
    decode_ranks(a ? &even : nullptr, b && !apart ? &odd : nullptr, block);
    more = a || b || first;
  }
  if (end == codes.size() && (!even.reader.at_end() || !odd.reader.at_end())) return corrupt();
  std::copy(block.symbols.begin(), block.symbols.end(), codes.begin());
  for (const auto& [entry, code] : block.escaped) {
    if (code >= values_) return corrupt();
    codes[entry] = static_cast<Code>(code);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<const BlockCoder>> read_static_coder(std::string_view model,
                                                            const CoderValues& values) {
  auto decoded = StaticModel::decode(model, values.own.size(), values.other.size());
  if (!decoded) return decoded.error();
  return std::unique_ptr<const BlockCoder>(
      std::make_unique<StaticCoder>(values, std::move(*decoded)));
}

std::unique_ptr<const BlockCoder> train_static_coder(const CoderValues& values,
                                                     const BlockShape& shape, CoderSample sample) {
  return std::make_unique<StaticCoder>(values, internal::train_static_model(values, shape, sample));
}

}  // namespace augmate
