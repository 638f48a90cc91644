// SPDX-License-Identifier: MIT
// generate: makes the table of an ending, and first those of the smaller endings that captures lead
// to, each once. Files appear whole or not at all; a table that is already there and answers for
// the game is kept.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/table_file.h"
#include "rules/game.h"
#include "rules/position.h"

namespace augmate {

struct GenerateProgress {
  std::string material;             // being solved
  Side attacker = Side::kWhite;     // whose wins are looked for
  int step = 0;                     // plies
  std::uint64_t positions = 0;      // decided so far, index entries of both sides to move
  std::uint64_t entries = 0;        // index entries of both sides to move
  bool writing = false;             // solved, being written
  std::size_t resumed_records = 0;  // of the journal that an earlier run left
  std::string notice;               // why such a journal is not gone on with
};

// So few that a journal, of which nobody knows before how large it grows (seldom more than a byte
// and a half an entry), is small beside the program where it is in memory.
inline constexpr std::uint64_t kJournalEntries = std::uint64_t{1} << 22;

struct GenerateOptions {
  std::string folder = "tables";
  int threads = 0;     // 0: as many as there are
  bool force = false;  // make the asked table anew although it is there
  Profile profile = Profile::kEngine;
  StoredSides sides = StoredSides::kBoth;
  // From so many entries of one side to move on, a journal on disk lets the next run go on where
  // one was killed.
  std::uint64_t journal_entries = kJournalEntries;
  // The most that the process is to take in memory (memory_plan.h); 0: no limit.
  std::uint64_t memory_bytes = 0;
  std::function<void(const GenerateProgress&)> progress;  // called from one thread
};

struct GeneratedTable {
  std::string material;  // as stored
  std::string path;
  bool kept = false;                // it was there
  std::size_t resumed_records = 0;  // of the journal that an earlier run left
  TableInfo info;
  double solve_seconds = 0;  // wall time
  double write_seconds = 0;
};

// All tables of the chain, smallest first, the asked one last.
Result<std::vector<GeneratedTable>> generate(const std::shared_ptr<const Game>& game,
                                             const Material& material,
                                             const GenerateOptions& options);

// Solves without storing the asked table; the smaller ones are made and stored. For benchmarks.
Result<GeneratedTable> solve_only(const std::shared_ptr<const Game>& game, const Material& material,
                                  const GenerateOptions& options);

}  // namespace augmate
