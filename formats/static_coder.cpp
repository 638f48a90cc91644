// SPDX-License-Identifier: MIT
// Codes by a static model (internal/static_model.h) and range asymmetric numeral systems (J. Duda,
// "Asymmetric numeral systems", 2013): a state x of 32 bits, at least 2^16, takes up a symbol of
// frequency f of 2^9, whose frequencies before it add up to c, as (x / f) * 2^9 + x mod f + c,
// and moves its lower 16 bits out beforehand where it would pass 2^32. Decoding undoes this in
// opposite order, so the encoder goes backwards.
//
// Example: x = 2^16, f = 128, c = 256 gives (65536 / 128) * 512 + 0 + 256 = 262400; decoding takes
// 262400 mod 512 = 256, which lies in [c, c + f), and x = 128 * (262400 / 512) + 256 - 256 = 2^16.
//
// A symbol has to wait for the one before, whose state and class it needs, so four states take
// turns: state j codes the rows j, j + 4, j + 8 ... of a block and is one rank behind state j - 1,
// which is just what the neighbours of its entries need. All move out to one sequence of words, in
// the order in which decoding moves in. With ranks 0 to 7 the ranks decoded together are
//
//   row 0: 0 1 2 3 4 5 6 7       row 4: 0 1 2 ...
//   row 1:   0 1 2 3 4 5 6 7       row 5: 0 1 ...
//   row 2:     0 1 2 3 4 5 6 7       row 6: 0 ...
//   row 3:       0 1 2 3 4 5 6 7
//
// A look-up decodes as far as it needs. Then a few ranks of the rows behind are decoded as well, as
// the states take their words from one sequence. What decides its time, besides the number of
// instructions, is whether the slots (four bytes for each of a table's 2^9 places) fit in the cache
// with those of the other side; hence so few bits.
#include <array>
#include <bit>
#include <cstring>

#include "formats/block_coder.h"
#include "formats/internal/bytes.h"
#include "formats/internal/static_chain.h"

namespace augmate {
namespace {

using internal::Alphabet;
using internal::RankPlace;
using internal::StaticChain;
using internal::StaticModel;

constexpr std::uint32_t kLow = 1u << 16;  // states are at least this
constexpr unsigned kBits = StaticModel::kFrequencyBits;
constexpr std::size_t kMostStates = 4;
constexpr std::size_t kStateBytes = 4, kWordBytes = 2;

Error corrupt() { return {ErrorCode::kCorrupt, "the block's codes break off or do not end"}; }

// The states and words while a block is encoded, last entry first.
class Writer {
 public:
  Writer() { x_.fill(kLow); }

  void put_symbol(std::size_t state, std::uint32_t frequency, std::uint32_t before) {
    std::uint32_t& x = x_[state];
    if (x >= frequency << (32 - kBits)) move_out(x);
    x = x / frequency << kBits | (x % frequency + before);
  }
  void put_bits(std::size_t state, std::uint32_t value, unsigned bits) {
    std::uint32_t& x = x_[state];
    if (x >> (32 - bits) != 0) move_out(x);
    x = x << bits | value;
  }
  std::string finish(std::size_t states) {
    std::string out;
    for (std::size_t j = 0; j < states; ++j) internal::put(out, x_[j]);
    for (auto w = words_.rbegin(); w != words_.rend(); ++w) internal::put(out, *w);
    return out;
  }

 private:
  void move_out(std::uint32_t& x) {
    words_.push_back(static_cast<std::uint16_t>(x));
    x >>= 16;
  }
  std::array<std::uint32_t, kMostStates> x_;
  std::vector<std::uint16_t> words_;
};

// A word of two bytes, the lower one first.
inline std::uint32_t word_at(const char* bytes) {
  std::uint16_t word = 0;
  std::memcpy(&word, bytes, kWordBytes);
  if constexpr (std::endian::native == std::endian::big)
    word = static_cast<std::uint16_t>(word >> 8 | word << 8);
  return word;
}

// The states and words while a block is decoded.
struct Streams {
  const char *next, *end;  // of the words; what lies behind the end can be read for a step more
  std::array<std::uint32_t, kMostStates> x;
};

// Without a branch, which nobody could foretell.
inline void move_in(std::uint32_t& x, const char*& next) {
  const std::uint32_t more = x << 16 | word_at(next);
  const std::uint32_t low = 0u - static_cast<std::uint32_t>(x < kLow);  // all bits, or none
  next += kWordBytes & low;
  x ^= (x ^ more) & low;
}

inline std::uint32_t take_bits(std::uint32_t& x, const char*& next, unsigned bits) {
  const std::uint32_t value = x & ((1u << bits) - 1);
  x >>= bits;
  move_in(x, next);
  return value;
}

// The ranks that are decoded together, step by step, of a block of so many entries.
class Wavefront {
 public:
  Wavefront(const StaticModel& model, std::size_t states, std::size_t entries)
      : model_(model), states_(states), end_(entries) {
    for (std::size_t j = 0; j < states_; ++j) at_[j] = RankPlace(model_, j);
  }

