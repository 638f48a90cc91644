// SPDX-License-Identifier: MIT
#include "rules/diagram.h"

#include <gtest/gtest.h>

#include "rules/betza.h"

namespace augmate {
namespace {

StepGraph betza(const std::string& text) { return parse_piece(text, Dialect::kBetza).value(); }

TEST(DescribeSteps, OneLineAWalk) {
  EXPECT_EQ(describe_steps(StepGraph{}), "no moves\n");
  EXPECT_EQ(describe_steps(betza("fR")), "ride (0,1) without limit\n");
  EXPECT_EQ(describe_steps(betza("fR3")), "ride (0,1) up to 3 steps\n");
  EXPECT_EQ(describe_steps(betza("fmWfcF")),
            "leap (-1,1), capture only\nleap (0,1), move only\nleap (1,1), capture only\n");
  EXPECT_EQ(describe_steps(betza("fcpR")),
            "(0,1) over empty squares up to a man, then ride (0,1) without limit, capture only\n");
  EXPECT_EQ(describe_steps(parse_piece("fgR", Dialect::kFsf).value()),
            "(0,1) over empty squares up to a man or a hole, then leap (0,1)\n");
  EXPECT_EQ(describe_steps(betza("frnN")), "(1,0) if empty, then leap (1,1)\n");
  EXPECT_EQ(describe_steps(betza("ifmnD")),
            "(0,1) if empty, then leap (0,1), move only, while unmoved\n");
}

TEST(DescribeSteps, ManyWalksAreCut) {
  const std::string text = describe_steps(betza("aaaaafK"));
  EXPECT_LT(text.size(), 500000u);
  EXPECT_NE(text.find("and more walks\n"), std::string::npos);
}

TEST(SummarizeSteps, FamiliesAreToldOnce) {
  EXPECT_EQ(summarize_steps(betza("N")), "leap (1,2) [8 ways]");
  EXPECT_EQ(summarize_steps(betza("hrN")), "leap (-2,1); leap (-1,-2); leap (1,2); leap (2,-1)");
  EXPECT_EQ(summarize_steps(betza("zB")), "ride (1,1), (1,-1) by turns without limit [8 ways]");
  EXPECT_EQ(summarize_steps(StepGraph{}), "no moves");
}

TEST(MoveDiagram, MarksAndLegend) {
  Board board = *Board::rectangle(4, 3, 0);
  board.remove(board.at(3, 2));
  board.set_vanishing(board.at(0, 0));
  SquareSet quiet, captures;
  quiet.set(board.at(1, 2));
  quiet.set(board.at(0, 1));
  captures.set(board.at(1, 2));
  captures.set(board.at(2, 2));
  DiagramMen men;
  men.friends.set(board.at(2, 1));
  men.enemies.set(board.at(2, 2));
  men.enemies.set(board.at(3, 0));
  EXPECT_EQ(move_diagram(board, board.at(1, 1), quiet, captures, men),
            "  2 . # x *\n"
            "  1 o @ F .\n"
            "  0 ~ . . E\n"
            "    a b c d\n\n"
            "  @  the piece\n"
            "  o  moves\n"
            "  x  captures\n"
            "  #  moves or captures\n"
            "  F  friend\n"
            "  E  enemy\n"
            "  *  hole\n"
            "  ~  square that exists only while occupied\n");
}

}  // namespace
}  // namespace augmate
