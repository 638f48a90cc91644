// SPDX-License-Identifier: MIT
// Clusters of contexts by what follows them: k-means with the coded length in place of the
// distance. A context joins the cluster whose statistics code its counts in the fewest bits, then
// the statistics are taken anew. Integers only, so that every machine finds the same clusters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace augmate::internal {

struct Context {
  std::uint32_t number = 0;
  std::uint64_t total = 0;
  // How often each key followed; keys ascending. A key is condition * symbols + symbol; what is
  // coded is the symbol under the condition.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts;
};

// From (number << 32 | key), one for each occurrence; sorts them.
std::vector<Context> count_contexts(std::vector<std::uint64_t>& occurrences);

class Clustering {
 public:
  // The most frequent contexts are the seeds. Fewer clusters if there are fewer contexts.
  Clustering(const std::vector<Context>& contexts, std::size_t clusters, std::size_t conditions,
             std::size_t symbols);

  std::size_t count() const { return count_; }
  std::size_t of(std::size_t context) const { return of_[context]; }

 private:
  void measure(std::size_t contexts, const std::vector<std::size_t>& order);
  bool assign();

  const std::vector<Context>& contexts_;
  std::size_t count_, conditions_, symbols_;
  std::vector<std::size_t> of_;
  std::vector<std::uint32_t> cost_;  // in 2^-12 bits, by key and cluster
};

}  // namespace augmate::internal
