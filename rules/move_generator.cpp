// SPDX-License-Identifier: MIT
#include "rules/move_generator.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace augmate {
namespace {

// Who stands where: index into Position::men, -1 for nobody.
class Occupancy {
 public:
  explicit Occupancy(const Position& p) {
    at_.fill(-1);
    for (int i = 0; i < p.count; ++i)
      at_[static_cast<unsigned>(p.men[static_cast<unsigned>(i)].square)] =
          static_cast<std::int8_t>(i);
  }
  int at(Square s) const { return at_[static_cast<unsigned>(s)]; }

 private:
  std::array<std::int8_t, kMaxSquares> at_;
};

// Where a man may stop.
struct Stops {
  SquareSet quiet, multi_step, captures, in_passing;
};

// Walks the graph of one man outwards and collects the squares where it may stop.
struct Walker {
  const Game& game;
  const Position& position;
  const Occupancy& occupancy;

  Stops walk(const Man& m) const {
    Stops stops;
    const MoveGraph* graph = &game.moves(m.side, m.kind);
    if (game.kind(m.kind).joker) {
      const int imitated = position.imitates[index(m.side)];
      if (imitated < 0) return stops;
      graph = &game.imitation(m.side, imitated);
    }
    const auto& pawn = game.kind(m.kind).pawn;
    follow(*graph, graph->roots, m, pawn && pawn->en_passant, stops);
    return stops;
  }

  void follow(const MoveGraph& graph, const std::vector<int>& list, const Man& m, bool in_passing,
              Stops& stops) const {
    for (int n : list) {
      const MoveNode& node = graph.nodes[static_cast<unsigned>(n)];
      if (!node.valid_from.test(m.square)) continue;
      const Square c = m.square + node.from_start.dx + node.from_start.dy * game.board().files();
      const int there = node.through_hole ? -1 : occupancy.at(c);
      if (there >= 0) {
        const bool enemy = position.men[static_cast<unsigned>(there)].side != m.side;
        if (enemy && node.capture) stops.captures.set(c);
        follow(graph, enemy ? node.on_enemy : node.on_friend, m, in_passing, stops);
      } else if (node.through_hole || game.board().open_when_empty(c)) {
        if (node.move) (node.multi_step ? stops.multi_step : stops.quiet).set(c);
        if (node.capture && in_passing && position.passed.test(c) && m.side == position.to_move)
          stops.in_passing.set(c);
        follow(graph, node.on_empty, m, in_passing, stops);
      }
    }
  }
};

const Man* royal_of(const Game& game, const Position& p, Side side) {
  const auto* it = std::find_if(p.begin(), p.end(), [&](const Man& m) {
    return m.side == side && m.kind == game.royal(side);
  });
  return it == p.end() ? nullptr : it;
}

// Collects the legal moves of a position.
class Generator {
 public:
  Generator(const Game& game, const Position& position, std::vector<Move>& moves)
      : game_(game), position_(position), occupancy_(position), moves_(moves) {}

  void run() {
    const Man* enemy_royal = royal_of(game_, position_, opponent(position_.to_move));
    for (const Man& m : position_) {
      if (m.side != position_.to_move) continue;
      Stops stops = Walker{game_, position_, occupancy_}.walk(m);
      if (enemy_royal != nullptr) stops.captures.reset(enemy_royal->square);
      stops.quiet.for_each([&](Square to) { add(m, {m.square, to}); });
      stops.multi_step.for_each([&](Square to) { add(m, {m.square, to, -1, kNoSquare, true}); });
      stops.captures.for_each([&](Square to) { add(m, {m.square, to, -1, to}); });
      stops.in_passing.for_each([&](Square to) { add(m, {m.square, to, -1, position_.passer}); });
    }
    std::sort(moves_.begin(), moves_.end());
  }

 private:
  // Adds the move, or for a pawn on a promotion rank each promotion that it may choose.
  void add(const Man& m, Move move) {
    const auto& pawn = game_.kind(m.kind).pawn;
    if (!pawn) return add_legal(move);
    bool stays = game_.may_stand(m.side, m.kind).test(move.to);
    const int rank = game_.own_rank(m.side, move.to);
    for (const Promotion& p : pawn->promotions) {
      if (p.rank != rank) continue;
      stays = stays && !p.forced;
      for (const int kind : p.kinds) {
        if (!may_promote_to(m.side, kind)) continue;
        move.promotion = kind;
        add_legal(move);
      }
    }
    move.promotion = -1;
    if (stays) add_legal(move);
  }

