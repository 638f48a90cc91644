// SPDX-License-Identifier: MIT
// Leaf counts with pawns: published ones of orthodox positions, and of each shipped game's pawns
// against a second generator, written here by hand: it knows no step graphs, moves men square by
// square by their names, and keeps a position as a list of men.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rules/move_generator.h"
#include "rules/variant_file.h"

namespace augmate {
namespace {

struct Place {
  int file = 0, rank = 0;  // from 0
  auto operator<=>(const Place&) const = default;
};
Place operator+(Place a, Place b) { return {a.file + b.file, a.rank + b.rank}; }

struct PlainMan {
  char kind = 'K';
  int side = 0;
  Place at;
};

struct PlainPosition {
  std::vector<PlainMan> men;
  int to_move = 0;
  std::set<Place> passed;
  Place passer;
  std::array<char, 2> imitates = {' ', ' '};
};

struct PlainPromotion {
  int rank;
  bool forced;
  std::string kinds;
};

// What is peculiar to a game's pawns, said once more by hand.
struct PlainGame {
  int files = 8, ranks = 8, first_rank = 1;
  std::array<Place, 2> forward = {Place{0, 1}, Place{0, -1}};
  std::map<int, int> steps;  // by own rank, 1 where not named
  std::vector<PlainPromotion> promotions;
  std::map<char, int> most;
  std::function<bool(Place)> exists = [](Place) { return true; };
  std::function<int(Place)> camp = [](Place) { return 0; };

  bool on_board(Place p) const {
    return p.file >= 0 && p.rank >= 0 && p.file < files && p.rank < ranks && exists(p);
  }
  int own_rank(int side, Place p) const {
    const Place f = forward[static_cast<unsigned>(side)];
    if (f.rank != 0) return first_rank + (f.rank > 0 ? p.rank : ranks - 1 - p.rank);
    return f.file > 0 ? 1 + p.file : files - p.file;
  }
};

struct PlainMove {
  int man;
  Place to;
  bool capture, multi_step;
  std::optional<Place> taken;  // in passing
};

class PlainGenerator {
 public:
  explicit PlainGenerator(PlainGame game) : game_(std::move(game)) {}

  std::uint64_t perft(const PlainPosition& p, int plies) const {
    if (plies == 0) return 1;
    std::uint64_t leaves = 0;
    for (const PlainPosition& next : after_moves(p)) leaves += perft(next, plies - 1);
    return leaves;
  }

 private:
  std::vector<PlainPosition> after_moves(const PlainPosition& p) const {
    std::vector<PlainPosition> all;
    for (const PlainMove& m : moves(p, p.to_move)) {
      if (m.capture && man_at(p, m.to) >= 0 && man(p, man_at(p, m.to)).kind == 'K') continue;
      for (const char becomes : becomings(p, m)) {
        PlainPosition next = play(p, m, becomes);
        if (!takes_king(next, next.to_move)) all.push_back(std::move(next));
      }
    }
    return all;
  }

  static const PlainMan& man(const PlainPosition& p, int i) {
    return p.men[static_cast<unsigned>(i)];
  }
  static int man_at(const PlainPosition& p, Place at) {
    for (std::size_t i = 0; i < p.men.size(); ++i)
      if (p.men[i].at == at) return static_cast<int>(i);
    return -1;
  }
  static bool is_pawn(char kind) { return kind == 'P' || kind == 'E'; }

