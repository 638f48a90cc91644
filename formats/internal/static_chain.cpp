// SPDX-License-Identifier: MIT
#include "formats/internal/static_chain.h"

#include <cstdlib>

namespace augmate::internal {

StaticChain::StaticChain(const StaticModel& model)
    : files_(model.files),
      squares_(model.squares),
      ranks_(model.ranks()),
      steps_(model),
      neighbours_(model.neighbours()) {
  places_.resize((2 * files_ - 1) * (2 * ranks_ - 1));
  for (std::size_t i = 0; i < places_.size(); ++i)
    places_[i] = static_cast<std::uint16_t>(i % model.places() * model.alphabet(neighbours_[0]));
  for (std::size_t s = 0; s + 1 < model.stages.size(); ++s) {
    const std::size_t after = model.alphabet(neighbours_[s + 1]);
    auto& next = stages_.emplace_back();
    for (const std::uint8_t c : model.stages[s].next)
      next.push_back(static_cast<std::uint16_t>(c * after));
  }
  if (!model.stages.empty()) last_ = model.stages.back().next;
  nothing_.fill(static_cast<std::uint8_t>(model.none()));
}

TabledBlock table_block(const StaticModel& model, const StaticChain& chain,
                        const Alphabet& alphabet, const std::uint8_t* best,
                        std::span<const Code> block) {
  TabledBlock out{std::vector<std::uint8_t>(block.size()), std::vector<std::uint8_t>(block.size())};
  alphabet.to_symbols(block, out.symbols.data());
  StaticChain::Classes classes;
  for_each_rank(model, block.size(), [&](const RankPlace& at, std::size_t n) {
    chain.classes_of(out.symbols.data(), best, at, classes);
    std::uint8_t left = alphabet.none();
    for (std::size_t i = 0; i < n; ++i) {
      out.tables[at.begin + i] = chain.last()[classes[i] + left];
      left = out.symbols[at.begin + i];
    }
  });
  return out;
}

BestSteps::BestSteps(const StaticModel& model) : files_(model.files), squares_(model.squares) {
  for (const auto& step : model.lane_steps)
    for (const std::int8_t by : step)
      margin_ = std::max<std::size_t>(margin_, static_cast<std::size_t>(std::abs(by)));
  width_ = files_ + margin_;
  board_ = width_ * (model.ranks() + margin_);
  for (const auto& [file, rank] : model.lane_steps)
    offsets_.push_back(rank * static_cast<std::ptrdiff_t>(width_) + file);
}

// The boards stand in one array with what is no symbol between them, so that each step is one loop
// over all of it.
std::unique_ptr<std::uint8_t[]> BestSteps::boards(std::span<const Code> other, std::size_t size,
                                                  const Alphabet& alphabet) const {
  const std::size_t rows = (size + squares_ - 1) / squares_, bytes = rows * board_;
  const std::size_t before = margin_ * (width_ + 1);
  std::vector<std::uint8_t> symbols(bytes + 2 * before, alphabet.none());
  std::unique_ptr<std::uint8_t[]> least(new std::uint8_t[bytes]);
  std::fill_n(least.get(), bytes, alphabet.none());
  const std::size_t n = std::min(other.size(), size);
  for (std::size_t begin = 0, at = before; begin < n; begin += files_, at += width_) {
    if (begin % squares_ == 0) at = before + begin / squares_ * board_;
    alphabet.to_symbols(other.subspan(begin, std::min(files_, n - begin)), symbols.data() + at);
  }
  for (const std::ptrdiff_t offset : offsets_) {
    const std::uint8_t* from = symbols.data() + static_cast<std::ptrdiff_t>(before) + offset;
    std::uint8_t* to = least.get();
    for (std::size_t i = 0; i < bytes; ++i) to[i] = std::min(to[i], from[i]);
  }
  return least;
}

}  // namespace augmate::internal
