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

// Numbers for the sample's entries, by block.
using ByEntry = std::vector<std::vector<std::uint8_t>>;

// Scales counts to sum up to kTotal. What is rarer than half a part goes to the escape, which is
// always there: what the sample lacks may still come.
std::vector<std::uint16_t> scaled(const std::vector<std::uint64_t>& counts) {
  const std::uint64_t total =
      std::max<std::uint64_t>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), 1);
  std::vector<std::uint16_t> f(counts.size());
  for (std::size_t s = 0; s < counts.size(); ++s)
    f[s] = static_cast<std::uint16_t>((2 * counts[s] * StaticModel::kTotal + total) / (2 * total));
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
  Trainer(const CoderValues& values, const BlockShape& shape, CoderSample& sample)
      : sample_(sample.own) {
    model_.files = shape.files;
    model_.squares = shape.squares;
    model_.symbols = StaticModel::symbols_of(values.own.size());
    if (!values.other.empty()) {
      model_.other_symbols = StaticModel::symbols_of(values.other.size());
      model_.lane_steps = shape.lane_steps;
      chain_.push_back(Neighbour::kBest);
    }
    if (shape.row_man) chain_.push_back(Neighbour::kPlace);
    if (values.other.empty()) {
      chain_.push_back(Neighbour::kRow);
      chain_.push_back(Neighbour::kDiagonal);
    }
    chain_.push_back(Neighbour::kDown);
    chain_.push_back(Neighbour::kLeft);
    const BestSteps steps(model_, values.other);
    for (const auto& block : sample.other) best_.push_back(steps.symbols(block));
    for (const auto& block : sample_) entries_ += block.size();
  }

  // Twice: the first model tells how impossible positions are best filled for the second.
  StaticModel train() {
    const std::vector<std::vector<Code>> raw = sample_;
    fill_with_the_code_before();
    make_stages();
    sample_ = raw;
    const StaticChain chain(model_);
    for (std::size_t b = 0; b < sample_.size(); ++b) {
      // What was filled stands in the codes.
      static_cast<void>(fill_block(model_, chain, sample_[b], best(b)));
    }
    make_stages();
    return std::move(model_);
  }

 private:
  static constexpr std::size_t kTables = StaticModel::kMaxClasses, kClasses = 96;
  static constexpr std::size_t kEntriesAClass = 2730;  // of the sample, at least
  static constexpr std::size_t kGroups = 8;            // of the left symbols as conditions

  const std::uint8_t* best(std::size_t block) const {
    return best_.empty() ? nullptr : best_[block].data();
  }
  void fill_with_the_code_before() {
    for (auto& block : sample_) {
      Code last = 0;
      for (Code& c : block) last = c = c == kAnyCode ? last : c;
    }
  }
  // Symbols by their share of the entries; `none` stands alone.
  void group_symbols();
  void make_stages();
  ByEntry neighbours(Neighbour neighbour) const;
  void add_stage(Neighbour neighbour, std::size_t most, ByEntry& classes);
  void make_tables(const ByEntry& tables);

  StaticModel model_;
  std::vector<Neighbour> chain_;
  std::vector<std::vector<Code>>& sample_;
  ByEntry best_;
  std::vector<std::size_t> group_of_;  // by left symbol
  std::size_t entries_ = 0;
  std::size_t classes_ = 1;
};

void Trainer::group_symbols() {
  std::vector<std::uint64_t> counts(model_.symbols, 0);
  for (const auto& block : sample_)
    for (const Code c : block) ++counts[model_.symbol_of(c)];
  group_of_.assign(model_.symbols + 1, kGroups - 1);
  std::uint64_t before = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    group_of_[s] = std::min<std::size_t>(before * (kGroups - 1) / entries_, kGroups - 2);
    before += counts[s];
  }
}

void Trainer::make_stages() {
  group_symbols();
  model_.stages.clear();
  classes_ = 1;
  ByEntry classes;
  for (const auto& block : sample_) classes.emplace_back(block.size(), std::uint8_t{0});
  for (const Neighbour n : chain_)
    add_stage(n,
              std::clamp<std::size_t>(entries_ / kEntriesAClass, 1,
                                      n == Neighbour::kLeft ? kTables : kClasses),
              classes);
  make_tables(classes);
}

