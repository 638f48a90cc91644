// SPDX-License-Identifier: MIT
// Clusters of contexts by what follows them: k-means with the coded length in place of the
// distance. A context joins the cluster whose statistics code its counts in the fewest bits, then
// the statistics are taken anew. Integers only, so that every machine finds the same clusters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace augmate::internal {

// Contexts that occur, ascending, and how often each key followed. A key is condition * symbols +
// symbol; what is coded is the symbol under the condition.
class Contexts {
 public:
  struct Count {
    std::uint32_t key, times;
  };

  // From the number and the key of each occurrence; numbers and keys are below the bounds.
  Contexts(std::span<const std::uint32_t> numbers, std::span<const std::uint16_t> keys,
           std::size_t number_bound, std::size_t key_bound);

  std::size_t size() const { return numbers_.size(); }
  std::uint32_t number(std::size_t context) const { return numbers_[context]; }
  std::uint32_t total(std::size_t context) const { return totals_[context]; }
  std::span<const Count> counts(std::size_t context) const {
    return std::span(counts_).subspan(begins_[context], begins_[context + 1] - begins_[context]);
  }

 private:
  std::vector<std::uint32_t> numbers_, totals_;
  std::vector<std::size_t> begins_;
  std::vector<Count> counts_;
};

class Clustering {
 public:
  // The most frequent contexts are the seeds. Fewer clusters if there are fewer contexts. There are
  // at most 2^20 occurrences.
  Clustering(const Contexts& contexts, std::size_t clusters, std::size_t conditions,
             std::size_t symbols);

  std::size_t count() const { return count_; }
  std::size_t of(std::size_t context) const { return of_[context]; }

 private:
  void measure(std::span<const std::size_t> contexts);
  bool assign();

  const Contexts& contexts_;
  std::size_t count_, conditions_, symbols_;
  std::vector<std::size_t> of_;
  std::vector<std::uint32_t> cost_;  // in 2^-7 bits, by key and cluster
};

}  // namespace augmate::internal
