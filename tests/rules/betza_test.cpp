// SPDX-License-Identifier: MIT
// Piece notation against the rows of betza_cases.tsv, and what must be refused.
#include "rules/betza.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "rules/diagram.h"
#include "rules/move_graph.h"
#include "tests/support/betza_rows.h"

namespace augmate::test {
namespace {

using Content = Grid::Content;

const char* const kRowFile = AUGMATE_SOURCE_DIR "/tests/data/betza_cases.tsv";

Dialect dialect_of(const std::string& tag) {
  if (tag == "xboard") return Dialect::kXboard;
  if (tag == "idiagram") return Dialect::kDiagram;
  if (tag == "fsf") return Dialect::kFsf;
  EXPECT_TRUE(tag == "betza96" || tag == "betza2") << tag;
  return Dialect::kBetza;
}

// Rows that record a failure of the named program: no moves, or letters that it ignores. Each is
// refused, with the column of what the program fails on.
const std::map<std::string, int> kRefused = {
    {"B037", 2},  // DD, fsf: no moves
    {"B052", 3},  // R10, fsf: the second digit is ignored
    {"B082", 4},  // FAmsW, xboard: s after m is ignored
    {"B085", 2},  // mfWcfF, xboard: f after m is ignored
    {"B151", 1},  // sfN, fsf: no moves
    {"B197", 1},  // jR, fsf: j is ignored
    {"B231", 1},  // zB, xboard and fsf: z is ignored
    {"B232", 1},  // qN, xboard and fsf: q is ignored
    {"B233", 2},  // FyafsF, fsf: y and a are ignored
    {"B234", 1},  // [F?fsR], fsf: brackets are ignored
    {"B235", 1},  // t[FR], fsf: t and brackets are ignored
    {"B236", 1},  // [F?fsR], xboard: no moves
    {"B237", 1},  // afsW, fsf: a is ignored
};

// Rows whose moves column says less about walls than its note or the program: the relay square of
// a transparent leg must exist, so a wall on it stops the move.
bool wall_on_relay(const BetzaRow& row, Offset target, Offset wall) {
  return row.id == "B225" && Offset{wall.dx * 2, wall.dy * 2} == target;
}

std::string show(const std::bitset<Grid::kSquares>& squares) {
  std::string text;
  for (int dy = -Grid::kReach; dy <= Grid::kReach; ++dy)
    for (int dx = -Grid::kReach; dx <= Grid::kReach; ++dx)
      if (squares.test(Grid::index({dx, dy})))
        text += std::to_string(dx) + "," + std::to_string(dy) + " ";
  return text;
}

::testing::AssertionResult same(const Reached& expected, const Reached& found) {
  if (expected == found) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "moves\n  expected " << show(expected.quiet) << "\n  found    " << show(found.quiet)
         << "\ncaptures\n  expected " << show(expected.captures) << "\n  found    "
         << show(found.captures);
}

// All squares at most `reach` away, the middle left out.
template <class F>
void around(int reach, F&& f) {
  for (int dy = -reach; dy <= reach; ++dy)
    for (int dx = -reach; dx <= reach; ++dx)
      if (dx != 0 || dy != 0) f(Offset{dx, dy});
}

std::size_t lone_captures(const StepGraph& graph) {
  std::size_t count = 0;
  around(Grid::kReach, [&](Offset at) {
    Grid grid;
    grid.put(at, Content::kEnemy);
    count += walk(graph, grid).captures.test(Grid::index(at));
  });
  return count;
}

// The moves among no other men and with one friend, enemy or wall on each square around.
void compare_structure(const BetzaRow& row, bool walls_are_hurdles, const StepGraph& graph) {
  ASSERT_TRUE(same(interpret(row.moves, Grid{}), walk(graph, Grid{})));
  around(4, [&](Offset at) {
    for (const Content c : {Content::kFriend, Content::kEnemy, Content::kWall}) {
      Grid grid;
      grid.put(at, c);
      Reached expected = interpret(row.moves, grid, walls_are_hurdles);
      if (c == Content::kWall)
        around(Grid::kReach, [&](Offset target) {
          if (wall_on_relay(row, target, at)) expected.quiet.reset(Grid::index(target));
        });
      EXPECT_TRUE(same(expected, walk(graph, grid)))
          << "with "
          << "-FEH"[static_cast<int>(c)] << " on " << at.dx << "," << at.dy;
    }
  });
}

std::bitset<Grid::kSquares> set_of(const std::string& offsets) {
  std::bitset<Grid::kSquares> set;
  for (const Offset at : read_offsets(offsets)) set.set(Grid::index(at));
  return set;
}

void compare_row(const BetzaRow& row, const std::string& tag, const StepGraph& graph) {
  const bool walls_are_hurdles = tag == "fsf";  // B258 and B260
  if (row.occ != "-") {
    const Reached found = walk(graph, read_grid(row.occ));
    EXPECT_TRUE(same({set_of(row.quiet), set_of(row.captures)}, found));
    EXPECT_EQ(found.quiet.count(), row.quiet17);
    EXPECT_EQ(found.captures.count(), row.capt17);
    EXPECT_TRUE(same(interpret(row.moves, read_grid(row.occ), walls_are_hurdles), found));
  } else {
    EXPECT_EQ(walk(graph, Grid{}).quiet.count(), row.quiet17);
    EXPECT_EQ(lone_captures(graph), row.capt17);
  }
  compare_structure(row, walls_are_hurdles, graph);
}

// The column that an error names, 0 if none.
int column_in(const Error& error) {
  const std::string start = "column ";
  if (error.message.rfind(start, 0) != 0) return 0;
  return std::atoi(error.message.c_str() + start.size());
}

TEST(BetzaRows, EveryRowUnderEachOfItsDialects) {
  const std::vector<BetzaRow> rows = read_betza_rows(kRowFile);
  ASSERT_EQ(rows.size(), 262u);
  std::set<std::string> matched, refused;
  int readings = 0;
  for (const BetzaRow& row : rows) {
    const auto refusal = kRefused.find(row.id);
    for (const std::string& tag : row.dialects) {
      SCOPED_TRACE(row.id + " " + row.notation + " (" + tag + ")");
      const Result<StepGraph> graph = parse_piece(row.notation, dialect_of(tag));
      ++readings;
      if (refusal != kRefused.end()) {
        refused.insert(row.id);
        ASSERT_FALSE(graph.has_value()) << summarize_steps(*graph);
        EXPECT_EQ(graph.error().code, ErrorCode::kBadNotation);
        EXPECT_EQ(column_in(graph.error()), refusal->second) << graph.error().message;
        continue;
      }
      matched.insert(row.id);
      ASSERT_TRUE(graph.has_value()) << graph.error().message;
      compare_row(row, tag, *graph);
    }
  }
  for (const BetzaRow& row : rows)
    EXPECT_TRUE(matched.count(row.id) + refused.count(row.id) == 1) << "skipped: " << row.id;
  EXPECT_EQ(refused.size(), kRefused.size());
  std::cout << "betza_cases.tsv: " << rows.size() << " rows, " << readings
            << " readings (row and dialect); " << matched.size() << " rows matched, "
            << refused.size() << " refused as they should be, "
            << rows.size() - matched.size() - refused.size() << " skipped\n";
}

TEST(BetzaRows, TheCopyIsTheSharedFile) {
  std::ifstream shared(AUGMATE_SHARED_DIR "/betza_cases.tsv");
  if (!shared) GTEST_SKIP() << "no shared folder beside this checkout";
  std::stringstream a, b;
  a << shared.rdbuf();
  b << std::ifstream(kRowFile).rdbuf();
  EXPECT_EQ(a.str(), b.str());
}

TEST(BetzaRows, EveryPieceUnrollsOnTheLargestBoard) {
  const Board board = *Board::rectangle(kMaxBoardSide, kMaxBoardSide);
  for (const BetzaRow& row : read_betza_rows(kRowFile))
    for (const std::string& tag : row.dialects)
      if (const auto graph = parse_piece(row.notation, dialect_of(tag))) {
        const Result<MoveGraph> moves = compile(*graph, board, {});
        EXPECT_TRUE(moves.has_value()) << row.id << " " << tag << ": " << moves.error().message;
      }
}

// --- refusals

struct Refusal {
  Dialect dialect;
  const char* text;
  int column;
};

TEST(BetzaRefusals, NameTheColumn) {
  constexpr Dialect B = Dialect::kBetza, X = Dialect::kXboard, D = Dialect::kDiagram,
                    F = Dialect::kFsf;
  const Refusal refusals[] = {
      // not there, or not an atom
      {B, "", 1},
      {B, "f", 2},
      {B, "W E", 3},
      {B, "Wf", 3},
      {B, "WM", 2},
      {B, "3W", 1},
      {B, "W+", 3},
      {B, "+W", 1},
      {B, "W++F", 3},
      {X, "W F", 2},
      {F, "W+F", 2},
      {B, "aaaaaafK", 6},
      {B, "w", 1},
      {B, "W]", 2},
      {B, "W\tF", 2},
      {B, "\xc3\x84", 1},
      // what changes other men or the board
      {B, "dW", 1},
      {B, "udR", 1},
      {B, "xK", 1},
      {B, "oR", 1},
      {B, "KO2", 2},
      {B, "K@3", 2},
      {B, "U", 1},
      {X, "tK", 1},
      {D, "dK", 1},
      {F, "oR", 1},
      {B, "feW", 2},
      {X, "fmeW", 3},
      {B, "cafW", 1},
      {X, "cafK", 1},
      {B, "[cF?fsR]", 2},
      {B, "[cF-fsR]", 2},
      // ranges
      {B, "W100", 4},
      {B, "W00", 3},
      {B, "NN2", 3},
      {F, "N22", 3},
      {F, "NN2", 3},
      {B, "RR", 2},
      {F, "A0", 2},
      {F, "H3", 2},
      {F, "CC", 2},
      {D, "NN2", 3},
      // directions
      {B, "fsF", 2},
      {B, "sfN", 1},
      {B, "fhK", 2},
      {B, "bsK", 2},
      {B, "rlbF", 3},
      {B, "hN", 1},
      {B, "hfN", 1},
      {B, "shN", 1},
      {B, "ssN", 1},
      {B, "fhW", 2},
      {B, "hrfN", 3},
      {B, "ffhrN", 3},
      {B, "fmsW", 3},
      {B, "vrN", 1},
      {D, "fK", 1},
      {D, "mfW", 2},
      {X, "cfW", 2},
      {X, "fhF", 2},
      {X, "fhW", 2},
      {F, "hW", 1},
      {F, "sfF", 1},
      {F, "hfK", 1},
      // modifiers
      {B, "mmW", 2},
      {B, "npN", 2},
      {B, "jR", 1},
      {B, "jN", 1},
      {B, "jDD", 1},
      {X, "jW", 1},
      {B, "nZ", 1},
      {B, "nC", 1},
      {B, "nW", 1},
      {B, "nQ", 1},
      {B, "pN", 1},
      {B, "gR3", 1},
      {B, "gW", 1},
      {F, "pNN", 1},
      {F, "nNN", 1},
      {B, "zN", 1},
      {B, "zQ", 1},
      {B, "zF", 1},
      {B, "fzB", 1},
      {B, "qB", 1},
      {B, "qK", 1},
      {B, "yW", 1},
      {X, "pmW", 2},
      {X, "fimW", 2},
      {X, "cmW", 2},
      {D, "L", 1},
      {D, "J", 1},
      {B, "iiW", 2},
      // legs and brackets
      {B, "afsN", 2},
      {B, "anW", 2},
      {B, "iaifW", 3},
      {B, "yafsF3", 1},
      {B, "ymafW", 1},
      {B, "[F?fsR", 1},
      {B, "[F]", 1},
      {B, "[F!fsR]", 3},
      {B, "[F?sR]", 4},
      {B, "[N?fsB]", 4},
      {B, "[F?afR]", 4},
      {B, "[F?pR]", 4},
      {B, "f[F?fsR]", 1},
      {B, "[F?fsR]3", 8},
      {B, "[F-fsmR]D4x", 11},
      {B, "t[FFR]", 3},
      {B, "t[F?R]", 4},
      {B, "t[F]", 2},
      {B, "t[fFR]", 3},
      {D, "t[FR]", 1},
      {B, "KW-F", 3},
      {B, "W-FD", 4},
      {B, "W-", 3},
      {B, "[F?hR]", 4},
      {D, "W-F", 2},
      // coordinates and long atoms
      {B, "(0,0)", 2},
      {B, "(4)", 3},
      {B, "(4,16)", 4},
      {B, "(4,1", 5},
      {B, "(,1)", 2},
      {B, "(4,1)(4,1)", 6},
      {B, "WY", 2},
      {B, "RX", 2},
      {X, "WX", 2},
      {F, "FX", 2},
      {D, "(4,1)", 1},
      {B, "(az)B", 5},
      {B, "(az)N0", 5},
      {B, "f(az)N", 1},
      {B, "(za)N", 2},
      // paths
      {B, "paths:", 7},
      {B, "paths:W,", 9},
      {B, "paths:WD", 8},
      {B, "paths:WWF,,W", 11},
      {B, "paths:WWF;FWW", 10},
      {B, "fpaths:WF", 4},
      {X, "paths:WF", 3},
      {F, "paths:WF", 2},
  };
  for (const Refusal& r : refusals) {
    SCOPED_TRACE(std::string(r.text) + " in " + name(r.dialect));
    const Result<StepGraph> graph = parse_piece(r.text, r.dialect);
    ASSERT_FALSE(graph.has_value()) << summarize_steps(*graph);
    EXPECT_EQ(graph.error().code, ErrorCode::kBadNotation);
    EXPECT_EQ(column_in(graph.error()), r.column) << graph.error().message;
  }
}

TEST(BetzaRefusals, TooLongATextIsRefused) {
  EXPECT_TRUE(parse_piece(std::string(1000, 'W'), Dialect::kXboard).has_value());
  EXPECT_FALSE(parse_piece(std::string(1001, 'W'), Dialect::kXboard).has_value());
  EXPECT_FALSE(parse_piece(std::string(500, 'a') + "fW" + std::string(600, 'F'), Dialect::kBetza));
}

// Whatever is thrown at the parser is either a piece that survives the text form or an error with a
// column inside the text or just behind it.
TEST(BetzaRefusals, RandomTextNeverPassesUnexplained) {
  std::mt19937 random(7);
  const std::string letters = "WFDNAHCZGLJKQRBXYfblrvshmceinjpgzqya[]()?-+ 0123paths:,tdux@OU";
  std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1), length(1, 9);
  int accepted = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text;
    for (std::size_t n = length(random); n > 0; --n) text += letters[letter(random)];
    const Dialect dialect = static_cast<Dialect>(i % 4);
    const Result<StepGraph> graph = parse_piece(text, dialect);
    if (!graph) {
      const int column = column_in(graph.error());
      ASSERT_TRUE(column >= 1 && column <= static_cast<int>(text.size()) + 1)
          << text << ": " << graph.error().message;
      continue;
    }
    ++accepted;
    ASSERT_FALSE(graph->roots.empty()) << text;
    const Result<StepGraph> again = step_graph_from_text(to_text(*graph));
    ASSERT_TRUE(again.has_value()) << text << ": " << again.error().message;
    ASSERT_EQ(*again, *graph) << text;
    ASSERT_EQ(normalized(*again), *graph) << text;
  }
  EXPECT_GT(accepted, 1000);
}

