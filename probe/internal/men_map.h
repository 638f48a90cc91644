// SPDX-License-Identifier: MIT
// MenMap: from the men of a position, in the order in which they stand there, to their ending and
// to which man is which. Chains of nodes that are added at the front and never change or go, so
// that readers need no lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "probe/ending_reader.h"
#include "rules/outcome.h"
#include "rules/position.h"

namespace augmate::internal {

struct MenFound {
  std::array<std::optional<Value>, 2> ended;  // by side to move: the material ends the game
  const EndingReader* ending = nullptr;       // unless it does for both
  std::array<std::uint8_t, kMaxMen> from{};   // for each man of the material, which of the position

  void squares_of(const Position& position, Square* squares) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(position.count); ++i)
      squares[i] = position.men[from[i]].square;
  }
};

class MenMap {
 public:
  // Nothing for men in an order that nobody has added.
  const MenFound* find(const Position& position) const;
  // `from` is filled in here. The first who adds the men has added them.
  const MenFound* add(const Position& position, const Material& material, MenFound found);

 private:
  struct Node {
    std::uint64_t key = 0;
    MenFound found;
    const Node* next = nullptr;
  };
  static std::uint64_t key_of(const Position& position);
  static std::size_t chain_of(std::uint64_t key) { return key * 0x9E3779B97F4A7C15u >> 54; }

  std::array<std::atomic<const Node*>, 1024> chains_{};
  std::mutex mutex_;  // of adding
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace augmate::internal
