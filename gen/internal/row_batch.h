// SPDX-License-Identifier: MIT
// RowBatch: the half-steps' reading of rows, a few at a time. Sets are larger than the caches, so
// each phase of a reading is done for all rows of a batch before the next: what a row asked the
// memory for arrives while the others are in the same phase.
#pragma once

#include <array>
#include <cstdint>

#include "gen/aligned_words.h"
#include "gen/row_reader.h"
#include "gen/row_stream.h"

namespace augmate::internal {

// What a half-step finds in a row: the positions of `open` with a move into what changed, of these
// only those without a move into `saving`, if that is given.
struct RowQuestion {
  Side mover = Side::kWhite;
  const ReadSource& changes;
  const ReadSource* saving = nullptr;
  const std::uint64_t* open = nullptr;  // by rows
};

// For one thread.
class RowBatch {
 public:
  RowBatch(const RowReader& reader, const RowQuestion& question, int row_words);

  // Rows are added in any order; what is found is appended to the stream by finish() at the latest.
  void add(std::uint64_t row, RowStream& found);
  void finish(RowStream& found);

 private:
  struct Place {
    std::uint64_t row = 0;
    RowReader::ScratchPointer scratch;
    AlignedWords words;
  };
  static constexpr std::size_t kPlaces = 4;

  const std::uint64_t* open(std::uint64_t row) const {
    return question_.open + row * static_cast<std::uint64_t>(row_words_);
  }
  // Leaves the places for which f is true.
  template <class F>
  void keep(F&& f);

  const RowReader& reader_;
  const RowQuestion question_;
  int row_words_;
  std::array<Place, kPlaces> places_;
  std::size_t used_ = 0;
};

}  // namespace augmate::internal