// --- what the default dialect adds

// Denser and sparser grids by turns.
Grid random_grid(std::mt19937& random, int round) {
  Grid grid;
  std::uniform_int_distribution<int> content(0, 3 + round % 17);
  around(Grid::kReach, [&](Offset square) {
    const int c = content(random);
    if (c <= 3) grid.put(square, static_cast<Content>(c));
  });
  return grid;
}

StepGraph betza(const std::string& text) {
  const Result<StepGraph> graph = parse_piece(text, Dialect::kBetza);
  EXPECT_TRUE(graph.has_value()) << text << ": " << (graph ? "" : graph.error().message);
  return graph ? *graph : StepGraph{};
}

TEST(Betza, DialectsAreFoundByName) {
  for (const Dialect d : {Dialect::kBetza, Dialect::kXboard, Dialect::kDiagram, Dialect::kFsf})
    EXPECT_EQ(find_dialect(name(d)), d);
  EXPECT_FALSE(find_dialect("sjaak").has_value());
}

TEST(Betza, DifferentSpellingsOfOnePiece) {
  const std::vector<std::vector<std::string>> families = {
      {"R", "W0", "WW", "WWW", "fbRlrR", "R+R", "frR lbR"},
      {"Q", "RB", "BR", "R+B", "W0F0", "K0", "KK"},
      {"C", "L", "(3,1)", "(1,3)"},
      {"K", "WF", "FW", "fFbFW", "K1"},
      {"FAsmW", "FAmsW", "smWFA", "A+F+smW"},
      {"fmWfcF", "mfWcfF", "fcF fmW", "fmWfceF"},
      {"[F?fsR]", "t[FR]", "FyafsF", "[F?R]", "[F?fR]", "F[F-fsR]"},
      {"[W?fsB]", "t[WB]", "WyafsW", "W[W-B]"},
      {"nN", "afsW", "[W-fsF]", "W-F", "paths:WF"},
      {"[F-fB]", "F-fB", "F-B"},
      {"nA", "[F-fF]", "paths:FF"},
      {"fK", "fWfF", "ffWffF"},
      {"rlbK", "bWlWrWbF"},
      {"hrN", "rfNbrNlbNflN"},
      {"m[F?fsR]", "mF m[F-fsR]"},
      {"[A?fB]", "[(2,2)?fB]"},
      {"paths:WFF", "[W-fsF-fF]"},
      {"jD", "pafW"},
      {"pR", "pafR"},
      {"gQ", "gafQ"},

  };
  std::mt19937 random(5);
  for (const auto& family : families)
    for (const std::string& spelling : family)
      for (int round = 0; round < 100; ++round) {
        const Grid grid = random_grid(random, round);
        ASSERT_TRUE(same(walk(betza(family[0]), grid), walk(betza(spelling), grid))) << spelling;
      }
}

