// SPDX-License-Identifier: MIT
// train_static_model: stage by stage, on a sample of the blocks.
#include <algorithm>
#include <numeric>
#include <utility>

#include "formats/internal/clustering.h"
#include "formats/internal/static_chain.h"
#include "formats/internal/static_model.h"

namespace augmate::internal {
namespace {

using ByEntry = std::vector<std::uint8_t>;  // numbers for the sample's entries, block after block

// Scales counts to sum up to kTotal. What is rarer than half a part goes to the escape, which is
// always there: what the sample lacks may still come.
std::vector<std::uint16_t> scaled(std::span<const std::uint32_t> counts) {
  const std::uint64_t total =
      std::max<std::uint64_t>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), 1);
  std::vector<std::uint16_t> f(counts.size());
  for (std::size_t s = 0; s < counts.size(); ++s)
    f[s] =
        static_cast<std::uint16_t>((2ull * counts[s] * StaticModel::kTotal + total) / (2 * total));
  f.back() = std::max<std::uint16_t>(f.back(), 1);
  // What rounding left goes to, and what it took comes from, the largest.
  std::int64_t left = StaticModel::kTotal;
  for (const std::uint16_t x : f) left -= x;
  while (left != 0) {
    const auto most = std::max_element(f.begin(), f.end());
    const std::int64_t step = std::max<std::int64_t>(left, -(*most / 2));
    *most = static_cast<std::uint16_t>(*most + step);
    left -= step;
  }
  return f;
}

class Trainer {
 public:
  Trainer(const CoderValues& values, const BlockShape& shape, const CoderSample& sample)
      : alphabet_(values.own) {
    model_.files = shape.files;
    model_.squares = shape.squares;
    model_.symbols = alphabet_.size();
    model_.by_place = shape.row_man;
    model_.by_other = !values.other.empty();
    if (model_.by_other) {
      const Alphabet other(values.other);
      model_.other_symbols = other.size();
      model_.lane_steps = shape.lane_steps;
      const BestSteps steps(model_);
      for (const auto& block : *sample.other)
        best_.push_back(steps.boards(block, block.size(), other));
    }
    for (const auto& block : sample.own) {
      blocks_.push_back({symbols_.size(), block.size()});
      symbols_.resize(symbols_.size() + block.size());
      alphabet_.to_symbols(block, symbols_.data() + blocks_.back().begin);
    }
  }

  StaticModel train() {
    group_symbols();
    number_places();
    left_ = neighbours(Neighbour::kLeft);
    for (const Neighbour n : model_.neighbours()) add_stage(n);
    make_tables();
    return std::move(model_);
  }

 private:
  static constexpr std::size_t kTables = StaticModel::kMaxClasses, kClasses = 160;
  static constexpr std::size_t kEntriesAClass = 2730;  // of the sample, at least
  static constexpr std::size_t kGroups = 8;            // of the left symbols as conditions

  struct Extent {
    std::size_t begin, size;
  };

  // f(place, first entry in the sample, entries) for the ranks of all blocks.
  template <class F>
  void for_each_rank_of_sample(F&& f) const {
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      for_each_rank(model_, blocks_[b].size, [&](const RankPlace& at, std::size_t n) {
        f(b, at, blocks_[b].begin + at.begin, n);
      });
  }
  void group_symbols();
  void number_places();
  ByEntry neighbours(Neighbour neighbour) const;
  void add_stage(Neighbour neighbour);
  StaticModel::Stage stage_of(const Contexts& contexts, const Clustering& clusters,
                              std::size_t alphabet) const;
  void make_tables();

  StaticModel model_;
  Alphabet alphabet_;
  std::vector<Extent> blocks_;
  ByEntry symbols_, left_, classes_;  // classes: what the stages so far made of the entries
  std::vector<std::unique_ptr<std::uint8_t[]>> best_;
  std::vector<std::uint16_t> condition_of_;  // by left symbol: its group times the symbols
  std::size_t class_count_ = 1;
};

