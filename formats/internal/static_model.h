// SPDX-License-Identifier: MIT
// The model of the static coder: which of a few frequency tables codes an entry, given what stands
// beside it, and those tables.
//
// Distances vary little from square to square, so the codes of an entry's neighbours say much: of
// KBNvK with Black to move 2.96 bits a legal position are left without neighbours and 1.33 with
// three. As there are far too many combinations for a table of frequencies each, a chain of
// *stages* leads to one: each maps the class so far and one neighbour's symbol to the next class,
// the last to the table. Classes are found by clustering: combinations whose codes are distributed
// alike share a class, seeded with the most frequent ones and improved like k-means, with the coded
// length in place of the distance. All arithmetic is in integers, so that the same model comes out
// everywhere.
//
// What the neighbours are: *left* and *down*, the entries with the lane royal a square to the left
// or a rank below; *row* and *diagonal*, those with the row man (the next man of the order) a
// square to the left, or a square to the left and a rank below; *place*, how the lane royal stands
// to the row man; *best*, of the codes of the other side to move, that of the best value among the
// squares to which the lane royal can step, which is often the value less one ply.
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

enum class Neighbour : std::uint8_t { kPlace, kRow, kDiagonal, kDown, kLeft, kBest };

struct StaticModel {
  static constexpr unsigned kFrequencyBits = 11;
  static constexpr std::uint32_t kTotal = 1u << kFrequencyBits;
  static constexpr std::size_t kMaxClasses = 192;
  static constexpr std::size_t kMaxFiles = 16;

  struct Stage {
    Neighbour neighbour = Neighbour::kLeft;
    std::size_t classes = 1;         // that it leads to
    std::vector<std::uint8_t> next;  // [class * alphabet + symbol]
  };

  std::uint32_t files = 1, squares = 1;  // of a row of entries
  // Codes below symbols - 1 are symbols; the last symbol, the *escape*, stands for all others and
  // for those that a table gives no frequency. The same for the other side's codes.
  unsigned symbols = 1, other_symbols = 1;
  std::vector<std::array<std::int8_t, 2>> lane_steps;
  std::vector<Stage> stages;                            // kLeft last
  std::vector<std::vector<std::uint16_t>> frequencies;  // by table and symbol, kTotal in all

  static unsigned symbols_of(std::size_t values) {
    return static_cast<unsigned>(std::min<std::size_t>(values, 254)) + 1;
  }
  unsigned escape() const { return symbols - 1; }
  unsigned symbol_of(Code code) const { return std::min<unsigned>(code, escape()); }
  unsigned none() const { return symbols; }  // the neighbour that is not there
  std::uint32_t ranks() const { return squares / files; }
  std::size_t alphabet(Neighbour n) const;
  // Whether the other side's codes are among the neighbours.
  bool by_other() const {
    return std::any_of(stages.begin(), stages.end(),
                       [](const Stage& s) { return s.neighbour == Neighbour::kBest; });
  }

  std::string encode() const;
  // Takes any bytes.
  static Result<StaticModel> decode(std::string_view bytes, std::size_t values,
                                    std::size_t other_values);
};

// The model for codes of which the sample holds blocks.
StaticModel train_static_model(const CoderValues& values, const BlockShape& shape,
                               CoderSample& sample);

}  // namespace augmate::internal
