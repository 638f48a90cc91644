// SPDX-License-Identifier: MIT
#include "formats/internal/static_chain.h"

#include <algorithm>
#include <cstdlib>

#include "formats/internal/badness.h"

namespace augmate::internal {

StaticChain::StaticChain(const StaticModel& model)
    : files_(model.files), squares_(model.squares), ranks_(model.ranks()), none_(model.none()) {
  for (std::size_t s = 0; s + 1 < model.stages.size(); ++s) {
    const std::size_t after = model.alphabet(model.stages[s + 1].neighbour);
    Stage stage{model.stages[s].neighbour, {}};
    for (const std::uint8_t c : model.stages[s].next)
      stage.next.push_back(static_cast<std::uint16_t>(c * after));
    stages_.push_back(std::move(stage));
  }
  if (!model.stages.empty()) last_ = model.stages.back().next;
  places_.resize((2 * files_ - 1) * (2 * ranks_ - 1) + StaticModel::kMaxFiles);
  for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = static_cast<std::uint8_t>(i);
  nothing_.fill(static_cast<std::uint8_t>(none_));
}

std::vector<std::uint8_t> fill_block(const StaticModel& model, const StaticChain& chain,
                                     std::span<Code> block, const std::uint8_t* best) {
  std::vector<Code> likeliest;  // the escape is no code
  for (const auto& f : model.frequencies)
    likeliest.push_back(static_cast<Code>(std::max_element(f.begin(), f.end() - 1) - f.begin()));
  std::vector<std::uint8_t> symbols(block.size());
  chain.for_each_table(symbols, best, [&](std::size_t i, std::size_t table) {
    if (block[i] == kAnyCode) block[i] = likeliest[table];
    symbols[i] = static_cast<std::uint8_t>(model.symbol_of(block[i]));
  });
  return symbols;
}

BestSteps::BestSteps(const StaticModel& model, std::span<const std::uint16_t> dictionary)
    : files_(model.files), ranks_(model.ranks()) {
  for (const auto& step : model.lane_steps)
    for (const std::int8_t by : step)
      margin_ = std::max<std::size_t>(margin_, static_cast<std::size_t>(std::abs(by)));
  for (const auto& [file, rank] : model.lane_steps)
    offsets_.push_back(rank * static_cast<std::ptrdiff_t>(files_ + margin_) + file);
  badness_ = badness_of(dictionary);
  symbol_.resize(dictionary.size());
  for (std::size_t code = 0; code < dictionary.size(); ++code)
    symbol_[badness_[code]] =
        static_cast<std::uint8_t>(std::min<std::size_t>(code, model.other_symbols - 1));
}

// The boards of all rows stand in one array with margins that hold the worst, so that each step is
// one loop over it.
std::vector<std::uint8_t> BestSteps::symbols(std::span<const Code> other) const {
  constexpr std::uint16_t kNowhere = 0xFFFF;
  const std::size_t width = files_ + margin_, board = width * (ranks_ + margin_);
  const std::size_t squares = files_ * ranks_, rows = (other.size() + squares - 1) / squares;
  const std::size_t before = margin_ * (width + 1), size = rows * board;
  std::vector<std::uint16_t> values(size + 2 * before, kNowhere), lowest(size, kNowhere);
  const auto for_each_rank = [&](auto&& f) {
    for (std::size_t begin = 0; begin < other.size(); begin += files_)
      f(begin, std::min(files_, other.size() - begin),
        begin / squares * board + begin % squares / files_ * width);
  };
  for_each_rank([&](std::size_t begin, std::size_t n, std::size_t at) {
    for (std::size_t i = 0; i < n; ++i) values[before + at + i] = badness_[other[begin + i]];
  });
  for (const std::ptrdiff_t offset : offsets_) {
    const std::uint16_t* from = values.data() + static_cast<std::ptrdiff_t>(before) + offset;
    for (std::size_t i = 0; i < size; ++i) lowest[i] = std::min(lowest[i], from[i]);
  }
  std::vector<std::uint8_t> out(other.size());
  const auto none = static_cast<std::uint8_t>(std::min<std::size_t>(symbol_.size(), 254) + 1);
  for_each_rank([&](std::size_t begin, std::size_t n, std::size_t at) {
    for (std::size_t i = 0; i < n; ++i)
      out[begin + i] = lowest[at + i] == kNowhere ? none : symbol_[lowest[at + i]];
  });
  return out;
}

}  // namespace augmate::internal
