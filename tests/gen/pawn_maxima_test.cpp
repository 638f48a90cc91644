// SPDX-License-Identifier: MIT
// Published maxima of orthodox endings with pawns: the longest wins of White with White to move, in
// moves with the mating one. All but KPvK are rows of claims.csv, whose reader knows no pawns.
#include <gtest/gtest.h>

#include <string>

#include "rules/variant_file.h"
#include "tests/support/games.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

struct Maximum {
  const char* ending;
  int moves;
  const char* source;
};
void PrintTo(const Maximum& m, std::ostream* out) { *out << m.ending << ", " << m.source; }

std::shared_ptr<const Game> chess() {
  const auto library = VariantLibrary::open(std::string(AUGMATE_SOURCE_DIR) + "/variants");
  return make_game(library->load("chess")->rules);
}

int longest(const Solved& solved, Side to_move, Outcome outcome) {
  return solved.statistics(to_move).outcomes[static_cast<unsigned>(outcome)].max_plies();
}

class PawnMaxima : public ::testing::TestWithParam<Maximum> {};

TEST_P(PawnMaxima, AsPublished) {
  const auto game = chess();
  const auto solved = Solved::solve(game, material(*game, GetParam().ending));
  ASSERT_TRUE(solved) << solved.error().message;
  EXPECT_EQ((longest(*solved, Side::kWhite, Outcome::kWin) + 1) / 2, GetParam().moves);
}

TEST(PawnMaximum, PawnAgainstBareKing) {
  const auto game = chess();
  const auto solved = Solved::solve(game, material(*game, "KPvK"));
  ASSERT_TRUE(solved) << solved.error().message;
  EXPECT_EQ(longest(*solved, Side::kWhite, Outcome::kWin), 55);  // 28 moves
  EXPECT_EQ(longest(*solved, Side::kBlack, Outcome::kLoss), 56);
  EXPECT_EQ(longest(*solved, Side::kBlack, Outcome::kWin), kNoDistance);
}

std::string name_of(const ::testing::TestParamInfo<Maximum>& test) { return test.param.ending; }

INSTANTIATE_TEST_SUITE_P(Unit, PawnMaxima,
                         ::testing::Values(Maximum{"KQPvK", 10, "C0599"},
                                           Maximum{"KPvKB", 29, "C0606"},
                                           Maximum{"KPvKR", 43, "C0607"},
                                           Maximum{"KNvKP", 7, "C0609"}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Medium, PawnMaxima, ::testing::Values(Maximum{"KPvKP", 33, "C0604"}),
                         name_of);

}  // namespace
}  // namespace augmate::test
