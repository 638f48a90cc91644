// SPDX-License-Identifier: MIT
// check_sample: re-derives positions of a table that are drawn at random, for tables that
// check_table (gen/check.h) cannot hold in memory. The values that a position's moves lead to are
// read from the files as they are needed.
//
// What it proves. Each drawn position is compared as in check_table: its value must be what its
// legal moves make it. If a share p of the positions of a side is not consistent, n draws all miss
// them with the probability (1 - p)^n; so n equal ones say with 95 % confidence that p is below 3 /
// n. A consistent position may still have a wrong value that others share, so this finds damaged
// and mistaken tables, while only check_table proves one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "rules/game.h"
#include "rules/position.h"

namespace augmate {

struct SampleOptions {
  std::uint64_t positions = 0;  // to draw, of all sides that the file stores together; at least 1
  std::uint64_t seed = 1;       // the same seed draws the same positions
  int threads = 0;              // 0: as many as OpenMP thinks right
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;  // by the calling thread
};

struct SampleReport {
  std::string material, path;             // as stored
  std::array<std::uint64_t, 2> compared;  // legal positions by side to move
  std::uint64_t moves = 0;                // legal moves looked at
};

// Legal positions are drawn from the index with equal chances. kMismatch with the first difference
// in the order of drawing; kNotCovered under an exact move-count rule, where values depend on more
// than the moves, and for a table without a legal position; or what opening and reading the tables
// says. The answer does not depend on the number of threads.
Result<SampleReport> check_sample(const std::shared_ptr<const Game>& game, const Material& material,
                                  const std::string& folder, const SampleOptions& options);

}  // namespace augmate
