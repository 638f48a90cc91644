// SPDX-License-Identifier: MIT
// StaticChain: a static model made ready to run over the symbols of a block, a rank at a time.
// Every neighbour of a rank's entries stands in consecutive bytes, be it a constant, so that a
// stage is one look-up for each entry; classes are kept multiplied by the next stage's alphabet.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/internal/static_model.h"

namespace augmate::internal {

// The entries of one rank of a row, or what the block has of it.
struct RankPlace {
  RankPlace() = default;
  RankPlace(const StaticModel& model, std::size_t row_of_block);
  // The next rank of the same row.
  void move_up(const StaticModel& model) {
    begin += model.files;
    ++rank;
  }
  // So many of its entries lie before `end`.
  std::size_t entries(const StaticModel& model, std::size_t end) const {
    return begin < end ? std::min<std::size_t>(model.files, end - begin) : 0;
  }

  std::size_t begin = 0;  // its first entry
  std::size_t row = 0, rank = 0;
  std::size_t man_file = 0, man_rank = 0;  // of the row man
};

// kBest: of the other side's symbols the least to which the lane royal can step.
class BestSteps {
 public:
  explicit BestSteps(const StaticModel& model);

  // The least symbols of all rows that begin before `size` entries, each row on a board with
  // margins.
  std::unique_ptr<std::uint8_t[]> boards(std::span<const Code> other, std::size_t size,
                                         const Alphabet& alphabet) const;
  std::size_t place(const RankPlace& at) const { return at.row * board_ + at.rank * width_; }

 private:
  std::size_t files_, squares_;
  std::size_t margin_ = 0;  // squares that a step can go beyond the board
  std::size_t width_, board_;
  std::vector<std::ptrdiff_t> offsets_;
};

class StaticChain {
 public:
  using Classes = std::array<std::uint16_t, StaticModel::kMaxFiles>;

  // Without stages it knows the neighbours only.
  explicit StaticChain(const StaticModel& model);

  // How the lane stands to the row man at a rank's first entry; the next ones' numbers follow.
  std::size_t place(const RankPlace& at) const {
    return (at.rank + ranks_ - 1 - at.man_rank) * (2 * files_ - 1) + files_ - 1 - at.man_file;
  }
  // The symbols of a neighbour for the entries of a rank; kLeft's first one is not to be used.
  // `best`: BestSteps::boards(), or null.
  const std::uint8_t* symbols_of(Neighbour neighbour, const std::uint8_t* block,
                                 const std::uint8_t* best, const RankPlace& at) const;

  // What all stages but the last make of a rank's entries, as the place of the last stage's row.
  // The ranks and rows before must be decoded.
  void classes_of(const std::uint8_t* block, const std::uint8_t* best, const RankPlace& at,
                  Classes& classes) const {
    const std::uint16_t* const first = places_.data() + place(at);
    const std::uint8_t *const seen0 = symbols_of(neighbours_[0], block, best, at),
                              *const seen1 = symbols_of(neighbours_[1], block, best, at),
                              *const seen2 = symbols_of(neighbours_[2], block, best, at);
    const std::uint16_t *const next0 = stages_[0].data(), *const next1 = stages_[1].data(),
                               *const next2 = stages_[2].data();
    for (std::size_t i = 0; i < files_; ++i)
      classes[i] = next2[next1[next0[first[i] + seen0[i]] + seen1[i]] + seen2[i]];
  }
  // Tables by the sum of what classes_of() gave and the symbol to the left.
  const std::uint8_t* last() const { return last_.data(); }

 private:
  std::size_t files_, squares_, ranks_;
  BestSteps steps_;
  std::array<Neighbour, 4> neighbours_;
  std::vector<std::uint16_t> places_;               // the first class by place
  std::vector<std::vector<std::uint16_t>> stages_;  // all but the last
  std::vector<std::uint8_t> last_;
  std::array<std::uint8_t, StaticModel::kMaxFiles> nothing_;
};

inline RankPlace::RankPlace(const StaticModel& model, std::size_t row_of_block)
    : begin(row_of_block * model.squares),
      row(row_of_block),
      man_file(row % model.files),
      man_rank(row % model.squares / model.files) {}

// f(place, entries) for the ranks of a block of so many entries in order.
template <class F>
void for_each_rank(const StaticModel& model, std::size_t entries, F&& f) {
  for (std::size_t row = 0; row * model.squares < entries; ++row) {
    RankPlace at(model, row);
    for (; at.rank < model.ranks() && at.begin < entries; at.move_up(model))
      f(at, at.entries(model, entries));
  }
}

// The symbols of a block's entries, and which table codes each.
struct TabledBlock {
  std::vector<std::uint8_t> symbols, tables;
};
TabledBlock table_block(const StaticModel& model, const StaticChain& chain,
                        const Alphabet& alphabet, const std::uint8_t* best,
                        std::span<const Code> block);

inline const std::uint8_t* StaticChain::symbols_of(Neighbour neighbour, const std::uint8_t* block,
                                                   const std::uint8_t* best,
                                                   const RankPlace& at) const {
  switch (neighbour) {
    case Neighbour::kRow:  // where the row man stands on the first file: a rank below
      if (at.man_file > 0) return block + at.begin - squares_;
      return at.row >= files_ ? block + at.begin - files_ * squares_ : nothing_.data();
    case Neighbour::kDiagonal:
      if (at.man_file == 0 || at.row <= files_) return nothing_.data();
      return block + at.begin - (files_ + 1) * squares_;
    case Neighbour::kDown:
      return at.rank > 0 ? block + at.begin - files_ : nothing_.data();
    case Neighbour::kBest:
      return best + steps_.place(at);
    case Neighbour::kLeft:
      break;
  }
  return at.begin > 0 ? block + at.begin - 1 : nothing_.data();
}

}  // namespace augmate::internal
