// SPDX-License-Identifier: MIT
// TableSet: folders of table files, and the way from a material of a game to the file that answers
// for it. Which file that is (canonical colours, name with the rules' hash), whether it really is
// of the game's rules, and where in it a position stands are decided here alone, for whoever reads
// tables. A value type; any number of threads may use one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/position_index.h"
#include "formats/table_file.h"

namespace augmate {

// A table opened for a game and a material, which may be stored with the colours exchanged.
class OpenTable {
 public:
  OpenTable(std::shared_ptr<const TableFile> file, PositionIndex index, Canonical canonical)
      : file_(std::move(file)), index_(std::move(index)), canonical_(std::move(canonical)) {}

  const TableFile& file() const { return *file_; }
  const PositionIndex& index() const { return index_; }      // of the stored material
  const Canonical& canonical() const { return canonical_; }  // from the material asked for

  struct Place {
    Side side = Side::kWhite;  // to move, as stored
    std::uint64_t entry = 0;
  };
  // Where the position of the material asked for stands; nothing for another material, and where
  // the file leaves the side to move out: then the value follows from the moves.
  std::optional<Place> place(const Position& position) const;

 private:
  std::shared_ptr<const TableFile> file_;
  PositionIndex index_;
  Canonical canonical_;
};

class TableSet {
 public:
  // The folders are searched in this order.
  explicit TableSet(std::vector<std::string> folders, Backing backing = Backing::kRead)
      : folders_(std::move(folders)), backing_(backing) {}

  // A table in memory, found before those in folders, of whatever game it says. The bytes stay the
  // caller's, unchanged as long as anything that was opened here. What TableFile::open says.
  Result<void> add(std::string_view bytes, const std::string& name);

  const std::vector<std::string>& folders() const { return folders_; }

  // The first file of the name that answers for the material, or the name of one in memory.
  std::optional<std::string> find(const Game& game, const Material& material) const;

  // kMissingTable, kWrongGame when the file's rules are others than the game's, or what
  // TableFile::open says.
  Result<std::shared_ptr<const OpenTable>> open(const std::shared_ptr<const Game>& game,
                                                const Material& material) const;

 private:
  Result<std::shared_ptr<const TableFile>> open_file(const Game& game,
                                                     const Material& material) const;

  std::vector<std::string> folders_;
  Backing backing_;
  std::map<std::string, std::shared_ptr<const TableFile>> in_memory_;  // by file name
};

// The name of the file that answers for the material.
std::string stored_file_name(const Game& game, const Material& material);

}  // namespace augmate
