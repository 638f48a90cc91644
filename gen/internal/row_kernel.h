// SPDX-License-Identifier: MIT
// The innermost loops of reading a row, on plain words: compiled once for each instruction set and
// chosen when the program starts; all compute the same bits.
//
// What a reading ORs together is laid out beforehand in a RowMoves. Words are taken eight at a time
// (a *group*), and as many groups at once as there are registers for; all moves are gone through
// while these hold the sum. A *path* is the set of squares that must be empty for a move, one bit a
// square: of plane w its word clears lanes, and each byte of it clears some of eight words of the
// row.
#pragma once

#include <cstddef>
#include <cstdint>

namespace augmate::internal {

using Word = std::uint64_t;
inline constexpr int kMaxPlanes = 4;
inline constexpr int kMaxRowBitmaps = 16;  // of 64 words each

// A move of a fixed man: the row it leads to, and its path (planes words; null: always free).
struct FixedMove {
  const Word* row;
  const Word* path;
};

// A move of the row man: word r comes from word r + shift of its source, lanes and start squares
// masked by `mask` (a row of words); `walk` is its number in RowMoves::dropped.
struct RowManMove {
  int shift;
  unsigned walk;
  const Word* mask;
};
// By walk: the words to which it does not lead, because a fixed man is in its way.
struct DroppedWords {
  Word bits[kMaxPlanes];
};

// Part of a move of the lane royal into one plane: the eight words at `offset` from those read,
// shifted down, or up if negative.
struct LaneMove {
  std::ptrdiff_t offset;
  int shift;
  Word mask;
};

struct RowMoves {
  int planes = 1, length = 8;   // words a plane
  bool row_man = false;         // paths clear words
  const Word* extra = nullptr;  // a row that is ORed in as it is
  const Word* lane_source = nullptr;
  const LaneMove* lane_moves[kMaxPlanes + 1] = {};  // by plane: up to the next plane's
  const Word* row_source = nullptr;                 // word 0 of plane 0, with margins
  int padded = 0;                                   // words from one of its planes to the next
  const DroppedWords* dropped = nullptr;
  const RowManMove* row_moves = nullptr;
  std::size_t row_move_count = 0;
  const FixedMove* fixed_moves = nullptr;
  std::size_t fixed_move_count = 0;
};

// Where a symmetry takes the positions of a row (row_map.h). Bit by bit for instruction sets that
// can gather bits, else by a table byte by byte.
struct RowMapTables {
  int planes, length;
  const std::int16_t* words;  // of a plane: where they go
  // [to plane][from plane]: for each bit of the one which of the other it is, and those that are.
  const std::uint8_t* bit_sources;  // 64 each
  const Word* bits_there;
  const Word* bytes;  // [byte of the lanes][value][to plane]: what becomes of it
};

struct RowKernel {
  const char* name;
  // out = reading & within (null: everything); whether any bit is set.
  bool (*read)(const RowMoves& moves, const Word* within, Word* out);
  // positions &= ~reading; whether any bit is left.
  bool (*exclude)(const RowMoves& moves, Word* positions);

  // The words of a row as row_stream.h packs them, without the row's number: returns the end, or
  // null if all are zero. May write kPackSlack bytes behind it.
  std::uint8_t* (*pack)(const Word* words, int row_words, std::uint8_t* to);
  // The inverse; the bitmap tells which words are not zero. Returns the end; reads nothing behind
  // `end`.
  const std::uint8_t* (*unpack)(const std::uint8_t* from, const std::uint8_t* end, int row_words,
                                Word* bitmap, Word* words);
  std::uint64_t (*count)(const Word* words, int n);  // bits
  // to |= the image of the row.
  void (*map)(const RowMapTables& map, const Word* row, Word* to);

  // n words, a multiple of eight.
  void (*or_row)(Word* out, const Word* x, int n);
  void (*or_lanes)(Word* out, const Word* x, Word lanes, int n);                     // & lanes
  void (*or_masked)(Word* out, const Word* x, const Word* mask, Word lanes, int n);  // & both
  void (*or_shifted)(Word* out, const Word* x, int shift, Word lanes, int n);  // down; up if < 0
  void (*and_row)(Word* out, const Word* x, int n);
  void (*and_not_row)(Word* out, const Word* x, int n);
  void (*and_lanes)(Word* out, Word lanes, int n);
};

inline constexpr std::size_t kPackSlack = 64;

extern const RowKernel kBaselineKernel, kAvx2Kernel, kAvx512Kernel;

// The best that the processor has. The environment variable AUGMATE_ISA (baseline, avx2, avx512)
// asks for less, for tests.
const RowKernel& row_kernel();

}  // namespace augmate::internal
