// SPDX-License-Identifier: MIT
// Pictures: each is read back with an XML parser and what it shows recomputed, from statistics and
// from the prober, and held to a golden file. AUGMATE_UPDATE=1 writes the golden files anew; look
// at them before committing.
#include "research/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "gen/generate.h"
#include "probe/probe.h"
#include "research/heat.h"
#include "research/share_matrix.h"
#include "research/svg.h"
#include "rules/game_options.h"
#include "tests/support/temporary_folder.h"

namespace augmate {
namespace {

using test::TemporaryFolder;

struct Solved {
  std::shared_ptr<const Game> game;
  Material material;
  TableSet tables;
  std::shared_ptr<const OpenTable> table;
  Statistics statistics;
};

Solved solve(const TemporaryFolder& folder, const GameOptions& rules, const std::string& ending,
             StoredSides sides = StoredSides::kBoth) {
  Solved s{{}, {}, TableSet({folder.path()}), {}, {}};
  s.game = make_game(rules).value();
  s.material = parse_material(*s.game, ending).value();
  GenerateOptions options;
  options.folder = folder.path();
  options.threads = 1;
  options.sides = sides;
  EXPECT_TRUE(generate(s.game, s.material, options));
  s.table = *s.tables.open(s.game, s.material);
  s.statistics = *statistics_of(*s.game, *s.table);
  return s;
}

GameOptions board(const char* size) {
  GameOptions options;
  options.board = size;
  return options;
}

// The document, which must be well formed and say what it is.
pugi::xml_document parsed(const std::string& svg) {
  pugi::xml_document document;
  const auto result = document.load_string(svg.c_str());
  EXPECT_TRUE(result) << result.description();
  const pugi::xml_node root = document.child("svg");
  EXPECT_STREQ(root.attribute("role").value(), "img");
  EXPECT_FALSE(root.child("title").text().empty());
  EXPECT_FALSE(root.child("desc").text().empty());
  EXPECT_NE(std::string(root.child("style").text().get()).find("prefers-color-scheme: dark"),
            std::string::npos);
  return document;
}

std::vector<pugi::xml_node> with(const pugi::xml_document& document, const char* path) {
  std::vector<pugi::xml_node> nodes;
  for (const auto& found : document.select_nodes(path)) nodes.push_back(found.node());
  return nodes;
}

double number_in(pugi::xml_node node, const char* attribute) {
  EXPECT_TRUE(node.attribute(attribute)) << attribute;
  return node.attribute(attribute).as_double();
}

// Everything drawn lies on the paper.
void expect_inside(const pugi::xml_document& document) {
  const pugi::xml_node root = document.child("svg");
  const double width = number_in(root, "width"), height = number_in(root, "height");
  for (const pugi::xml_node r : with(document, "//rect")) {
    EXPECT_GE(number_in(r, "x"), 0);
    EXPECT_GE(number_in(r, "y"), 0);
    EXPECT_LE(number_in(r, "x") + number_in(r, "width"), width + 0.01);
    EXPECT_LE(number_in(r, "y") + number_in(r, "height"), height + 0.01);
  }
  for (const pugi::xml_node t : with(document, "//text")) {
    if (t.attribute("transform")) continue;
    const double x = number_in(t, "x");
    const double wide = svg::text_width(t.text().get(), number_in(t, "font-size"));
    const std::string anchor = t.attribute("text-anchor").value();
    const double left = anchor == "middle" ? x - wide / 2 : anchor == "end" ? x - wide : x;
    EXPECT_GE(left, -1) << t.text().get();
    EXPECT_LE(left + wide, width + 1) << t.text().get();
    EXPECT_LE(number_in(t, "y"), height);
  }
}

void expect_golden(const std::string& name, const std::string& svg) {
  const std::string path = std::string(AUGMATE_SOURCE_DIR) + "/tests/research/pictures/" + name;
  if (std::getenv("AUGMATE_UPDATE") != nullptr)
    test::write_file(path, svg);
  else
    EXPECT_EQ(svg, test::read_file(path)) << path;
}

TEST(Histogram, BarsAreTheStatistics) {
  const TemporaryFolder folder;
  const Solved s = solve(folder, board("4x4"), "KQvKR");
  const std::string svg = histogram_picture("KQvKR on 4x4", s.statistics.all);
  const pugi::xml_document document = parsed(svg);
  expect_inside(document);
  std::size_t bars = 0;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const std::string who = side == Side::kWhite ? "white" : "black";
    double pixels_each = 0;
    for (const Outcome outcome : kBestFirst) {
      const auto& o = s.statistics.all[index(side)].outcomes[static_cast<unsigned>(outcome)];
      for (const auto& [plies, count] : o.histogram) {
        const auto bar =
            with(document, ("//rect[@data-side='" + who + "'][@data-outcome='" + name(outcome) +
                            "'][@data-plies='" + std::to_string(plies) + "']")
                               .c_str());
        ASSERT_EQ(bar.size(), 1u) << who << ' ' << name(outcome) << ' ' << plies;
        ++bars;
        EXPECT_EQ(bar[0].attribute("data-positions").as_ullong(), count);
        // Heights are in proportion, up to the rounding of coordinates.
        const double height = number_in(bar[0], "height");
        if (height > 20) {
          const double each = height / static_cast<double>(count);
          EXPECT_NEAR(each, pixels_each > 0 ? pixels_each : each, 0.002 * each);
          pixels_each = each;
        }
      }
    }
    EXPECT_GT(pixels_each, 0);
  }
  EXPECT_EQ(with(document, "//rect[@data-plies]").size(), bars);
  EXPECT_GT(bars, 10u);
  expect_golden("histogram.svg", svg);
}

TEST(Histogram, OneBarAndNone) {
  const TemporaryFolder folder;
  const Solved queen = solve(folder, board("3x3"), "KQvK");
  const auto one = parsed(histogram_picture("KQvK on 3x3", queen.statistics.all));
  EXPECT_EQ(with(one, "//rect[@data-side='white']").size(), 1u);
  expect_inside(one);
  const Solved kings = solve(folder, board("3x3"), "KvK");
  const auto none = parsed(histogram_picture("KvK on 3x3", kings.statistics.all));
  EXPECT_TRUE(with(none, "//rect[@data-side]").empty());
  EXPECT_EQ(with(none, "//rect[@data-count]").size(), 2u);  // draws, in the legends
  expect_inside(none);
}

// Thousands of distances, as on large boards, stay on the paper.
TEST(Histogram, ManyBars) {
  Sides sides;
  auto& win = sides[0].outcomes[static_cast<unsigned>(Outcome::kWin)];
  for (int plies = 1; plies < kMaxPlies; ++plies) win.histogram.emplace_back(plies, plies);
  for (const auto& bar : win.histogram) win.count += bar.second;
  sides[0].legal = win.count;
  const auto document = parsed(histogram_picture("Many & <more>", sides));
  EXPECT_EQ(with(document, "//rect[@data-side]").size(), win.histogram.size());
  expect_inside(document);
}

// The heat of a man by asking the prober for every position.
std::map<std::string, std::pair<double, int>> probed_heat(const Solved& s,
                                                          const std::string& folder,
                                                          std::size_t chosen, Side to_move,
                                                          Outcome outcome, bool optimal) {
  const Prober prober(s.game, {folder});
  std::vector<Man> men;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const int kind : s.material.men[index(side)]) men.push_back({kind, side, kNoSquare});
  const Side owner = men[chosen].side;
  const int squares = s.game->board().size();
  // By the chosen man's square and those that are not chosen freely: the best value.
  std::map<std::vector<Square>, Value> best;
  std::size_t points = 1;
  for (std::size_t i = 0; i < men.size(); ++i) points *= static_cast<std::size_t>(squares);
  for (std::size_t point = 0; point < points; ++point) {
    Position p;
    p.to_move = to_move;
    std::size_t rest = point;
    std::vector<Square> key;
    for (std::size_t i = 0; i < men.size(); ++i, rest /= static_cast<std::size_t>(squares)) {
      const auto square = static_cast<Square>(rest % static_cast<std::size_t>(squares));
      p.add({men[i].kind, men[i].side, square});
      if (i == chosen)
        key.insert(key.begin(), square);
      else if (!optimal || men[i].side != owner)
        key.push_back(square);
    }
    if (why_illegal(*s.game, p)) continue;
    const Value value = *prober.probe(p);
    const auto rank = [&](Value v) {  // plain chess: larger is better for the owner
      const int sign = owner == to_move ? 1 : -1;
      return v.outcome == Outcome::kDraw  ? 0
             : v.outcome == Outcome::kWin ? sign * (10000 - v.plies)
                                          : -sign * (10000 - v.plies);
    };
    const auto [it, fresh] = best.emplace(key, value);
    if (!fresh && rank(value) > rank(it->second)) it->second = value;
  }
  std::map<std::string, std::pair<double, int>> heats;
  std::map<std::string, int> counts;
  for (const auto& [key, value] : best) {
    if (value.outcome != outcome) continue;
    auto& [sum, worst] = heats[s.game->board().name(key[0])];
    sum += value.plies;
    worst = std::max(worst, value.plies);
    ++counts[s.game->board().name(key[0])];
  }
  for (auto& [square, heat] : heats) heat.first /= counts[square];
  return heats;
}

