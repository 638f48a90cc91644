// SPDX-License-Identifier: MIT
#include "rules/diagram.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace augmate {
namespace {

constexpr std::size_t kMaxLines = 500;
constexpr std::size_t kMaxDepth = 64;
constexpr int kMaxVisits = 20000;  // walks of many legs multiply without bound
constexpr char kStepMark = '@';    // stands in a pattern for the next offset

// A walk in words: the pattern's marks are filled with the offsets in order.
struct Line {
  std::string pattern;
  std::vector<Offset> steps;
  bool operator<(const Line& o) const {
    return std::tie(pattern, steps) < std::tie(o.pattern, o.steps);
  }
};

std::string to_words(const Line& line) {
  std::string text;
  std::size_t next = 0;
  for (char c : line.pattern) {
    if (c != kStepMark) {
      text += c;
      continue;
    }
    const Offset s = line.steps[next++];
    text += '(' + std::to_string(s.dx) + ',' + std::to_string(s.dy) + ')';
  }
  return text;
}

bool has(const std::vector<int>& list, int n) {
  return std::find(list.begin(), list.end(), n) != list.end();
}

// Follows the walks of a graph and puts each that may end into words.
class Narrator {
 public:
  explicit Narrator(const StepGraph& graph) : graph_(graph) {}

  std::vector<Line> run() {
    for (int root : graph_.roots) tell(root, {});
    return lines_;
  }
  bool cut() const { return cut_; }

 private:
  const StepNode& node(int n) const { return graph_.nodes[static_cast<std::size_t>(n)]; }

  void emit(Line line, const StepNode& end) {
    if (!end.capture) line.pattern += ", move only";
    if (!end.move) line.pattern += ", capture only";
    if (end.initial) line.pattern += ", while unmoved";
    cut_ |= lines_.size() == kMaxLines;
    if (!cut_) lines_.push_back(std::move(line));
  }

  static bool same_stops(const StepNode& a, const StepNode& b) {
    return a.move == b.move && a.capture == b.capture && a.initial == b.initial;
  }
  static bool stops(const StepNode& n) { return n.move || n.capture; }
  static bool only_empty(const StepNode& n, std::size_t successors) {
    return n.on_empty.size() == successors && n.on_friend.empty() && n.on_enemy.empty() &&
           n.on_hole.empty();
  }

  // The length of a plain run of equal steps that ends for good; 0 if it is something else.
  int run_length(int n) const {
    for (int length = 1;; ++length) {
      const StepNode& here = node(n);
      if (only_empty(here, 0)) return length;
      if (!only_empty(here, 1) || length > static_cast<int>(graph_.nodes.size())) return 0;
      const int next = here.on_empty[0];
      if (next == n || node(next).step != here.step || !same_stops(here, node(next))) return 0;
      n = next;
    }
  }
  // The nodes of a cycle of plain steps through n that may end anywhere; empty if there is none.
  std::vector<int> plain_cycle(int n) const {
    std::vector<int> cycle{n};
    for (;;) {
      const StepNode& here = node(cycle.back());
      if (!only_empty(here, 1) || !stops(here) || !same_stops(here, node(n))) return {};
      const int next = here.on_empty[0];
      if (next == n) return cycle.size() > 1 ? cycle : std::vector<int>{};
      if (has(cycle, next)) return {};
      cycle.push_back(next);
    }
  }

  void tell(int n, const Line& before) {
    cut_ |= ++visits_ > kMaxVisits;
    if (cut_) return;
    const StepNode& here = node(n);
    const bool slides = has(here.on_empty, n);
    if (const std::vector<int> cycle = plain_cycle(n); !cycle.empty())
      return tell_cycle(cycle, before);
    const int run = stops(here) && !slides ? run_length(n) : 0;
    if (stops(here)) {
      Line line = before;
      line.pattern += slides || run > 1 ? "ride @" : "leap @";
      if (slides) line.pattern += " without limit";
      if (run > 1) line.pattern += " up to " + std::to_string(run) + " steps";
      line.steps.push_back(here.step);
      emit(std::move(line), here);
    }
    if (run == 0) tell_successors(n, slides, before);
  }

  void tell_cycle(const std::vector<int>& cycle, const Line& before) {
    Line line = before;
    line.pattern += "ride ";
    for (int n : cycle) {
      line.pattern += line.pattern.back() == kStepMark ? ", @" : "@";
      line.steps.push_back(node(n).step);
    }
    line.pattern += " by turns without limit";
    emit(std::move(line), node(cycle[0]));
  }

  void tell_successors(int n, bool slides, const Line& before) {
    const StepNode& here = node(n);
    std::map<int, unsigned> reasons;  // successor -> 1 empty, 2 friend, 4 enemy, 8 hole
    for (int t : here.on_empty)
      if (t != n) reasons[t] |= 1;
    for (int t : here.on_friend) reasons[t] |= 2;
    for (int t : here.on_enemy) reasons[t] |= 4;
    for (int t : here.on_hole) reasons[t] |= 8;
    for (const auto& [t, reason] : reasons) {
      Line line = before;
      line.pattern += passing_words(slides, reason) + ", then ";
      line.steps.push_back(here.step);
      if (line.steps.size() > kMaxDepth || has(path_, t)) {
        line.pattern += "on as before";
        emit(std::move(line), here);
        continue;
      }
      path_.push_back(n);
      tell(t, line);
      path_.pop_back();
    }
  }

