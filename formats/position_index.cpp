// SPDX-License-Identifier: MIT
#include "formats/position_index.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace augmate {
namespace {

constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 48;

// binomial(n, k) for n up to the squares of a board and k up to kMaxMen, saturating far above
// kMaxEntries.
struct Binomials {
  std::array<std::array<std::uint64_t, kMaxMen + 1>, kMaxSquares + 1> value{};
  constexpr Binomials() {
    for (unsigned n = 0; n <= kMaxSquares; ++n) {
      value[n][0] = 1;
      for (unsigned k = 1; k <= kMaxMen && n > 0; ++k)
        value[n][k] = std::min(value[n - 1][k - 1] + value[n - 1][k], std::uint64_t{1} << 56);
    }
  }
};
constexpr Binomials kBinomials;

std::uint64_t binomial(int n, int k) {
  return kBinomials.value[static_cast<unsigned>(n)][static_cast<unsigned>(k)];
}

// Whether the symmetry lays the board on itself: holes, brouhaha squares and camps (whose numbers
// may change).
bool keeps_board(const Board& board, const Symmetry& symmetry) {
  std::array<int, 256> camp_image;
  camp_image.fill(-1);
  for (Square s = 0; s < board.size(); ++s) {
    const Square t = symmetry.map[static_cast<std::size_t>(s)];
    if (board.exists(s) != board.exists(t)) return false;
    if (board.vanishing().test(s) != board.vanishing().test(t)) return false;
    int& image = camp_image[static_cast<unsigned>(board.camp(s))];
    if (image < 0) image = board.camp(t);
    if (image != board.camp(t) || (board.camp(s) == 0) != (board.camp(t) == 0)) return false;
  }
  return true;
}

// What the kinds mean after the symmetry equals what `to` side's kinds mean as they stand.
bool keeps_men(const Game& game, const Symmetry& symmetry, Side from, Side to,
               const std::vector<int>& kinds) {
  return std::all_of(kinds.begin(), kinds.end(), [&](int k) {
    return game.meaning_under(symmetry, from, k) == game.moves(to, k).meaning;
  });
}

int orbit_size(const std::vector<Symmetry>& group, Square s) {
  std::set<Square> orbit;
  for (const Symmetry& g : group) orbit.insert(g.map[static_cast<std::size_t>(s)]);
  return static_cast<int>(orbit.size());
}

// The anchor is the royal that reaches fewer squares in one move (the images of its moves are kept
// while solving); of two equals the one of the side with more men.
Side choose_anchor(const Game& game, const Material& material) {
  const auto cost = [&](Side s) {
    return std::tuple(game.moves(s, game.royal(s)).nodes.size(), -static_cast<int>(material.men[index(s)].size()));
  };
  return cost(Side::kBlack) < cost(Side::kWhite) ? Side::kBlack : Side::kWhite;
}

std::vector<PositionIndex::Group> make_groups(const Game& game, const Material& material) {
  std::vector<PositionIndex::Group> groups;
  for (Side side : {Side::kWhite, Side::kBlack}) {
    const auto& men = material.men[index(side)];
    for (std::size_t i = 1; i < men.size(); ++i) {
      if (i > 1 && men[i] == men[i - 1])
        ++groups.back().men;
      else
        groups.push_back({side, men[i], 1, 0});
    }
  }
  for (auto& g : groups) g.places = binomial(game.board().size(), g.men);
  return groups;
}

}  // namespace

std::vector<Symmetry> symmetries_of(const Game& game, const Material& material) {
  std::vector<Symmetry> group;
  for (Symmetry& s : grid_symmetries(game.board()))
    if (keeps_board(game.board(), s) &&
        keeps_men(game, s, Side::kWhite, Side::kWhite, material.men[0]) &&
        keeps_men(game, s, Side::kBlack, Side::kBlack, material.men[1]))
      group.push_back(std::move(s));
  return group;
}

Result<PositionIndex> PositionIndex::create(std::shared_ptr<const Game> game,
                                            const Material& material) {
  if (material.count() > kMaxMen)
    return Error{ErrorCode::kTooLarge, material_name(*game, material) + " has more than " +
                                           std::to_string(kMaxMen) + " men"};
  PositionIndex x;
  x.material_ = material;
  x.symmetries_ = symmetries_of(*game, material);
  x.anchor_side_ = choose_anchor(*game, material);
  x.squares_ = game->board().size();
  x.groups_ = make_groups(*game, material);
  x.folded_.resize(static_cast<std::size_t>(x.squares_));
  game->board().squares().for_each([&](Square s) {
    if (x.folded_[static_cast<std::size_t>(s)].anchor >= 0) return;
    const int number = static_cast<int>(x.anchors_.size());
    x.anchors_.push_back(s);
    x.weights_.push_back(orbit_size(x.symmetries_, s));
    // For every square of the orbit, a symmetry that leads back to s.
    for (std::size_t g = 0; g < x.symmetries_.size(); ++g)
      for (Square t = 0; t < x.squares_; ++t)
        if (x.symmetries_[g].map[static_cast<std::size_t>(t)] == s &&
            x.folded_[static_cast<std::size_t>(t)].anchor < 0)
          x.folded_[static_cast<std::size_t>(t)] = {number, static_cast<int>(g)};
  });
  std::uint64_t entries = x.anchors_.size() * static_cast<std::uint64_t>(x.squares_);
  for (const Group& g : x.groups_) {
    if (g.places > kMaxEntries / std::max<std::uint64_t>(1, entries))
      return Error{ErrorCode::kTooLarge,
                   "the index of " + material_name(*game, material) + " passes 2^48 positions"};
    entries *= g.places;
    x.places_ *= g.places;
  }
  x.game_ = std::move(game);
  return x;
}

