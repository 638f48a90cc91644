// SPDX-License-Identifier: MIT
#include "tests/support/betza_rows.h"

#include <cstdlib>
#include <fstream>
#include <utility>

namespace augmate::test {
namespace {

using Content = Grid::Content;

Offset sum(Offset a, Offset b) { return {a.dx + b.dx, a.dy + b.dy}; }
Offset times(Offset a, int n) { return {a.dx * n, a.dy * n}; }

Offset read_offset(std::string_view text) {
  const std::size_t comma = text.find(',');
  return {std::atoi(std::string(text.substr(0, comma)).c_str()),
          std::atoi(std::string(text.substr(comma + 1)).c_str())};
}

// One move of the little language on one grid.
class Interpreter {
 public:
  Interpreter(const Grid& grid, Reached& reached, bool walls_are_hurdles)
      : grid_(grid), reached_(reached), prefixes_(walls_are_hurdles ? "w" : "") {}

  void run(std::string_view move) {
    while (move.size() > 1 && move[1] == ':') {
      prefixes_ += move[0];
      move.remove_prefix(2);
    }
    if (move.find('|') != std::string_view::npos) return cycle(move);
    if (const std::size_t bend = move.find('>'); bend != std::string_view::npos) {
      const Offset first = read_offset(move.substr(0, bend));
      if (content(first) == Content::kEmpty) ride(first, read_offset(move.substr(bend + 1)), 0);
      return;
    }
    const std::size_t mark = move.find_first_of("*!^");
    const Offset step = read_offset(move.substr(0, mark));
    if (has('p') || has('g')) return hop(step);
    if (mark == std::string_view::npos) return static_cast<void>(target(step));
    if (move[mark] == '*') return star(step, move.substr(mark + 1));
    conditional(step, move.substr(mark));
  }

 private:
  bool has(char prefix) const { return prefixes_.find(prefix) != std::string::npos; }
  Content content(Offset at) const { return Grid::inside(at) ? grid_.at(at) : Content::kWall; }
  bool is_man(Offset at) const {
    return content(at) == Content::kFriend || content(at) == Content::kEnemy;
  }

  // Marks the square as the rules of stopping allow; whether a rider may go on.
  bool target(Offset at) {
    if (!Grid::inside(at) || at == Offset{}) return false;
    const Content c = content(at);
    if (c == Content::kEmpty && !has('c')) reached_.quiet.set(Grid::index(at));
    if (c == Content::kEnemy && !has('m')) reached_.captures.set(Grid::index(at));
    return c == Content::kEmpty;
  }
  void ride(Offset from, Offset step, int most) {
    for (int n = 1; most == 0 || n <= most; ++n)
      if (!target(sum(from, times(step, n)))) return;
  }
  void star(Offset step, std::string_view rest) {
    if (rest == "@1") return ride(step, step, 0);
    ride({}, step, rest.empty() ? 0 : std::atoi(std::string(rest).c_str()));
  }
  void hop(Offset step) {
    int n = 1;
    while (content(times(step, n)) == Content::kEmpty) ++n;
    const Offset hurdle = times(step, n);
    const bool wall = has('w') && Grid::inside(hurdle) && content(hurdle) == Content::kWall;
    if (!is_man(hurdle) && !wall) return;
    ride(hurdle, step, has('g') ? 1 : 0);
  }
  // "!a,b": blocked by anything there; "^a,b": anything must be there.
  void conditional(Offset step, std::string_view conditions) {
    while (!conditions.empty()) {
      const std::size_t next = conditions.find_first_of("!^", 1);
      const bool empty = content(read_offset(conditions.substr(1, next - 1))) == Content::kEmpty;
      if (empty == (conditions[0] == '^')) return;
      conditions.remove_prefix(next == std::string_view::npos ? conditions.size() : next);
    }
    target(step);
  }
  void cycle(std::string_view move) {
    std::vector<Offset> steps;
    for (const std::string& step : split(move.substr(0, move.size() - 1), '|'))
      steps.push_back(read_offset(step));
    Offset at;
    for (std::size_t n = 0;; ++n) {
      at = sum(at, steps[n % steps.size()]);
      if (!target(at)) return;
    }
  }

  const Grid& grid_;
  Reached& reached_;
  std::string prefixes_;
};

}  // namespace

std::vector<std::string> split(std::string_view text, char by) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == by) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<Offset> read_offsets(std::string_view text) {
  std::vector<Offset> offsets;
  if (text == "-") return offsets;
  for (const std::string& part : split(text, ' ')) offsets.push_back(read_offset(part));
  return offsets;
}

std::vector<BetzaRow> read_betza_rows(const std::string& path) {
  std::ifstream file(path);
  std::vector<BetzaRow> rows;
  std::string line;
  std::getline(file, line);  // column titles
  while (std::getline(file, line)) {
    const std::vector<std::string> f = split(line, '\t');
    if (f.size() != 14) return {};
    rows.push_back({f[0], f[1], split(f[2], ','), f[5], f[6], std::stoul(f[7]), std::stoul(f[8]),
                    f[9], f[10]});
  }
  return rows;
}

Grid read_grid(std::string_view occ) {
  Grid grid;
  if (occ == "-") return grid;
  for (const std::string& part : split(occ, ' ')) {
    const Content c = part[0] == 'E'   ? Content::kEnemy
                      : part[0] == 'F' ? Content::kFriend
                                       : Content::kWall;
    grid.put(read_offset(std::string_view(part).substr(1)), c);
  }
  return grid;
}

Reached interpret(const std::string& moves, const Grid& grid, bool walls_are_hurdles) {
  Reached reached;
  if (moves == "-") return reached;
  for (const std::string& move : split(moves, ' '))
    Interpreter(grid, reached, walls_are_hurdles).run(move);
  return reached;
}

Reached walk(const StepGraph& graph, const Grid& grid) {
  struct State {
    int node;
    Offset from;
  };
  Reached reached;
  std::vector<std::bitset<Grid::kSquares>> seen(graph.nodes.size());
  std::vector<State> open;
  for (int root : graph.roots) open.push_back({root, {}});
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    const StepNode& node = graph.nodes[static_cast<std::size_t>(state.node)];
    const Offset at = sum(state.from, node.step);
    if (!Grid::inside(at) || at == Offset{}) continue;
    const std::size_t square = Grid::index(at);
    if (seen[static_cast<std::size_t>(state.node)].test(square)) continue;
    seen[static_cast<std::size_t>(state.node)].set(square);
    const Content c = grid.at(at);
    if (c == Content::kEmpty && node.move) reached.quiet.set(square);
    if (c == Content::kEnemy && node.capture) reached.captures.set(square);
    const std::vector<int>& next = c == Content::kEmpty    ? node.on_empty
                                   : c == Content::kFriend ? node.on_friend
                                   : c == Content::kEnemy  ? node.on_enemy
                                                           : node.on_hole;
    for (int n : next) open.push_back({n, at});
  }
  return reached;
}

}  // namespace augmate::test