// The differences that docs/notation.md lists and no row covers: a text in a dialect, and the moves
// in the default dialect's words.
TEST(Dialects, DifferencesOfThePage) {
  struct Difference {
    Dialect dialect;
    const char* text;
    const char* meaning;
  };
  constexpr Dialect X = Dialect::kXboard, D = Dialect::kDiagram, F = Dialect::kFsf;
  const Difference differences[] = {{X, "rlbF", "rF lbF"},
                                    {F, "rlbF", "rF lbF"},
                                    {X, "ffN0", "ffNN"},
                                    {X, "DD", "D"},
                                    {D, "CC", "C0"},
                                    {X, "W12", "W12"},
                                    {D, "W12", "W12"},
                                    {X, "vsN", "N"},
                                    {X, "fvW", "vW"},
                                    {F, "hrK", "K"},
                                    {F, "hlN", "hlN"},
                                    {F, "ffhrN", "ffN hrN"},
                                    {X, "jQ", "[D?fR] [A?fB]"},
                                    {D, "jQ", "[D?fR] [A?fB]"},
                                    {D, "jA", "jA"},
                                    {X, "nD0", "nDD"},
                                    {X, "lvK", "lF"},
                                    {F, "mfW", "fmW"},
                                    {F, "fK0", "fQ"}};
  std::mt19937 random(17);
  for (const Difference& d : differences) {
    SCOPED_TRACE(std::string(d.text) + " in " + name(d.dialect));
    const Result<StepGraph> graph = parse_piece(d.text, d.dialect);
    ASSERT_TRUE(graph.has_value()) << graph.error().message;
    for (int round = 0; round < 100; ++round) {
      const Grid grid = random_grid(random, round);
      ASSERT_TRUE(same(walk(betza(d.meaning), grid), walk(*graph, grid)));
    }
  }
  EXPECT_EQ(to_text(parse_piece("fjD", X).value()), "0;0,1 f1 x1 h1;0,1mc");
  EXPECT_EQ(to_text(betza("fjD")), "0;0,1 f1 x1;0,1mc");
}

