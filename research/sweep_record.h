// SPDX-License-Identifier: MIT
// SweepRecord: the rows of a sweep in a file of JSON lines, so that it can go on after any end. A
// row is one write at the end of the file, synced; a line without its end, the trace of a kill, is
// cut off when the file is opened. A lock keeps a second sweep from the same file.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "research/sweep_row.h"

namespace augmate {

class SweepRecord {
 public:
  // Makes the file where there is none. kIo, kNoSpace; kCorrupt for a line that is no row;
  // kUsage when another sweep holds the file.
  static Result<std::unique_ptr<SweepRecord>> open(const std::string& path);
  ~SweepRecord();
  SweepRecord(const SweepRecord&) = delete;
  SweepRecord& operator=(const SweepRecord&) = delete;

  const std::vector<SweepRow>& rows() const { return rows_; }
  const SweepRow* find(const std::string& key) const;  // null where there is none
  Result<void> append(const SweepRow& row);

 private:
  SweepRecord(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  Result<void> read();
  void add(SweepRow row);

  std::string path_;
  int descriptor_ = -1;
  std::vector<SweepRow> rows_;
  std::unordered_map<std::string, std::size_t> by_key_;
};

// The rows of a record that nobody writes.
Result<std::vector<SweepRow>> read_record(const std::string& path);

}  // namespace augmate
