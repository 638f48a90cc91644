// SPDX-License-Identifier: MIT
// PlacementRecord: a finished placement of pawns as it stands in the journal: what its statistics
// follow from, and its values, compressed, so that a run that goes on need not solve it again. The
// bytes are described in formats/JOURNAL.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "formats/journal.h"
#include "formats/table_file.h"
#include "gen/retrograde.h"

namespace augmate {

class PlacementRecord {
 public:
  // `values`: by side to move, the same number of each. `solved` is stored without its units.
  static Result<std::vector<std::uint8_t>> encode(
      const Solved& solved, const std::array<std::vector<PackedValue>, 2>& values);

  // `entries`: of one side to move.
  PlacementRecord(const Journal& journal, const Journal::Record& record, std::uint64_t entries)
      : journal_(journal), record_(record), entries_(entries) {}

  Result<Solved> solved() const;
  Result<std::vector<PackedValue>> values(Side side) const;

 private:
  const Journal& journal_;
  Journal::Record record_;
  std::uint64_t entries_;
};

}  // namespace augmate
