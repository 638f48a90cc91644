// SPDX-License-Identifier: MIT
#include "research/reach.h"

#include <algorithm>
#include <array>
#include <optional>

#include "rules/move_generator.h"

namespace augmate {
namespace {

enum class Content : std::uint8_t { kUndecided, kEmpty, kFriend, kEnemy };

// The chance that a man can go from one square to another in a crowd.
class CrowdedWalk {
 public:
  CrowdedWalk(const Board& board, const MoveGraph& graph, double filled)
      : board_(board), graph_(graph), filled_(filled) {}

  double chance(Square from, Square to) {
    from_ = from;
    to_ = to;
    mark_leading();
    contents_.fill(Content::kUndecided);
    return leads_any_ ? decided() : 0;
  }

 private:
  Square square_of(const MoveNode& node) const { return board_.step(from_, node.from_start); }

  // Which nodes may be part of a walk to the goal: successors come first in the graph.
  void mark_leading() {
    leading_.assign(graph_.nodes.size(), false);
    leads_any_ = false;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const MoveNode& node = graph_.nodes[n];
      if (!node.valid_from.test(from_)) continue;
      const auto leads = [&](const std::vector<int>& next) {
        return std::any_of(next.begin(), next.end(),
                           [&](int i) { return leading_[static_cast<std::size_t>(i)]; });
      };
      leading_[n] = ((node.move || node.capture) && square_of(node) == to_) ||
                    leads(node.on_empty) || leads(node.on_friend) || leads(node.on_enemy);
      leads_any_ = leads_any_ || leading_[n];
    }
  }

  // The chance under what is decided of the squares so far.
  double decided() {
    visited_.assign(graph_.nodes.size(), false);
    undecided_ = kNoSquare;
    if (walk(graph_.roots)) return 1;
    if (undecided_ == kNoSquare) return 0;
    const Square s = undecided_;
    Content& content = contents_[static_cast<std::size_t>(s)];
    double sum = 0;
    for (const auto& [value, weight] : {std::pair{Content::kEmpty, 1 - filled_},
                                        {Content::kFriend, filled_ / 2},
                                        {Content::kEnemy, filled_ / 2}}) {
      content = value;
      sum += weight * decided();
    }
    content = Content::kUndecided;
    return sum;
  }

  // Whether the goal is reached; the first square that was needed and not decided is noted.
  bool walk(const std::vector<int>& nodes) {
    for (const int n : nodes) {
      const auto at = static_cast<std::size_t>(n);
      if (!leading_[at] || visited_[at]) continue;
      visited_[at] = true;
      if (stop_or_go_on(graph_.nodes[at])) return true;
    }
    return false;
  }

  bool stop_or_go_on(const MoveNode& node) {
    if (node.through_hole) return walk(node.on_empty);
    const Square s = square_of(node);
    if (s == from_) return false;
    switch (contents_[static_cast<std::size_t>(s)]) {
      case Content::kUndecided:
        if (undecided_ == kNoSquare) undecided_ = s;
        return false;
      case Content::kEmpty:
        if (!board_.open_when_empty(s)) return false;
        return (node.move && s == to_) || walk(node.on_empty);
      case Content::kFriend:
        return walk(node.on_friend);
      case Content::kEnemy:
        return (node.capture && s == to_) || walk(node.on_enemy);
    }
    return false;
  }

  const Board& board_;
  const MoveGraph& graph_;
  double filled_;
  Square from_ = kNoSquare, to_ = kNoSquare, undecided_ = kNoSquare;
  bool leads_any_ = false;
  std::vector<bool> leading_, visited_;
  std::array<Content, kMaxSquares> contents_{};
};

// Where the man may go from a square in one move.
SquareSet next_squares(const Game& game, Side side, int kind, Square from, Helpers helpers) {
  if (helpers == Helpers::kNone) {
    Position position;
    position.add({kind, side, from});
    return reach(game, position, 0).quiet;
  }
  SquareSet to;
  for (const MoveNode& node : game.moves(side, kind).nodes)
    if ((node.move || node.capture) && node.valid_from.test(from))
      to.set(game.board().step(from, node.from_start));
  return to;
}

void close(std::vector<SquareSet>& reached, const SquareSet& squares) {
  squares.for_each([&](Square via) {
    squares.for_each([&](Square from) {
      if (reached[static_cast<std::size_t>(from)].test(via))
        reached[static_cast<std::size_t>(from)] |= reached[static_cast<std::size_t>(via)];
    });
  });
}

Square first_square(const SquareSet& squares) {
  Square first = kNoSquare;
  squares.for_each([&](Square s) {
    if (first == kNoSquare) first = s;
  });
  return first;
}

std::vector<SquareSet> classes_of(const std::vector<SquareSet>& reached, const SquareSet& squares) {
  std::vector<SquareSet> classes;
  squares.for_each([&](Square s) {
    SquareSet alike;
    reached[static_cast<std::size_t>(s)].for_each([&](Square t) {
      if (reached[static_cast<std::size_t>(t)].test(s)) alike.set(t);
    });
    if (first_square(alike) == s) classes.push_back(alike);
  });
  std::stable_sort(classes.begin(), classes.end(),
                   [](const SquareSet& a, const SquareSet& b) { return a.count() > b.count(); });
  return classes;
}

}  // namespace

Mobility mobility(const Game& game, Side side, int kind, double filled) {
  const SquareSet& squares = game.may_stand(side, kind);
  const MoveGraph& graph = game.moves(side, kind);
  CrowdedWalk crowd(game.board(), graph, filled);
  Mobility sum;
  squares.for_each([&](Square from) {
    sum.alone += next_squares(game, side, kind, from, Helpers::kNone).count();
    next_squares(game, side, kind, from, Helpers::kAny).for_each([&](Square to) {
      sum.in_crowd += crowd.chance(from, to);
    });
  });
  const double n = std::max(1, squares.count());
  return {sum.alone / n, sum.in_crowd / n};
}

Reachability reachability(const Game& game, Side side, int kind, Helpers helpers) {
  const SquareSet& squares = game.may_stand(side, kind);
  Reachability r;
  r.reached.resize(static_cast<std::size_t>(game.board().size()));
  squares.for_each([&](Square s) {
    SquareSet& to = r.reached[static_cast<std::size_t>(s)];
    to = next_squares(game, side, kind, s, helpers) & squares;
    to.set(s);
  });
  close(r.reached, squares);
  r.classes = classes_of(r.reached, squares);
  return r;
}

}  // namespace augmate
