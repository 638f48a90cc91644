// SPDX-License-Identifier: MIT
// Rows of sweeps against an independent program's counts and published ones; the record after kills
// at any byte; the three formats against each other.
#include "research/sweep.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "research/army_list.h"
#include "research/sweep_files.h"
#include "research/sweep_record.h"
#include "tests/support/case_file.h"
#include "tests/support/temporary_folder.h"

namespace augmate {
namespace {

using test::TemporaryFolder;

Workshop workshop(const std::string& variant = "chess", const std::string& board = "") {
  GameOptions options;
  options.variant = variant;
  options.board = board;
  return *open_workshop(options);
}

std::vector<SweepRow> rows_of(const SweepPlan& plan, const SweepOptions& options = {}) {
  auto rows = sweep(plan, options);
  EXPECT_TRUE(rows) << (rows ? "" : rows.error().message);
  return rows ? *rows : std::vector<SweepRow>();
}

SweepOptions quick(const std::string& record = "") {
  SweepOptions options;
  options.record = record;
  options.general = false;
  return options;
}

// All but the time that it took.
std::string figures(SweepRow row) {
  row.seconds = 0;
  return to_json_line(row);
}

std::vector<std::string> figures(const std::vector<SweepRow>& rows) {
  std::vector<std::string> all;
  for (const SweepRow& row : rows) all.push_back(figures(row));
  return all;
}

// A side of a case as an army: its first man is the royal.
std::string army_of(const nlohmann::json& kinds, const nlohmann::json& men) {
  std::string text = "royal:" + kinds[men[0].get<std::string>()]["betza"].get<std::string>();
  for (std::size_t i = 1; i < men.size(); ++i)
    text += " & " + kinds[men[i].get<std::string>()]["betza"].get<std::string>();
  return text;
}

void expect_side(const SweepRow::Side& side, const SideStatistics& expected) {
  EXPECT_EQ(side.legal, expected.legal);
  for (std::size_t o = 0; o < kOutcomes; ++o)
    EXPECT_EQ(side.counts[o], expected.outcomes[o].count) << o;
  const auto most = [&](Outcome o) {
    return expected.outcomes[static_cast<std::size_t>(o)].max_plies();
  };
  EXPECT_EQ(side.max_win_plies, most(Outcome::kWin));
  EXPECT_EQ(side.max_loss_plies, most(Outcome::kLoss));
}

TEST(Sweep, AgreesWithIndependentResults) {
  const std::set<std::string> asked = {"aug8-01", "aug8-03", "aug8-07", "aug8-08", "aug8-10",
                                       "aug8-12", "aug8-15", "aug8-22", "aug8-24", "wide-02"};
  std::size_t compared = 0;
  for (const test::CaseLine& line : test::read_case_lines()) {
    if (asked.count(line.id) == 0) continue;
    SCOPED_TRACE(line.id);
    const auto json = nlohmann::json::parse(line.json);
    const auto expected = test::read_case(line);
    ASSERT_TRUE(expected);
    const std::string board = std::to_string(json["game"]["files"].get<int>()) + 'x' +
                              std::to_string(json["game"]["ranks"].get<int>());
    const auto rows = rows_of({{workshop("chess", board)},
                               {army_of(json["kinds"], json["white"])},
                               {army_of(json["kinds"], json["black"])}},
                              quick());
    ASSERT_EQ(rows.size(), 1u);
    for (unsigned side = 0; side < 2; ++side)
      expect_side(rows[0].sides[side], expected->states[0].sides[side]);
    ++compared;
  }
  EXPECT_EQ(compared, asked.size());
}

TEST(Sweep, SharesHaveTheirDenominators) {
  const auto champion = rows_of({{workshop("chess", "12x8")}, {"Champion"}, {}}, quick());
  ASSERT_EQ(champion.size(), 1u);  // claims.csv, C0679 and C1053
  EXPECT_EQ(champion[0].sides[0].max_win_plies, 73);
  EXPECT_DOUBLE_EQ(champion[0].won_share(Side::kWhite, Side::kWhite), 717248.0 / 718460);
  EXPECT_DOUBLE_EQ(champion[0].won_share(Side::kBlack, Side::kWhite), 734656.0 / 795992);
  EXPECT_DOUBLE_EQ(champion[0].white_score(),
                   (717248.0 / 718460 + 0.5 * 1212 / 718460 + 734656.0 / 795992 +
                    0.5 * (795992 - 734656) / 795992) /
                       2);
  // Muller's 92.8 % of the Commoner with Black to move (CLAIMS.md): of all placements.
  const auto commoner = rows_of({{workshop("chess", "14x14")}, {"King"}, {}}, quick());
  ASSERT_EQ(commoner.size(), 1u);
  EXPECT_DOUBLE_EQ(*commoner[0].won_of_placements(), 6883936.0 / (196 * 195 * 194));
}

TEST(Sweep, AlikeMenAreOnePlacement) {
  const auto rows =
      rows_of({{workshop("chess", "5x5")}, {"Rook & Rook", "Pawn & Knight"}, {}}, quick());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].placements, 25u * 24 * 23 * 22 / 2);
  EXPECT_EQ(rows[1].placements, 15u * 24 * 23 * 22);  // a pawn stands on three ranks
  EXPECT_EQ(rows[1].ending, "KPNvK");
}