ByEntry Trainer::neighbours(Neighbour neighbour) const {
  const StaticChain chain(model_);
  const std::size_t w = model_.files;
  ByEntry seen;
  for (std::size_t b = 0; b < sample_.size(); ++b) {
    std::vector<std::uint8_t> symbols;
    for (const Code c : sample_[b])
      symbols.push_back(static_cast<std::uint8_t>(model_.symbol_of(c)));
    auto& out = seen.emplace_back(symbols.size());
    for (std::size_t begin = 0; begin < symbols.size(); begin += w) {
      const std::size_t n = std::min(w, symbols.size() - begin);
      std::copy_n(chain.symbols_of(neighbour, symbols.data(), best(b), begin), n,
                  out.begin() + static_cast<std::ptrdiff_t>(begin));
      if (neighbour == Neighbour::kLeft) out[begin] = static_cast<std::uint8_t>(model_.none());
    }
  }
  return seen;
}

void Trainer::add_stage(Neighbour neighbour, std::size_t most, ByEntry& classes) {
  const std::size_t alphabet = model_.alphabet(neighbour), symbols = model_.symbols;
  const bool last = neighbour == Neighbour::kLeft;
  const ByEntry seen = neighbours(neighbour), left = neighbours(Neighbour::kLeft);
  std::vector<std::uint64_t> occurrences;
  occurrences.reserve(entries_);
  for (std::size_t b = 0; b < sample_.size(); ++b)
    for (std::size_t i = 0; i < sample_[b].size(); ++i) {
      const std::size_t condition = last ? 0 : group_of_[left[b][i]];
      occurrences.push_back((classes[b][i] * alphabet + seen[b][i]) << 32 |
                            (condition * symbols + model_.symbol_of(sample_[b][i])));
    }
  const auto contexts = count_contexts(occurrences);
  const Clustering clusters(contexts, most, last ? 1 : kGroups, symbols);
  // A combination that the sample lacks goes where most of its class goes.
  StaticModel::Stage stage{neighbour, clusters.count(),
                           std::vector<std::uint8_t>(classes_ * alphabet, 0)};
  std::vector<std::vector<std::uint64_t>> votes(classes_,
                                                std::vector<std::uint64_t>(clusters.count(), 0));
  for (std::size_t i = 0; i < contexts.size(); ++i)
    votes[contexts[i].number / alphabet][clusters.of(i)] += contexts[i].total;
  for (std::size_t c = 0; c < classes_; ++c)
    std::fill_n(stage.next.begin() + static_cast<std::ptrdiff_t>(c * alphabet), alphabet,
                static_cast<std::uint8_t>(std::max_element(votes[c].begin(), votes[c].end()) -
                                          votes[c].begin()));
  for (std::size_t i = 0; i < contexts.size(); ++i)
    stage.next[contexts[i].number] = static_cast<std::uint8_t>(clusters.of(i));
  for (std::size_t b = 0; b < sample_.size(); ++b)
    for (std::size_t i = 0; i < sample_[b].size(); ++i)
      classes[b][i] = stage.next[classes[b][i] * alphabet + seen[b][i]];
  classes_ = clusters.count();
  model_.stages.push_back(std::move(stage));
}

void Trainer::make_tables(const ByEntry& tables) {
  std::vector<std::vector<std::uint64_t>> counts(classes_,
                                                 std::vector<std::uint64_t>(model_.symbols, 0));
  for (std::size_t b = 0; b < sample_.size(); ++b)
    for (std::size_t i = 0; i < sample_[b].size(); ++i)
      ++counts[tables[b][i]][model_.symbol_of(sample_[b][i])];
  model_.frequencies.clear();
  for (const auto& c : counts) model_.frequencies.push_back(scaled(c));
}

}  // namespace

StaticModel train_static_model(const CoderValues& values, const BlockShape& shape,
                               CoderSample& sample) {
  return Trainer(values, shape, sample).train();
}

}  // namespace augmate::internal
