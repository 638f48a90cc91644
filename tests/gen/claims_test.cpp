// SPDX-License-Identifier: MIT
// Published maxima and counts of endings (tests/data/README.md, with the units and denominators of
// the sources): all claims of one ending are one test.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "tests/support/claims_file.h"
#include "tests/support/games.h"
#include "tests/support/orbits.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

class ClaimChecker {
 public:
  ClaimChecker(const Solved& solved, const ClaimedEnding& ending)
      : solved_(solved), ending_(ending), orbits_(solved) {}

  void check(const Claim& claim) {
    SCOPED_TRACE(claim.id + " " + claim.quantity);
    const std::string& q = claim.quantity;
    if (contains(q, "histogram")) return check_histogram(claim);
    if (contains(q, "win/draw/loss")) return check_outcomes(claim);
    if (contains(q, "share")) return check_share(claim);
    if (contains(q, "million") || contains(claim.unit, "million")) return check_rounded(claim);
    const std::uint64_t expected = numbers_in(claim.value).at(0);
    if (contains(q, "max") || contains(q, "longest")) {
      const int plies = longest(claim);
      EXPECT_EQ(contains(claim.unit, "moves") ? (plies + 1) / 2 : plies,
                static_cast<int>(expected));
      return;
    }
    EXPECT_EQ(count(claim), expected);
  }

 private:
  int max_plies(Side to_move, Outcome o) const {
    return solved_.statistics(to_move).outcomes[static_cast<unsigned>(o)].max_plies();
  }

  int longest(const Claim& claim) const {
    const int white = max_plies(Side::kWhite, Outcome::kWin);
    const int black = max_plies(Side::kBlack, Outcome::kWin);
    const int white_loss = max_plies(Side::kWhite, Outcome::kLoss);
    const int black_loss = max_plies(Side::kBlack, Outcome::kLoss);
    if (contains(claim.quantity, "over all decided"))
      return std::max({white, black, white_loss, black_loss});
    if (contains(claim.quantity, "win for white") && contains(claim.quantity, "DTZ"))
      return std::max(white, black_loss);
    if (contains(claim.quantity, "won by the side to move") || claim.side_to_move == "either")
      return std::max(white, black);
    return white;
  }

  void check_outcomes(const Claim& claim) {
    const Side side = claim.side_to_move == "white" ? Side::kWhite : Side::kBlack;
    const auto n = numbers_in(claim.value);
    std::array<std::uint64_t, 3> expected{};  // wins, draws, losses
    if (n.size() == 3) {
      std::copy(n.begin(), n.end(), expected.begin());
    } else {  // with the wins and losses that a 50-move rule would make draws told apart
      const std::size_t cursed_win = contains(claim.value, "cursed wins") ? 1 : 0;
      const std::size_t cursed_loss = contains(claim.value, "cursed losses") ? 1 : 0;
      ASSERT_EQ(n.size(), 3 + cursed_win + cursed_loss) << claim.value;
      expected = {n[0] + (cursed_win != 0 ? n[1] : 0), n[1 + cursed_win],
                  n.back() + (cursed_loss != 0 ? n[n.size() - 2] : 0)};
    }
    EXPECT_EQ(orbits_.count(side, Outcome::kWin), expected[0]);
    EXPECT_EQ(orbits_.count(side, Outcome::kDraw), expected[1]);
    EXPECT_EQ(orbits_.count(side, Outcome::kLoss), expected[2]);
  }

  void check_histogram(const Claim& claim) {
    const auto expected = numbers_in(claim.value);
    const bool both = contains(claim.quantity, "DTM histogram");
    for (std::size_t plies = 0; plies < expected.size(); ++plies) {
      const bool win = both ? plies % 2 == 1 : contains(claim.quantity, "win histogram");
      const Side side = win ? Side::kWhite : Side::kBlack;
      EXPECT_EQ(orbits_.count(side, win ? Outcome::kWin : Outcome::kLoss, static_cast<int>(plies)),
                expected[plies])
          << plies << " plies";
    }
  }

  std::uint64_t count(const Claim& claim) {
    const std::string& q = claim.quantity;
    const auto black_draws = [&] {
      return solved_.statistics(Side::kBlack).outcomes[static_cast<unsigned>(Outcome::kDraw)].count;
    };
    if (contains(q, "whole board")) return black_draws();
    if (contains(q, "lost positions")) return orbits_.count(Side::kBlack, Outcome::kLoss);
    if (contains(q, "won positions")) return orbits_.count(Side::kWhite, Outcome::kWin);
    return orbits_.legal(Side::kWhite) + orbits_.legal(Side::kBlack);
  }