  // False behind the last step.
  bool next() {
    for (std::size_t j = 0; j < std::min(step_, states_); ++j)
      if (RankPlace& at = at_[j]; at.rank + 1 < model_.ranks())
        at.move_up(model_);
      else
        at = RankPlace(model_, at.row + states_);
    if (step_ < states_) ++step_;
    for (std::size_t j = 0; j < step_; ++j) n_[j] = at_[j].entries(model_, end_);
    return !is_past(end_);
  }
  const RankPlace& at(std::size_t state) const { return at_[state]; }
  std::size_t entries(std::size_t state) const { return n_[state]; }  // of its rank, maybe none
  // All states have a whole rank, and none is missing.
  bool is_whole() const {
    return std::all_of(n_.begin(), n_.end(), [&](std::size_t n) { return n == model_.files; });
  }
  // This step and those to come have nothing to do with the entries before `end`.
  bool is_past(std::size_t end) const {
    return std::all_of(at_.begin(), at_.begin() + static_cast<std::ptrdiff_t>(states_),
                       [&](const RankPlace& at) { return at.begin >= end; });
  }

 private:
  const StaticModel& model_;
  const std::size_t states_, end_;
  std::size_t step_ = 0;  // up to the number of states
  std::array<RankPlace, kMostStates> at_;
  std::array<std::size_t, kMostStates> n_{};
};

class StaticCoder final : public BlockCoder {
 public:
  StaticCoder(const CoderValues& values, StaticModel model)
      : values_(values.own.size()),
        raw_bits_(static_cast<unsigned>(std::bit_width(values_))),
        own_(values.own),
        other_(values.other),
        model_(std::move(model)),
        stored_model_(model_.encode()),
        states_(std::min<std::size_t>(model_.ranks(), kMostStates)),
        chain_(model_),
        steps_(model_) {
    for (const auto& f : model_.frequencies) {
      std::uint32_t before = 0;
      for (unsigned s = 0; s < model_.symbols; ++s) {
        shares_.push_back(f[s] | before << 16);
        for (unsigned place = 0; place < f[s]; ++place)
          slots_.push_back(std::uint32_t{f[s]} << 20 | place << 8 | s);
        before += f[s];
      }
    }
    for (std::size_t i = 0; i < model_.stages.back().next.size(); ++i)
      tables_.push_back(std::uint32_t{model_.stages.back().next[i]} << kBits);
  }

  CoderKind kind() const override { return CoderKind::kStatic; }
  std::string model() const override { return stored_model_; }
  Result<std::string> encode(std::uint64_t begin, std::span<Code> codes,
                             std::span<const Code> other) const override;
  using BlockCoder::decode;
  Result<void> decode(std::string_view bytes, std::uint64_t begin, std::span<const Code> other,
                      std::span<Code> codes, std::size_t wanted) const override;
  // Some rows more are begun while the last ones end.
  std::size_t needed_of_other(std::size_t wanted) const override {
    return decoded_for(wanted) + states_ * model_.squares;
  }

 private:
  struct Block {
    std::unique_ptr<std::uint8_t[]> symbols, best;
    std::vector<std::pair<std::size_t, std::uint32_t>> escaped;  // entry, code
  };

