// SPDX-License-Identifier: MIT
#include "formats/internal/clustering.h"

#include <algorithm>
#include <numeric>

#include "formats/internal/coded_length.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(AUGMATE_NO_MULTIVERSION)
#define AUGMATE_MULTIVERSION __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define AUGMATE_MULTIVERSION
#endif

namespace augmate::internal {
namespace {

constexpr int kRounds = 6;
constexpr std::uint32_t kOne = 1u << 16;  // probability 1
constexpr unsigned kCoarser = 5;          // 2^20 times 16 bits fit in a sum: 2^-7 bits, not 2^-12

const std::vector<std::uint32_t>& costs() {
  static const std::vector<std::uint32_t> table = [] {
    std::vector<std::uint32_t> t(kOne + 1, 0);
    for (std::uint32_t x = 1; x <= kOne; ++x) t[x] = coded_length(x) >> kCoarser;
    return t;
  }();
  return table;
}

AUGMATE_MULTIVERSION void add_times(std::uint32_t* sums, const std::uint32_t* cost,
                                    std::uint32_t times, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) sums[i] += times * cost[i];
}

}  // namespace

// The occurrences sorted by number, then each number's keys counted.
Contexts::Contexts(const Occurrences& entries, std::size_t number_bound, std::size_t key_bound) {
  std::vector<std::uint32_t> ends(number_bound + 1, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) ++ends[entries.number(i) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<std::uint16_t> sorted(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    sorted[ends[entries.number(i)]++] = entries.key(i);
  std::vector<std::uint32_t> times(key_bound, 0);
  std::vector<std::uint16_t> seen;
  std::size_t at = 0;
  for (std::uint32_t number = 0; number < number_bound; ++number) {
    const std::size_t begin = at;
    if (begin == ends[number]) continue;
    seen.clear();
    for (; at < ends[number]; ++at)
      if (times[sorted[at]]++ == 0) seen.push_back(sorted[at]);
    numbers_.push_back(number);
    totals_.push_back(static_cast<std::uint32_t>(at - begin));
    begins_.push_back(counts_.size());
    for (const std::uint16_t key : seen) counts_.push_back({key, std::exchange(times[key], 0)});
  }
  begins_.push_back(counts_.size());
}

Clustering::Clustering(const Contexts& contexts, std::size_t clusters, std::size_t conditions,
                       std::size_t symbols)
    : contexts_(contexts),
      count_(std::min(clusters, contexts.size())),
      conditions_(conditions),
      symbols_(symbols),
      of_(contexts.size(), 0) {
  std::vector<std::size_t> order(contexts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return contexts.total(a) > contexts.total(b);
  });
  for (std::size_t i = 0; i < count_; ++i) of_[order[i]] = i;
  measure(std::span(order).first(count_));
  for (int round = 0; round < kRounds && assign(); ++round) measure(order);
}

// The costs from some contexts.
void Clustering::measure(std::span<const std::size_t> contexts) {
  std::vector<std::uint64_t> counts(conditions_ * symbols_ * count_, 0);
  std::vector<std::uint64_t> totals(conditions_ * count_, 0);
  for (const std::size_t context : contexts)
    for (const auto& [key, n] : contexts_.counts(context)) {
      counts[key * count_ + of_[context]] += n;
      totals[key / symbols_ * count_ + of_[context]] += n;
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
  std::vector<std::uint32_t> sums(count_);
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    std::fill(sums.begin(), sums.end(), 0);
    for (const auto& [key, n] : contexts_.counts(i))
      add_times(sums.data(), cost_.data() + key * count_, n, count_);
    const auto to =
        static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
    changed = changed || to != of_[i];
    of_[i] = to;
  }
  return changed;
}

}  // namespace augmate::internal
