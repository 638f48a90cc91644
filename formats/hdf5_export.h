// SPDX-License-Identifier: MIT
// A whole table as an HDF5 file that explains itself, for numerical work in any language.
//
// For each side to move the file holds two datasets over the squares of the men (SquareGrid): the
// outcome, an enumeration, and the distance in plies, both with a value of their own for points
// that are no legal positions. So a reader looks a position up by the squares of its men and needs
// to know nothing else; dimension scales name the squares. docs/hdf5.md describes every object.
//
// Unfolded, every position has its point. Folded, the first axis (White's royal) is kept to one
// square of each orbit under the ending's symmetries, which makes the file up to eight times
// smaller, and the dataset `symmetries` says where to look the other positions up.
//
// Points are written chunk after chunk in the order of the table, so memory stays at one chunk and
// the cache of SquareGrid, whatever the size (a side that the table leaves out is rebuilt by the
// grid first). While writing, the points are counted; an export whose counts are not the table's
// statistics fails (kMismatch) and leaves no file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/table_set.h"

namespace augmate {

struct Hdf5ExportOptions {
  bool fold = false;
  std::string program;  // name and version, for the file
  // Called now and then with the points done and all.
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

// What was written.
struct Hdf5Export {
  std::vector<std::string> axes;     // "white_K"
  std::vector<std::uint64_t> sizes;  // of the axes
  std::uint64_t states = 1;          // of the Jokers: one more axis, the first, where several
};

// Writes `path` by way of a temporary file beside it. kTooLarge beyond 2^40 points a side, kIo,
// kNoSpace, kMismatch, or what opening and reading tables says.
Result<Hdf5Export> export_hdf5(const std::shared_ptr<const Game>& game, const Material& material,
                               const TableSet& tables, const std::string& path,
                               const Hdf5ExportOptions& options = {});

}  // namespace augmate