  static std::string passing_words(bool slides, unsigned reason) {
    std::string what;
    const auto add = [&what](const char* noun) {
      what += (what.empty() ? "" : " or ") + std::string(noun);
    };
    if (reason & 1) add("an empty square");
    if ((reason & 6) == 6) add("a man");
    if ((reason & 6) == 2) add("a friend");
    if ((reason & 6) == 4) add("an enemy");
    if (reason & 8) add("a hole");
    if (!slides) return reason == 1 ? "@ if empty" : "@ to " + what;
    return reason == 1 ? "@ once or more over empty squares" : "@ over empty squares up to " + what;
  }

  const StepGraph& graph_;
  std::vector<Line> lines_;
  std::vector<int> path_;
  int visits_ = 0;
  bool cut_ = false;
};

Offset image(Offset s, int symmetry) {
  if (symmetry & 1) s.dx = -s.dx;
  if (symmetry & 2) s.dy = -s.dy;
  if (symmetry & 4) std::swap(s.dx, s.dy);
  return s;
}
Line image(Line line, int symmetry) {
  for (Offset& s : line.steps) s = image(s, symmetry);
  return line;
}

// The image to show for a whole family: its first step as near to straight forward as it gets, the
// further ones to the right.
Line representative(const std::set<Line>& family) {
  const auto worse = [](const Line& a, const Line& b) {
    const auto upright = [](Offset s) { return s.dx >= 0 && s.dy >= s.dx; };
    return std::tuple{upright(a.steps[0]), a.steps} < std::tuple{upright(b.steps[0]), b.steps};
  };
  return *std::max_element(family.begin(), family.end(), worse);
}

struct Mark {
  char c;
  const char* meaning;
};
constexpr std::array<Mark, 8> kMarks = {{{'@', "the piece"},
                                         {'o', "moves"},
                                         {'x', "captures"},
                                         {'#', "moves or captures"},
                                         {'F', "friend"},
                                         {'E', "enemy"},
                                         {'*', "hole"},
                                         {'~', "square that exists only while occupied"}}};

char mark(const Board& board, Square s, const SquareSet& quiet, const SquareSet& captures,
          const DiagramMen& men) {
  if (!board.exists(s)) return '*';
  if (quiet.test(s)) return captures.test(s) ? '#' : 'o';
  if (captures.test(s)) return 'x';
  if (men.friends.test(s)) return 'F';
  if (men.enemies.test(s)) return 'E';
  return board.open_when_empty(s) ? '.' : '~';
}

std::string legend(const std::string& seen) {
  std::string text;
  for (const Mark& m : kMarks) {
    if (seen.find(m.c) == std::string::npos) continue;
    text += {' ', ' ', m.c, ' ', ' '};
    text += m.meaning;
    text += '\n';
  }
  return text;
}

}  // namespace

std::string describe_steps(const StepGraph& graph) {
  Narrator narrator(graph);
  std::string text;
  for (const Line& line : narrator.run()) text += to_words(line) + '\n';
  if (narrator.cut()) text += "and more walks\n";
  return text.empty() ? "no moves\n" : text;
}

std::string summarize_steps(const StepGraph& graph) {
  Narrator narrator(graph);
  const std::vector<Line> lines = narrator.run();
  const std::set<Line> all(lines.begin(), lines.end());
  std::set<Line> told;
  std::string text;
  for (const Line& line : lines) {
    if (told.count(line) > 0) continue;
    std::set<Line> family;
    for (int symmetry = 0; symmetry < 8; ++symmetry) family.insert(image(line, symmetry));
    const bool whole = std::includes(all.begin(), all.end(), family.begin(), family.end());
    if (!text.empty()) text += "; ";
    text += to_words(whole ? representative(family) : line);
    if (whole) text += " [" + std::to_string(family.size()) + " ways]";
    if (whole) told.merge(family);
    told.insert(line);
  }
  if (narrator.cut()) text += "; and more walks";
  return text.empty() ? "no moves" : text;
}

std::string move_diagram(const Board& board, Square from, const SquareSet& quiet,
                         const SquareSet& captures, const DiagramMen& men) {
  std::string text, seen;
  for (int rank = board.ranks() - 1; rank >= 0; --rank) {
    const std::string number = std::to_string(board.first_rank() + rank);
    text += std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number;
    for (int file = 0; file < board.files(); ++file) {
      const Square s = board.at(file, rank);
      seen += s == from ? '@' : mark(board, s, quiet, captures, men);
      text += {' ', seen.back()};
    }
    text += '\n';
  }
  text += "   ";
  for (int file = 0; file < board.files(); ++file) text += {' ', static_cast<char>('a' + file)};
  return text + "\n\n" + legend(seen);
}

}  // namespace augmate
