// SPDX-License-Identifier: MIT
#include "rules/move_generator.h"

#include <algorithm>
#include <array>

namespace augmate {
namespace {

// Who stands where: index into Position::men, -1 for nobody.
class Occupancy {
 public:
  explicit Occupancy(const Position& p) {
    at_.fill(-1);
    for (int i = 0; i < p.count; ++i) put(p.men[static_cast<unsigned>(i)].square, i);
  }
  int at(Square s) const { return at_[static_cast<unsigned>(s)]; }
  void put(Square s, int man) { at_[static_cast<unsigned>(s)] = static_cast<std::int8_t>(man); }

 private:
  std::array<std::int8_t, kMaxSquares> at_;
};

// Walks the graph of one man outwards and collects the squares where it may stop.
struct Walker {
  const Game& game;
  const Position& position;
  const Occupancy& occupancy;

  Reach walk(int man) const {
    const Man& m = position.men[static_cast<unsigned>(man)];
    const MoveGraph& graph = game.moves(m.side, m.kind);
    Reach reach;
    follow(graph, graph.roots, m, reach);
    return reach;
  }

  void follow(const MoveGraph& graph, const std::vector<int>& list, const Man& m,
              Reach& reach) const {
    for (int n : list) {
      const MoveNode& node = graph.nodes[static_cast<unsigned>(n)];
      if (!node.valid_from.test(m.square)) continue;
      const Square c = m.square + node.from_start.dx + node.from_start.dy * game.board().files();
      const int there = node.through_hole ? -1 : occupancy.at(c);
      if (there >= 0) {
        const bool enemy = position.men[static_cast<unsigned>(there)].side != m.side;
        if (enemy && node.capture) reach.captures.set(c);
        follow(graph, enemy ? node.on_enemy : node.on_friend, m, reach);
      } else if (node.through_hole || game.board().open_when_empty(c)) {
        if (node.move) reach.quiet.set(c);
        follow(graph, node.on_empty, m, reach);
      }
    }
  }
};

Square royal_square(const Game& game, const Position& p, Side side) {
  for (const Man& m : p)
    if (m.side == side && m.kind == game.royal(side)) return m.square;
  return kNoSquare;
}

bool attacks(const Game& game, const Position& p, const Occupancy& o, Side attacker) {
  const Square target = royal_square(game, p, opponent(attacker));
  if (target == kNoSquare) return false;
  const Walker walker{game, p, o};
  for (int i = 0; i < p.count; ++i) {
    const Man& m = p.men[static_cast<unsigned>(i)];
    if (m.side != attacker || m.square == kNoSquare) continue;
    if (game.may_capture(m.side, m.kind, m.square).test(target) &&
        walker.walk(i).captures.test(target))
      return true;
  }
  return false;
}

}  // namespace

bool attacks_royal(const Game& game, const Position& position, Side attacker) {
  return attacks(game, position, Occupancy(position), attacker);
}

std::optional<std::string> why_illegal(const Game& game, const Position& p) {
  std::array<int, 2> royals{};
  for (int i = 0; i < p.count; ++i) {
    const Man& m = p.men[static_cast<unsigned>(i)];
    if (m.square < 0 || m.square >= game.board().size() || !game.board().exists(m.square))
      return "a man stands off the board";
    for (int j = 0; j < i; ++j)
      if (p.men[static_cast<unsigned>(j)].square == m.square)
        return "two men on " + game.board().name(m.square);
    royals[index(m.side)] += m.kind == game.royal(m.side);
  }
  if (royals[0] != 1 || royals[1] != 1) return "each side needs exactly one royal piece";
  if (attacks_royal(game, p, p.to_move)) return "the side not to move is in check";
  return std::nullopt;
}

void legal_moves(const Game& game, const Position& position, std::vector<Move>& moves) {
  moves.clear();
  Position p = position;
  Occupancy o(p);
  const Square enemy_royal = royal_square(game, p, opponent(p.to_move));
  for (int i = 0; i < p.count; ++i) {
    const Square from = p.men[static_cast<unsigned>(i)].square;
    if (p.men[static_cast<unsigned>(i)].side != p.to_move) continue;
    Reach reach = Walker{game, p, o}.walk(i);
    if (enemy_royal != kNoSquare) reach.captures.reset(enemy_royal);
    (reach.quiet | reach.captures).for_each([&](Square to) {
      const int taken = o.at(to);
      o.put(from, -1);
      o.put(to, i);
      p.men[static_cast<unsigned>(i)].square = to;
      if (taken >= 0) p.men[static_cast<unsigned>(taken)].square = kNoSquare;
      if (!attacks(game, p, o, opponent(p.to_move))) moves.push_back({from, to, taken >= 0});
      p.men[static_cast<unsigned>(i)].square = from;
      if (taken >= 0) p.men[static_cast<unsigned>(taken)].square = to;
      o.put(to, taken);
      o.put(from, i);
    });
  }
  std::sort(moves.begin(), moves.end());
}

Position after(const Position& position, const Move& move) {
  Position next;
  next.to_move = opponent(position.to_move);
  for (Man m : position) {
    if (m.square == move.to) continue;  // captured
    if (m.square == move.from) m.square = move.to;
    next.add(m);
  }
  return next;
}

std::string to_text(const Board& board, const Move& move) {
  return board.name(move.from) + board.name(move.to);
}

std::uint64_t perft(const Game& game, const Position& position, int plies) {
  if (plies <= 0) return 1;
  std::vector<Move> moves;
  legal_moves(game, position, moves);
  if (plies == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move& m : moves) leaves += perft(game, after(position, m), plies - 1);
  return leaves;
}

Reach reach(const Game& game, const Position& position, int man) {
  return Walker{game, position, Occupancy(position)}.walk(man);
}

}  // namespace augmate
