// SPDX-License-Identifier: MIT
#include "tests/support/compare.h"

#include <gtest/gtest.h>

#include "tests/support/plain_solver.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

std::string text(Value v) { return std::string(name(v.outcome)) + " " + std::to_string(v.plies); }

void compare_values(const Solved& solved, const PlainSolver& plain, const Material& material) {
  int shown = 0;
  std::uint64_t different = 0;
  plain.for_each(material, [&](const Position& position, PackedValue packed) {
    if (packed == kDontCare) return;
    const Value expected = unpack(packed), got = solved.value(position);
    if (got == expected) return;
    ++different;
    if (shown++ < 5)
      ADD_FAILURE() << to_fen(solved.game(), position) << ": " << text(got) << ", plain solver "
                    << text(expected);
  });
  EXPECT_EQ(different, 0U);
}

}  // namespace

void compare_with_plain(const std::shared_ptr<const Game>& game, const Material& material) {
  SCOPED_TRACE(material_name(*game, material));
  const auto solved = Solved::solve(game, material);
  // A solver for which stalemate must be a draw says so instead of a wrong value.
  if (!solved && solved.error().code == ErrorCode::kNotCovered &&
      game->rules().stalemate != Outcome::kDraw)
    return;
  ASSERT_TRUE(solved.has_value()) << solved.error().message;
  PlainSolver plain(game->rules());
  plain.solve(material);
  compare_values(*solved, plain, material);
  const auto expected = plain.statistics(material);
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const SideStatistics& got = solved->statistics(side);
    EXPECT_EQ(got.legal, expected[index(side)].legal);
    for (unsigned o = 0; o < kOutcomes; ++o) {
      SCOPED_TRACE(name(static_cast<Outcome>(o)));
      EXPECT_EQ(got.outcomes[o].count, expected[index(side)].outcomes[o].count);
      EXPECT_EQ(got.outcomes[o].histogram, expected[index(side)].outcomes[o].histogram);
    }
  }
}

}  // namespace augmate::test
