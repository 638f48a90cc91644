// SPDX-License-Identifier: MIT
#include "rules/move_graph.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

#include "rules/internal/meaning.h"

namespace augmate {
namespace {

constexpr std::size_t kMaxNodes = 65535;

using Ids = std::vector<int>;

void sort_unique(Ids& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

// Follows every walk of a step graph from one abstract start square. A *state* is a step node with
// the displacement after it; each gives the move nodes that it means on the board.
class Unroller {
 public:
  Unroller(const StepGraph& steps, const Board& board, const CompileOptions& options)
      : steps_(steps), board_(board), options_(options) {}

  Result<MoveGraph> run() {
    Ids roots = follow(steps_.roots, Offset{});
    if (circles_)
      return Error{ErrorCode::kBadNotation,
                   "a walk of this piece could circle without end; only paths that lead away from "
                   "the start square or back to it can be solved"};
    if (arena_.size() > kMaxNodes)
      return Error{ErrorCode::kTooLarge,
                   "the piece has more than 65,535 different steps on this board"};
    return collect(std::move(roots));
  }

 private:
  using StateKey = std::tuple<int, int, int>;  // step node, dx, dy
  using Content =
      std::tuple<int, int, bool, bool, bool, bool, Ids, Ids, Ids, std::array<std::uint64_t, 4>>;
  struct State {
    bool finished = false;
    Ids nodes;
  };

  // The merged move nodes that a list of steps leads to from displacement `from`.
  Ids follow(const std::vector<int>& list, Offset from) {
    Ids ids;
    for (int n : list) {
      const Ids& more = state(n, from);
      ids.insert(ids.end(), more.begin(), more.end());
    }
    return merged(std::move(ids));
  }

  const Ids& state(int n, Offset from) {
    const StepNode& node = steps_.nodes[static_cast<std::size_t>(n)];
    const Offset step = turned(node.step, options_.forward);
    const Offset to{from.dx + step.dx, from.dy + step.dy};
    const auto [it, fresh] = states_.try_emplace({n, to.dx, to.dy});
    State& s = it->second;
    if (!fresh) {
      circles_ |= !s.finished;
      return s.nodes;
    }
    const bool back_home = to == Offset{};
    if (!back_home && std::abs(to.dx) < board_.files() && std::abs(to.dy) < board_.ranks() &&
        arena_.size() <= kMaxNodes && !circles_)
      s.nodes = arrive(node, step, from, to);
    s.finished = true;
    return s.nodes;
  }

  // What a step means on the board: the plain node; one for start squares whose man may only stop
  // while unmoved; one that passes a hole; one that leaps from camp to camp over open ground.
  Ids arrive(const StepNode& node, Offset step, Offset from, Offset to) {
    Ids ids;
    SquareSet plain, hole, over;
    classify(step, from, to, plain, hole, over);
    MoveNode m;
    m.from_start = to;
    m.on_empty = follow(node.on_empty, to);
    m.on_friend = follow(node.on_friend, to);
    m.on_enemy = follow(node.on_enemy, to);
    const auto add = [&](bool stops, const SquareSet& valid, bool walks_on) {
      MoveNode v = m;
      v.move = stops && node.move;
      v.capture = stops && node.capture;
      v.valid_from = valid;
      if (!walks_on) v.on_empty = v.on_friend = v.on_enemy = {};
      const int id = intern(std::move(v));
      if (id >= 0) ids.push_back(id);
      return id;
    };
    const auto add_all = [&](const SquareSet& valid) {
      const std::size_t before = ids.size();
      if (node.initial || node.pawn_steps > 0) {
        m.multi_step = node.pawn_steps > 0;
        add(true, valid & starts_of(node), false);
        m.multi_step = false;
        add(false, valid, true);
      } else {
        add(true, valid, true);
      }
      Ids added(ids.begin() + static_cast<std::ptrdiff_t>(before), ids.end());
      return added;
    };
    add_all(plain);
    if (over.any()) {  // the half-way square first
      Ids leap = add_all(over);
      ids.resize(ids.size() - leap.size());
      MoveNode half;
      half.from_start = {from.dx + step.dx / 2, from.dy + step.dy / 2};
      half.on_empty = merged(std::move(leap));
      half.valid_from = over;
      if (const int id = intern(std::move(half)); id >= 0) ids.push_back(id);
    }
    if (!node.on_hole.empty() && hole.any()) {
      MoveNode through;
      through.from_start = to;
      through.through_hole = true;
      through.on_empty = follow(node.on_hole, to);
      through.valid_from = hole;
      if (const int id = intern(std::move(through)); id >= 0) ids.push_back(id);
    }
    return ids;
  }

  const SquareSet& starts_of(const StepNode& node) const {
    return node.initial ? options_.initial_squares
                        : options_.steps_allowed[static_cast<std::size_t>(node.pawn_steps)];
  }

  // Sorts the start squares by what the board makes of the step.
  void classify(Offset step, Offset from, Offset to, SquareSet& plain, SquareSet& hole,
                SquareSet& over) const {
    const bool alfil = std::abs(step.dx) == 2 && std::abs(step.dy) == 2;
    board_.squares().for_each([&](Square s) {
      const Square a = board_.step(s, from), b = board_.step(s, to);
      if (a == kNoSquare || b == kNoSquare) return;
      if (!board_.exists(b)) return hole.set(s);
      const int camp_a = board_.exists(a) ? board_.camp(a) : 0, camp_b = board_.camp(b);
      if (!options_.camp_rule || camp_a == 0 || camp_b == 0 || camp_a == camp_b)
        return plain.set(s);
      const Square half = board_.step(a, {step.dx / 2, step.dy / 2});
      if (alfil && board_.exists(half) && board_.camp(half) == 0) over.set(s);
    });
  }

  // The number of a node with this content; -1 for one that leads nowhere.
  int intern(MoveNode node) {
    const bool leads = node.move || node.capture || !node.on_empty.empty() ||
                       !node.on_friend.empty() || !node.on_enemy.empty();
    if (!leads || !node.valid_from.any()) return -1;
    const auto [it, fresh] =
        by_content_.try_emplace(content(node), static_cast<int>(arena_.size()));
    if (fresh) arena_.push_back(std::move(node));
    return it->second;
  }

  static Content content(const MoveNode& n) {
    return {n.from_start.dx,
            n.from_start.dy,
            n.move,
            n.capture,
            n.multi_step,
            n.through_hole,
            n.on_empty,
            n.on_friend,
            n.on_enemy,
            {n.valid_from.word_at(0), n.valid_from.word_at(1), n.valid_from.word_at(2),
             n.valid_from.word_at(3)}};
  }

  // Nodes of one list that differ only in how they may stop there become one.
  Ids merged(Ids ids) {
    sort_unique(ids);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      for (std::size_t j = i + 1; j < ids.size();) {
        MoveNode a = arena_[static_cast<std::size_t>(ids[i])];
        MoveNode b = arena_[static_cast<std::size_t>(ids[j])];
        const bool move = a.move || b.move, capture = a.capture || b.capture;
        a.move = b.move = move;
        a.capture = b.capture = capture;
        if (content(a) != content(b)) {
          ++j;
          continue;
        }
        ids[i] = intern(std::move(a));
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(j));
      }
    }
    sort_unique(ids);
    return ids;
  }

