// SPDX-License-Identifier: MIT
// The shipped claims: each is judged as its file expects, its row of docs/findings.md is what the
// program writes, and none of the collected published figures is left out. And what readers of
// claims say to mistakes.
#include "research/claims.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/solved.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

std::vector<Claim> all_claims() {
  std::vector<Claim> all;
  const auto files = shipped_claim_files();
  EXPECT_TRUE(files.has_value());
  for (const std::string& file : *files) {
    const auto claims = read_claims(file);
    EXPECT_TRUE(claims.has_value()) << claims.error().message;
    if (claims) all.insert(all.end(), claims->begin(), claims->end());
  }
  return all;
}

std::set<std::string> lines_of(const std::string& path) {
  std::ifstream in(path);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

// From so many positions on no other test runs beside this one, and all threads are its own.
constexpr std::uint64_t kAlone = 100'000'000;

// How many positions the tables of an ending may have.
class ShippedClaims : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(ShippedClaims, AreWhatFilesAndFindingsSay) {
  JudgeOptions options;
  options.folder = table_folder();
  options.threads = GetParam() < kAlone ? 1 : 0;
  options.most_positions = GetParam();
  options.most_kept = 50'000'000;
  ClaimJudge judge(options);
  const auto findings = lines_of(AUGMATE_SOURCE_DIR "/docs/findings.md");
  std::size_t decided = 0;
  for (const Claim& claim : by_ending(all_claims())) {
    const auto finding = judge.judge(claim);
    ASSERT_TRUE(finding.has_value()) << finding.error().message;
    if (finding->judgement == Judgement::kUndecided) continue;
    ++decided;
    EXPECT_EQ(finding->judgement == Judgement::kFails, !claim.known_false.empty())
        << claim.id << " " << finding_text(claim, *finding);
    EXPECT_EQ(findings.count(markdown_row(claim, *finding)), 1U) << "docs/findings.md lacks\n"
                                                                 << markdown_row(claim, *finding);
  }
  EXPECT_GT(decided, 80U);
}

INSTANTIATE_TEST_SUITE_P(Unit, ShippedClaims, ::testing::Values(300'000));
INSTANTIATE_TEST_SUITE_P(Medium, ShippedClaims, ::testing::Values(1'500'000));
INSTANTIATE_TEST_SUITE_P(Slow, ShippedClaims, ::testing::Values(340'000'000));

TEST(ShippedClaims, LeaveNoCollectedFigureOut) {
  std::map<std::string, const Claim*> by_id;
  const auto claims = all_claims();
  for (const Claim& claim : claims) EXPECT_TRUE(by_id.emplace(claim.id, &claim).second) << claim.id;
  std::size_t rows = 0;
  for (const char* path :
       {AUGMATE_SHARED_DIR "/claims.csv", AUGMATE_SOURCE_DIR "/tests/data/claims.csv"})
    for (const std::string& line : lines_of(path)) {
      const std::string id = line.substr(0, line.find(','));
      if (id == "id") continue;
      ++rows;
      EXPECT_TRUE(by_id.count(id) > 0 || by_id.count(id + "a") > 0) << id;
    }
  EXPECT_GT(rows, 100U);
}

// The fields of a line of a CSV file; quotes hold commas.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line)
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.c_str();
  while (*at != '\0') {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end != at) numbers.push_back(number);
    at = end != at ? end : at + 1;
  }
  return numbers;
}

// A win that takes too long for the 50-move rule is a win here: "wins 7; cursed wins 2; draws 1;
// losses 0" is 9, 1, 0.
std::vector<double> without_curses(const std::string& text) {
  std::vector<double> sums(3);
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ';');) {
    const int which = part.find("win") != part.npos ? 0 : part.find("draw") != part.npos ? 1 : 2;
    sums[static_cast<std::size_t>(which)] += numbers_in(part).at(0);
  }
  return sums;
}

// The figures in claims/ are those that were collected: of every row whose value is a number or a
// list of numbers, but for verdicts in words and the two histograms that claims/ holds in parts.
TEST(ShippedClaims, HoldTheCollectedFigures) {
  std::map<std::string, const Claim*> by_id;
  const auto claims = all_claims();
  for (const Claim& claim : claims) by_id[claim.id] = &claim;
  std::size_t compared = 0;
  for (const std::string& line : lines_of(AUGMATE_SHARED_DIR "/claims.csv")) {
    const auto fields = fields_of(line);
    const auto claim = by_id.find(fields[0]);
    if (claim == by_id.end() || !claim->second->undecided.empty()) continue;
    const auto* figures = std::get_if<std::vector<double>>(&claim->second->value);
    if (figures == nullptr) continue;
    const std::string& value = fields[6];
    auto collected = value.starts_with("wins ") ? without_curses(value) : numbers_in(value);
    if (fields[7].find("million") != std::string::npos)
      for (double& number : collected) number = std::round(number * 1e6);
    EXPECT_EQ(*figures, collected) << line;
    ++compared;
  }
  EXPECT_GT(compared, 400U);
}

