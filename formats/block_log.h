// SPDX-License-Identifier: MIT
// BlockLog: remembers the blocks that write_table made, batch by batch, for a run that goes on
// after this one was killed. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/game.h"

namespace augmate {

class BlockLog {
 public:
  virtual ~BlockLog() = default;

  // The batch of blocks from number `first` on as an earlier run made it; empty if none did. Asked
  // for in the order in which they are made.
  virtual Result<std::vector<std::string>> take(Side side, std::uint64_t first) = 0;
  virtual Result<void> append(Side side, std::uint64_t first,
                              std::span<const std::string> blocks) = 0;
};

}  // namespace augmate
