// SPDX-License-Identifier: MIT
#include "tests/support/fairy_men.h"

#include <map>
#include <optional>
#include <string>

#include "rules/betza.h"

namespace augmate::test {
namespace {

// Names that have a notation in RULES.md.
const std::map<std::string_view, const char*> kNotation = {
    {"Narrow", "vN"},         {"Wide", "sN"},          {"Crab", "ffNbsN"},
    {"Barc", "fsNbbN"},       {"Lance", "fR"},         {"Side", "sR"},
    {"Grasshopper", "gQ"},    {"Copper", "fFvW"},      {"Bison", "LJ"},
    {"Amazon", "BNR"},        {"RegentBase", "WfF"},   {"Champion", "WAD"},
    {"Wizard", "FL"},         {"Sangoma", "BJ"},       {"Knightrider", "NN"},
    {"Cannon", "mRcpR"},      {"Lieutenant", "FAsmW"}, {"WorkingElephant", "WA"},
    {"ApothKnight", "NmHmA"}, {"P", "fmWfcF"},         {"Berolina", "fmFfcW"},
};

// Steps of a walk that must find each square but the last empty, and what may follow the last.
class Builder {
 public:
  // A new node; `stop` says whether the man may stop there.
  int node(Offset step, bool stop) {
    graph_.nodes.push_back({step, stop, stop, false, {}, {}, {}, {}});
    return static_cast<int>(graph_.nodes.size()) - 1;
  }
  void then(int node, int next) {
    graph_.nodes[static_cast<unsigned>(node)].on_empty.push_back(next);
  }
  int ray(Offset step) {
    const int n = node(step, true);
    then(n, n);
    return n;
  }
  void root(int node) { graph_.roots.push_back(node); }
  void leap(Offset step, bool capture = true) {
    const int n = node(step, true);
    graph_.nodes[static_cast<unsigned>(n)].capture = capture;
    root(n);
  }
  StepGraph take() { return std::move(graph_); }

 private:
  StepGraph graph_;
};

// One diagonal step, then outward as a Rook.
StepGraph dragon() {
  Builder b;
  const int first = b.node({1, 1}, true);
  b.then(first, b.ray({1, 0}));
  b.then(first, b.ray({0, 1}));
  b.root(first);
  return all_round(b.take());
}

// One straight step, then outward as a Bishop.
StepGraph griffin() {
  Builder b;
  const int first = b.node({0, 1}, true);
  b.then(first, b.ray({1, 1}));
  b.then(first, b.ray({-1, 1}));
  b.root(first);
  return all_round(b.take());
}

StepGraph lion() {
  Builder b;
  const int first = b.node({1, 1}, true), second = b.node({1, 1}, true);
  b.then(first, second);
  b.then(second, b.ray({1, 0}));
  b.then(second, b.ray({0, 1}));
  b.root(first);
  b.leap({0, 2});
  return all_round(b.take());
}

StepGraph tiger() {
  Builder b;
  const int first = b.node({0, 1}, true), second = b.node({0, 1}, true),
            third = b.node({0, 1}, true);
  b.then(first, second);
  b.then(second, third);
  b.then(third, b.ray({1, 1}));
  b.then(third, b.ray({-1, 1}));
  b.root(first);
  b.leap({2, 2});
  return all_round(b.take());
}

// All orders of `straights` steps (0, 1) and `diagonals` steps (1, 1), only the last a stop.
void orders(Builder& b, std::optional<int> before, int straights, int diagonals) {
  for (const bool diagonal : {false, true}) {
    const int s = straights - (diagonal ? 0 : 1), d = diagonals - (diagonal ? 1 : 0);
    if (s < 0 || d < 0) continue;
    const int n = b.node({diagonal ? 1 : 0, 1}, s + d == 0);
    if (before)
      b.then(*before, n);
    else
      b.root(n);
    orders(b, n, s, d);
  }
}

StepGraph vulture() {
  Builder b;
  orders(b, {}, 3, 1);
  orders(b, {}, 1, 3);
  b.leap({0, 2}, false);
  return all_round(b.take());
}

StepGraph falcon() {
  Builder b;
  orders(b, {}, 2, 1);
  orders(b, {}, 1, 2);
  return all_round(b.take());
}

// A Bishop's ray whose first step is no stop.
StepGraph picket() {
  Builder b;
  const int first = b.node({1, 1}, false);
  b.then(first, b.ray({1, 1}));
  b.root(first);
  return all_round(b.take());
}

// One diagonal step, then three or more straight ones outward.
StepGraph giraffe() {
  Builder b;
  const int diagonal = b.node({1, 1}, false), first = b.node({0, 1}, false),
            second = b.node({0, 1}, false);
  b.then(diagonal, first);
  b.then(first, second);
  b.then(second, b.ray({0, 1}));
  b.root(diagonal);
  return all_round(b.take());
}

const std::map<std::string_view, StepGraph (*)()> kByHand = {
    {"Dragon", dragon},   {"Griffin", griffin}, {"Lion", lion},     {"Tiger", tiger},
    {"Vulture", vulture}, {"Falcon", falcon},   {"Picket", picket}, {"Giraffe", giraffe},
};

Result<StepGraph> one_man(std::string_view name) {
  const auto by_hand = kByHand.find(name);
  if (by_hand != kByHand.end()) return by_hand->second();
  const auto notation = kNotation.find(name);
  return parse_piece(notation != kNotation.end() ? notation->second : std::string(name),
                     Dialect::kBetza);
}

}  // namespace

StepGraph all_round(const StepGraph& walks) {
  StepGraph result;
  for (unsigned image = 0; image < 8; ++image) {
    StepGraph turned_walks = walks;
    for (StepNode& n : turned_walks.nodes) {
      if ((image & 1) != 0) n.step.dx = -n.step.dx;
      if ((image & 2) != 0) n.step.dy = -n.step.dy;
      if ((image & 4) != 0) std::swap(n.step.dx, n.step.dy);
    }
    result.unite(turned_walks);
  }
  return result;
}

Result<StepGraph> fairy_man(std::string_view names) {
  StepGraph result;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find('+', begin), names.size());
    const auto man = one_man(names.substr(begin, end - begin));
    if (!man) return man.error();
    result.unite(*man);
    begin = end + 1;
  }
  return result;
}

}  // namespace augmate::test