Result<std::vector<Claim>> read_text(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/claims.toml";
  std::ofstream(path) << text;
  return read_claims(path);
}

std::string mistake(const std::string& claim) {
  const auto claims =
      read_text("[sources.s]\ntext = \"somebody\"\n[[claim]]\nid = \"C1\"\n" + claim);
  return claims ? "" : claims.error().message.substr(claims.error().message.find("claims.toml"));
}

TEST(ClaimFile, NamesMistakes) {
  const std::string good = "source = \"s\"\nending = \"KQvK\"\nquantity = \"longest win\"\n";
  EXPECT_EQ(mistake(good + "value = 19\n"), "");
  EXPECT_EQ(mistake(good), "claims.toml, line 3: 'value' is missing");
  EXPECT_EQ(mistake(good + "value = true\n"), "claims.toml, line 3: 'value' must be a number");
  EXPECT_EQ(mistake(good + "value = []\n"),
            "claims.toml, line 3: 'value' must be a number, a list of numbers, a text, true or "
            "false");
  EXPECT_EQ(mistake(good + "value = 19\nvlaue = 19\n"),
            "claims.toml, line 3: there is no key 'vlaue'");
  EXPECT_EQ(mistake(good + "value = 19\nto-move = \"red\"\n"),
            "claims.toml, line 3: 'to-move' is 'red'; known are 'white' 'black' 'both'");
  EXPECT_EQ(mistake("source = \"t\"\nending = \"KQvK\"\nquantity = \"longest win\"\nvalue = 1\n"),
            "claims.toml, line 3: the file has no [sources.t]");
  EXPECT_NE(mistake("id = \"C2\"\n").find("line 5: "), std::string::npos);
  EXPECT_NE(mistake("value = \x01\n").find("line 5: "), std::string::npos);
}

TEST(ClaimFile, RefusesWhatCannotBeSo) {
  const auto claim = [](const std::string& quantity, const std::string& rest) {
    const std::string head = "source = \"s\"\nending = \"KQvK\"\nquantity = \"";
    const std::string all = mistake(head + quantity + "\"\n" + rest + "\n");
    return all.empty() ? all : all.substr(all.find("line 3: ") + 8);
  };
  const std::string range = "'value' must be from 0 to 9007199254740992";
  for (const char* value : {"-1", "nan", "inf", "1e300"})
    EXPECT_EQ(claim("count", std::string("value = ") + value), range) << value;
  EXPECT_EQ(claim("share", "value = -0.5"), range);
  EXPECT_EQ(claim("share", "value = 99.5"), "");
  EXPECT_EQ(claim("longest win", "value = 7.5"), "'value' must be whole: it counts");
  EXPECT_EQ(claim("longest win", "value = [7, 8]"), "'value' must be one number");
  EXPECT_EQ(claim("count", "value = 7\nwithin = inf"), "'within' must be a number from 0");
  EXPECT_EQ(claim("histogram", "value = [1, 2]"), "'positions' is missing");
  EXPECT_EQ(claim("histogram", "value = [1, 2]\npositions = \"won\""), "");
  for (const char* rank : {"0.5", "nan", "1e30", "3000000000", "\"1\""})
    EXPECT_EQ(claim("count", std::string("value = 7\nfirst-rank = ") + rank),
              "'first-rank' must be a whole number")
        << rank;
  EXPECT_EQ(claim("can force mate", "value = true\nto-move = \"both\""),
            "'to-move' must be 'white' or 'black', the side it is said of");
  EXPECT_EQ(claim("can force mate", "value = true\nto-move = \"black\""), "");
}

TEST(ClaimFile, IdsAreOfOneClaimInAllFiles) {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& id) {
    write_file(folder.file(name), "[sources.s]\ntext = \"somebody\"\n[[claim]]\nid = \"" + id +
                                      "\"\nsource = \"s\"\nending = \"KQvK\"\n"
                                      "quantity = \"longest win\"\nvalue = 7\n");
    return folder.file(name);
  };
  const std::string a = file("a.toml", "C1"), b = file("b.toml", "C2"), c = file("c.toml", "C1");
  EXPECT_EQ(read_claims(std::vector{a, b}).value().size(), 2U);
  const auto twice = read_claims(std::vector{a, b, c});
  ASSERT_FALSE(twice.has_value());
  EXPECT_EQ(twice.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(twice.error().message.find(c + ", line 3"), std::string::npos);
  EXPECT_NE(twice.error().message.find(a + ", line 3"), std::string::npos);
}