BoardMap heat_map(const Solved& s, const HeatQuestion& question, bool mean) {
  auto opened = SquareGrid::open(s.game, s.material, s.tables);
  SquareGrid& grid = *opened;
  const auto squares = heat(grid, s.material, question);
  BoardMap map{"Heat", "of a man", "plies", mean ? 1 : 0, &s.game->board(), {}};
  for (const auto& square : *squares)
    map.values.push_back(!square || square->counted == 0
                             ? std::nullopt
                             : std::optional(mean ? square->mean() : square->worst));
  return map;
}

struct HeatCase {
  const char *size, *ending;
  int axis;
  Side to_move;
  Outcome outcome;
  StoredSides sides = StoredSides::kBoth;
};

class Heat : public testing::TestWithParam<HeatCase> {};

TEST_P(Heat, IsTheProbers) {
  const HeatCase& c = GetParam();
  const TemporaryFolder folder;
  const Solved s = solve(folder, board(c.size), c.ending, c.sides);
  for (const bool optimal : {false, true}) {
    const auto expected = probed_heat(s, folder.path(), static_cast<std::size_t>(c.axis), c.to_move,
                                      c.outcome, optimal);
    for (const bool mean : {true, false}) {
      const auto map = heat_map(s, {c.axis, c.to_move, c.outcome, optimal}, mean);
      const auto document = parsed(board_map_picture(map));
      expect_inside(document);
      const auto squares = with(document, "//rect[@data-value]");
      EXPECT_EQ(squares.size(), expected.size());
      for (const pugi::xml_node square : squares) {
        const auto& [m, worst] = expected.at(square.attribute("data-square").value());
        EXPECT_NEAR(number_in(square, "data-value"), mean ? m : worst, 1e-9);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Endings, Heat,
                         testing::Values(HeatCase{"4x4", "KQvK", 2, Side::kWhite, Outcome::kWin},
                                         HeatCase{"4x4", "KRvK", 1, Side::kBlack, Outcome::kLoss},
                                         HeatCase{"5x3", "KRvK", 0, Side::kWhite, Outcome::kWin},
                                         HeatCase{"4x3", "KRvKN", 1, Side::kWhite, Outcome::kWin},
                                         HeatCase{"4x3", "KvKQ", 2, Side::kWhite, Outcome::kLoss},
                                         HeatCase{"4x3", "KvKQ", 2, Side::kWhite, Outcome::kLoss,
                                                  StoredSides::kSmaller},
                                         HeatCase{"4x3", "KvKQ", 2, Side::kBlack, Outcome::kWin,
                                                  StoredSides::kSmaller}));

TEST(Heat, TwinsCountOnce) {
  const TemporaryFolder folder;
  const Solved s = solve(folder, board("4x3"), "KNNvK");
  auto opened = SquareGrid::open(s.game, s.material, s.tables);
  SquareGrid& grid = *opened;
  const auto king = heat(grid, s.material, {3, Side::kWhite, Outcome::kWin, false});
  std::uint64_t legal = 0, won = 0;
  for (const auto& square : *king)
    if (square) legal += square->legal, won += square->counted;
  EXPECT_EQ(legal, s.statistics.all[0].legal);
  EXPECT_EQ(won, s.statistics.all[0].outcomes[static_cast<unsigned>(Outcome::kWin)].count);
  const auto draw = heat(grid, s.material, {3, Side::kWhite, Outcome::kDraw, false});
  ASSERT_FALSE(draw);
  EXPECT_EQ(draw.error().code, ErrorCode::kUsage);
}

TEST(Heat, Golden) {
  const TemporaryFolder folder;
  const Solved s = solve(folder, board("5x4"), "KQvK");
  expect_golden("heat.svg",
                board_map_picture(heat_map(s, {2, Side::kWhite, Outcome::kWin, false}, true)));
}

TEST(Heat, LargeBoardsAndNoNumbers) {
  const Board large = *Board::rectangle(16, 16), small = *Board::rectangle(1, 1);
  BoardMap map{"A title that is so long that it does not fit on one line of the picture at all",
               "s",
               "plies",
               1,
               &large,
               std::vector<std::optional<double>>(256, 8190.0)};
  expect_inside(parsed(board_map_picture(map)));
  map.board = &small;
  map.values = {std::nullopt};
  expect_inside(parsed(board_map_picture(map)));
}

TEST(Boards, MenStandWhereThePositionsSay) {
  const auto game = make_game(GameOptions{}).value();
  std::vector<Diagram> diagrams;
  const std::vector<std::string> fens = {"8/2R5/8/8/7k/3K4/8/4n3 w - -",
                                         "8/8/8/8/8/k7/2n5/KR6 b - -"};
  for (const std::string& fen : fens)
    diagrams.push_back({*parse_fen(*game, fen), "win in 79 plies (40 moves)"});
  const std::string svg = boards_picture("The longest", *game, diagrams);
  const auto document = parsed(svg);
  expect_inside(document);
  const auto boards = with(document, "//g[@data-fen]");
  ASSERT_EQ(boards.size(), 2u);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    EXPECT_EQ(boards[i].attribute("data-fen").value(), to_fen(*game, diagrams[i].position));
    std::set<std::string> drawn, expected;
    for (const pugi::xml_node man : boards[i].children("circle"))
      drawn.insert(std::string(man.attribute("data-man").value()) +
                   man.attribute("data-square").value());
    for (const Man& m : diagrams[i].position) {
      const char letter = game->kind(m.kind).letter;
      expected.insert(
          std::string(1, m.side == Side::kWhite ? letter : static_cast<char>(letter - 'A' + 'a')) +
          game->board().name(m.square));
    }
    EXPECT_EQ(drawn, expected);
  }
  expect_golden("boards.svg", svg);
}

TEST(Matrix, ShowsTheRecord) {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.jsonl");
  test::write_file(
      path,
      R"({"white":"Rook","black":"Knight","board":"8x8","white_wins_wtm":0.5,"black_wins_btm":0.125}
{"white":"Rook","black":"Rook","board":"8x8","white_wins_wtm":0.25,"black_wins_btm":0.25}
{"white":"Knight","black":"Knight","board":"8x8","white_wins_wtm":null,"black_wins_btm":0}
{"white":"Rook","black":"Rook","board":"9x9","white_wins_wtm":0.75,"black_wins_btm":0.25}
)");
  MatrixQuestion question;
  question.only = {"board=8x8"};
  auto matrix = read_share_matrix(path, question);
  ASSERT_TRUE(matrix) << matrix.error().message;
  matrix->title = "A sweep";
  // Knight v Rook is read from Rook v Knight.
  EXPECT_EQ(matrix->rows, (std::vector<std::string>{"Rook", "Knight"}));
  const std::string svg = share_matrix_picture(*matrix);
  const auto document = parsed(svg);
  expect_inside(document);
  std::map<std::string, double> cells;
  for (const pugi::xml_node cell : with(document, "//rect[@data-value]"))
    cells[cell.attribute("data-row").value() + std::string(" ") +
          cell.attribute("data-column").value()] = number_in(cell, "data-value");
  EXPECT_EQ(cells, (std::map<std::string, double>{
                       {"Rook Knight", 0.5}, {"Knight Rook", 0.125}, {"Rook Rook", 0.25}}));
  EXPECT_EQ(with(document, "//rect[@data-row]").size(), 4u);
  expect_golden("matrix.svg", svg);
  question.only.clear();
  EXPECT_EQ(read_share_matrix(path, question).error().code, ErrorCode::kUsage);  // two boards
  question.columns = "nothing";
  EXPECT_EQ(read_share_matrix(path, question).error().code, ErrorCode::kUsage);
  question.columns = "board";
  question.value = "board";
  question.only = {"black=Rook"};
  EXPECT_EQ(read_share_matrix(path, question).error().code, ErrorCode::kUsage);  // no share
}

TEST(Matrix, RefusesWhatIsNoRecord) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_share_matrix(folder.file("none"), {}).error().code, ErrorCode::kIo);
  for (const std::string bytes : {"", "\n", "[1]\n", "white,black\n", "{\"white\":", "\xff\n"}) {
    test::write_file(folder.file("r"), bytes);
    EXPECT_EQ(read_share_matrix(folder.file("r"), {}).error().code, ErrorCode::kCorrupt) << bytes;
  }
}