std::uint64_t PositionIndex::place_of(const Square* ascending, int men) {
  std::uint64_t place = 0;
  for (int i = 0; i < men; ++i) place += binomial(ascending[i], i + 1);
  return place;
}

void PositionIndex::place_squares(std::uint64_t place, int men, Square* ascending) {
  for (int i = men; i-- > 0;) {
    // The largest square whose binomial still fits.
    int low = i, high = kMaxSquares - 1;
    while (low < high) {
      const int middle = (low + high + 1) / 2;
      if (binomial(middle, i + 1) <= place)
        low = middle;
      else
        high = middle - 1;
    }
    ascending[i] = low;
    place -= binomial(low, i + 1);
  }
}

std::uint64_t PositionIndex::index_of(const Square* squares) const {
  const Folded& f = fold(squares[0]);
  const std::vector<Square>& map = symmetries_[static_cast<std::size_t>(f.symmetry)].map;
  std::uint64_t place = 0;
  const Square* next = squares + 1;
  for (const Group& g : groups_) {
    std::array<Square, kMaxMen> sorted;
    for (int i = 0; i < g.men; ++i)
      sorted[static_cast<unsigned>(i)] = map[static_cast<std::size_t>(next[i])];
    sort_squares(sorted.data(), g.men);
    place = place * g.places + place_of(sorted.data(), g.men);
    next += g.men;
  }
  return (static_cast<std::uint64_t>(f.anchor) * places_ + place) *
             static_cast<std::uint64_t>(squares_) +
         static_cast<std::uint64_t>(map[static_cast<std::size_t>(*next)]);
}

void PositionIndex::squares_of(std::uint64_t index, Square* squares) const {
  const auto s = static_cast<std::uint64_t>(squares_);
  squares[men() - 1] = static_cast<Square>(index % s);
  index /= s;
  Square* next = squares + men() - 1;
  for (std::size_t i = groups_.size(); i-- > 0;) {
    const Group& g = groups_[i];
    next -= g.men;
    place_squares(index % g.places, g.men, next);
    index /= g.places;
  }
  squares[0] = anchors_[static_cast<std::size_t>(index)];
}

std::optional<std::uint64_t> PositionIndex::find(const Position& position) const {
  if (!(material_of(*game_, position) == material_)) return std::nullopt;
  std::array<Square, kMaxMen> squares{};
  unsigned n = 1;
  for (const Group& g : groups_)
    for (const Man& m : position)
      if (m.side == g.side && m.kind == g.kind) squares[n++] = m.square;
  for (const Man& m : position)
    if (m.kind == game_->royal(m.side)) squares[m.side == anchor_side_ ? 0 : n] = m.square;
  return index_of(squares.data());
}

Position PositionIndex::position(std::uint64_t index, Side to_move) const {
  std::array<Square, kMaxMen> squares{};
  squares_of(index, squares.data());
  Position p;
  p.to_move = to_move;
  p.add({game_->royal(anchor_side_), anchor_side_, squares[0]});
  p.add({game_->royal(lane_side()), lane_side(), squares[static_cast<unsigned>(men() - 1)]});
  unsigned n = 1;
  for (const Group& g : groups_)
    for (int i = 0; i < g.men; ++i) p.add({g.kind, g.side, squares[n++]});
  return p;
}

Position Canonical::apply(const Position& position) const {
  if (!swapped) return position;
  Position p = position;
  p.to_move = opponent(p.to_move);
  for (int i = 0; i < p.count; ++i) {
    Man& m = p.men[static_cast<unsigned>(i)];
    m.side = opponent(m.side);
    m.square = map[static_cast<std::size_t>(m.square)];
  }
  return p;
}

Canonical canonical(const Game& game, const Material& material) {
  Canonical c;
  c.material = material;
  const auto rank = [](const std::vector<int>& stronger, const std::vector<int>& weaker) {
    return std::tuple(-static_cast<int>(stronger.size()), stronger, weaker);
  };
  if (game.royal(Side::kWhite) != game.royal(Side::kBlack)) return c;
  if (rank(material.men[0], material.men[1]) <= rank(material.men[1], material.men[0])) return c;
  for (const Symmetry& s : grid_symmetries(game.board())) {
    if (!keeps_board(game.board(), s)) continue;
    bool same = true;
    for (const auto& kinds : material.men)
      same = same && keeps_men(game, s, Side::kWhite, Side::kBlack, kinds) &&
             keeps_men(game, s, Side::kBlack, Side::kWhite, kinds);
    if (!same) continue;
    c.swapped = true;
    c.map = s.map;
    std::swap(c.material.men[0], c.material.men[1]);
    break;
  }
  return c;
}

}  // namespace augmate
