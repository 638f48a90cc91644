// SPDX-License-Identifier: MIT
#include "rules/betza.h"

#include <array>

#include "rules/internal/betza_terms.h"

namespace augmate {
namespace {
struct DialectName {
  Dialect dialect;
  const char* name;
};
constexpr std::array<DialectName, 4> kNames = {{{Dialect::kBetza, "betza"},
                                                {Dialect::kXboard, "xboard"},
                                                {Dialect::kDiagram, "diagram"},
                                                {Dialect::kFsf, "fsf"}}};
}  // namespace

const char* name(Dialect dialect) { return kNames[static_cast<std::size_t>(dialect)].name; }

std::optional<Dialect> find_dialect(std::string_view name) {
  for (const DialectName& entry : kNames)
    if (name == entry.name) return entry.dialect;
  return std::nullopt;
}

Result<StepGraph> parse_piece(std::string_view text, Dialect dialect) {
  const Result<std::vector<betza::Term>> terms = betza::parse_terms(text, dialect);
  if (!terms) return terms.error();
  StepGraph graph;
  for (const betza::Term& term : *terms) {
    const Result<StepGraph> part = betza::expand(term);
    if (!part) return part.error();
    graph.unite(*part);
  }
  return normalized(graph);
}

}  // namespace augmate
