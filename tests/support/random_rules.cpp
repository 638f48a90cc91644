// SPDX-License-Identifier: MIT
#include "tests/support/random_rules.h"

#include <algorithm>
#include <utility>

namespace augmate::test {
namespace {

Offset random_offset(Random& random, int far) {
  for (;;) {
    const Offset o{random.between(-far, far), random.between(-far, far)};
    if (o != Offset{}) return o;
  }
}

// One walk: a leap, a ride, a lame leap, a hop, a bend, a crooked ride or a path of no name.
StepGraph random_walk(Random& random) {
  StepGraph g;
  const auto node = [&](Offset step, bool stop) {
    StepNode n;
    n.step = step;
    if (stop) {
      n.move = !random.one_in(6);
      n.capture = !n.move || !random.one_in(6);
    }
    g.nodes.push_back(std::move(n));
    return static_cast<int>(g.nodes.size()) - 1;
  };
  const auto at = [&](int n) -> StepNode& { return g.nodes[static_cast<unsigned>(n)]; };
  const Offset near = random_offset(random, 1), other = random_offset(random, 1);
  g.roots = {0};
  switch (random.below(9)) {
    case 0:
    case 1:
      node(random_offset(random, 2), true);
      break;
    case 2:
      node(random_offset(random, random.between(1, 2)), true);
      at(0).on_empty = {0};
      break;
    case 3:  // lame
      node(near, random.one_in(3));
      node(other, true);
      at(0).on_empty = {1};
      break;
    case 4:  // cannon
      node(near, false);
      node(near, true);
      at(0).on_empty = {0};
      at(0).on_friend = at(0).on_enemy = {1};
      if (random.one_in(2)) at(1).on_empty = {1};
      break;
    case 5:  // grasshopper, at times over one sort of hurdle only, at times over walls
      node(near, false);
      node(near, true);
      at(0).on_empty = {0};
      if (!random.one_in(4)) at(0).on_friend = {1};
      if (!random.one_in(4)) at(0).on_enemy = {1};
      if (random.one_in(3)) at(0).on_hole = {1};
      break;
    case 6:  // bent rider
      node(near, true);
      node(other, true);
      at(0).on_empty = {1};
      at(1).on_empty = {1};
      break;
    case 7:  // crooked rider, in a line on the whole
      node({1, 1}, true);
      node({-1, 1}, true);
      at(0).on_empty = {1};
      at(1).on_empty = {0};
      break;
    default:
      for (int i = 0, n = random.between(2, 4); i < n; ++i)
        node(random_offset(random, 1), random.one_in(2) || i + 1 == n);
      for (int i = 0; i + 1 < static_cast<int>(g.nodes.size()); ++i) {
        const int next = random.between(i + 1, static_cast<int>(g.nodes.size()) - 1);
        at(i).on_empty = {i + 1};
        if (random.one_in(2)) at(i).on_friend = {next};
        if (random.one_in(2)) at(i).on_enemy = {next};
        if (random.one_in(5)) at(i).on_hole = {next};
      }
  }
  return g;
}

// The walk turned and mirrored: all ways round, both ways across, or as it is.
StepGraph spread(Random& random, const StepGraph& walk) {
  constexpr int kImages[] = {8, 8, 8, 2, 1};
  const int images = kImages[random.below(5)];
  StepGraph result;
  for (int image = 0; image < images; ++image) {
    StepGraph turned_walk = walk;
    for (StepNode& n : turned_walk.nodes) {
      if ((image & 1) != 0) n.step.dx = -n.step.dx;
      if ((image & 2) != 0) n.step.dy = -n.step.dy;
      if ((image & 4) != 0) std::swap(n.step.dx, n.step.dy);
    }
    result.unite(turned_walk);
  }
  return result;
}

StepGraph king() {
  StepGraph g;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy)
      if (dx != 0 || dy != 0) {
        g.roots.push_back(static_cast<int>(g.nodes.size()));
        g.nodes.push_back({{dx, dy}, true, true, false, {}, {}, {}, {}});
      }
  return g;
}

// Plain Kings, Kings with more moves, and royals of any kind.
StepGraph random_royal(Random& random) {
  const int sort = random.below(4);
  StepGraph g = sort == 3 ? StepGraph{} : king();
  if (sort != 0) g.unite(random_steps(random));
  return g;
}

void furnish(Random& random, Board& board) {
  const auto any = [&] { return Square{random.below(board.size())}; };
  if (random.one_in(2))
    for (int n = random.between(1, 3); n > 0; --n) board.remove(any());
  if (random.one_in(4)) {
    const Square s = any();
    if (board.exists(s)) board.set_vanishing(s);
  }
}

}  // namespace

StepGraph random_steps(Random& random) {
  StepGraph g;
  for (int n = random.between(1, 3); n > 0; --n) g.unite(spread(random, random_walk(random)));
  return g;
}

GameRules random_rules(Random& random, int files, int ranks) {
  GameRules rules;
  rules.board = Board::rectangle(files, ranks).value();
  furnish(random, rules.board);
  if (random.one_in(5)) {
    rules.camp_rule = true;
    rules.board.squares().for_each([&](Square s) {
      if (rules.board.rank(s) == 0) rules.board.set_camp(s, 1);
      if (rules.board.rank(s) == ranks - 1) rules.board.set_camp(s, 2);
      if (rules.board.rank(s) == 2 && rules.board.file(s) == 0) rules.board.set_camp(s, 3);
    });
  }
  const char letters[] = {'K', 'L', 'X', 'Y'};
  for (const char letter : letters) {
    Kind kind;
    kind.letter = letter;
    kind.name = std::string(1, letter);
    const bool royal = letter == 'K' || letter == 'L';
    kind.steps[0] = royal ? random_royal(random) : random_steps(random);
    kind.steps[1] =
        random.one_in(4) ? (royal ? random_royal(random) : random_steps(random)) : *kind.steps[0];
    rules.kinds.push_back(std::move(kind));
  }
  rules.royal = {0, random.below(2)};
  rules.forward[1] = static_cast<Direction>(random.one_in(2) ? 2 : random.below(4));
  return rules;
}

Material random_material(Random& random, const GameRules& rules, int others) {
  Material material;
  for (const std::size_t side : {0U, 1U}) material.men[side] = {rules.royal[side]};
  const bool twins = random.one_in(2), together = random.one_in(2);
  const int first_kind = random.between(2, 3), first_side = random.below(2);
  for (int i = 0; i < others; ++i) {
    const int kind = twins ? first_kind : random.between(2, 3);
    const int side = together ? first_side : random.below(2);
    material.men[static_cast<unsigned>(side)].push_back(kind);
  }
  for (auto& men : material.men) std::sort(men.begin() + 1, men.end());
  return material;
}

Position random_position(Random& random, const GameRules& rules, const Material& material) {
  Position position;
  position.to_move = random.one_in(2) ? Side::kWhite : Side::kBlack;
  SquareSet taken;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const int kind : material.men[index(side)]) {
      Square s = kNoSquare;
      do {
        s = random.below(rules.board.size());
      } while (!rules.board.exists(s) || taken.test(s));
      taken.set(s);
      position.add({kind, side, s});
    }
  return position;
}

}  // namespace augmate::test
