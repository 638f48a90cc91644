// SPDX-License-Identifier: MIT
// Endings solved by an independent program (tests/data/README.md): counts, maxima, histograms, and
// sampled positions with their best moves. A case is a test of its own, named after its id.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "tests/support/case_file.h"
#include "tests/support/fairy_men.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

// Cases of the shared file that cannot be run yet. Never to grow.
constexpr std::size_t kNotRun = 47;

// Whether the solver refuses the rules of a case that can be read: a game where stalemate decides.
std::optional<std::string> refused(const Case& c) {
  if (c.rules.stalemate == Outcome::kDraw) return std::nullopt;
  const auto game = Game::create(c.rules);
  if (!game) return game.error().message;
  const auto solved = Solved::solve(*game, c.material);
  if (solved || solved.error().code != ErrorCode::kNotCovered) return std::nullopt;
  return solved.error().message;
}

bool is_mate(Outcome o) { return o == Outcome::kWin || o == Outcome::kLoss; }

class Checker {
 public:
  Checker(const Case& c, std::shared_ptr<const Game> game, Solved solved)
      : case_(c), game_(std::move(game)), solved_(std::move(solved)) {}

  void check() {
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      SCOPED_TRACE(side == Side::kWhite ? "White to move" : "Black to move");
      check_counts(case_.sides[index(side)], solved_.statistics(side));
    }
    for (const CaseSample& sample : case_.samples) check_sample(sample);
  }

 private:
  // Where the game has more outcomes than mate and draw, what is not mate counts as drawn.
  void check_counts(const SideStatistics& expected, const SideStatistics& got) const {
    EXPECT_EQ(got.legal, expected.legal);
    std::uint64_t rest = 0;
    for (int o = 0; o < kOutcomes; ++o) {
      const auto& e = expected.outcomes[static_cast<unsigned>(o)];
      if (!is_mate(static_cast<Outcome>(o))) {
        rest += e.count;
        continue;
      }
      SCOPED_TRACE(name(static_cast<Outcome>(o)));
      const auto& g = got.outcomes[static_cast<unsigned>(o)];
      EXPECT_EQ(g.count, e.count);
      EXPECT_EQ(g.histogram, e.histogram);
      check_longest(e, g);
      check_longest(g, g);
    }
    EXPECT_EQ(got.outcomes[static_cast<unsigned>(Outcome::kDraw)].count, rest);
  }

  // The example of `said` attains the maximum of `found`.
  void check_longest(const OutcomeStatistics& said, const OutcomeStatistics& found) const {
    if (found.histogram.empty()) return;
    const auto position = parse_fen(*game_, said.longest_fen);
    ASSERT_TRUE(position.has_value()) << said.longest_fen << ": " << position.error().message;
    EXPECT_EQ(solved_.value(*position).plies, found.max_plies()) << said.longest_fen;
  }

  void check_sample(const CaseSample& sample) {
    SCOPED_TRACE(sample.fen);
    const auto read = parse_fen(*game_, sample.fen);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(to_fen(*game_, *read), to_fen(*game_, sample.position));
    EXPECT_EQ(why_illegal(*game_, sample.position).value_or("legal"), "legal");
    const Value value = solved_.value(sample.position);
    const bool mate = is_mate(sample.value.outcome);
    const Value expected = mate || !case_.mates_only ? sample.value : Value{};
    EXPECT_EQ(name(value.outcome), std::string(name(expected.outcome)));
    EXPECT_EQ(value.plies, expected.plies);
    if (sample.best && (mate || !case_.mates_only)) {
      EXPECT_EQ(best_moves(sample.position), texts(*sample.best));
    }
  }

  std::string texts(const std::vector<Move>& moves) const {
    std::string text;
    for (const Move& move : moves) text += to_text(*game_, move) + " ";
    return text;
  }

  std::string best_moves(const Position& position) {
    std::vector<Move> moves, best;
    legal_moves(*game_, position, moves);
    const Value now = solved_.value(position);
    const Value after_best{opposite(now.outcome), now.plies < 0 ? kNoDistance : now.plies - 1};
    for (const Move& move : moves)
      if (value_of(after(*game_, position, move)) == after_best) best.push_back(move);
    return texts(best);
  }

  Value value_of(const Position& position) {
    const Material men = material_of(*game_, position);
    if (men == case_.material) return solved_.value(position);
    const std::string key = material_name(*game_, men);
    auto it = smaller_.find(key);
    if (it == smaller_.end()) {
      auto solved = Solved::solve(game_, men);
      if (!solved) {
        ADD_FAILURE() << key << ": " << solved.error().message;
        return {};
      }
      it = smaller_.emplace(key, std::move(*solved)).first;
    }
    return it->second.value(position);
  }

  const Case& case_;
  std::shared_ptr<const Game> game_;
  Solved solved_;
  std::map<std::string, Solved> smaller_;
};