  // The source merges equal men and rounds to a tenth of a million; positions that a reflection
  // maps onto themselves by exchanging equal men are too few to matter.
  void check_rounded(const Claim& claim) {
    double merged = static_cast<double>(orbits_.legal(Side::kWhite) + orbits_.legal(Side::kBlack));
    merged /= orbits_.orders_of_alike();
    EXPECT_NEAR(merged / 1e6, std::stod(claim.value), 0.06);
  }

  // White to move: of the legal positions. Black to move: of all placements on distinct squares.
  void check_share(const Claim& claim) {
    const bool white = claim.side_to_move == "white";
    const Side side = white ? Side::kWhite : Side::kBlack;
    const SideStatistics& s = solved_.statistics(side);
    const Outcome o = contains(claim.quantity, "won")    ? Outcome::kWin
                      : contains(claim.quantity, "lost") ? Outcome::kLoss
                                                         : Outcome::kDraw;
    double all = static_cast<double>(s.legal);
    if (!white) {
      all = 1;
      for (int i = 0; i < ending_.men(); ++i) all *= ending_.files * ending_.ranks - i;
    }
    // "[recheck: 97.3% of ...]" corrects a figure that was published as approximate.
    const auto recheck = claim.note.find("[recheck: ");
    const bool corrected = contains(claim.value, "approx") && recheck != std::string::npos;
    const std::string figure = corrected ? claim.note.substr(recheck + 10) : claim.value;
    const double share =
        100.0 * static_cast<double>(s.outcomes[static_cast<unsigned>(o)].count) / all;
    std::size_t end = 0;
    const double expected = std::stod(figure, &end);
    const auto point = figure.find('.');
    const auto digits = point < end ? static_cast<double>(end - point - 1) : 0.0;
    EXPECT_NEAR(share, expected, 0.51 * std::pow(10.0, -digits));
  }

  const Solved& solved_;
  const ClaimedEnding& ending_;
  OrbitCounts orbits_;
};

class PublishedClaims : public ::testing::TestWithParam<ClaimedEnding> {};

TEST_P(PublishedClaims, Hold) {
  const ClaimedEnding& ending = GetParam();
  const auto game = make_game(rules_of(ending));
  Material men{{std::vector<int>{0}, std::vector<int>{0}}};
  for (const std::size_t side : {0U, 1U})
    for (const std::string& man : side == 0 ? ending.white : ending.black)
      for (int k = 1; k < static_cast<int>(game->kinds().size()); ++k)
        if (game->kinds()[static_cast<unsigned>(k)].name == man) men.men[side].push_back(k);
  for (auto& side : men.men) std::sort(side.begin() + 1, side.end());
  const auto solved = Solved::solve(game, men);
  ASSERT_TRUE(solved.has_value()) << solved.error().message;
  ClaimChecker checker(*solved, ending);
  for (const Claim& claim : ending.claims) checker.check(claim);
}

std::vector<ClaimedEnding> endings(double more_than, double at_most) {
  std::vector<ClaimedEnding> result;
  for (ClaimedEnding& e : read_claims().endings)
    if (e.placements() > more_than && e.placements() <= at_most) result.push_back(std::move(e));
  return result;
}

std::string test_name(const ::testing::TestParamInfo<ClaimedEnding>& info) {
  std::string name = info.param.name();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
}

// Five men on 8x8 are slow; four men on more than 13x13 beyond even that.
constexpr double kUnitPlacements = 1e6, kMediumPlacements = 2e7, kSlowPlacements = 1.1e9;
INSTANTIATE_TEST_SUITE_P(Unit, PublishedClaims, ::testing::ValuesIn(endings(0, kUnitPlacements)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Medium, PublishedClaims,
                         ::testing::ValuesIn(endings(kUnitPlacements, kMediumPlacements)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Slow, PublishedClaims,
                         ::testing::ValuesIn(endings(kMediumPlacements, kSlowPlacements)),
                         test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PublishedClaims);

TEST(ClaimsFile, SaysWhatIsNotCompared) {
  const Claims claims = read_claims();
  std::size_t compared = 0;
  for (const ClaimedEnding& e : claims.endings) {
    if (e.placements() <= kSlowPlacements) {
      compared += e.claims.size();
      continue;
    }
    for (const Claim& claim : e.claims)
      std::printf("not compared: %s (%s is too large for a test)\n", claim.id.c_str(),
                  e.name().c_str());
  }
  for (const auto& [id, reason] : claims.not_covered)
    std::printf("not compared: %s (%s)\n", id.c_str(), reason.c_str());
  std::printf("%zu claims compared\n", compared);
  EXPECT_GT(compared, 100U);
}

}  // namespace
}  // namespace augmate::test
