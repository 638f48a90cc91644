// SPDX-License-Identifier: MIT
// A sweep: many endings of the same shape solved one after the other, a row for each. On each board
// every White army meets every Black one (the bare royal alone where there are none). Where a
// game looks the same to both sides, X v Y is Y v X with the colours exchanged: the one that comes
// first stands for both.
//
// Rows already in the record are taken from it and not made again, so that a sweep goes on where
// it was stopped, and a longer one makes only what is new. Tables of smaller endings, and all where
// they are not to be kept, are made in a folder of the sweep's own beside the record, which goes
// when the sweep is done; a folder of that name that no sweep made is refused. So is a row of the
// record without a verdict where one is asked for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gen/generate.h"
#include "research/army.h"
#include "research/sweep_row.h"

namespace augmate {

struct SweepPlan {
  std::vector<Workshop> boards;           // the game on each
  std::vector<std::string> white, black;  // armies; no `black`: the bare royal
  bool against_itself = true;             // an army meets its like
};

struct SweepOptions {
  std::string record;   // JSON lines; empty: none, rows are only returned
  std::string tables;   // folder to keep all tables in; empty: none is kept
  bool general = true;  // say what is generally won, which takes as long again as solving
  int threads = 0;
  std::function<void(const GenerateProgress&)> progress;
  // Of each row, made now or before: it, and how many pairs of how many are done.
  std::function<void(const SweepRow&, std::size_t done, std::size_t all)> on_row;
};

// In the order boards, White's armies, Black's armies.
Result<std::vector<SweepRow>> sweep(const SweepPlan& plan, const SweepOptions& options);

}  // namespace augmate
