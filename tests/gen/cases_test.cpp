// SPDX-License-Identifier: MIT
// Endings solved by an independent program (tests/data/README.md): counts, maxima, histograms, and
// sampled positions with their best moves. A case is a test of its own, named after its id.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "formats/loaded_tables.h"
#include "rules/settlement.h"
#include "tests/support/case_file.h"
#include "tests/support/fairy_men.h"
#include "tests/support/solved.h"

namespace augmate::test {
namespace {

class Checker {
 public:
  Checker(const Case& c, std::shared_ptr<const Game> game, Solved solved)
      : case_(c), game_(std::move(game)), solved_(std::move(solved)) {}

  void check() {
    for (const Case::State& state : case_.states)
      for (const Side side : {Side::kWhite, Side::kBlack}) {
        SCOPED_TRACE(side == Side::kWhite ? "White to move" : "Black to move");
        SCOPED_TRACE(state_name(state.imitates));
        imitates_ = state.imitates;
        check_counts(state.sides[index(side)], solved_.statistics(side, state.imitates));
      }
    for (const CaseSample& sample : case_.samples) check_sample(sample);
  }

 private:
  std::string state_name(const std::array<int, 2>& imitates) const {
    std::string text;
    for (const int kind : imitates) text += (kind < 0 ? "nothing" : game_->kind(kind).name) + " ";
    return text;
  }

  void check_counts(const SideStatistics& expected, const SideStatistics& got) const {
    EXPECT_EQ(got.legal, expected.legal);
    for (int o = 0; o < kOutcomes; ++o) {
      SCOPED_TRACE(name(static_cast<Outcome>(o)));
      const auto& e = expected.outcomes[static_cast<unsigned>(o)];
      const auto& g = got.outcomes[static_cast<unsigned>(o)];
      EXPECT_EQ(g.count, e.count);
      EXPECT_EQ(g.histogram, e.histogram);
      check_longest(e, g, true);
      check_longest(g, g, false);
    }
  }

  // The example of `said` attains the maximum of `found`. The file's examples do not tell what the
  // Jokers imitate.
  void check_longest(const OutcomeStatistics& said, const OutcomeStatistics& found,
                     bool from_file) const {
    if (found.histogram.empty()) return;
    auto position = parse_fen(*game_, said.longest_fen);
    ASSERT_TRUE(position.has_value()) << said.longest_fen << ": " << position.error().message;
    if (from_file) position->imitates = imitates_;
    EXPECT_EQ(solved_.value(*position).plies, found.max_plies()) << said.longest_fen;
  }

  void check_sample(const CaseSample& sample) {
    SCOPED_TRACE(sample.fen);
    auto read = parse_fen(*game_, sample.fen);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    read->imitates = sample.position.imitates;  // the file's FEN do not tell
    EXPECT_EQ(to_fen(*game_, *read), to_fen(*game_, sample.position));
    EXPECT_EQ(why_illegal(*game_, sample.position).value_or("legal"), "legal");
    const Value value = solved_.value(sample.position);
    EXPECT_EQ(name(value.outcome), std::string(name(sample.value.outcome)));
    EXPECT_EQ(value.plies, sample.value.plies);
    if (!sample.best) return;
    std::vector<std::string> best = *sample.best;
    if (game_->rules().perpetual_check_wins && value.outcome == Outcome::kDraw)
      std::erase_if(
          best, [&](const std::string& move) { return loses_to_perpetual(sample.position, move); });
    EXPECT_EQ(best_moves(sample.position), best);
  }

  // The file counts moves that let the opponent check for ever among those that keep a draw,
  // although its own value there is a win by perpetual check (samples of perp45-01, perp56-01 and
  // perp56-04). By RULES.md section 7 such a move loses.
  bool loses_to_perpetual(const Position& position, const std::string& text) {
    std::vector<Move> moves;
    legal_moves(*game_, position, moves);
    return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
      return case_text(*game_, move) == text &&
             value_of(after(*game_, position, move)).outcome == Outcome::kWinPerpetual;
    });
  }

  std::vector<std::string> best_moves(const Position& position) {
    std::vector<Move> moves;
    legal_moves(*game_, position, moves);
    const Value now = solved_.value(position);
    const Outcome infinite = infinite_play(*game_, case_.material, position.to_move);
    std::vector<std::string> best;
    for (const Move& move : moves)
      if (value_before(position, move, infinite) == now) best.push_back(case_text(*game_, move));
    std::sort(best.begin(), best.end());
    return best;
  }

  Value value_before(const Position& position, const Move& move, Outcome infinite) {
    const Position next = after(*game_, position, move);
    return before_move(value_of(next), infinite, infinite_play(*game_, next, position.to_move));
  }

  // Also of positions that no table stores: what a Joker imitates may be gone.
  Value value_of(const Position& position) {
    const Material men = material_of(*game_, position);
    load(men);
    for (const Material& next : materials_after_move(*game_, men)) load(next);
    return tables_.value_of(position);
  }

  void load(const Material& material) {
    const auto made = Solved::solve(game_, material);
    ASSERT_TRUE(made.has_value()) << made.error().message;
    const auto loaded = tables_.load(TableSet({table_folder()}), material);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
  }

  const Case& case_;
  std::shared_ptr<const Game> game_;
  Solved solved_;
  LoadedTables tables_{game_};
  std::array<int, 2> imitates_ = {-1, -1};
};

class Cases : public ::testing::TestWithParam<CaseLine> {};

TEST_P(Cases, AgreeWithTheIndependentProgram) {
  const auto c = read_case(GetParam());
  ASSERT_TRUE(c.has_value()) << c.error().message;
  const auto game = Game::create(c->rules);
  ASSERT_TRUE(game.has_value()) << game.error().message;
  auto solved = Solved::solve(*game, c->material);
  ASSERT_TRUE(solved.has_value()) << solved.error().message;
  Checker(*c, *game, std::move(*solved)).check();
}

// Why a case is not held to; the number of these never grows.
std::optional<std::string> differing(const CaseLine& line) {
  // A third way, a move generator that refuses captures in passing onto the last rank, gives
  // exactly the file's numbers: its program lacks the promotion by a capture in passing, which
  // needs sides that do not face each other.
  if (line.id == "side6-03") return "its program does not promote by a capture in passing";
  return std::nullopt;
}
constexpr std::size_t kNotRun = 1;

std::vector<CaseLine> covered(double more_than, double at_most) {
  std::vector<CaseLine> lines;
  for (CaseLine& line : read_case_lines())
    if (!differing(line) && placements(line) > more_than && placements(line) <= at_most)
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
  const auto lines = read_case_lines();
  std::size_t not_run = 0;
  for (const CaseLine& line : lines) {
    const auto c = read_case(line);
    EXPECT_TRUE(c.has_value()) << line.id << ": " << c.error().message;
    if (const auto reason = differing(line)) {
      ++not_run;
      std::printf("not run: %s (%s)\n", line.id.c_str(), reason->c_str());
    }
  }
  std::printf("%zu cases run, %zu not run\n", lines.size() - not_run, not_run);
  EXPECT_GE(lines.size(), 25U);
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
