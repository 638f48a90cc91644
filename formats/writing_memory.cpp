// SPDX-License-Identifier: MIT
// What write_table takes in memory: the larger of choosing a way of coding (coding_choice.cpp) and
// of coding batch by batch (table_writer.cpp).
#include <algorithm>

#include "formats/internal/coding_choice.h"
#include "formats/internal/table_layout.h"
#include "formats/table_file.h"

namespace augmate {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Both sides' codes of the sample, and where a model is trained: of each entry the symbol, those
// beside it, its class, and its key twice while the contexts are sorted; and the statistics of
// contexts and clusters, as large on small samples as on large ones but for what these lack.
std::uint64_t choosing_bytes(const WriteOptions& options, std::uint64_t entries) {
  const bool sample = options.coder != CoderKind::kZstd || options.sides == StoredSides::kSmaller;
  if (!sample) return 0;
  const bool window = options.coder == CoderKind::kMixing;
  const std::uint64_t n =
      std::min(entries, window ? internal::kWindowEntries : internal::kSampleEntries);
  const std::uint64_t training =
      options.coder == CoderKind::kStatic ? 8 * n + std::min(n, kMiB) * 2 : 0;
  return 2 * n * sizeof(Code) + training;
}

// The values and at most a byte or so of each in blocks; what a coder needs, with the other side's
// codes where it sees them, and zstd in each thread; and where the blocks are, in an array that
// grows by doubling.
std::uint64_t coding_bytes(const WriteOptions& options, std::uint64_t entries, int threads) {
  const std::uint64_t block = std::min<std::uint64_t>(options.block_entries, entries);
  const std::uint64_t batch =
      std::min(entries, std::max<std::uint64_t>(internal::kBatchEntries / block, 1) * block);
  const std::uint64_t busy = std::min(batch / block, static_cast<std::uint64_t>(threads));
  std::uint64_t coder = 0;
  switch (options.coder) {
    case CoderKind::kZstd:
      coder = busy * kMiB;
      break;
    case CoderKind::kStatic:
      coder = batch * sizeof(Code) + kMiB;
      break;
    case CoderKind::kMixing:
      coder = busy * mixing_coder_bytes(block);
      break;
  }
  const std::uint64_t places = 2 * (entries / options.block_entries) *
                               (sizeof(std::uint64_t) + sizeof(internal::SideIndex::Block)) * 3 / 2;
  return batch * (sizeof(PackedValue) + 1) + coder + places;
}

}  // namespace

std::uint64_t writing_bytes(const WriteOptions& options, std::uint64_t entries, int threads) {
  return std::max(choosing_bytes(options, entries), coding_bytes(options, entries, threads));
}

}  // namespace augmate