TEST(Sweep, AnEndingAndItsMirrorAreOne) {
  const auto both =
      rows_of({{workshop("chess", "4x4")}, {"Rook", "Knight"}, {"Rook", "Knight", "-"}}, quick());
  std::vector<std::string> endings;
  for (const SweepRow& row : both) endings.push_back(row.white + " v " + row.black);
  EXPECT_EQ(endings, (std::vector<std::string>{"Rook v Rook", "Rook v Knight", "Rook v -",
                                               "Knight v Knight", "Knight v -"}));
  // Where White's first man wins, Black's first man does with the colours exchanged.
  const auto turned = rows_of({{workshop("chess", "4x4")}, {"Knight"}, {"Rook"}}, quick());
  ASSERT_EQ(turned.size(), 1u);
  EXPECT_EQ(turned[0].won_share(Side::kWhite, Side::kBlack),
            both[1].won_share(Side::kBlack, Side::kWhite));
  EXPECT_DOUBLE_EQ(turned[0].white_score(), 1 - both[1].white_score());
}

TEST(Sweep, RoyalsAndUnlikeSides) {
  // One royal leaps, so the colours cannot be exchanged and both endings are there.
  const auto rows = rows_of({{workshop("chess", "4x4")},
                             {"royal:King+Knight & Rook", "Rook"},
                             {"royal:King+Knight & Rook", "Rook"}},
                            quick());
  ASSERT_EQ(rows.size(), 3u);  // the mirrored one is the same with the royals exchanged
  EXPECT_EQ(rows[1].white, "royal:King+Knight & Rook");
  EXPECT_EQ(rows[1].black, "Rook");
  EXPECT_GT(rows[1].white_score(), 0.5);
}

TEST(Sweep, GoesOnAfterAKillAtAnyByte) {
  const TemporaryFolder folder;
  const SweepPlan plan{
      {workshop("chess", "4x4"), workshop("chess", "5x4")}, {"Rook", "Queen", "Amazon"}, {}};
  const std::string whole_path = folder.file("whole.jsonl");
  const auto whole = rows_of(plan, quick(whole_path));
  ASSERT_EQ(whole.size(), 6u);
  const std::string bytes = test::read_file(whole_path);
  ASSERT_EQ(std::count(bytes.begin(), bytes.end(), '\n'), 6);
  const std::string path = folder.file("cut.jsonl");
  for (std::size_t cut = 0; cut <= bytes.size(); cut += 1 + bytes.size() / 23) {
    SCOPED_TRACE(cut);
    test::write_file(path, bytes.substr(0, cut));
    std::size_t solved = 0;
    SweepOptions options = quick(path);
    options.progress = [&](const GenerateProgress& p) { solved += p.writing ? 0 : 1; };
    EXPECT_EQ(figures(rows_of(plan, options)), figures(whole));
    const auto left = static_cast<std::size_t>(
        std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(cut), '\n'));
    EXPECT_EQ(solved == 0, left == 6);
    const auto again = read_record(path);
    ASSERT_TRUE(again);
    EXPECT_EQ(figures(*again), figures(whole));
    EXPECT_TRUE(std::equal(
        bytes.begin(),
        bytes.begin() + static_cast<std::ptrdiff_t>(bytes.rfind('\n', cut == 0 ? 0 : cut - 1) + 1),
        test::read_file(path).begin()));
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"cut.jsonl", "whole.jsonl"}));
}