TEST(ClaimFile, IsBadDataWhereItIsNoFileOfClaims) {
  for (const char* text : {"", "a = 1\n", "[sources]\n", "sources = 3\n", "claim = 3\n",
                           "[sources.s]\ntext = \"x\"\n", "[sources.s]\ntext = 3\n"}) {
    const auto claims = read_text(text);
    ASSERT_FALSE(claims.has_value()) << text;
    EXPECT_EQ(claims.error().code, ErrorCode::kCorrupt) << text;
  }
  EXPECT_EQ(read_claims("/nonexistent.toml").error().code, ErrorCode::kIo);
  EXPECT_EQ(read_claims("/").error().code, ErrorCode::kIo);
}

std::vector<Claim> two_endings() {
  const std::string end =
      "source = \"s\"\nquantity = \"longest win\"\nboard = \"4x4\"\nvalue = 7\n";
  const auto claims =
      read_text("[sources.s]\ntext = \"somebody\"\n[[claim]]\nid = \"C1\"\n" + end +
                "ending = \"KQvK\"\n[[claim]]\nid = \"C2\"\n" + end +
                "ending = \"KRvK\"\n[[claim]]\nid = \"C3\"\n" + end + "ending = \"KQvK\"\n");
  EXPECT_TRUE(claims.has_value());
  return *claims;
}

TEST(ClaimJudge, TakesTheClaimsOfAnEndingTogether) {
  std::string order;
  for (const Claim& claim : by_ending(two_endings())) order += claim.id;
  EXPECT_EQ(order, "C1C3C2");
}

// Tables of smaller endings that are gone are made again.
TEST(ClaimJudge, MakesWhatIsMissingBelowATableThatIsThere) {
  const TemporaryFolder folder;
  auto claims = two_endings();
  claims[0].quantity = Quantity::kForcedMate;
  claims[0].value = true;
  ClaimJudge({folder.path(), 1, 0, 0, {}}).judge(claims[0]).value();
  const auto before = folder.names();
  ASSERT_EQ(before.size(), 2U);
  for (const std::string& name : before)
    if (name.starts_with("KvK")) std::filesystem::remove(folder.file(name));
  ASSERT_EQ(folder.names().size(), 1U);
  const auto again = ClaimJudge({folder.path(), 1, 0, 0, {}}).judge(claims[0]);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(again->judgement, Judgement::kHolds);
  EXPECT_EQ(folder.names(), before);
}

TEST(ClaimJudge, NoWinIsNoWinOfNoPlies) {
  const TemporaryFolder folder;
  Claim claim = two_endings()[0];
  claim.ending = "KvK";
  claim.value = std::vector<double>{0};
  claim.source = "a | b\nc";
  const auto finding = ClaimJudge({folder.path(), 1, 0, 0, {}}).judge(claim).value();
  EXPECT_EQ(finding.judgement, Judgement::kFails);
  EXPECT_EQ(markdown_row(claim, finding),
            "| C1 | KvK on 4x4 | longest win, White to move | 0 plies | does not hold: there is "
            "none | a \\| b c |");
}

// Tables that it made go when their ending is done with; those that were there stay.
TEST(ClaimJudge, RemovesLargeTables) {
  const TemporaryFolder folder;
  const auto claims = two_endings();
  ClaimJudge({folder.path(), 1, 0, 0, {}}).judge(claims[0]).value();
  const auto before = folder.names();
  EXPECT_EQ(before.size(), 2U);  // with that of the bare Kings
  {
    ClaimJudge judge({folder.path(), 1, 0, 100, {}});
    for (const Claim& claim : claims) judge.judge(claim).value();
    EXPECT_EQ(folder.names(), before);
    judge.judge(claims[1]).value();
    EXPECT_EQ(folder.names().size(), 3U);
  }
  EXPECT_EQ(folder.names(), before);
}

TEST(ClaimJudge, SaysWhatIsWrongWithTheGame) {
  const auto claims = read_text(
      "[sources.s]\ntext = \"somebody\"\n[[claim]]\nid = \"C1\"\nsource = \"s\"\nending = "
      "\"KXvK\"\nquantity = \"longest win\"\nvalue = 1\n");
  ASSERT_TRUE(claims.has_value());
  ClaimJudge judge({table_folder(), 1, 0, 0, {}});
  const auto finding = judge.judge(claims->front());
  ASSERT_FALSE(finding.has_value());
  EXPECT_EQ(finding.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(finding.error().message.find("line 3, C1: "), std::string::npos);
}

}  // namespace
}  // namespace augmate::test
