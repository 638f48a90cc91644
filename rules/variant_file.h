// SPDX-License-Identifier: MIT
// Variant files: games as data, in the INI syntax and with the keys of Fairy-Stockfish's
// variants.ini where it has them, and keys of augmate's own (docs/variants.md lists both). A
// VariantLibrary reads the shipped folder, then any file of the user's, and gives GameRules by
// name.
//
// A file that asks for a rule that tables do not cover is refused with the rule's name
// (kNotCovered); a key that nobody knows, or a value that cannot be read, with the file and the
// line (kBadNotation). Nothing is guessed. Built once, then read by any number of threads.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "rules/game.h"
#include "rules/ini_file.h"
#include "rules/kind_text.h"

namespace augmate {

struct Variant {
  GameRules rules;
  std::string file;         // where it was read
  std::string description;  // one sentence
  std::string limits;       // what of the game is not covered, for people; may be empty
};

class VariantLibrary {
 public:
  // Reads kinds.ini (named kinds), then every other *.ini of the folder in the order of their
  // names. kIo if the folder or kinds.ini is not there.
  static Result<VariantLibrary> open(const std::string& folder);

  // Adds the variants of a file; a name that is known is refused. Returns the names added. A
  // variant whose parent is not known is an error when it is loaded, so that one does not spoil the
  // others.
  Result<std::vector<std::string>> read_file(const std::string& path);
  Result<std::vector<std::string>> read_text(std::string_view text, const std::string& file);

  std::vector<std::string> names() const;  // in the order of reading
  // kUsage for an unknown name.
  Result<Variant> load(std::string_view name) const;

  const KindLibrary& kinds() const { return kinds_; }

 private:
  struct Entry {
    IniSection section;
    std::string file;
    bool orphan = false;  // its parent was not known
  };
  const Entry* find(std::string_view name) const;
  Result<void> read_kinds(const std::string& path);

  KindLibrary kinds_;
  // Fairy-Stockfish's predefined pieces: key and notation in that program's dialect.
  std::vector<std::pair<std::string, std::string>> predefined_;
  std::vector<Entry> entries_;
};

// The shipped folder (rules/data_folder.h).
std::string default_variant_folder();

}  // namespace augmate