  // Every kind that the man is after the move.
  std::string becomings(const PlainPosition& p, const PlainMove& m) const {
    const PlainMan& mover = man(p, m.man);
    if (!is_pawn(mover.kind)) return {mover.kind};
    std::string all;
    bool stays = true;
    for (const PlainPromotion& promotion : game_.promotions) {
      if (promotion.rank != game_.own_rank(mover.side, m.to)) continue;
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

  PlainPosition play(const PlainPosition& p, const PlainMove& m, char becomes) const {
    PlainPosition next;
    next.to_move = 1 - p.to_move;
    next.imitates = p.imitates;
    const PlainMan mover = man(p, m.man);
    const Place gone = m.taken.value_or(m.to);
    for (int i = 0; i < static_cast<int>(p.men.size()); ++i) {
      PlainMan other = man(p, i);
      if (i == m.man) {
        other.at = m.to;
        other.kind = becomes;
      } else if (m.capture && other.at == gone) {
        continue;
      }
      next.men.push_back(other);
    }
    const auto side = static_cast<unsigned>(p.to_move);
    next.imitates[1 - side] = mover.kind == 'J' ? p.imitates[side] : mover.kind;
    if (becomes == 'J' && mover.kind != 'J') next.imitates[side] = 'K';
    if (m.multi_step) {
      const Place step{(m.to.file > mover.at.file) - (m.to.file < mover.at.file),
                       (m.to.rank > mover.at.rank) - (m.to.rank < mover.at.rank)};
      for (Place at = mover.at + step; at != m.to; at = at + step) next.passed.insert(at);
      next.passer = m.to;
    }
    return next;
  }

  bool takes_king(const PlainPosition& p, int side) const {
    for (const PlainMove& m : moves(p, side))
      if (m.capture && !m.taken && man(p, man_at(p, m.to)).kind == 'K') return true;
    return false;
  }

  // Moves of all men of a side, without regard to check.
  std::vector<PlainMove> moves(const PlainPosition& p, int side) const {
    std::vector<PlainMove> all;
    for (int i = 0; i < static_cast<int>(p.men.size()); ++i)
      if (man(p, i).side == side) add_moves(p, i, all);
    return all;
  }

  void add_moves(const PlainPosition& p, int i, std::vector<PlainMove>& all) const {
    const PlainMan& m = man(p, i);
    const char kind = m.kind == 'J' ? p.imitates[static_cast<unsigned>(m.side)] : m.kind;
    const std::vector<Place> orthogonal = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const std::vector<Place> diagonal = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    const auto lines = [&](const std::vector<Place>& steps, int most) {
      for (const Place step : steps) add_line(p, i, step, most, all);
    };
    const auto leaps = [&](int a, int b) {
      std::set<Place> steps;
      for (const int x : {a, -a})
        for (const int y : {b, -b}) steps.insert({{x, y}, {y, x}});
      for (const Place step : steps) add_line(p, i, step, 1, all);
    };
    constexpr int kFar = 99;
    if (is_pawn(kind)) add_pawn_moves(p, i, kind, all);
    if (std::string("QRM").find(kind) != std::string::npos) lines(orthogonal, kFar);
    if (std::string("QBM").find(kind) != std::string::npos) lines(diagonal, kFar);
    if (std::string("KWC").find(kind) != std::string::npos) lines(orthogonal, 1);
    if (std::string("KF").find(kind) != std::string::npos) lines(diagonal, 1);
    if (std::string("NM").find(kind) != std::string::npos) leaps(1, 2);
    if (std::string("AC").find(kind) != std::string::npos) leaps(2, 2);
    if (kind == 'C') leaps(0, 2);
  }

  // Up to `most` equal steps; each may capture.
  void add_line(const PlainPosition& p, int i, Place step, int most,
                std::vector<PlainMove>& all) const {
    Place at = man(p, i).at;
    for (int n = 0; n < most; ++n) {
      const Place to = at + step;
      if (!game_.on_board(to) || !camps_allow(p, at, to)) return;
      const int there = man_at(p, to);
      if (there >= 0 && man(p, there).side == man(p, i).side) return;
      all.push_back({i, to, there >= 0, false, std::nullopt});
      if (there >= 0) return;
      at = to;
    }
  }

  bool camps_allow(const PlainPosition& p, Place from, Place to) const {
    if (game_.camp(from) == 0 || game_.camp(to) == 0 || game_.camp(from) == game_.camp(to))
      return true;
    if (std::abs(from.file - to.file) != 2 || std::abs(from.rank - to.rank) != 2) return false;
    const Place half{(from.file + to.file) / 2, (from.rank + to.rank) / 2};
    return game_.on_board(half) && game_.camp(half) == 0 && man_at(p, half) < 0;
  }

  void add_pawn_moves(const PlainPosition& p, int i, char kind, std::vector<PlainMove>& all) const {
    const PlainMan& m = man(p, i);
    const Place forward = game_.forward[static_cast<unsigned>(m.side)];
    const Place side{forward.rank, forward.file};
    const std::vector<Place> straight = {forward};
    const std::vector<Place> slant = {forward + side, forward + Place{-side.file, -side.rank}};
    const bool joker = m.kind == 'J';
    const auto rank = game_.steps.find(game_.own_rank(m.side, m.at));
    const int most = joker || rank == game_.steps.end() ? 1 : rank->second;
    for (const Place step : kind == 'P' ? straight : slant) {
      Place at = m.at;
      for (int n = 1; n <= most; ++n) {
        const Place to = at + step;
        if (!game_.on_board(to) || !camps_allow(p, at, to) || man_at(p, to) >= 0) break;
        all.push_back({i, to, false, n > 1, std::nullopt});
        at = to;
      }
    }
    for (const Place step : kind == 'P' ? slant : straight) {
      const Place to = m.at + step;
      if (!game_.on_board(to) || !camps_allow(p, m.at, to)) continue;
      const int there = man_at(p, to);
      if (there >= 0 && man(p, there).side != m.side)
        all.push_back({i, to, true, false, std::nullopt});
      if (there < 0 && !joker && m.side == p.to_move && p.passed.contains(to))
        all.push_back({i, to, true, false, p.passer});
    }
  }

  PlainGame game_;
};

PlainPosition plain(const Game& game, const Position& position) {
  PlainPosition p;
  const auto place = [&](Square s) { return Place{game.board().file(s), game.board().rank(s)}; };
  for (const Man& m : position)
    p.men.push_back({game.kind(m.kind).letter, static_cast<int>(index(m.side)), place(m.square)});
  p.to_move = static_cast<int>(index(position.to_move));
  position.passed.for_each([&](Square s) { p.passed.insert(place(s)); });
  if (position.passer != kNoSquare) p.passer = place(position.passer);
  for (unsigned side = 0; side < 2; ++side)
    if (position.imitates[side] >= 0) p.imitates[side] = game.kind(position.imitates[side]).letter;
  return p;
}

std::shared_ptr<const Game> variant(const std::string& name, const std::string& more = "") {
  auto library = VariantLibrary::open(std::string(AUGMATE_SOURCE_DIR) + "/variants");
  EXPECT_TRUE(library);
  if (!more.empty()) {
    EXPECT_TRUE(library->read_text("[test:" + name + "]\n" + more, "test"));
  }
  auto loaded = library->load(more.empty() ? name : "test");
  EXPECT_TRUE(loaded) << loaded.error().message;
  auto game = Game::create(loaded->rules);
  EXPECT_TRUE(game) << game.error().message;
  return *game;
}

// The leaves, counted both ways.
std::uint64_t count(const Game& game, const PlainGame& plain_game, const std::string& fen,
                    int plies) {
  const auto position = parse_fen(game, fen);
  EXPECT_TRUE(position) << fen << ": " << position.error().message;
  if (!position) return 0;
  EXPECT_EQ(why_illegal(game, *position).value_or(""), "") << fen;
  const std::uint64_t leaves = perft(game, *position, plies);
  EXPECT_EQ(leaves, PlainGenerator(plain_game).perft(plain(game, *position), plies)) << fen;
  return leaves;
}

PlainGame orthodox(int files = 8, const std::string& promotes_to = "QRBN") {
  PlainGame game;
  game.files = files;
  game.steps = {{2, 2}};
  game.promotions = {{8, true, promotes_to}};
  return game;
}

// Positions that authors of chess programs share to test this, with the counts that they agree on.
TEST(PawnPerft, PublishedCountsOfOrthodoxPositions) {
  const auto game = variant("chess");
  const struct {
    const char* fen;
    int plies;
    std::uint64_t leaves;
  } known[] = {
      {"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824064},  // en passant would expose the King
      {"8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 6, 824064},
      {"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467},  // en passant gives check
      {"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001},    // promotion out of check
      {"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},  // discovered check
      {"4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342},        // promotion gives check
      {"8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683},          // under-promotion gives check
      {"K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217},           // one's own stalemate
      {"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584},        // stalemate and mate
      {"8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 6, 1134888},    // en passant exposes along the rank
  };
  for (const auto& k : known) {
    const auto position = parse_fen(*game, k.fen);
    ASSERT_TRUE(position) << k.fen;
    EXPECT_EQ(perft(*game, *position, k.plies), k.leaves) << k.fen;
  }
}

TEST(PawnPerft, OrthodoxPositionsCountedByHand) {
  const auto game = variant("chess");
  // A pawn on its second rank has two moves, on its third one, a King in the corner three.
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/8/8/4P3/K7 w", 1), 5U);
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/8/4P3/8/K7 w", 1), 4U);
  // One step from the last rank: four promotions, and four more by each capture.
  EXPECT_EQ(count(*game, orthodox(), "3r1r1k/4P3/8/8/8/8/8/K7 w", 1), 3U + 3 * 4);
  // Two pawns may take the same one in passing; without the right neither may.
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/3pPp2/8/8/K7 b - e3", 1), 3U + 2 + 2);
  EXPECT_EQ(count(*game, orthodox(), "7k/8/8/8/3pPp2/8/8/K7 b", 1), 3U + 2);
  // The capture would leave the King alone with the Rook on the rank.
  EXPECT_EQ(count(*game, orthodox(), "8/8/8/8/k2pP2R/8/8/K7 b - e3", 1), 6U);
  // Mate but for the capture in passing, which takes the pawn that gives check.
  EXPECT_EQ(count(*game, orthodox(), "8/8/8/2k5/3Pp3/8/8/K7 b - d3", 1), 8U + 1);
}

TEST(PawnPerft, OrthodoxAgreesWithTheSecondGenerator) {
  const auto game = variant("chess");
  count(*game, orthodox(), "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6", 4);
  count(*game, orthodox(), "4k3/1P4p1/8/3pP3/8/8/P6p/4K3 w - d6", 3);
  count(*game, orthodox(), "2r1k3/1P6/8/8/2pP4/8/8/2N1K3 b - d3", 3);
}

TEST(PawnPerft, OtherOrthodoxPawns) {
  const auto wide = variant("wide-wad", "promotionPieceTypes = qrbnc\n");
  count(*wide, orthodox(12, "QRBNC"), "12/4P3k3/12/3pP7/12/12/1P10/K11 w - d6", 3);
  const auto augmenters = variant("weak-kings");
  count(*augmenters, orthodox(8, "M"), "4k3/1P4p1/8/3pP3/8/8/P6p/4K3 w - d6", 3);
  EXPECT_EQ(count(*augmenters, orthodox(8, "M"), "7k/4P3/8/8/8/8/8/K7 w", 1), 4U);
  PlainGame shatranj = orthodox(8, "Q");
  shatranj.steps.clear();
  EXPECT_EQ(count(*variant("shatranj"), shatranj, "7k/4P3/8/8/8/8/4P3/K7 w", 1), 5U);
  PlainGame makruk = orthodox(8, "M");
  makruk.steps.clear();
  makruk.promotions = {{6, true, "F"}};
  const auto thai = variant("makruk", "fers = f\npromotionPieceTypes = f\n");
  count(*thai, makruk, "4k3/8/1p4p1/3pP3/2P5/1P6/8/4K3 w", 4);
}

TEST(PawnPerft, FourteenAugmenters) {
  PlainGame plain_game = orthodox(10, "M");
  plain_game.ranks = 10;
  plain_game.steps = {{2, 3}, {3, 2}, {4, 2}, {5, 2}};
  plain_game.promotions = {{10, true, "M"}};
  const auto game = variant("augmenters-14", "kind.HoppingKing = -\nkind.King = K\n");
  // Three steps from rank 2: each square passed may be where it is taken.
  EXPECT_EQ(count(*game, plain_game, "k9/10/10/10/10/3p1p4/10/10/4P5/K9 w", 1), 3U + 3);
  EXPECT_EQ(count(*game, plain_game, "k9/10/10/10/10/4Pp4/10/10/10/K9 b - e3,e4", 1), 3U + 1 + 1);
  EXPECT_EQ(count(*game, plain_game, "k9/10/10/10/10/4P5/5p4/10/10/K9 b - e3,e4", 1), 3U + 1 + 1);
  count(*game, plain_game, "k9/3P6/6p3/10/4P5/5p4/10/2p7/4P5/K9 w", 3);
  count(*game, plain_game, "k9/5p4/10/4P5/10/10/3p6/10/1P8/K9 b", 4);
}

TEST(PawnPerft, GrandApothecaryPawnsBerolinasAndJokers) {
  PlainGame plain_game;
  plain_game.files = 12;
  plain_game.ranks = 14;
  plain_game.first_rank = 0;
  plain_game.steps = {{3, 3}, {4, 2}};
  plain_game.promotions = {{10, false, "B"}, {11, false, "BRJ"}, {12, true, "BRJQ"}};
  plain_game.most = {{'B', 4}, {'R', 1}, {'J', 2}, {'Q', 2}};
  plain_game.exists = [](Place p) {
    return p.rank > 0 && p.rank < 13;
  };  // brouhaha squares stay empty
  const auto game =
      variant("grand-apothecary-modern",
              "promotion = 10?:B 11?:BRJ 12:BRJQ\npromotionLimit = b:4 r:1 j:2 q:2\n");
  const auto fen = [](const std::string& rows, const std::string& rest) {
    return "************/" + rows + "/************ " + rest;
  };
  const auto rows = [](std::map<int, std::string> men) {
    std::string text;
    for (int rank = 12; rank >= 1; --rank)
      text += (rank < 12 ? "/" : "") + (men.contains(rank) ? men[rank] : std::string("12"));
    return text;
  };
  // A Berolina on rank 3 goes three squares each way, a pawn three ahead.
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {3, "5E6"}, {1, "K11"}}), "w"), 1),
            3U + 6);
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {4, "5P6"}, {1, "K11"}}), "w"), 1),
            3U + 2);
  // Optional promotion on ranks 10 and 11, forced on 12; the Rook is there already.
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {9, "5P6"}, {1, "K11"}}), "w"), 1),
            3U + 2);
  EXPECT_EQ(count(*game, plain_game, fen(rows({{12, "k11"}, {11, "5P6"}, {1, "K11"}}), "w"), 1),
            3U + 4);
  count(*game, plain_game, fen(rows({{12, "k11"}, {10, "5P6"}, {2, "11R"}, {1, "1K10"}}), "w"), 3);
  // Taken in passing: by a pawn diagonally, by a Berolina straight.
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {6, "3pE1p5"}, {5, "5e6"}, {3, "2E9"}, {1, "K11"}}), "w"), 2);
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {6, "5p6"}, {5, "4e7"}, {3, "4PE6"}, {1, "K11"}}), "w"), 3);
  // Jokers imitate pawns, Berolinas, Kings and what a Joker did.
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {7, "4j7"}, {6, "5J6"}, {3, "4PE6"}, {1, "K11"}}), "w - J=K"), 3);
  count(*game, plain_game,
        fen(rows({{12, "k11"}, {11, "4PE6"}, {7, "4j7"}, {1, "K11"}}), "w - j=K"), 3);
}

