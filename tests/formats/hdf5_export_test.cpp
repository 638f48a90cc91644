// SPDX-License-Identifier: MIT
// Exported files, read back with the HDF5 library's own calls: every point against the prober and
// the rules, the tables of statistics against the table's.
#include "formats/hdf5_export.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <hdf5_hl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>

#include "formats/statistics.h"
#include "gen/generate.h"
#include "probe/probe.h"
#include "rules/game_options.h"
#include "tests/support/temporary_folder.h"

namespace augmate {
namespace {

using test::TemporaryFolder;

// A whole file of values in memory.
struct Read {
  std::vector<hsize_t> size;
  std::array<std::vector<std::uint8_t>, 2> outcomes;  // by side to move
  std::array<std::vector<std::int16_t>, 2> distances;
};

Read read_values(const std::string& path) {
  Read read;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  for (const unsigned side : {0u, 1u}) {
    const std::string group = side == 0 ? "white_to_move/" : "black_to_move/";
    const hid_t outcome = H5Dopen2(file, (group + "outcome").c_str(), H5P_DEFAULT);
    const hid_t distance = H5Dopen2(file, (group + "distance").c_str(), H5P_DEFAULT);
    const hid_t space = H5Dget_space(outcome);
    read.size.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, read.size.data(), nullptr);
    const auto points = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    read.outcomes[side].resize(points);
    read.distances[side].resize(points);
    const hid_t type = H5Dget_type(outcome);
    H5Dread(outcome, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.outcomes[side].data());
    H5Dread(distance, H5T_NATIVE_INT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.distances[side].data());
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(outcome);
    H5Dclose(distance);
  }
  H5Fclose(file);
  return read;
}

std::string text_attribute(const std::string& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  char* text = nullptr;
  H5Aread(attribute, type, &text);
  const std::string copy = text == nullptr ? "" : text;
  H5free_memory(text);
  H5Tclose(type);
  H5Aclose(attribute);
  H5Fclose(file);
  return copy;
}

// Names of the members of an axis, by way of the scale that is attached to the dataset.
std::vector<std::string> scale_names(const std::string& path, unsigned dimension) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t values = H5Dopen2(file, "white_to_move/outcome", H5P_DEFAULT);
  std::vector<std::string> names;
  const auto visit = [](hid_t, unsigned, hid_t scale, void* data) -> herr_t {
    const hid_t type = H5Dget_type(scale), space = H5Dget_space(scale);
    const std::size_t width = H5Tget_size(type);
    std::string bytes(width * static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)), ' ');
    H5Dread(scale, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
    for (std::size_t i = 0; i < bytes.size(); i += width)
      static_cast<std::vector<std::string>*>(data)->push_back(bytes.substr(i, width).c_str());
    H5Sclose(space);
    H5Tclose(type);
    return 0;
  };
  H5DSiterate_scales(values, dimension, nullptr, visit, &names);
  H5Dclose(values);
  H5Fclose(file);
  return names;
}

struct Exported {
  std::shared_ptr<const Game> game;
  Material material;
  TableSet tables;
  std::shared_ptr<const OpenTable> table;
  std::string path;
};

Exported export_ending(const TemporaryFolder& folder, const GameOptions& rules,
                       const std::string& ending, bool fold,
                       StoredSides sides = StoredSides::kBoth) {
  Exported e{{}, {}, TableSet({folder.file("tables")}), {}, {}};
  e.game = make_game(rules).value();
  e.material = parse_material(*e.game, ending).value();
  GenerateOptions gen;
  gen.folder = folder.file("tables");
  gen.threads = 1;
  gen.sides = sides;
  std::filesystem::create_directories(gen.folder);
  EXPECT_TRUE(generate(e.game, e.material, gen));
  e.table = *e.tables.open(e.game, e.material);
  e.path = folder.file(ending + ".h5");
  Hdf5ExportOptions options;
  options.fold = fold;
  options.program = "test";
  const auto done = export_hdf5(e.game, e.material, e.tables, e.path, options);
  EXPECT_TRUE(done) << done.error().message;
  return e;
}

struct Case {
  const char* name;
  GameOptions rules;
  const char* ending;
  bool fold = false;
  StoredSides sides = StoredSides::kBoth;
};

GameOptions options(const char* variant, const char* board, const char* holes = "",
                    const char* brouhaha = "") {
  GameOptions o;
  o.variant = variant;
  o.board = board;
  o.holes = holes;
  o.brouhaha = brouhaha;
  if (std::string(variant) != "chess") o.first_rank = 1;
  return o;
}