// A further leg without letters: not straight back; at right angles or on for W and its like.
TEST(Betza, LegsWithoutLetters) {
  EXPECT_EQ(to_text(betza("faW")), "1;-1,0mc;0,1 e0,2,3;0,1mc;1,0mc");
  EXPECT_EQ(betza("faK").nodes.size(), 11u);  // three first steps, then any of eight
  EXPECT_EQ(walk(betza("aK"), Grid{}).quiet.count(), 24u);
}

TEST(Betza, InitialMarksTheStopsOnly) {
  EXPECT_EQ(to_text(betza("ifmnD")), "0;0,1 e1;0,1mi");
  EXPECT_EQ(to_text(parse_piece("ifmnD", Dialect::kXboard).value()), "0;0,1 e1;0,1mi");
}

TEST(Betza, WallsAreHurdlesInOneDialectOnly) {
  EXPECT_EQ(to_text(parse_piece("fgR", Dialect::kFsf).value()), "0;0,1 e0 f1 x1 h1;0,1mc");
  EXPECT_EQ(to_text(betza("fgR")), "0;0,1 e0 f1 x1;0,1mc");
}

// --- the documents' kinds, by plain generators of their own

class Among {
 public:
  explicit Among(const Grid& grid) : grid_(grid) {}
  bool empty(Offset at) const { return Grid::inside(at) && grid_.at(at) == Content::kEmpty; }
  // Stops at the square if its content lets a man do so.
  void stop(Offset at, bool quiet_only = false) {
    if (!Grid::inside(at) || at == Offset{}) return;
    if (grid_.at(at) == Content::kEmpty) reached.quiet.set(Grid::index(at));
    if (grid_.at(at) == Content::kEnemy && !quiet_only) reached.captures.set(Grid::index(at));
  }
  void slide(Offset from, Offset step) {
    for (;;) {
      from = {from.dx + step.dx, from.dy + step.dy};
      stop(from);
      if (!empty(from)) return;
    }
  }
  Reached reached;

