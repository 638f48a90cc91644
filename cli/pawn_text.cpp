// SPDX-License-Identifier: MIT
#include "cli/pawn_text.h"

#include <fmt/format.h>

namespace augmate::cli {
namespace {

// "up to 3 squares from rank 2, 2 from ranks 3 to 5"; empty for single steps only.
std::string steps_text(const PawnRule& pawn) {
  std::string text;
  const auto& steps = pawn.steps;
  for (std::size_t first = 0; first < steps.size();) {
    std::size_t last = first;
    while (last + 1 < steps.size() && steps[last + 1] == steps[first]) ++last;
    if (steps[first] > 1)
      text += fmt::format(
          "{}{}{}", text.empty() ? "up to " : ", ", steps[first],
          first == last
              ? fmt::format("{} from rank {}", text.empty() ? " squares" : "", first)
              : fmt::format("{} from ranks {} to {}", text.empty() ? " squares" : "", first, last));
    first = last + 1;
  }
  return text;
}

}  // namespace

std::string pawn_text(const GameRules& rules, const PawnRule& pawn) {
  std::string text = fmt::format("stands on own ranks {} to {}", pawn.first_rank, pawn.last_rank);
  const std::string steps = steps_text(pawn);
  text += steps.empty() ? "; goes one square" : "; goes " + steps;
  if (pawn.en_passant) text += "; takes and is taken in passing";
  for (const Promotion& p : pawn.promotions) {
    text += fmt::format("; {} on rank {} to ", p.forced ? "promotes" : "may promote", p.rank);
    for (const int k : p.kinds) text += rules.kinds[static_cast<std::size_t>(k)].letter;
  }
  return text;
}

}  // namespace augmate::cli
