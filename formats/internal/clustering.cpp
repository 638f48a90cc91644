// SPDX-License-Identifier: MIT
#include "formats/internal/clustering.h"

#include <algorithm>
#include <numeric>

#include "formats/internal/coded_length.h"

namespace augmate::internal {
namespace {

constexpr int kRounds = 6;
constexpr std::uint32_t kOne = 1u << 16;  // probability 1

const std::vector<std::uint32_t>& costs() {
  static const std::vector<std::uint32_t> table = [] {
    std::vector<std::uint32_t> t(kOne + 1, 0);
    for (std::uint32_t x = 1; x <= kOne; ++x) t[x] = coded_length(x);
    return t;
  }();
  return table;
}

}  // namespace

std::vector<Context> count_contexts(std::vector<std::uint64_t>& occurrences) {
  std::sort(occurrences.begin(), occurrences.end());
  std::vector<Context> contexts;
  for (std::size_t i = 0; i < occurrences.size();) {
    std::size_t end = i;
    while (end < occurrences.size() && occurrences[end] == occurrences[i]) ++end;
    const auto number = static_cast<std::uint32_t>(occurrences[i] >> 32);
    if (contexts.empty() || contexts.back().number != number) contexts.push_back({number, 0, {}});
    const auto count = static_cast<std::uint32_t>(end - i);
    contexts.back().counts.emplace_back(static_cast<std::uint32_t>(occurrences[i]), count);
    contexts.back().total += count;
    i = end;
  }
  return contexts;
}

Clustering::Clustering(const std::vector<Context>& contexts, std::size_t clusters,
                       std::size_t conditions, std::size_t symbols)
    : contexts_(contexts),
      count_(std::min(clusters, contexts.size())),
      conditions_(conditions),
      symbols_(symbols),
      of_(contexts.size(), 0) {
  std::vector<std::size_t> order(contexts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return contexts[a].total > contexts[b].total;
  });
  for (std::size_t i = 0; i < count_; ++i) of_[order[i]] = i;
  measure(count_, order);
  for (int round = 0; round < kRounds && assign(); ++round) measure(contexts.size(), order);
}

// The costs from the first `contexts` in the order.
void Clustering::measure(std::size_t contexts, const std::vector<std::size_t>& order) {
  std::vector<std::uint64_t> counts(conditions_ * symbols_ * count_, 0);
  std::vector<std::uint64_t> totals(conditions_ * count_, 0);
  for (std::size_t i = 0; i < contexts; ++i)
    for (const auto& [key, n] : contexts_[order[i]].counts) {
      counts[key * count_ + of_[order[i]]] += n;
      totals[key / symbols_ * count_ + of_[order[i]]] += n;
    }
  cost_.resize(counts.size());
  for (std::size_t key = 0; key < conditions_ * symbols_; ++key)
    for (std::size_t c = 0; c < count_; ++c) {
      // An eighth of an occurrence for each symbol, so that none costs without end.
      const std::uint64_t part = (counts[key * count_ + c] * 8 + 1) * kOne /
                                 (totals[key / symbols_ * count_ + c] * 8 + symbols_);
      cost_[key * count_ + c] = costs()[std::max<std::uint64_t>(part, 1)];
    }
}

bool Clustering::assign() {
  bool changed = false;
  std::vector<std::uint64_t> sums(count_);
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    std::fill(sums.begin(), sums.end(), 0);
    for (const auto& [key, n] : contexts_[i].counts) {
      const std::uint32_t* cost = cost_.data() + key * count_;
      for (std::size_t c = 0; c < count_; ++c) sums[c] += std::uint64_t{n} * cost[c];
    }
    const auto to =
        static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
    changed = changed || to != of_[i];
    of_[i] = to;
  }
  return changed;
}

}  // namespace augmate::internal