  bool may_promote_to(Side side, int kind) const {
    const int most = game_.kind(kind).most;
    return most == 0 || std::count_if(position_.begin(), position_.end(), [&](const Man& m) {
                          return m.side == side && m.kind == kind;
                        }) < most;
  }

  void add_legal(const Move& move) {
    const Position next = after(game_, position_, move);
    if (!attacks_royal(game_, next, next.to_move)) moves_.push_back(move);
  }

  const Game& game_;
  const Position& position_;
  const Occupancy occupancy_;
  std::vector<Move>& moves_;
};

}  // namespace

bool attacks_royal(const Game& game, const Position& position, Side attacker) {
  const Man* target = royal_of(game, position, opponent(attacker));
  if (target == nullptr) return false;
  const Occupancy occupancy(position);
  const Walker walker{game, position, occupancy};
  return std::any_of(position.begin(), position.end(), [&](const Man& m) {
    if (m.side != attacker) return false;
    const bool near =
        game.kind(m.kind).joker || game.may_capture(m.side, m.kind, m.square).test(target->square);
    return near && walker.walk(m).captures.test(target->square);
  });
}

std::optional<std::string> why_illegal(const Game& game, const Position& p) {
  std::array<int, 2> royals{};
  for (int i = 0; i < p.count; ++i) {
    const Man& m = p.men[static_cast<unsigned>(i)];
    if (m.square < 0 || m.square >= game.board().size() || !game.board().exists(m.square))
      return "a man stands off the board";
    if (!game.may_stand(m.side, m.kind).test(m.square))
      return "the man on " + game.board().name(m.square) + " may not stand there";
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
  Generator(game, position, moves).run();
}

SquareSet passed_squares(const Game& game, const Move& move) {
  const Board& b = game.board();
  const int dx = b.file(move.to) - b.file(move.from), dy = b.rank(move.to) - b.rank(move.from);
  const int steps = std::gcd(dx, dy);
  SquareSet passed;
  for (int i = 1; i < steps; ++i) passed.set(b.step(move.from, {dx / steps * i, dy / steps * i}));
  return passed;
}

Position after(const Game& game, const Position& position, const Move& move) {
  Position next;
  next.to_move = opponent(position.to_move);
  next.imitates = position.imitates;
  int moved = -1;
  bool opponent_has_joker = false;
  for (Man m : position) {
    if (m.square == move.taken) continue;
    if (m.square == move.from) {
      moved = game.kind(m.kind).joker ? position.imitates[index(m.side)] : m.kind;
      m.square = move.to;
      if (move.promotion >= 0) {
        m.kind = move.promotion;
        if (game.kind(m.kind).joker) next.imitates[index(m.side)] = game.royal(next.to_move);
      }
      if (move.multi_step && move.promotion < 0 && game.kind(m.kind).pawn->en_passant) {
        next.passed = passed_squares(game, move);
        next.passer = m.square;
      }
    }
    opponent_has_joker = opponent_has_joker || (m.side == next.to_move && game.kind(m.kind).joker);
    next.add(m);
  }
  next.imitates[index(next.to_move)] = opponent_has_joker ? moved : -1;
  return next;
}

std::string to_text(const Game& game, const Move& move) {
  std::string text = game.board().name(move.from) + game.board().name(move.to);
  if (move.promotion >= 0) text += std::string("=") + game.kind(move.promotion).letter;
  return text;
}

std::uint64_t perft(const Game& game, const Position& position, int plies) {
  if (plies <= 0) return 1;
  std::vector<Move> moves;
  legal_moves(game, position, moves);
  if (plies == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move& m : moves) leaves += perft(game, after(game, position, m), plies - 1);
  return leaves;
}

Reach reach(const Game& game, const Position& position, int man) {
  const Occupancy occupancy(position);
  const Stops stops =
      Walker{game, position, occupancy}.walk(position.men[static_cast<unsigned>(man)]);
  return {stops.quiet | stops.multi_step, stops.captures | stops.in_passing};
}

}  // namespace augmate