TEST(Sweep, RecordsThatAreNone) {
  const TemporaryFolder folder;
  const SweepPlan plan{{workshop("chess", "4x4")}, {"Rook"}, {}};
  const auto code = [&](const std::string& text) {
    test::write_file(folder.file("x.jsonl"), text);
    const auto rows = sweep(plan, quick(folder.file("x.jsonl")));
    EXPECT_EQ(test::read_file(folder.file("x.jsonl")), text);  // not touched
    return rows ? ErrorCode::kUsage : rows.error().code;
  };
  EXPECT_EQ(code("notes"), ErrorCode::kCorrupt);
  EXPECT_EQ(code("notes\n"), ErrorCode::kCorrupt);
  EXPECT_EQ(code("{}\n"), ErrorCode::kCorrupt);
  EXPECT_EQ(code("{\"game\":1}\n"), ErrorCode::kCorrupt);
  EXPECT_EQ(code(std::string("\0\n", 2)), ErrorCode::kCorrupt);
  const auto missing = sweep(plan, quick(folder.file("no/x.jsonl")));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
}

TEST(Sweep, TwoAtATimeAreRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.jsonl");
  const auto first = SweepRecord::open(path);
  ASSERT_TRUE(first);
  const auto second = SweepRecord::open(path);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUsage);
}

TEST(Sweep, LeavesTheTablesOfOthersAlone) {
  const TemporaryFolder folder;
  const SweepPlan plan{{workshop("chess", "4x4")}, {"Rook"}, {}};
  const std::string record = folder.file("x.jsonl"), tables = record + ".tables";
  // A second sweep on the same record does not take the first one's tables away.
  std::optional<ErrorCode> second;
  bool there = false;
  SweepOptions options = quick(record);
  options.progress = [&](const GenerateProgress&) {
    const auto refused = sweep(plan, quick(record));
    if (!refused) second = refused.error().code;
    there = std::filesystem::is_directory(tables);
  };
  rows_of(plan, options);
  EXPECT_EQ(second, ErrorCode::kUsage);
  EXPECT_TRUE(there);
  EXPECT_FALSE(std::filesystem::exists(tables));
  // A folder of the name that no sweep made is refused and kept, even one of tables.
  std::filesystem::create_directory(tables);
  test::write_file(tables + "/mine.augmate", "mine");
  const auto rows = sweep(plan, quick(record));
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code, ErrorCode::kIo);
  EXPECT_NE(rows.error().message.find(tables), std::string::npos);
  EXPECT_EQ(test::read_file(tables + "/mine.augmate"), "mine");
  // Where the tables are kept elsewhere it is in nobody's way.
  SweepOptions kept = quick(record);
  kept.tables = folder.file("kept");
  EXPECT_EQ(rows_of(plan, kept).size(), 1u);
  EXPECT_EQ(test::read_file(tables + "/mine.augmate"), "mine");
}

TEST(Sweep, RowsWithoutVerdictAreRefusedWhereOneIsAsked) {
  const TemporaryFolder folder;
  const SweepPlan plan{{workshop("chess", "4x4")}, {"Rook"}, {}};
  SweepOptions options = quick(folder.file("x.jsonl"));
  rows_of(plan, options);
  options.general = true;
  const auto rows = sweep(plan, options);
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code, ErrorCode::kUsage);
  EXPECT_NE(rows.error().message.find("--no-verdict"), std::string::npos);
}

TEST(Sweep, RecordsMustBeRegularFilesWhoseRowsAddUp) {
  const TemporaryFolder folder;
  const SweepPlan plan{{workshop("chess", "4x4")}, {"Rook"}, {}};
  const std::string pipe = folder.file("pipe.jsonl");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/null")}) {
    const auto record = SweepRecord::open(path);
    ASSERT_FALSE(record) << path;
    EXPECT_EQ(record.error().code, ErrorCode::kIo);
    EXPECT_FALSE(read_record(path)) << path;
  }
  for (SweepRow& row : rows_of(plan, quick())) {
    row.sides[1].counts[0] += 1;
    EXPECT_FALSE(row_from_json_line(to_json_line(row)));
    row.sides[1].counts[0] -= 1;
    row.sides[1].counts[3] = 0;
    EXPECT_FALSE(row_from_json_line(to_json_line(row)));
  }
}