  std::size_t decoded_for(std::size_t wanted) const {
    return (wanted + model_.squares - 1) / model_.squares * model_.squares;
  }
  std::unique_ptr<std::uint8_t[]> best_of(std::span<const Code> other, std::size_t size) const {
    if (!model_.by_other) return nullptr;
    return steps_.boards(other, size, other_);
  }
  std::uint32_t share(std::size_t table, std::size_t symbol) const {
    return shares_[table * model_.symbols + symbol];
  }
  // What the loops of decoding look up, in local variables: bytes stored might change anything
  // else.
  struct LookUp {
    const std::uint32_t *tables, *slots;
    std::uint32_t take(std::size_t context, std::uint32_t& x, const char*& next) const;
  };

  std::uint8_t symbol_of_escaped(std::size_t entry, std::uint32_t code, Block& block) const;
  void decode_whole(Streams& in, const Wavefront& wave, Block& block) const;
  void decode_parts(Streams& in, const Wavefront& wave, Block& block) const;

  std::size_t values_;
  unsigned raw_bits_;
  Alphabet own_, other_;
  StaticModel model_;
  std::string stored_model_;
  std::size_t states_;
  StaticChain chain_;
  internal::BestSteps steps_;
  std::vector<std::uint32_t> shares_;  // by table and symbol: its frequency, those before it << 16
  // By table and place: the frequency (12 bits), the place within it (12), the symbol (8).
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> tables_;  // by context: where the table's slots begin
};

Result<std::string> StaticCoder::encode(std::uint64_t, std::span<Code> codes,
                                        std::span<const Code> other) const {
  const auto best = best_of(other, codes.size());
  const auto [symbols, tables] = internal::table_block(model_, chain_, own_, best.get(), codes);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;  // entry, state
  order.reserve(codes.size());
  for (Wavefront wave(model_, states_, codes.size()); wave.next();)
    for (std::size_t file = 0; file < model_.files; ++file)
      for (std::size_t j = 0; j < states_; ++j)
        if (file < wave.entries(j)) order.emplace_back(wave.at(j).begin + file, j);
  Writer out;
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const auto [i, state] = *at;
    std::size_t symbol = symbols[i];
    if ((share(tables[i], symbol) & 0xFFFF) == 0) symbol = own_.escape();
    if (symbol == own_.escape())
      out.put_bits(state, std::min<std::uint32_t>(codes[i], static_cast<std::uint32_t>(values_)),
                   raw_bits_);
    const std::uint32_t s = share(tables[i], symbol);
    out.put_symbol(state, s & 0xFFFF, s >> 16);
  }
  return out.finish(states_);
}

// The next symbol of a state. The context is what the stages gave and the symbol to the left.
inline std::uint32_t StaticCoder::LookUp::take(std::size_t context, std::uint32_t& x,
                                               const char*& next) const {
  const std::uint32_t table = tables[context];
  const std::uint32_t slot = slots[table + (x & (StaticModel::kTotal - 1))];
  x = (slot >> 20) * (x >> kBits) + (slot >> 8 & 0xFFF);
  move_in(x, next);
  return slot & 0xFF;
}

// The code behind an escape, kept until the block is done; as a neighbour it has its own symbol.
[[gnu::noinline]] std::uint8_t StaticCoder::symbol_of_escaped(std::size_t entry, std::uint32_t code,
                                                              Block& block) const {
  block.escaped.emplace_back(entry, code);
  return code < values_ ? own_.symbol(static_cast<Code>(code)) : own_.symbol(kAnyCode);
}

// A whole rank of each of four states.
void StaticCoder::decode_whole(Streams& in, const Wavefront& wave, Block& block) const {
  const LookUp tables{tables_.data(), slots_.data()};
  const std::uint8_t escape = own_.escape();
  const std::size_t files = model_.files;
  std::array<StaticChain::Classes, kMostStates> classes;
  std::array<std::uint8_t*, kMostStates> out;
  for (std::size_t j = 0; j < kMostStates; ++j) {
    chain_.classes_of(block.symbols.get(), block.best.get(), wave.at(j), classes[j]);
    out[j] = block.symbols.get() + wave.at(j).begin;
  }
  const char* next = in.next;
  auto [x0, x1, x2, x3] = in.x;
  std::uint32_t left0 = own_.none(), left1 = left0, left2 = left0, left3 = left0;
  const auto one = [&](std::size_t j, std::size_t file, std::uint32_t& x, std::uint32_t& left) {
    left = tables.take(classes[j][file] + left, x, next);
    if (left == escape) [[unlikely]]
      left = symbol_of_escaped(wave.at(j).begin + file, take_bits(x, next, raw_bits_), block);
    out[j][file] = static_cast<std::uint8_t>(left);
  };
  for (std::size_t file = 0; file < files; ++file) {
    one(0, file, x0, left0);
    one(1, file, x1, left1);
    one(2, file, x2, left2);
    one(3, file, x3, left3);
  }
  in.next = next;
  in.x = {x0, x1, x2, x3};
}

// What the states have of their ranks.
void StaticCoder::decode_parts(Streams& in, const Wavefront& wave, Block& block) const {
  const LookUp tables{tables_.data(), slots_.data()};
  std::array<StaticChain::Classes, kMostStates> classes;
  for (std::size_t j = 0; j < states_; ++j)
    if (wave.entries(j) > 0)
      chain_.classes_of(block.symbols.get(), block.best.get(), wave.at(j), classes[j]);
  std::array<std::uint8_t, kMostStates> left;
  left.fill(own_.none());
  for (std::size_t file = 0; file < model_.files; ++file)
    for (std::size_t j = 0; j < states_; ++j) {
      if (file >= wave.entries(j)) continue;
      const std::size_t entry = wave.at(j).begin + file;
      left[j] = static_cast<std::uint8_t>(
          tables.take(std::size_t{classes[j][file]} + left[j], in.x[j], in.next));
      if (left[j] == own_.escape())
        left[j] = symbol_of_escaped(entry, take_bits(in.x[j], in.next, raw_bits_), block);
      block.symbols[entry] = left[j];
    }
}

Result<void> StaticCoder::decode(std::string_view bytes, std::uint64_t, std::span<const Code> other,
                                 std::span<Code> codes, std::size_t wanted) const {
  if (bytes.size() < states_ * kStateBytes) return corrupt();
  // What a step takes in at most: a symbol and an escaped code for each of its entries.
  const std::size_t most = 2 * kWordBytes * kMostStates * model_.files;
  std::unique_ptr<char[]> words(new char[bytes.size() + most]);
  std::memcpy(words.get(), bytes.data(), bytes.size());
  std::memset(words.get() + bytes.size(), 0, most);
  Streams in{words.get() + states_ * kStateBytes, words.get() + bytes.size(), {}};
  internal::ByteReader heads(bytes);
  for (std::size_t j = 0; j < states_; ++j) in.x[j] = *heads.take<std::uint32_t>();

  wanted = std::min(wanted, codes.size());
  Block block{std::unique_ptr<std::uint8_t[]>(new std::uint8_t[codes.size()]),
              best_of(other, std::min(needed_of_other(wanted), codes.size())),
              {}};
  const std::size_t end = decoded_for(wanted);
  Wavefront wave(model_, states_, codes.size());
  while (wave.next() && !wave.is_past(end)) {
    if (wave.is_whole())
      decode_whole(in, wave, block);
    else
      decode_parts(in, wave, block);
    if (in.next > in.end) return corrupt();
  }
  const auto is_low = [](std::uint32_t x) { return x == kLow; };
  if (end >= codes.size() &&
      (in.next != in.end || !std::all_of(in.x.begin(), in.x.begin() + states_, is_low)))
    return corrupt();
  own_.to_codes(block.symbols.get(), codes.first(wanted));
  for (const auto& [entry, code] : block.escaped) {
    if (code > values_) return corrupt();
    if (entry < wanted) codes[entry] = code < values_ ? static_cast<Code>(code) : kAnyCode;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<const BlockCoder>> read_static_coder(std::string_view model,
                                                            const CoderValues& values) {
  auto decoded = StaticModel::decode(model, values);
  if (!decoded) return decoded.error();
  return std::unique_ptr<const BlockCoder>(
      std::make_unique<StaticCoder>(values, std::move(*decoded)));
}

std::unique_ptr<const BlockCoder> train_static_coder(const CoderValues& values,
                                                     const BlockShape& shape,
                                                     const CoderSample& sample) {
  return std::make_unique<StaticCoder>(values, internal::train_static_model(values, shape, sample));
}

}  // namespace augmate
