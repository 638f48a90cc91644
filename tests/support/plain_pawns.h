// SPDX-License-Identifier: MIT
// A second move generator for games with pawns, written by hand: it knows no step graphs, moves men
// square by square by the letters of their kinds, and keeps a position as a list of men. It takes
// nothing of a game from the program but the plain value types.
//
// Letters: K W F A N R B Q as in RULES.md, C Champion, M Amazon, V Working Elephant, L Lead
// Elephant (of sides that play north or south), U a Rook that also goes one step aslant, P and E
// (Berolina) pawns, J Joker.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rules/position.h"

namespace augmate::test {

struct Place {
  int file = 0, rank = 0;  // from 0
  auto operator<=>(const Place&) const = default;
};
constexpr Place operator+(Place a, Place b) { return {a.file + b.file, a.rank + b.rank}; }

struct PlainMan {
  char kind = 'K';
  int side = 0;
  Place at;
};

struct PlainPosition {
  std::vector<PlainMan> men;
  int to_move = 0;
  std::vector<Place> passed;  // by the multi-step just made
  Place passer;
  std::array<char, 2> imitates = {' ', ' '};
};

struct PlainPromotion {
  int rank;
  bool forced;
  std::string kinds;
};

// What is peculiar to a game, said once more by hand.
struct PlainPawnGame {
  int files = 8, ranks = 8, first_rank = 1;
  std::array<char, 2> royal = {'K', 'K'};
  std::array<Place, 2> forward = {Place{0, 1}, Place{0, -1}};
  std::array<int, 2> pawn_ranks = {2, 7};  // where pawns stand; own ranks, as all ranks here
  std::map<int, int> steps;                // by rank, 1 where not named
  std::vector<PlainPromotion> promotions;
  std::map<char, int> most;
  std::function<bool(Place)> exists = [](Place) { return true; };
  std::function<int(Place)> camp = [](Place) { return 0; };

  bool on_board(Place p) const {
    return p.file >= 0 && p.rank >= 0 && p.file < files && p.rank < ranks && exists(p);
  }
  int own_rank(int side, Place p) const;
  bool may_stand(const PlainMan& man) const;
};

struct PlainPawnMove {
  int man = 0;
  Place to;
  int taken = -1;  // the man that goes; in passing it stands elsewhere than on `to`
  bool in_passing = false;
  bool multi_step = false;
  char becomes = ' ';
};

class PlainPawns {
 public:
  explicit PlainPawns(PlainPawnGame game) : game_(std::move(game)) {}

  const PlainPawnGame& game() const { return game_; }
  std::vector<PlainPawnMove> legal_moves(const PlainPosition& p) const;
  // The captures in passing that the pawns' moves allow, whether or not the King is left in check.
  std::vector<PlainPawnMove> captures_in_passing(const PlainPosition& p) const;
  PlainPosition after(const PlainPosition& p, const PlainPawnMove& move) const;
  // Whether the side's King could be taken if it were the other's turn.
  bool in_check(const PlainPosition& p, int side) const;
  // Whether the men stand on distinct squares of theirs and the side not to move is not in check.
  bool legal(const PlainPosition& p) const;
  std::uint64_t perft(const PlainPosition& p, int plies) const;

 private:
  struct Board;
  void add_moves(const Board& board, int man, std::vector<PlainPawnMove>& all) const;
  void add_line(const Board& board, int man, Place step, int most,
                std::vector<PlainPawnMove>& all) const;
  void add_pawn_moves(const Board& board, int man, char kind,
                      std::vector<PlainPawnMove>& all) const;
  void add_advances(const Board& board, int man, Place step, int most,
                    std::vector<PlainPawnMove>& all) const;
  std::vector<PlainPawnMove> moves(const PlainPosition& p, int side) const;
  bool camps_allow(const Board& board, Place from, Place to) const;
  std::string becomings(const PlainPosition& p, const PlainPawnMove& move) const;

  PlainPawnGame game_;
};

// The same position in the other's terms.
PlainPosition to_plain(const Game& game, const Position& position);
Position from_plain(const Game& game, const PlainPosition& position);

}  // namespace augmate::test