class Cases : public ::testing::TestWithParam<CaseLine> {};

TEST_P(Cases, AgreeWithTheIndependentProgram) {
  const auto c = read_case(GetParam());
  ASSERT_TRUE(c.has_value()) << c.error().message;
  const auto game = Game::create(c->rules);
  ASSERT_TRUE(game.has_value()) << game.error().message;
  auto solved = Solved::solve(*game, c->material);
  if (!solved && solved.error().code == ErrorCode::kNotCovered) return;  // CaseFile names it
  ASSERT_TRUE(solved.has_value()) << solved.error().message;
  Checker(*c, *game, std::move(*solved)).check();
}

std::vector<CaseLine> covered(double more_than, double at_most) {
  std::vector<CaseLine> lines;
  for (CaseLine& line : read_case_lines())
    if (!not_covered(line) && placements(line) > more_than && placements(line) <= at_most)
      lines.push_back(std::move(line));
  return lines;
}

std::string test_name(const ::testing::TestParamInfo<CaseLine>& info) {
  std::string name = info.param.id;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
}

constexpr double kUnitPlacements = 1e6, kMediumPlacements = 2e7;
INSTANTIATE_TEST_SUITE_P(Unit, Cases, ::testing::ValuesIn(covered(0, kUnitPlacements)), test_name);
INSTANTIATE_TEST_SUITE_P(Medium, Cases,
                         ::testing::ValuesIn(covered(kUnitPlacements, kMediumPlacements)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Slow, Cases, ::testing::ValuesIn(covered(kMediumPlacements, 1e12)),
                         test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Cases);

TEST(CaseFile, SaysWhatIsNotRunAndThatNeverGrows) {
  std::size_t run = 0, mates_only = 0, not_run = 0;
  for (const CaseLine& line : read_case_lines()) {
    if (const auto reason = not_covered(line)) {
      ++not_run;
      std::printf("not run: %s (%s)\n", line.id.c_str(), reason->c_str());
      continue;
    }
    const auto c = read_case(line);
    ASSERT_TRUE(c.has_value()) << line.id << ": " << c.error().message;
    if (const auto reason = refused(*c)) {
      ++not_run;
      std::printf("not run: %s (%s)\n", line.id.c_str(), reason->c_str());
      continue;
    }
    ++run;
    if (!c->mates_only) continue;
    ++mates_only;
    std::printf("mates only: %s (other outcomes than mate and draw)\n", line.id.c_str());
  }
  std::printf("%zu cases run, %zu of them for mates only; %zu not run\n", run, mates_only, not_run);
  EXPECT_GT(run, 0U);
  EXPECT_LE(not_run, kNotRun);
}

TEST(CaseFile, CopyEqualsTheSharedFile) {
  std::map<std::string, std::string> shared;
  for (const CaseLine& line : read_lines_of(shared_case_path())) shared[line.id] = line.json;
  const auto copy = read_lines_of(case_copy_path());
  EXPECT_GE(copy.size(), 25U);
  if (shared.empty()) return;
  for (const CaseLine& line : copy) EXPECT_EQ(line.json, shared[line.id]) << line.id;
}

}  // namespace
}  // namespace augmate::test
