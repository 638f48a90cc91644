// SPDX-License-Identifier: MIT
#include "research/sweep_files.h"

#include <filesystem>

#include "formats/internal/atomic_file.h"

namespace augmate {
namespace {

Result<void> write_hdf5(const std::string& path, const std::vector<SweepRow>& rows) {
  std::vector<Hdf5Row> cells;
  for (const SweepRow& row : rows) cells.push_back(cells_of(row));
  return append_rows(path, "sweep", sweep_columns(), cells, {"rules", "board", "white", "black"});
}

}  // namespace

Result<SweepFiles> sweep_files(const std::vector<std::string>& names) {
  SweepFiles files;
  for (const std::string& name : names) {
    const std::string ending = std::filesystem::path(name).extension().string();
    if (ending == ".jsonl" && files.record.empty())
      files.record = name;
    else if (ending == ".csv")
      files.csv.push_back(name);
    else if (ending == ".h5" || ending == ".hdf5")
      files.hdf5.push_back(name);
    else
      return Error{ErrorCode::kUsage,
                   "--out " + name + ": name one file .jsonl, and any of .csv, .h5 and .hdf5"};
  }
  if (files.record.empty() && !names.empty()) files.record = names.front() + ".jsonl";
  return files;
}

Result<void> write_files(const SweepFiles& files, const std::vector<SweepRow>& rows) {
  for (const std::string& path : files.csv)
    if (auto ok = internal::write_file(path, to_csv(rows)); !ok) return ok;
  for (const std::string& path : files.hdf5)
    if (auto ok = write_hdf5(path, rows); !ok) return ok;
  return {};
}

}  // namespace augmate