 private:
  const Grid& grid_;
};

const std::vector<Offset> kStraight = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
const std::vector<Offset> kSlanted = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

Offset at(Offset step, int n) { return {step.dx * n, step.dy * n}; }
bool within_an_eighth(Offset a, Offset b) { return a.dx * b.dx + a.dy * b.dy > 0; }

Reached lion(const Grid& grid) {
  Among men(grid);
  for (const Offset f : kSlanted) {
    men.stop(f);
    if (!men.empty(f)) continue;
    men.stop(at(f, 2));
    if (!men.empty(at(f, 2))) continue;
    for (const Offset w : kStraight)
      if (within_an_eighth(f, w)) men.slide(at(f, 2), w);
  }
  for (const Offset w : kStraight) men.stop(at(w, 2));
  return men.reached;
}

Reached tiger(const Grid& grid) {
  Among men(grid);
  for (const Offset w : kStraight)
    for (int n = 1; n <= 3; ++n) {
      men.stop(at(w, n));
      if (!men.empty(at(w, n))) break;
      if (n < 3) continue;
      for (const Offset f : kSlanted)
        if (within_an_eighth(f, w)) men.slide(at(w, 3), f);
    }
  for (const Offset f : kSlanted) men.stop(at(f, 2));
  return men.reached;
}