TEST(Sweep, FormatsSayTheSame) {
  const TemporaryFolder folder;
  const SweepPlan plan{{workshop("chess", "4x4")}, {"Rook", "[F?fsR]"}, {"Wazir+Ferz"}};
  const SweepFiles files{"", {folder.file("x.csv")}, {folder.file("x.h5")}};
  const auto rows = rows_of(plan);
  ASSERT_TRUE(write_files(files, rows));
  ASSERT_TRUE(write_files(files, rows));  // once more: no row twice
  // CSV: the names, then as many lines as rows; the rows' JSON has the same cells.
  const std::string csv = test::read_file(files.csv[0]);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  const auto json = nlohmann::ordered_json::parse(to_json_line(rows[0]));
  std::string names;
  for (const auto& [name, value] : json.items()) names += (names.empty() ? "" : ",") + name;
  EXPECT_EQ(csv.substr(0, csv.find('\n')), names);
  EXPECT_EQ(json["white_wins_wtm"].get<double>(), rows[0].won_share(Side::kWhite, Side::kWhite));
  EXPECT_FALSE(rows[0].verdict.empty());
  // HDF5: two rows, and a column read back.
  const hid_t file = H5Fopen(files.hdf5[0].c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t dataset = H5Dopen2(file, "sweep", H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  hsize_t size = 0;
  H5Sget_simple_extent_dims(space, &size, nullptr);
  ASSERT_EQ(size, 2u);
  std::array<std::int64_t, 2> legal{};
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(std::int64_t));
  H5Tinsert(type, "wtm_legal", 0, H5T_NATIVE_INT64);
  EXPECT_GE(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, legal.data()), 0);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(legal[i], static_cast<std::int64_t>(rows[i].sides[0].legal));
  H5Tclose(type);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
}

TEST(Sweep, RowsSurviveTheirText) {
  for (const SweepRow& row : rows_of({{workshop("chess", "4x4")}, {"Rook", "-"}, {"Lance", "-"}})) {
    const auto again = row_from_json_line(to_json_line(row));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(to_json_line(*again), to_json_line(row));
  }
}

TEST(ArmyText, ReadsMenOfTheGameBeforeNotation) {
  const Workshop shop = workshop("augmenters-12");
  const auto army = parse_army(shop, " Pawn & LanceCorps& Knight ");
  ASSERT_TRUE(army);
  ASSERT_EQ(army->men.size(), 3u);
  EXPECT_TRUE(army->men[0].kind.pawn);
  EXPECT_EQ(army->men[1].kind.letter, 'X');
  EXPECT_FALSE(army->men[2].own);
  const auto ending = make_ending(shop.rules, *army, Army());
  ASSERT_TRUE(ending) << ending.error().message;
  EXPECT_EQ(material_name(*ending->game, ending->material), "KPXNvK");
  EXPECT_EQ(ending->game->kind(ending->game->kind_of('P').value()).pawn->promotions.size(), 1u);
  for (const char* wrong : {"", "&", "Rook &", "royal:", "royal:Rook & royal:Rook", "Zork"})
    EXPECT_FALSE(parse_army(shop, wrong)) << wrong;
}

TEST(ArmyText, ListsAreExpandedOnce) {
  const Workshop shop = workshop("wide");
  const auto lists = read_lists(default_variant_folder() + "/lists.toml");
  ASSERT_TRUE(lists) << lists.error().message;
  const auto size = [&](const std::string& text) {
    const auto all = expand_list(text, *lists, shop);
    return all ? all->size() : 0;
  };
  EXPECT_EQ(size("augmenters"), 12u);
  EXPECT_EQ(size("corps"), 220u);
  EXPECT_EQ(size("bishop+x"), 12u);
  EXPECT_EQ(size("augmenters, four-squares,Wazir, Wazir+Ferz"), 13u);
  EXPECT_EQ(size("kinds"), 7u);  // Q R B N P and the two Elephants
  EXPECT_EQ(size("Wazir,,Ferz"), 0u);
  EXPECT_EQ(size("zork"), 0u);
  for (const NamedList& list : *lists)  // each can be read and solved on
    for (const std::string& text : list.armies) {
      const auto army = parse_army(shop, text);
      ASSERT_TRUE(army) << text;
      EXPECT_TRUE(make_ending(shop.rules, *army, Army())) << text;
    }
}

}  // namespace
}  // namespace augmate