TEST(Matrix, ManyRowsAndColumns) {
  ShareMatrix matrix{"Many", "s", "rows", "columns", {}, {}, {}};
  for (int i = 0; i < 60; ++i) {
    matrix.rows.push_back("Wazir+Ferz+Threeleaper " + std::to_string(i));
    matrix.columns.push_back("Dabbabah+Alfil+Camel " + std::to_string(i));
  }
  matrix.values.assign(3600, 0.5);
  const auto document = parsed(share_matrix_picture(matrix));
  EXPECT_EQ(with(document, "//rect[@data-value]").size(), 3600u);
  expect_inside(document);
}

TEST(Svg, RoundSteps) {
  EXPECT_DOUBLE_EQ(svg::round_step(100, 5), 20);
  EXPECT_DOUBLE_EQ(svg::round_step(101, 5), 50);
  EXPECT_DOUBLE_EQ(svg::round_step(0.3, 5), 0.1);
  EXPECT_DOUBLE_EQ(svg::round_step(9, 5), 2);
  EXPECT_EQ(svg::scale_colour(0), "#440154");
  EXPECT_EQ(svg::scale_colour(1), "#fde725");
  EXPECT_EQ(svg::broken("one two", 30, 10), (std::vector<std::string>{"one ", "two"}));
  for (const std::string& part : svg::broken(std::string(200, 'x'), 50, 10))
    EXPECT_LE(svg::text_width(part, 10), 50);
}

}  // namespace
}  // namespace augmate
