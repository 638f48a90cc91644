// SPDX-License-Identifier: MIT
// The files that a sweep leaves: the record in JSON lines, and from it CSV and HDF5.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "research/sweep_row.h"

namespace augmate {

struct SweepFiles {
  std::string record;             // empty where no file is asked for
  std::vector<std::string> csv;   // written anew
  std::vector<std::string> hdf5;  // rows that they lack are appended to the table "sweep"
};

// By their endings, .jsonl .csv .h5 .hdf5. Where none of them is a record, it is beside the first
// one: FILE.jsonl. kUsage for another ending or a second record.
Result<SweepFiles> sweep_files(const std::vector<std::string>& names);

Result<void> write_files(const SweepFiles& files, const std::vector<SweepRow>& rows);

}  // namespace augmate
