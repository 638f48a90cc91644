// SPDX-License-Identifier: MIT
// Kinds of men by name. A KindLibrary maps names to moves; a *kind text* is what people write for a
// man: parts joined by '+', each a name of the library or a piece in Betza notation, and the man
// moves as any of its parts may ("Rook+Ferz", "Champion", "WAD", "RegentBase+B+gQ").
//
// A name is a capital followed by letters, digits or '-'. No name may read as a piece of the
// default dialect too, so that a text never has two meanings. A name's text may use the names
// before it, so that no name can lead back to itself. Built once, then read by any number of
// threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/betza.h"
#include "rules/step_graph.h"

namespace augmate {

class KindLibrary {
 public:
  // A later definition of a name replaces the earlier one for the texts that follow. The text is
  // read when it is asked for. kBadNotation for a name that may not be one.
  Result<void> add(std::string name, std::string text);

  // The newest text of a name, nullptr for none.
  const std::string* find(std::string_view name) const;
  std::vector<std::string> names() const;

  // The moves that a kind text says. Errors name the part.
  Result<StepGraph> parse(std::string_view text, Dialect dialect = Dialect::kBetza) const;

 private:
  struct Entry {
    std::string name, text;
  };
  Result<StepGraph> parse_part(std::string_view part, Dialect dialect, std::size_t known) const;
  Result<StepGraph> parse_known(std::string_view text, Dialect dialect, std::size_t known) const;

  std::vector<Entry> entries_;
};

}  // namespace augmate
