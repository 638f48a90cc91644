// SPDX-License-Identifier: MIT
#include "tests/support/plain_moves.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace augmate::test {

// Who stands where: index into Position::men, -1 for nobody.
struct PlainMoves::Occupied {
  std::array<std::int8_t, kMaxSquares> man;
  explicit Occupied(const Position& position) {
    man.fill(-1);
    for (int i = 0; i < position.count; ++i)
      man[static_cast<unsigned>(position.men[static_cast<unsigned>(i)].square)] =
          static_cast<std::int8_t>(i);
  }
};

struct PlainMoves::Walk {
  const StepGraph* graph = nullptr;
  const Position* position = nullptr;
  const Occupied* occupied = nullptr;
  Direction forward = Direction::kNorth;
  Side side = Side::kWhite;
  Square start = kNoSquare;
  std::vector<SquareSet> done;  // a step taken from the same square twice says nothing new
  Reach found;

  const Man* man_on(Square s) const {  // the mover has left its square
    const int i = occupied->man[static_cast<unsigned>(s)];
    return i < 0 || s == start ? nullptr : &position->men[static_cast<unsigned>(i)];
  }
};

namespace {

// North is up; a quarter turn clockwise takes forward (0, 1) to east (1, 0).
Offset aim(Offset by, Direction forward) {
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

}  // namespace

bool PlainMoves::passes_camps(const Walk& walk, Square from, Square to) const {
  if (!rules_->camp_rule) return true;
  const Board& board = rules_->board;
  const int a = board.camp(from), b = board.camp(to);
  if (a == 0 || b == 0 || a == b) return true;
  const int dx = board.file(to) - board.file(from), dy = board.rank(to) - board.rank(from);
  if (std::abs(dx) != 2 || std::abs(dy) != 2) return false;
  const Square half_way = board.at(board.file(from) + dx / 2, board.rank(from) + dy / 2);
  return board.exists(half_way) && board.camp(half_way) == 0 && walk.man_on(half_way) == nullptr;
}

void PlainMoves::step(Walk& walk, int number, Square from) const {
  SquareSet& done = walk.done[static_cast<unsigned>(number)];
  if (done.test(from)) return;
  done.set(from);
  const Board& board = rules_->board;
  const StepNode& node = walk.graph->nodes[static_cast<unsigned>(number)];
  const Offset by = aim(node.step, walk.forward);
  const int file = board.file(from) + by.dx, rank = board.rank(from) + by.dy;
  if (!board.on_grid(file, rank)) return;
  const Square to = board.at(file, rank);
  if (to == walk.start || !passes_camps(walk, from, to)) return;

  const std::vector<int>* next = &node.on_empty;
  const Man* const man = walk.man_on(to);
  if (!board.exists(to)) {
    next = &node.on_hole;
  } else if (man == nullptr) {
    if (board.vanishing().test(to)) return;
    if (node.move && !node.initial) walk.found.quiet.set(to);
  } else if (man->side == walk.side) {
    next = &node.on_friend;
  } else {
    if (node.capture && !node.initial) walk.found.captures.set(to);
    next = &node.on_enemy;
  }
  for (const int n : *next) step(walk, n, to);
}

Reach PlainMoves::reach(const Position& position, const Occupied& occupied,
                        const Man& mover) const {
  Walk walk;
  walk.graph = &*rules_->kinds[static_cast<unsigned>(mover.kind)].steps[index(mover.side)];
  walk.position = &position;
  walk.occupied = &occupied;
  walk.forward = rules_->forward[index(mover.side)];
  walk.side = mover.side;
  walk.start = mover.square;
  walk.done.resize(walk.graph->nodes.size());
  for (const int root : walk.graph->roots) step(walk, root, mover.square);
  return walk.found;
}

Reach PlainMoves::reach(const Position& position, int man) const {
  return reach(position, Occupied(position), position.men[static_cast<unsigned>(man)]);
}

bool PlainMoves::attacks_royal(const Position& position, Side attacker) const {
  SquareSet royals;
  for (const Man& m : position)
    if (m.side != attacker && is_royal(m)) royals.set(m.square);
  const Occupied occupied(position);
  for (const Man& m : position)
    if (m.side == attacker && (reach(position, occupied, m).captures & royals).any()) return true;
  return false;
}

bool PlainMoves::legal(const Position& position) const {
  SquareSet taken;
  for (const Man& m : position) {
    if (!rules_->board.exists(m.square) || taken.test(m.square)) return false;
    taken.set(m.square);
  }
  return !attacks_royal(position, position.to_move);
}

Position PlainMoves::after(const Position& position, const Move& move) {
  Position result;
  result.to_move = opponent(position.to_move);
  for (const Man& m : position) {
    if (m.square == move.to) continue;
    Man kept = m;
    if (kept.square == move.from) kept.square = move.to;
    result.add(kept);
  }
  return result;
}

std::vector<Move> PlainMoves::moves(const Position& position) const {
  std::vector<Move> result;
  const Occupied occupied(position);
  for (const Man& mover : position) {
    if (mover.side != position.to_move) continue;
    const Reach to = reach(position, occupied, mover);
    for (const bool capture : {false, true})
      (capture ? to.captures : to.quiet).for_each([&](Square s) {
        const Move move{mover.square, s, -1, capture ? s : kNoSquare};
        if (!attacks_royal(after(position, move), opponent(position.to_move)))
          result.push_back(move);
      });
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::uint64_t PlainMoves::perft(const Position& position, int plies) const {
  if (plies == 0) return 1;
  std::uint64_t leaves = 0;
  for (const Move& move : moves(position)) leaves += perft(after(position, move), plies - 1);
  return leaves;
}

}  // namespace augmate::test