// Symbols by their share of the entries, the most frequent first; `none` stands alone.
void Trainer::group_symbols() {
  std::vector<std::uint64_t> counts(model_.symbols, 0);
  for (const std::uint8_t s : symbols_) ++counts[s];
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  condition_of_.assign(model_.symbols + 1,
                       static_cast<std::uint16_t>((kGroups - 1) * model_.symbols));
  std::uint64_t before = 0;
  for (const std::size_t s : order) {
    const std::size_t group =
        std::min<std::size_t>(before * (kGroups - 1) / symbols_.size(), kGroups - 2);
    condition_of_[s] = static_cast<std::uint16_t>(group * model_.symbols);
    before += counts[s];
  }
}

void Trainer::number_places() {
  const StaticChain chain(model_);
  class_count_ = model_.places();
  classes_.resize(symbols_.size());
  for_each_rank_of_sample([&](std::size_t, const RankPlace& at, std::size_t begin, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
      classes_[begin + i] = static_cast<std::uint8_t>((chain.place(at) + i) % class_count_);
  });
}

ByEntry Trainer::neighbours(Neighbour neighbour) const {
  const StaticChain chain(model_);
  ByEntry seen(symbols_.size());
  for_each_rank_of_sample(
      [&](std::size_t b, const RankPlace& at, std::size_t begin, std::size_t n) {
        const std::uint8_t* const best = best_.empty() ? nullptr : best_[b].get();
        std::copy_n(chain.symbols_of(neighbour, symbols_.data() + blocks_[b].begin, best, at), n,
                    seen.begin() + static_cast<std::ptrdiff_t>(begin));
        if (neighbour == Neighbour::kLeft) seen[begin] = alphabet_.none();
      });
  return seen;
}

// Not a stage that the left symbol is for: there it is what is known already, not a condition.
void Trainer::add_stage(Neighbour neighbour) {
  const bool last = neighbour == Neighbour::kLeft;
  const std::size_t alphabet = model_.alphabet(neighbour), symbols = model_.symbols;
  const ByEntry others = last ? ByEntry() : neighbours(neighbour);
  Occurrences entries{classes_, last ? left_ : others, alphabet, symbols_, left_, {}};
  if (!last) entries.condition_of = condition_of_;
  const std::size_t conditions = last ? 1 : kGroups;
  const Contexts contexts(entries, class_count_ * alphabet, conditions * symbols);
  const std::size_t most =
      std::clamp<std::size_t>(symbols_.size() / kEntriesAClass, 1, last ? kTables : kClasses);
  model_.stages.push_back(
      stage_of(contexts, Clustering(contexts, most, conditions, symbols), alphabet));
  const StaticModel::Stage& stage = model_.stages.back();
  for (std::size_t i = 0; i < symbols_.size(); ++i) classes_[i] = stage.next[entries.number(i)];
  class_count_ = stage.classes;
}

// A combination that the sample lacks goes where most of its class goes.
StaticModel::Stage Trainer::stage_of(const Contexts& contexts, const Clustering& clusters,
                                     std::size_t alphabet) const {
  StaticModel::Stage stage{clusters.count(), std::vector<std::uint8_t>(class_count_ * alphabet)};
  std::vector<std::uint64_t> votes;
  for (std::size_t c = 0, i = 0; c < class_count_; ++c) {
    votes.assign(clusters.count(), 0);
    const std::size_t first = i;
    for (; i < contexts.size() && contexts.number(i) / alphabet == c; ++i)
      votes[clusters.of(i)] += contexts.total(i);
    const auto most = std::max_element(votes.begin(), votes.end()) - votes.begin();
    std::fill_n(stage.next.begin() + static_cast<std::ptrdiff_t>(c * alphabet), alphabet,
                static_cast<std::uint8_t>(most));
    for (std::size_t k = first; k < i; ++k)
      stage.next[contexts.number(k)] = static_cast<std::uint8_t>(clusters.of(k));
  }
  return stage;
}

void Trainer::make_tables() {
  std::vector<std::uint32_t> counts(class_count_ * model_.symbols, 0);
  for (std::size_t i = 0; i < symbols_.size(); ++i)
    ++counts[classes_[i] * model_.symbols + symbols_[i]];
  for (std::size_t t = 0; t < class_count_; ++t)
    model_.frequencies.push_back(
        scaled(std::span(counts).subspan(t * model_.symbols, model_.symbols)));
}

}  // namespace

StaticModel train_static_model(const CoderValues& values, const BlockShape& shape,
                               const CoderSample& sample) {
  return Trainer(values, shape, sample).train();
}

}  // namespace augmate::internal
