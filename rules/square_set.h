// SPDX-License-Identifier: MIT
// SquareSet: one bit per square of a board of up to 16x16, the bit's number being the Square.
// A value type; any number of threads may read one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace augmate {

// rank index * files + file index, both from 0 at White's lower left. Squares of holes have numbers
// too.
using Square = int;
inline constexpr Square kNoSquare = -1;
inline constexpr int kMaxBoardSide = 16;
inline constexpr int kMaxSquares = kMaxBoardSide * kMaxBoardSide;

class SquareSet {
 public:
  static constexpr int kWords = kMaxSquares / 64;

  constexpr bool test(Square s) const { return (words_[word(s)] >> (s & 63)) & 1; }
  constexpr void set(Square s) { words_[word(s)] |= std::uint64_t{1} << (s & 63); }
  constexpr void reset(Square s) { words_[word(s)] &= ~(std::uint64_t{1} << (s & 63)); }
  constexpr std::uint64_t word_at(int i) const { return words_[static_cast<unsigned>(i)]; }
  constexpr std::uint64_t& word_at(int i) { return words_[static_cast<unsigned>(i)]; }

  constexpr bool any() const { return (words_[0] | words_[1] | words_[2] | words_[3]) != 0; }
  constexpr int count() const {
    int n = 0;
    for (auto w : words_) n += std::popcount(w);
    return n;
  }
  constexpr bool operator==(const SquareSet&) const = default;
  constexpr SquareSet& operator|=(const SquareSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  constexpr SquareSet& operator&=(const SquareSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  friend constexpr SquareSet operator|(SquareSet a, const SquareSet& b) { return a |= b; }
  friend constexpr SquareSet operator&(SquareSet a, const SquareSet& b) { return a &= b; }
  // The members of a that are not in b.
  friend constexpr SquareSet operator-(SquareSet a, const SquareSet& b) {
    for (unsigned i = 0; i < kWords; ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }

  // Calls f(Square) for each member, ascending.
  template <class F>
  void for_each(F&& f) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t w = words_[static_cast<unsigned>(i)]; w != 0; w &= w - 1)
        f(Square{i * 64 + std::countr_zero(w)});
  }

 private:
  static constexpr unsigned word(Square s) { return static_cast<unsigned>(s) >> 6; }
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace augmate