TEST(PawnPerft, SharpPawnsInFourDirections) {
  PlainGame plain_game;
  plain_game.files = plain_game.ranks = 12;
  plain_game.promotions = {{9, true, "QRBNWFA"}};
  const auto middle = [](int n) { return n >= 3 && n < 9; };
  plain_game.exists = [=](Place p) { return middle(p.file) || middle(p.rank); };
  plain_game.camp = [=](Place p) {
    if (middle(p.file) && middle(p.rank)) return 0;
    return middle(p.file) ? (p.rank < 3 ? 1 : 3) : (p.file < 3 ? 4 : 2);
  };
  const auto fen = [](std::map<int, std::string> men, const std::string& to_move) {
    std::string text;
    for (int rank = 12; rank >= 1; --rank) {
      const bool outer = rank < 4 || rank > 9;
      const std::string row = men.contains(rank) ? men[rank] : outer ? "6" : "12";
      text += (rank < 12 ? "/" : "") + (outer ? "***" + row + "***" : row);
    }
    return text + " " + to_move;
  };
  plain_game.forward[1] = {-1, 0};
  count(*variant("sharp-12-courier-east"), plain_game,
        fen({{12, "5k"}, {8, "3Pp1p5"}, {5, "4p2r4"}, {3, "P5"}, {1, "K5"}}, "w"), 3);
  plain_game.forward[1] = {1, 0};
  count(*variant("sharp-12-courier-west"), plain_game,
        fen({{12, "5k"}, {8, "2rP1p1p4"}, {7, "7p4"}, {3, "P5"}, {1, "K5"}}, "w"), 3);
  plain_game.forward[1] = {0, -1};
  // A capture from d8 into the side camp at c9 promotes there as well.
  EXPECT_EQ(count(*variant("sharp-12-courier"), plain_game,
                  fen({{12, "5k"}, {9, "2r9"}, {8, "3P8"}, {1, "K5"}}, "w"), 1),
            3U + 2 * 7);
  count(*variant("sharp-12-courier"), plain_game,
        fen({{12, "5k"}, {9, "2r9"}, {8, "3P8"}, {5, "3p8"}, {4, "2P9"}, {1, "K5"}}, "w"), 3);
}

}  // namespace
}  // namespace augmate
