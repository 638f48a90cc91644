// SPDX-License-Identifier: MIT
// WriteLog: the blocks of a table in the journal of its making. `profile` and `sides` tell how the
// blocks are stored: those of another way are not taken.
#pragma once

#include "formats/block_log.h"
#include "formats/journal.h"

namespace augmate {

class WriteLog : public BlockLog {
 public:
  WriteLog(Journal& journal, std::uint16_t profile, std::uint16_t sides)
      : journal_(journal), profile_(profile), sides_(sides) {}

  Result<std::vector<std::string>> take(Side side, std::uint64_t first) override;
  Result<void> append(Side side, std::uint64_t first, std::span<const std::string> blocks) override;

 private:
  JournalKey key(Side side, std::uint64_t first) const;

  Journal& journal_;
  std::uint16_t profile_, sides_;
};

}  // namespace augmate
