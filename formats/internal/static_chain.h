// SPDX-License-Identifier: MIT
// StaticChain: a static model made ready to run over the symbols of a block, a rank at a time.
// Every neighbour of a rank's entries stands in consecutive bytes, be it a constant, so that a
// stage is one look-up for each entry; classes are kept multiplied by the next stage's alphabet.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/internal/static_model.h"

namespace augmate::internal {

class StaticChain {
 public:
  using Classes = std::array<std::uint16_t, StaticModel::kMaxFiles>;

  explicit StaticChain(const StaticModel& model);

  // The symbols of a neighbour for the entries [begin, begin + n) of one rank; kLeft's first one is
  // not to be used at the beginning of a rank. `best`: best_symbols(), or null.
  const std::uint8_t* symbols_of(Neighbour neighbour, const std::uint8_t* block,
                                 const std::uint8_t* best, std::size_t begin) const;

  // What all stages but the last make of the entries, as the place of the last stage's row. The
  // ranks and rows before must be decoded.
  void classes_of(const std::uint8_t* block, const std::uint8_t* best, std::size_t begin,
                  std::size_t n, Classes& classes) const {
    classes.fill(0);
    for (const Stage& stage : stages_) {
      const std::uint8_t* seen = symbols_of(stage.neighbour, block, best, begin);
      for (std::size_t i = 0; i < n; ++i) classes[i] = stage.next[classes[i] + seen[i]];
    }
  }
  // The table by what classes_of() gave and the symbol to the left.
  std::size_t table_of(std::size_t at, std::size_t left) const { return last_[at + left]; }

  // Calls f(entry, table) for each entry of a block in order; f may set the entry's symbol.
  template <class F>
  void for_each_table(std::span<const std::uint8_t> block, const std::uint8_t* best, F&& f) const;

 private:
  struct Stage {
    Neighbour neighbour;
    std::vector<std::uint16_t> next;
  };

  std::size_t files_, squares_, ranks_, none_;
  std::vector<Stage> stages_;  // all but the last
  std::vector<std::uint8_t> last_;
  std::vector<std::uint8_t> places_;  // 0, 1, 2 ... modulo 256
  std::array<std::uint8_t, StaticModel::kMaxFiles> nothing_;
};

inline const std::uint8_t* StaticChain::symbols_of(Neighbour neighbour, const std::uint8_t* block,
                                                   const std::uint8_t* best,
                                                   std::size_t begin) const {
  const std::size_t lane = begin % squares_, row = begin / squares_;
  const std::size_t man_file = row % files_;
  switch (neighbour) {
    case Neighbour::kPlace: {
      const std::size_t man_rank = row % squares_ / files_;
      const std::size_t rank = lane / files_ + ranks_ - 1 - man_rank;
      return places_.data() + rank * (2 * files_ - 1) + lane % files_ + files_ - 1 - man_file;
    }
    case Neighbour::kRow:  // where the row man stands on the first file: a rank below
      if (man_file > 0) return block + begin - squares_;
      return row >= files_ ? block + begin - files_ * squares_ : nothing_.data();
    case Neighbour::kDiagonal:
      if (man_file == 0 || row <= files_) return nothing_.data();
      return block + begin - (files_ + 1) * squares_;
    case Neighbour::kDown:
      return lane >= files_ ? block + begin - files_ : nothing_.data();
    case Neighbour::kBest:
      return best + begin;
    case Neighbour::kLeft:
      break;
  }
  return begin > 0 ? block + begin - 1 : nothing_.data();
}

template <class F>
void StaticChain::for_each_table(std::span<const std::uint8_t> block, const std::uint8_t* best,
                                 F&& f) const {
  Classes classes;
  for (std::size_t begin = 0; begin < block.size();) {
    const std::size_t n = std::min(files_ - begin % squares_ % files_, block.size() - begin);
    classes_of(block.data(), best, begin, n, classes);
    for (std::size_t i = 0; i < n; ++i)
      f(begin + i, table_of(classes[i], i > 0 ? block[begin + i - 1] : none_));
    begin += n;
  }
}

// The symbols of a block's codes; kAnyCodes are replaced by what is then cheapest.
std::vector<std::uint8_t> fill_block(const StaticModel& model, const StaticChain& chain,
                                     std::span<Code> block, const std::uint8_t* best);

// kBest: of the other side's codes that of the best value to which the lane royal can step.
class BestSteps {
 public:
  // `dictionary`: of the other side.
  BestSteps(const StaticModel& model, std::span<const std::uint16_t> dictionary);
  std::vector<std::uint8_t> symbols(std::span<const Code> other) const;

 private:
  std::size_t files_, ranks_;
  std::size_t margin_ = 0;  // squares that a step can go beyond the board
  std::vector<std::ptrdiff_t> offsets_;
  // By code how bad its value is for who is to move, and the symbol of what is so bad.
  std::vector<std::uint16_t> badness_;
  std::vector<std::uint8_t> symbol_;
};

}  // namespace augmate::internal