Reached giraffe(const Grid& grid) {
  Among men(grid);
  for (const Offset f : kSlanted)
    for (const Offset w : kStraight) {
      if (!within_an_eighth(f, w) || !men.empty(f)) continue;
      Offset here = f;
      for (int n = 1; n == 1 || men.empty(here); ++n) {
        here = {here.dx + w.dx, here.dy + w.dy};
        if (n >= 3) men.stop(here);
      }
    }
  return men.reached;
}

Reached picket(const Grid& grid) {
  Among men(grid);
  for (const Offset f : kSlanted)
    if (men.empty(f)) men.slide(f, f);
  return men.reached;
}

// All orders of `w` orthogonal and `f` diagonal steps to one side.
void paths_to(Among& men, Offset here, Offset w, int ws, Offset f, int fs) {
  if (ws + fs == 0) return men.stop(here);
  if (here != Offset{} && !men.empty(here)) return;
  if (ws > 0) paths_to(men, {here.dx + w.dx, here.dy + w.dy}, w, ws - 1, f, fs);
  if (fs > 0) paths_to(men, {here.dx + f.dx, here.dy + f.dy}, w, ws, f, fs - 1);
}

Reached multi_path(const Grid& grid, int length, bool quiet_dabbabah) {
  Among men(grid);
  for (const Offset w : kStraight)
    for (const Offset f : kSlanted) {
      if (!within_an_eighth(w, f)) continue;
      for (int ws = 1; ws < length; ++ws)
        if (ws == 1 || ws == length - 1) paths_to(men, {}, w, ws, f, length - ws);
    }
  for (const Offset w : kStraight)
    if (quiet_dabbabah) men.stop(at(w, 2), true);
  return men.reached;
}