  // Keeps what the roots reach. Numbers were given successors first, and stay in that order.
  MoveGraph collect(Ids roots) const {
    std::vector<int> number(arena_.size(), -1);
    for (int r : roots) number[static_cast<std::size_t>(r)] = 0;
    for (std::size_t i = arena_.size(); i-- > 0;) {
      if (number[i] < 0) continue;
      for (const Ids* list : {&arena_[i].on_empty, &arena_[i].on_friend, &arena_[i].on_enemy})
        for (int n : *list) number[static_cast<std::size_t>(n)] = 0;
    }
    MoveGraph graph;
    const auto renumbered = [&](Ids ids) {
      for (int& n : ids) n = number[static_cast<std::size_t>(n)];
      return ids;
    };
    for (std::size_t i = 0; i < arena_.size(); ++i) {
      if (number[i] < 0) continue;
      number[i] = static_cast<int>(graph.nodes.size());
      MoveNode node = arena_[i];
      node.on_empty = renumbered(node.on_empty);
      node.on_friend = renumbered(node.on_friend);
      node.on_enemy = renumbered(node.on_enemy);
      graph.nodes.push_back(std::move(node));
    }
    graph.roots = renumbered(std::move(roots));
    graph.meaning = meaning_of(
        graph, [](Offset o) { return o; }, [](Square s) { return s; });
    return graph;
  }

  const StepGraph& steps_;
  const Board& board_;
  const CompileOptions& options_;
  std::map<StateKey, State> states_;
  std::vector<MoveNode> arena_;
  std::map<Content, int> by_content_;
  bool circles_ = false;
};

}  // namespace

Offset turned(Offset by, Direction forward) {
  switch (forward) {
    case Direction::kNorth:
      return by;
    case Direction::kEast:
      return {by.dy, -by.dx};
    case Direction::kSouth:
      return {-by.dx, -by.dy};
    case Direction::kWest:
      return {-by.dy, by.dx};
  }
  return by;
}

Result<MoveGraph> compile(const StepGraph& steps, const Board& board,
                          const CompileOptions& options) {
  return Unroller(steps, board, options).run();
}

}  // namespace augmate
