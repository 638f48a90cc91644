// SPDX-License-Identifier: MIT
// rules_hash of rules_text.h.
//
// What cannot matter is left out or brought into one form first: kinds that nobody has or can come
// to have, points where nothing is counted, limits of promotion that so few men cannot reach, en
// passant where only one side has such pawns, promotions where no pawn gets to. A kind is told by
// where it stands in the material, its moves and, if it is a pawn, what it becomes; as pawns may
// become pawns, the kinds' hashes are refined in as many rounds as there are kinds of pawns.
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "formats/internal/bytes.h"
#include "formats/internal/kinds_in_play.h"
#include "formats/rules_text.h"

namespace augmate {
namespace {

using internal::put;

constexpr std::uint8_t kNone = 0xFF;

void put_squares(std::string& out, const SquareSet& squares) {
  for (int i = 0; i < SquareSet::kWords; ++i) put(out, squares.word_at(i));
}

std::uint64_t hash_of(const std::string& bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

class EndingHash {
 public:
  EndingHash(const Game& game, const Material& material)
      : game_(game), material_(material), in_play_(internal::kinds_in_play(game, material)) {
    std::set<int> kinds = in_play_.kinds[0];
    kinds.insert(in_play_.kinds[1].begin(), in_play_.kinds[1].end());
    for (const int k : kinds) hashes_[k] = own_hash(k);
    for (const int k : kinds)
      if (game.kind(k).pawn) refine();
  }

  std::uint64_t of_ending() const {
    std::string bytes;
    put_board(bytes);
    put_outcomes(bytes);
    for (const auto& men : material_.men) {
      put(bytes, static_cast<std::uint32_t>(men.size()));
      for (const int kind : men) put(bytes, hashes_.at(kind));
    }
    // The states of a Joker are numbered in the order of the kinds.
    if (in_play_.any_joker())
      for (const auto& [kind, hash] : hashes_)
        if (in_material(kind)) put(bytes, hash);
    return hash_of(bytes);
  }

 private:
  bool in_material(int kind) const {
    return std::any_of(material_.men.begin(), material_.men.end(), [&](const auto& men) {
      return std::find(men.begin(), men.end(), kind) != men.end();
    });
  }

  void put_board(std::string& bytes) const {
    const Board& board = game_.board();
    put(bytes, static_cast<std::uint32_t>(board.files()));
    put(bytes, static_cast<std::uint32_t>(board.ranks()));
    put_squares(bytes, board.squares());
    put_squares(bytes, board.vanishing());
    put(bytes, static_cast<std::uint8_t>(game_.rules().camp_rule));
    if (game_.rules().camp_rule)
      for (Square s = 0; s < board.size(); ++s)
        put(bytes, static_cast<std::uint8_t>(board.camp(s)));
  }

  void put_outcomes(std::string& bytes) const {
    const GameRules& rules = game_.rules();
    put(bytes, static_cast<std::uint8_t>(rules.stalemate));
    put(bytes, rules.bare_royal ? static_cast<std::uint8_t>(*rules.bare_royal) : kNone);
    put(bytes, static_cast<std::uint8_t>(rules.bare_royals_draw || rules.bare_royal));
    put(bytes, static_cast<std::uint8_t>(rules.points_settle));
    if (rules.points_settle) put(bytes, static_cast<std::uint32_t>(rules.points_ahead));
    put(bytes, static_cast<std::uint8_t>(rules.perpetual_check_wins));
    if (rules.exact_move_rule > 0) put(bytes, static_cast<std::uint32_t>(rules.exact_move_rule));
  }

  // All of a kind but what it becomes.
  std::uint64_t own_hash(int k) const {
    const Kind& kind = game_.kind(k);
    std::string bytes;
    put(bytes, static_cast<std::uint8_t>(kind.joker));
    if (game_.rules().points_settle) {
      put(bytes, static_cast<std::uint32_t>(kind.points));
      put(bytes, static_cast<std::uint8_t>(kind.heavy));
    }
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      const auto& men = material_.men[index(side)];
      for (std::size_t i = 0; i < men.size(); ++i)
        if (men[i] == k) put(bytes, static_cast<std::uint8_t>(i));
      put(bytes, kNone);
      if (in_play_.imitable(game_, side, k)) put(bytes, game_.imitation(side, k).meaning);
      put(bytes, kNone);
      if (in_play_.has(side, k)) put_moves(bytes, side, k);
      put(bytes, kNone);
    }
    return hash_of(bytes);
  }

  void put_moves(std::string& bytes, Side side, int k) const {
    put(bytes, limit(side, k));
    if (game_.kind(k).joker) return;
    put(bytes, game_.moves(side, k).meaning);
    if (!game_.kind(k).pawn) return;
    put_squares(bytes, game_.may_stand(side, k));
    put(bytes,
        static_cast<std::uint8_t>(takes_in_passing(side, k) && takes_in_passing(opponent(side))));
  }

  // How many men of the kind the side may have before a pawn becomes one more, 0 where that does
  // not matter.
  std::uint32_t limit(Side side, int k) const {
    const int most = game_.kind(k).most;
    const int others = static_cast<int>(material_.men[index(side)].size()) - 2;
    const bool matters = in_play_.promoted[index(side)].count(k) > 0 && most <= others;
    return matters ? static_cast<std::uint32_t>(most) : 0;
  }

  bool takes_in_passing(Side side, int k) const {
    return in_play_.has(side, k) && game_.kind(k).pawn && game_.kind(k).pawn->en_passant;
  }
  bool takes_in_passing(Side side) const {
    const auto& kinds = in_play_.kinds[index(side)];
    return std::any_of(kinds.begin(), kinds.end(),
                       [&](int k) { return takes_in_passing(side, k); });
  }

  void refine() {
    auto next = hashes_;
    for (auto& [k, hash] : next) {
      if (!game_.kind(k).pawn) continue;
      std::string bytes;
      put(bytes, hash);
      for (const Side side : {Side::kWhite, Side::kBlack})
        if (in_play_.has(side, k)) put_promotions(bytes, side, k);
      hash = hash_of(bytes);
    }
    hashes_ = std::move(next);
  }

  void put_promotions(std::string& bytes, Side side, int k) const {
    SquareSet reached;
    for (const MoveNode& n : game_.moves(side, k).nodes)
      if (n.move || n.capture)
        n.valid_from.for_each([&](Square s) {
          const Square to = game_.board().step(s, n.from_start);
          if (to != kNoSquare) reached.set(to);
        });
    std::map<int, std::pair<SquareSet, std::set<std::uint64_t>>> ranks;  // where it may stay, kinds
    reached.for_each([&](Square s) {
      const int rank = game_.own_rank(side, s);
      bool stays = game_.may_stand(side, k).test(s);
      for (const Promotion& p : game_.kind(k).pawn->promotions) {
        if (p.rank != rank) continue;
        stays = stays && !p.forced;
        for (const int to : p.kinds) ranks[rank].second.insert(hashes_.at(to));
      }
      if (stays) ranks[rank].first.set(s);
    });
    for (const auto& [rank, promotion] : ranks) {
      put_squares(bytes, promotion.first);
      for (const std::uint64_t to : promotion.second) put(bytes, to);
      put(bytes, kNone);
    }
  }

  const Game& game_;
  const Material& material_;
  const internal::KindsInPlay in_play_;
  std::map<int, std::uint64_t> hashes_;
};

}  // namespace

std::uint64_t rules_hash(const Game& game, const Material& material) {
  return EndingHash(game, material).of_ending();
}

}  // namespace augmate