struct Document {
  const char* name;
  const char* notation;
  Reached (*plain)(const Grid&);
};

TEST(Betza, KindsOfTheDocumentsAmongRandomMen) {
  const Document documents[] = {
      {"Lion", "[F?fF?fsR]D", lion},
      {"Tiger", "[W?fW?fW?fsB]A", tiger},
      {"Giraffe", "[F-fsW-fW-fR]", giraffe},
      {"Picket", "[F-fB]", picket},
      {"Falcon", "paths:WWF,WFW,FWW,FFW,FWF,WFF",
       [](const Grid& grid) { return multi_path(grid, 3, false); }},
      {"Vulture", "mD paths:WWWF,WWFW,WFWW,FWWW,FFFW,FFWF,FWFF,WFFF",
       [](const Grid& grid) { return multi_path(grid, 4, true); }},
  };
  std::mt19937 random(11);
  for (const Document& document : documents) {
    SCOPED_TRACE(document.name);
    const StepGraph graph = betza(document.notation);
    for (int round = 0; round < 2000; ++round) {
      const Grid grid = random_grid(random, round);
      ASSERT_TRUE(same(document.plain(grid), walk(graph, grid)));
    }
  }
  EXPECT_EQ(walk(betza("paths:WWF,WFF"), Grid{}).quiet.count(), 16u);
}

// Every other kind of the documents can be written; the counts are those on the bare grid.
TEST(Betza, TheOtherKindsOfTheDocuments) {
  const std::vector<std::pair<std::string, std::size_t>> kinds = {
      {"vN", 4},     {"sN", 4},     {"ffNbsN", 4},   {"fsNbbN", 4},   {"fR", 8},     {"sR", 16},
      {"gQ", 0},     {"fFvW", 4},   {"BNR", 72},     {"WfF", 6},      {"LJ", 16},    {"G", 4},
      {"FAsmW", 10}, {"WA", 8},     {"WAD", 12},     {"NmHmA", 16},   {"FL", 12},    {"NN", 32},
      {"BJ", 40},    {"mRcpR", 32}, {"[F?fsR]", 60}, {"[W?fsB]", 60}, {"fmWfcF", 1}, {"fmFfcW", 2}};
  for (const auto& [text, count] : kinds)
    EXPECT_EQ(walk(betza(text), Grid{}).quiet.count(), count) << text;
}

// --- docs/notation.md

std::string answer(const std::string& notation) {
  const Result<StepGraph> graph = parse_piece(notation, Dialect::kBetza);
  return graph ? summarize_steps(*graph) : "refused, " + graph.error().message;
}

std::string answer_table() {
  std::string table = "| notation | default dialect |\n|---|---|\n";
  std::set<std::string> told;
  for (const BetzaRow& row : read_betza_rows(kRowFile))
    if (told.insert(row.notation).second)
      table += "| `" + row.notation + "` | " + answer(row.notation) + " |\n";
  return table;
}

// AUGMATE_WRITE_DOCS=1 in the environment rewrites the table instead.
TEST(NotationPage, TableHoldsTheAnswersOfTheParser) {
  const std::string path = AUGMATE_SOURCE_DIR "/docs/notation.md";
  const std::string begin = "<!-- answers: begin -->\n", end = "<!-- answers: end -->";
  std::stringstream page;
  page << std::ifstream(path).rdbuf();
  std::string text = page.str();
  const std::size_t from = text.find(begin), to = text.find(end);
  ASSERT_TRUE(from != std::string::npos && to != std::string::npos);
  const std::size_t start = from + begin.size();
  if (std::getenv("AUGMATE_WRITE_DOCS") != nullptr) {
    text.replace(start, to - start, answer_table());
    std::ofstream(path) << text;
    return;
  }
  EXPECT_EQ(text.substr(start, to - start), answer_table());
}

}  // namespace
}  // namespace augmate::test