class Hdf5Export : public testing::TestWithParam<Case> {};

// Every point of the file, both sides to move.
TEST_P(Hdf5Export, EveryValueIsTheProbers) {
  const TemporaryFolder folder;
  const Exported e =
      export_ending(folder, GetParam().rules, GetParam().ending, GetParam().fold, GetParam().sides);
  EXPECT_EQ(e.table->file().holds(Side::kWhite) && e.table->file().holds(Side::kBlack),
            GetParam().sides == StoredSides::kBoth);
  const Prober prober(e.game, {folder.file("tables")});
  const Read read = read_values(e.path);
  const auto& states = e.table->index().states();
  const std::size_t first = states.size() > 1 ? 1 : 0;
  ASSERT_EQ(read.size.size(), static_cast<std::size_t>(e.material.count()) + first);
  std::vector<std::vector<std::string>> names;
  for (unsigned d = 0; d < read.size.size(); ++d) {
    names.push_back(scale_names(e.path, d));
    ASSERT_EQ(names.back().size(), read.size[d]);
  }
  std::size_t legal = 0, wrong = 0;
  for (std::size_t point = 0; point < read.outcomes[0].size(); ++point) {
    std::vector<std::size_t> at(read.size.size());
    std::size_t rest = point;
    for (std::size_t d = at.size(); d-- > 0; rest /= read.size[d]) at[d] = rest % read.size[d];
    Position p;
    if (first == 1) {
      p.imitates = states[at[0]];
      if (e.table->canonical().swapped) std::swap(p.imitates[0], p.imitates[1]);
    }
    bool on_board = true;
    std::size_t d = first;
    for (const Side side : {Side::kWhite, Side::kBlack})
      for (const int kind : e.material.men[index(side)]) {
        const auto square = e.game->board().find(names[d][at[d]]);
        on_board = on_board && square;
        p.add({kind, side, square.value_or(kNoSquare)});
        ++d;
      }
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      p.to_move = side;
      const int outcome = read.outcomes[index(side)][point];
      const int plies = read.distances[index(side)][point];
      if (!on_board || why_illegal(*e.game, p)) {
        wrong += outcome != 255 || plies != -2;
        continue;
      }
      ++legal;
      const auto value = prober.probe(p);
      ASSERT_TRUE(value) << value.error().message;
      wrong += outcome != static_cast<int>(value->outcome) || plies != value->plies;
    }
  }
  EXPECT_GT(legal, 0u);
  EXPECT_EQ(wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Endings, Hdf5Export,
    testing::Values(
        Case{"twins", options("chess", "4x3"), "KNNvK"},
        Case{"swapped", options("chess", "4x3"), "KvKRN"},
        Case{"folded", options("chess", "4x4"), "KQvKR", true},
        Case{"pawn", options("chess", "4x6"), "KPvK"},
        Case{"pawns_folded", options("chess", "3x6"), "KPvKP", true},
        Case{"holes", options("chess", "5x4", "a1 c2 c3"), "KQvK"},
        Case{"wide", options("wide-wad", "6x3"), "KCvK"},
        Case{"joker", options("grand-apothecary-modern", "4x4", "-", "a1"), "KJvK"},
        Case{"jokers_folded", options("grand-apothecary-modern", "3x3", "-", "-"), "KJvKJ", true},
        Case{"one_side", options("chess", "4x3"), "KNNvK", false, StoredSides::kSmaller},
        Case{"one_side_swapped", options("chess", "4x3"), "KvKRN", true, StoredSides::kSmaller},
        Case{"one_side_pawns", options("chess", "3x6"), "KPvKP", false, StoredSides::kSmaller},
        Case{"one_side_joker", options("grand-apothecary-modern", "4x4", "-", "a1"), "KJvK", false,
             StoredSides::kSmaller},
        Case{"swapped_joker", options("grand-apothecary-modern", "4x3", "-", "-"), "KvKJ"}),
    [](const auto& instance) { return std::string(instance.param.name); });

struct CountRow {
  char *to_move, *outcome, *fen;
  std::int64_t positions, longest;
};

