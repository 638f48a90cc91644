// SPDX-License-Identifier: MIT
// Journal: what making a table found so far, as a sequence of records, in memory or in a file.
//
// Making a table is a deterministic sequence of pieces of work (the half-steps of each run, chunk
// by chunk; finished placements of pawns; blocks of the table written), and each piece leaves one
// record. A run that finds a journal of the same work does the same sequence again, but takes what
// a piece found from its record as long as there is one, and goes on by itself from the first that
// is missing. So the same code makes, resumes and proves nothing twice, and a resumed run leaves
// the same bytes as one that nothing stopped.
//
// A record is whole or not there: its checksum covers its head, its bytes and its place in the
// file. What stands behind the last whole record (a write that a kill or a power cut tore) is cut
// off when the file is opened. Nothing is synced record by record: after a power cut the checksums
// find the end of what reached the disk. Bytes of records are read back from the file when they are
// needed, so that memory holds only where they are.
//
// The file's head names the work: program, format versions, rules and material. A journal of other
// work, or of none that can be recognised, is started anew. A lock keeps two runs from one file.
//
// Example: KBNvK on 12x8, killed in ply 30 of White's wins: some 60 records and perhaps half of the
// next. The next run computes what comes before step 0, applies 60 records and computes the 61st.
//
// Bytes: JOURNAL.md beside this file. One thread appends; any number read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace augmate {

// Which piece of work a record is of.
struct JournalKey {
  enum class Kind : std::uint8_t { kHalfStep = 1, kPlacement = 2, kBlocks = 3 };
  Kind kind = Kind::kHalfStep;
  std::uint8_t side = 0;     // half-step: the attacker; blocks: the side to move
  std::uint8_t outcome = 0;  // half-step: which the attacker forces
  std::uint8_t mover = 0;    // half-step: the side to move
  std::uint16_t step = 0;    // half-step: plies
  std::uint16_t unit = 0;    // half-step: its part
  std::uint64_t number = 0;  // the placement; blocks: the first one
  bool operator==(const JournalKey&) const = default;
};

class Journal {
 public:
  using Bytes = std::span<const std::uint8_t>;
  struct Record {
    JournalKey key;
    std::uint64_t at = 0;  // of its bytes: in the file; in memory its number
    std::uint64_t size = 0;
  };

  static std::unique_ptr<Journal> in_memory();
  // Opens or starts the file. `work` names what is done, in any bytes. kIo if another run holds it.
  static Result<std::unique_ptr<Journal>> open(const std::string& path, std::string_view work);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  bool on_disk() const { return descriptor_ >= 0; }
  // Records that were there when the file was opened.
  const std::vector<Record>& found() const { return found_; }
  // Why a file that was there is not gone on with; empty if it is, or if there was none.
  const std::string& started_anew_because() const { return started_anew_because_; }

  // The next of the found records, if it is of this piece of work. If it is of another, which no
  // run of this program leaves, all that follow are dropped.
  Result<std::optional<Record>> take(const JournalKey& key);
  // Makes `records` records the next to be taken.
  void skip_to(std::size_t records) { next_ = records; }
  // Appends behind the records taken: the parts, one behind another.
  Result<Record> append(const JournalKey& key, std::span<const Bytes> parts);
  Result<Record> append(const JournalKey& key, Bytes bytes) {
    return append(key, std::span<const Bytes>(&bytes, 1));
  }

  // The bytes [begin, end) of a record; `buffer` holds them if need be.
  Result<Bytes> read(const Record& record, std::uint64_t begin, std::uint64_t end,
                     std::vector<std::uint8_t>& buffer) const;
  // The bytes are needed no more. Frees memory, and the record's number for another; a file keeps
  // them.
  void forget(const Record& record);
  // Removes the file: the work is done.
  Result<void> remove();

  std::uint64_t size_bytes() const { return end_; }

 private:
  Journal() = default;
  Result<void> start(std::string_view head);
  Result<void> scan();
  Result<void> cut(std::uint64_t end);
  Result<void> write(std::uint64_t at, std::span<const Bytes> parts);

  std::string path_;
  int descriptor_ = -1;  // -1: in memory
  std::uint64_t end_ = 0;
  std::vector<std::vector<std::uint8_t>> memory_;
  std::vector<std::uint64_t> free_;  // numbers in memory_ of records that were forgotten
  std::vector<Record> found_;
  std::size_t next_ = 0;
  std::string started_anew_because_;
};

}  // namespace augmate
