// SPDX-License-Identifier: MIT
#include "tests/support/plain_pawns.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace augmate::test {
namespace {

constexpr int kFar = 99;
constexpr std::array<Place, 4> kOrthogonal = {Place{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
constexpr std::array<Place, 4> kDiagonal = {Place{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
constexpr std::array<Place, 8> kKnight = {Place{1, 2}, {2, 1},   {2, -1}, {1, -2},
                                          {-1, -2},    {-2, -1}, {-2, 1}, {-1, 2}};

bool is_pawn(char kind) { return kind == 'P' || kind == 'E'; }
bool is_one_of(char kind, std::string_view kinds) { return kinds.find(kind) != kinds.npos; }
Place twice(Place p) { return p + p; }
int sign(int n) { return (n > 0) - (n < 0); }

const PlainMan& man_of(const PlainPosition& p, int i) { return p.men[static_cast<unsigned>(i)]; }

}  // namespace

int PlainPawnGame::own_rank(int side, Place p) const {
  const Place f = forward[static_cast<unsigned>(side)];
  if (f.rank != 0) return first_rank + (f.rank > 0 ? p.rank : ranks - 1 - p.rank);
  return f.file > 0 ? 1 + p.file : files - p.file;
}

bool PlainPawnGame::may_stand(const PlainMan& man) const {
  if (!on_board(man.at)) return false;
  if (!is_pawn(man.kind)) return true;
  const int rank = own_rank(man.side, man.at);
  return rank >= pawn_ranks[0] && rank <= pawn_ranks[1];
}

// The men of a position by square.
struct PlainPawns::Board {
  const PlainPosition& position;
  std::array<std::array<std::int8_t, kMaxBoardSide>, kMaxBoardSide> at{};  // 1 + the man, 0: none

  explicit Board(const PlainPosition& p) : position(p) {
    for (std::size_t i = 0; i < p.men.size(); ++i)
      cell(p.men[i].at) = static_cast<std::int8_t>(i + 1);
  }
  std::int8_t& cell(Place p) {
    return at[static_cast<unsigned>(p.rank)][static_cast<unsigned>(p.file)];
  }
  int man_at(Place p) const {
    return at[static_cast<unsigned>(p.rank)][static_cast<unsigned>(p.file)] - 1;
  }
};

std::vector<PlainPawnMove> PlainPawns::moves(const PlainPosition& p, int side) const {
  const Board board(p);
  std::vector<PlainPawnMove> all;
  all.reserve(32);
  for (int i = 0; i < static_cast<int>(p.men.size()); ++i)
    if (man_of(p, i).side == side) add_moves(board, i, all);
  return all;
}

void PlainPawns::add_moves(const Board& board, int man, std::vector<PlainPawnMove>& all) const {
  const PlainPosition& p = board.position;
  const PlainMan& m = man_of(p, man);
  const char kind = m.kind == 'J' ? p.imitates[static_cast<unsigned>(m.side)] : m.kind;
  const auto lines = [&](const auto& steps, int most) {
    for (const Place step : steps) add_line(board, man, step, most, all);
  };
  const auto doubled = [&](const auto& steps) {
    for (const Place step : steps) add_line(board, man, twice(step), 1, all);
  };
  if (is_pawn(kind)) add_pawn_moves(board, man, kind, all);
  if (is_one_of(kind, "QRMU")) lines(kOrthogonal, kFar);
  if (is_one_of(kind, "QBM")) lines(kDiagonal, kFar);
  if (is_one_of(kind, "KWCV")) lines(kOrthogonal, 1);
  if (is_one_of(kind, "KFUL")) lines(kDiagonal, 1);
  if (is_one_of(kind, "NM")) lines(kKnight, 1);
  if (is_one_of(kind, "ACVL")) doubled(kDiagonal);
  if (kind == 'C') doubled(kOrthogonal);
  if (kind == 'L') {
    for (const Place step : {Place{1, 0}, Place{-1, 0}}) add_advances(board, man, step, 1, all);
  }
}

// Up to `most` equal steps; each may capture.
void PlainPawns::add_line(const Board& board, int man, Place step, int most,
                          std::vector<PlainPawnMove>& all) const {
  const PlainMan& m = man_of(board.position, man);
  Place at = m.at;
  for (int n = 0; n < most; ++n) {
    const Place to = at + step;
    if (!game_.on_board(to) || !camps_allow(board, at, to)) return;
    const int there = board.man_at(to);
    if (there >= 0 && man_of(board.position, there).side == m.side) return;
    all.push_back({man, to, there});
    if (there >= 0) return;
    at = to;
  }
}

bool PlainPawns::camps_allow(const Board& board, Place from, Place to) const {
  const int left = game_.camp(from), entered = game_.camp(to);
  if (left == 0 || entered == 0 || left == entered) return true;
  if (std::abs(from.file - to.file) != 2 || std::abs(from.rank - to.rank) != 2) return false;
  const Place half{(from.file + to.file) / 2, (from.rank + to.rank) / 2};
  return game_.on_board(half) && game_.camp(half) == 0 && board.man_at(half) < 0;
}

void PlainPawns::add_pawn_moves(const Board& board, int man, char kind,
                                std::vector<PlainPawnMove>& all) const {
  const PlainPosition& p = board.position;
  const PlainMan& m = man_of(p, man);
  const Place forward = game_.forward[static_cast<unsigned>(m.side)];
  const Place side{forward.rank, forward.file};
  const std::array<Place, 2> slant = {forward + side, forward + Place{-side.file, -side.rank}};
  const std::array<Place, 1> straight = {forward};
  const auto captures = [&](Place step) {
    const Place to = m.at + step;
    if (!game_.on_board(to) || !camps_allow(board, m.at, to)) return;
    const int there = board.man_at(to);
    if (there >= 0 && man_of(p, there).side != m.side) all.push_back({man, to, there});
    const bool passed = std::find(p.passed.begin(), p.passed.end(), to) != p.passed.end();
    if (there < 0 && passed && m.kind != 'J' && m.side == p.to_move)
      all.push_back({man, to, board.man_at(p.passer), true});
  };
  const auto rank = game_.steps.find(game_.own_rank(m.side, m.at));
  const int most = m.kind == 'J' || rank == game_.steps.end() ? 1 : rank->second;
  if (kind == 'P') {
    add_advances(board, man, forward, most, all);
    for (const Place step : slant) captures(step);
  } else {
    for (const Place step : slant) add_advances(board, man, step, most, all);
    for (const Place step : straight) captures(step);
  }
}

// Up to `most` equal steps, without capture.
void PlainPawns::add_advances(const Board& board, int man, Place step, int most,
                              std::vector<PlainPawnMove>& all) const {
  const PlainMan& m = man_of(board.position, man);
  Place at = m.at;
  for (int n = 1; n <= most; ++n) {
    const Place to = at + step;
    if (!game_.on_board(to) || !camps_allow(board, at, to) || board.man_at(to) >= 0) return;
    all.push_back({man, to, -1, false, n > 1});
    at = to;
  }
}

// Every kind that the man may be after the move.
std::string PlainPawns::becomings(const PlainPosition& p, const PlainPawnMove& move) const {
  const PlainMan& mover = man_of(p, move.man);
  if (!is_pawn(mover.kind)) return {mover.kind};
  std::string all;
  bool stays = true;
  for (const PlainPromotion& promotion : game_.promotions) {
    if (promotion.rank != game_.own_rank(mover.side, move.to)) continue;
    stays = !promotion.forced;
    for (const char kind : promotion.kinds) {
      const auto own = std::count_if(p.men.begin(), p.men.end(), [&](const PlainMan& other) {
        return other.side == mover.side && other.kind == kind;
      });
      if (!game_.most.contains(kind) || own < game_.most.at(kind)) all += kind;
    }
  }
  return stays ? all + mover.kind : all;
}

std::vector<PlainPawnMove> PlainPawns::legal_moves(const PlainPosition& p) const {
  std::vector<PlainPawnMove> all;
  const char enemy_royal = game_.royal[static_cast<unsigned>(1 - p.to_move)];
  for (PlainPawnMove m : moves(p, p.to_move)) {
    if (m.taken >= 0 && man_of(p, m.taken).kind == enemy_royal) continue;
    for (const char becomes : becomings(p, m)) {
      m.becomes = becomes;
      if (!in_check(after(p, m), p.to_move)) all.push_back(m);
    }
  }
  return all;
}

std::vector<PlainPawnMove> PlainPawns::captures_in_passing(const PlainPosition& p) const {
  if (p.passed.empty()) return {};
  std::vector<PlainPawnMove> all = moves(p, p.to_move);
  std::erase_if(all, [](const PlainPawnMove& m) { return !m.in_passing; });
  for (PlainPawnMove& m : all) m.becomes = man_of(p, m.man).kind;
  return all;
}

PlainPosition PlainPawns::after(const PlainPosition& p, const PlainPawnMove& move) const {
  PlainPosition next;
  next.to_move = 1 - p.to_move;
  next.imitates = p.imitates;
  next.men.reserve(p.men.size());
  const PlainMan mover = man_of(p, move.man);
  for (int i = 0; i < static_cast<int>(p.men.size()); ++i) {
    if (i == move.man)
      next.men.push_back({move.becomes, mover.side, move.to});
    else if (i != move.taken)
      next.men.push_back(man_of(p, i));
  }
  const auto side = static_cast<unsigned>(p.to_move);
  next.imitates[1 - side] = mover.kind == 'J' ? p.imitates[side] : mover.kind;
  if (move.becomes == 'J' && mover.kind != 'J') next.imitates[side] = 'K';
  if (move.multi_step) {
    const Place step{sign(move.to.file - mover.at.file), sign(move.to.rank - mover.at.rank)};
    for (Place at = mover.at + step; at != move.to; at = at + step) next.passed.push_back(at);
    next.passer = move.to;
  }
  return next;
}

bool PlainPawns::in_check(const PlainPosition& p, int side) const {
  const char royal = game_.royal[static_cast<unsigned>(side)];
  for (const PlainPawnMove& m : moves(p, 1 - side))
    if (m.taken >= 0 && !m.in_passing && man_of(p, m.taken).kind == royal) return true;
  return false;
}

bool PlainPawns::legal(const PlainPosition& p) const {
  for (std::size_t i = 0; i < p.men.size(); ++i) {
    if (!game_.may_stand(p.men[i])) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (p.men[i].at == p.men[j].at) return false;
  }
  return !in_check(p, 1 - p.to_move);
}

std::uint64_t PlainPawns::perft(const PlainPosition& p, int plies) const {
  if (plies == 0) return 1;
  const auto all = legal_moves(p);
  if (plies == 1) return all.size();
  std::uint64_t leaves = 0;
  for (const PlainPawnMove& m : all) leaves += perft(after(p, m), plies - 1);
  return leaves;
}

PlainPosition to_plain(const Game& game, const Position& position) {
  PlainPosition p;
  const auto place = [&](Square s) { return Place{game.board().file(s), game.board().rank(s)}; };
  for (const Man& m : position)
    p.men.push_back({game.kind(m.kind).letter, static_cast<int>(index(m.side)), place(m.square)});
  p.to_move = static_cast<int>(index(position.to_move));
  position.passed.for_each([&](Square s) { p.passed.push_back(place(s)); });
  if (position.passer != kNoSquare) p.passer = place(position.passer);
  for (unsigned side = 0; side < 2; ++side)
    if (position.imitates[side] >= 0) p.imitates[side] = game.kind(position.imitates[side]).letter;
  return p;
}

Position from_plain(const Game& game, const PlainPosition& p) {
  Position position;
  const auto square = [&](Place at) { return game.board().at(at.file, at.rank); };
  const auto side_of = [](int side) { return side == 0 ? Side::kWhite : Side::kBlack; };
  for (const PlainMan& m : p.men)
    position.add({game.kind_of(m.kind).value(), side_of(m.side), square(m.at)});
  position.to_move = side_of(p.to_move);
  for (const Place at : p.passed) position.passed.set(square(at));
  if (!p.passed.empty()) position.passer = square(p.passer);
  for (unsigned side = 0; side < 2; ++side)
    if (has_joker(game, position, side_of(static_cast<int>(side))) && p.imitates[side] != ' ')
      position.imitates[side] = game.kind_of(p.imitates[side]).value();
  return position;
}

}  // namespace augmate::test
