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

std::uint64_t coding_bytes(const WriteOptions& options, std::uint64_t entries, int threads) {
  const std::uint64_t blocks =
      std::max<std::uint64_t>(internal::kBatchEntries / options.block_entries, 1);
  const std::uint64_t batch = std::min(entries, blocks * options.block_entries);
  const std::uint64_t busy = std::min<std::uint64_t>(blocks, static_cast<unsigned>(threads));
  // The values, and at most a byte or so of each in blocks; for each thread its context and heap.
  std::uint64_t bytes = batch * (sizeof(PackedValue) + 1);
  if (options.coder == CoderKind::kStatic) bytes += batch * sizeof(Code) + kMiB;
  bytes += options.coder == CoderKind::kMixing
               ? mixing_coder_bytes(std::min<std::uint64_t>(entries, options.block_entries)) * busy
               : busy * kMiB;
  // Where the blocks are, in an array that grows by doubling.
  return bytes + 2 * (entries / options.block_entries) *
                     (sizeof(std::uint64_t) + sizeof(internal::SideIndex::Block)) * 3 / 2;
}

}  // namespace

std::uint64_t writing_bytes(const WriteOptions& options, std::uint64_t entries, int threads) {
  return std::max(choosing_bytes(options, entries), coding_bytes(options, entries, threads));
}

}  // namespace augmate
