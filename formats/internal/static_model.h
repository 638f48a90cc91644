// SPDX-License-Identifier: MIT
// The model of the static coder: which of a few frequency tables codes an entry, given what stands
// beside it, and those tables.
//
// Distances vary little from square to square, so the codes of an entry's neighbours say much: of
// KBNvK with Black to move 2.96 bits a legal position are left without neighbours and 1.33 with
// three. As there are far too many combinations for a table of frequencies each, a chain of
// *stages* leads to one: each maps the class so far and one neighbour's symbol to the next class,
// the last to the table. The first class is the *place*, how the lane royal stands to the row man.
// Classes are found by clustering: combinations whose codes are distributed alike share a class,
// seeded with the most frequent ones and improved like k-means, with the coded length in place of
// the distance. All arithmetic is in integers, so that the same model comes out everywhere.
//
// What the neighbours are: *left* and *down*, the entries with the lane royal a square to the left
// or a rank below; *row* and *diagonal*, those with the row man (the next man of the order) a
// square to the left, or a square to the left and a rank below; *best*, of the other side's values
// after the lane royal's steps the one worst for that side, which is often the value and a ply
// less.
//
// Symbols are numbered by worth, so that the worst of several is the least number.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/block_coder.h"

namespace augmate::internal {

enum class Neighbour : std::uint8_t { kRow, kDiagonal, kDown, kLeft, kBest };

// What stands for the values of a side: the most frequent ones from the worst to the best for who
// is to move, then the *void* for positions without value, and the *escape* for all others.
// Example: the dictionary draw, win in 3, win in 1, loss in 2 has the symbols 1, 2, 3, 0, the void
// is 4, the escape 5, and 6 no symbol at all.
class Alphabet {
 public:
  explicit Alphabet(std::span<const std::uint16_t> dictionary);

  unsigned size() const { return static_cast<unsigned>(codes_.size()); }
  std::uint8_t escape() const { return static_cast<std::uint8_t>(size() - 1); }
  std::uint8_t none() const { return static_cast<std::uint8_t>(size()); }
  // Of kAnyCode the void.
  std::uint8_t symbol(Code code) const { return symbols_[static_cast<Code>(code + 1)]; }
  void to_symbols(std::span<const Code> codes, std::uint8_t* out) const {
    const std::uint8_t* const symbols = symbols_.data();
    for (std::size_t i = 0; i < codes.size(); ++i)
      out[i] = symbols[static_cast<Code>(codes[i] + 1)];
  }
  void to_codes(const std::uint8_t* symbols, std::span<Code> out) const {
    const Code* const codes = codes_.data();
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = codes[symbols[i]];
  }
  // Of the void kAnyCode, and of the escape, which no code is known of.
  Code code(std::uint8_t symbol) const { return codes_[symbol]; }

 private:
  static constexpr std::size_t kMostValues = 253;
  std::vector<std::uint8_t> symbols_;  // by code + 1, kAnyCode first
  std::vector<Code> codes_;            // by symbol
};

struct StaticModel {
  static constexpr unsigned kFrequencyBits = 9;
  static constexpr std::uint32_t kTotal = 1u << kFrequencyBits;
  static constexpr std::size_t kMaxClasses = 192;
  static constexpr std::size_t kMaxFiles = 16;

  struct Stage {
    std::size_t classes = 1;         // that it leads to
    std::vector<std::uint8_t> next;  // [class * alphabet + symbol]
  };

  std::uint32_t files = 1, squares = 1;  // of a row of entries
  bool by_place = false;                 // else there is one place
  bool by_other = false;                 // the other side's codes are a neighbour
  // Sizes of the alphabets. A symbol that its table gives no frequency is coded as the escape.
  unsigned symbols = 1, other_symbols = 1;
  std::vector<std::array<std::int8_t, 2>> lane_steps;
  std::vector<Stage> stages;                            // by neighbours()
  std::vector<std::vector<std::uint16_t>> frequencies;  // by table and symbol, kTotal in all

  unsigned escape() const { return symbols - 1; }
  unsigned none() const { return symbols; }  // the neighbour that is not there
  std::uint32_t ranks() const { return squares / files; }
  // What the stages ask for, kLeft last.
  std::array<Neighbour, 4> neighbours() const;
  std::size_t alphabet(Neighbour n) const {
    return (n == Neighbour::kBest ? other_symbols : symbols) + 1;
  }
  std::size_t places() const {
    return by_place ? std::min<std::size_t>(std::size_t{2 * files - 1} * (2 * ranks() - 1), 256)
                    : 1;
  }

  std::string encode() const;
  // Takes any bytes.
  static Result<StaticModel> decode(std::string_view bytes, const CoderValues& values);
};

// The model for codes of which the sample holds blocks.
StaticModel train_static_model(const CoderValues& values, const BlockShape& shape,
                               const CoderSample& sample);

}  // namespace augmate::internal
