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

// Entries in order, and what stands beside them. Each is an occurrence of a context, the class and
// the neighbour, and of a key, condition * symbols + symbol: what is coded is the symbol under the
// condition. Numbers and keys are made when they are asked for, since kept they would take more
// than all from which they are made.
struct Occurrences {
  std::span<const std::uint8_t> classes, neighbours;
  std::size_t alphabet = 1;  // of the neighbours
  std::span<const std::uint8_t> symbols;
  // By the symbol to the left: its condition times the symbols; empty for no conditions.
  std::span<const std::uint8_t> left;
  std::span<const std::uint16_t> condition_of;

  std::size_t size() const { return symbols.size(); }
  std::size_t number(std::size_t i) const { return classes[i] * alphabet + neighbours[i]; }
  std::uint16_t key(std::size_t i) const {
    return static_cast<std::uint16_t>((condition_of.empty() ? 0 : condition_of[left[i]]) +
                                      symbols[i]);
  }
};

// Contexts that occur, ascending, and how often each key followed.
class Contexts {
 public:
  struct Count {
    std::uint32_t key, times;
  };

  // Numbers and keys are below the bounds.
  Contexts(const Occurrences& entries, std::size_t number_bound, std::size_t key_bound);

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