TEST(Hdf5ExportFile, HoldsTheStatistics) {
  const TemporaryFolder folder;
  const Exported e = export_ending(folder, options("chess", "4x4"), "KvKQ", false);
  const Statistics statistics = *statistics_of(*e.game, *e.table);
  const hid_t file = H5Fopen(e.path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, H5T_VARIABLE);
  H5Tset_cset(text, H5T_CSET_UTF8);
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(CountRow));
  H5Tinsert(type, "to_move", HOFFSET(CountRow, to_move), text);
  H5Tinsert(type, "outcome", HOFFSET(CountRow, outcome), text);
  H5Tinsert(type, "longest_fen", HOFFSET(CountRow, fen), text);
  H5Tinsert(type, "positions", HOFFSET(CountRow, positions), H5T_NATIVE_INT64);
  H5Tinsert(type, "longest_plies", HOFFSET(CountRow, longest), H5T_NATIVE_INT64);
  const hid_t dataset = H5Dopen2(file, "statistics/counts", H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  std::vector<CountRow> rows(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  ASSERT_GE(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()), 0);
  ASSERT_EQ(rows.size(), 8u);  // legal, win, draw, loss for each side to move
  for (const CountRow& row : rows) {
    const SideStatistics& s = statistics.all[row.to_move == std::string("white") ? 0 : 1];
    if (row.outcome == std::string("legal")) {
      EXPECT_EQ(row.positions, static_cast<std::int64_t>(s.legal));
      continue;
    }
    for (const Outcome outcome : kBestFirst) {
      if (row.outcome != std::string(name(outcome))) continue;
      const OutcomeStatistics& o = s.outcomes[static_cast<unsigned>(outcome)];
      EXPECT_EQ(row.positions, static_cast<std::int64_t>(o.count));
      EXPECT_EQ(row.longest, o.max_plies());
      EXPECT_EQ(std::string(row.fen == nullptr ? "" : row.fen), o.longest_fen);
    }
  }
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, rows.data());
  for (const hid_t t : {type, text}) H5Tclose(t);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
}

TEST(Hdf5ExportFile, ExplainsItselfAndIsTheSameEveryTime) {
  const TemporaryFolder folder;
  const Exported e = export_ending(folder, options("chess", "3x3"), "KQvK", false);
  EXPECT_EQ(text_attribute(e.path, "title"),
            "KQvK in chess --board 3x3: the value of every position");
  EXPECT_NE(text_attribute(e.path, "rules").find("material = KQvK"), std::string::npos);
  EXPECT_NE(text_attribute(e.path, "men").find("white Q Queen"), std::string::npos);
  const std::string bytes = test::read_file(e.path);
  ASSERT_TRUE(export_hdf5(e.game, e.material, e.tables, e.path, {false, "test", {}}));
  EXPECT_EQ(test::read_file(e.path), bytes);
  const auto nowhere = export_hdf5(e.game, e.material, e.tables, folder.file("no/f.h5"));
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::kIo);
}

// Where the disk is full, wherever that is met, the export says so, leaves no file and the program
// ends in order.
TEST(Hdf5ExportFile, FullDisk) {
  const TemporaryFolder folder;
  const Exported e = export_ending(folder, options("chess", "8x8"), "KQvK", false);
  const auto size = std::filesystem::file_size(e.path);
  for (int part = 0; part < 8; ++part) {
    if (const pid_t child = fork(); child != 0) {
      int status = -1;
      waitpid(child, &status, 0);
      EXPECT_EQ(status, 0) << part;
      continue;
    }
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{size * static_cast<std::uintmax_t>(part) / 8, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto done = export_hdf5(e.game, e.material, e.tables, folder.file("full.h5"));
    const bool told = !done && done.error().code == ErrorCode::kNoSpace;
    std::exit(told && !std::filesystem::exists(folder.file("full.h5")) ? 0 : 1);
  }
}

// A table whose values are not those that it counts is told and leaves no file.
TEST(Hdf5ExportFile, StatisticsThatAreNotTheValuesAreRefused) {
  const TemporaryFolder folder;
  const Exported e = export_ending(folder, options("chess", "4x4"), "KQvK", false);
  TableInfo info = e.table->file().info();
  auto& win = info.sides[0].outcomes[static_cast<unsigned>(Outcome::kWin)];
  ++win.histogram.front().second;
  --win.histogram.back().second;
  const std::string path = e.table->file().path();
  ASSERT_TRUE(write_table(
      path, info, [&](Side side, std::uint64_t begin, std::span<PackedValue> out) -> Result<void> {
        const auto block = e.table->file().read_block(side, 0);
        std::copy_n(block->begin() + static_cast<std::ptrdiff_t>(begin), out.size(), out.begin());
        return {};
      }));
  const auto done = export_hdf5(e.game, e.material, e.tables, folder.file("planted.h5"));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kMismatch);
  EXPECT_FALSE(std::filesystem::exists(folder.file("planted.h5")));
}

}  // namespace
}  // namespace augmate
