// SPDX-License-Identifier: MIT
// Rows of results (a sweep's) appended to a table in an HDF5 file.
//
// The table is one dataset of compound elements, a member for each column, that grows by rows; h5py
// shows it as a structured array, HDFView as a table. A missing cell is -1 in a column of integers,
// not-a-number in one of reals, empty in one of texts; attributes of the dataset say so and what
// each column means. The file is never changed in place: a copy with the rows appended takes its
// name, so that a kill leaves the old file or the new one, and what else the file holds stays. Two
// programs that append to one file at the same time wait for each other.
//
// Worked example: append_rows("s.h5", "sweep", {{"ending", kText, "..."}, {"won", kInteger,
// "..."}}, {{"KQvK", 223944}}) makes or extends s.h5:/sweep. Functions only; one thread at a time
// (the HDF5 library is not made for several).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"

namespace augmate {

struct Hdf5Column {
  enum class Type { kInteger, kReal, kText };
  std::string name;
  Type type = Type::kInteger;
  std::string meaning;  // with its unit; an attribute "NAME: meaning"
};

using Hdf5Cell = std::variant<std::monostate, std::int64_t, double, std::string>;  // first: missing
using Hdf5Row = std::vector<Hdf5Cell>;  // a cell a column, of its type or missing

// Makes the file and the dataset `name` where they are missing (an empty file counts as missing).
// kCorrupt if the dataset is there with other columns or is no table, kIo, kNoSpace; then the file
// is as it was.
//
// `unique`: columns of texts that together tell rows apart. A row that agrees with one that is
// there in all of them is left out, so that the same results can be appended again.
Result<void> append_rows(const std::string& path, const std::string& name,
                         const std::vector<Hdf5Column>& columns, const std::vector<Hdf5Row>& rows,
                         const std::vector<std::string>& unique = {});

}  // namespace augmate
