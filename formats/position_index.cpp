// SPDX-License-Identifier: MIT
#include "formats/position_index.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "formats/internal/kinds_in_play.h"

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

// What the kinds mean after the symmetry equals what `to` side's kinds mean as they stand. For
// pawns that includes the ranks, on which promotion depends. A Joker is what it imitates: the
// material's kinds as both sides would move them.
bool keeps_men(const Game& game, const Symmetry& symmetry, Side from, Side to,
               const std::array<std::set<int>, 2>& in_play, Side whose) {
  const auto keeps = [&](int k) {
    if (game.kind(k).pawn)
      for (Square s = 0; s < game.board().size(); ++s)
        if (game.own_rank(from, s) != game.own_rank(to, symmetry.map[static_cast<std::size_t>(s)]))
          return false;
    return game.meaning_under(symmetry, from, k) == game.moves(to, k).meaning;
  };
  const auto imitated = [&](int k) {
    return game.imitation_under(symmetry, from, k) == game.imitation(to, k).meaning;
  };
  const std::set<int>& kinds = in_play[index(whose)];
  return std::all_of(kinds.begin(), kinds.end(), [&](int k) {
    if (!game.kind(k).joker) return keeps(k);
    return std::all_of(in_play.begin(), in_play.end(), [&](const std::set<int>& all) {
      return std::all_of(all.begin(), all.end(), imitated);
    });
  });
}

int orbit_size(const std::vector<Symmetry>& group, Square s) {
  std::set<Square> orbit;
  for (const Symmetry& g : group) orbit.insert(g.map[static_cast<std::size_t>(s)]);
  return static_cast<int>(orbit.size());
}

// The anchor is the royal that reaches fewer squares in one move (the images of its moves are kept
// while solving); of two equals the one of the side with more men, and with as many Black's: with
// the stronger side's royal as the lane files are smaller (measured: docs/performance.md).
Side choose_anchor(const Game& game, const Material& material) {
  const auto cost = [&](Side s) {
    return std::tuple(game.moves(s, game.royal(s)).nodes.size(),
                      -static_cast<int>(material.men[index(s)].size()));
  };
  return cost(Side::kWhite) < cost(Side::kBlack) ? Side::kWhite : Side::kBlack;
}

std::vector<PositionIndex::Group> make_groups(const Game& game, const Material& material,
                                              bool pawns) {
  std::vector<PositionIndex::Group> groups;
  for (Side side : {Side::kWhite, Side::kBlack}) {
    const auto& men = material.men[index(side)];
    for (std::size_t i = 1; i < men.size(); ++i) {
      if (game.kind(men[i]).pawn.has_value() != pawns) continue;
      if (i > 1 && men[i] == men[i - 1])
        ++groups.back().men;
      else
        groups.push_back({side, men[i], 1, 0});
    }
  }
  for (auto& g : groups) g.places = binomial(game.board().size(), g.men);
  return groups;
}

// What a side's Joker may come to imitate: nothing, the opponent's kinds, and where both sides have
// a Joker its own side's kinds too.
std::vector<int> imitable(const Game& game, const Material& material, Side side) {
  const auto has_joker = [&](Side s) {
    const auto& men = material.men[index(s)];
    return std::any_of(men.begin(), men.end(), [&](int k) { return game.kind(k).joker; });
  };
  std::vector<int> kinds = {-1};
  if (!has_joker(side)) return kinds;
  std::set<int> found;
  for (Side s : {Side::kWhite, Side::kBlack})
    if (s != side || has_joker(opponent(side)))
      for (const int k : material.men[index(s)])
        if (!game.kind(k).joker) found.insert(k);
  kinds.insert(kinds.end(), found.begin(), found.end());
  return kinds;
}

}  // namespace

std::vector<Symmetry> symmetries_of(const Game& game, const Material& material) {
  const auto in_play = internal::kinds_in_play(game, material).kinds;
  std::vector<Symmetry> group;
  for (Symmetry& s : grid_symmetries(game.board()))
    if (keeps_board(game.board(), s) &&
        keeps_men(game, s, Side::kWhite, Side::kWhite, in_play, Side::kWhite) &&
        keeps_men(game, s, Side::kBlack, Side::kBlack, in_play, Side::kBlack))
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
  x.groups_ = make_groups(*game, material, false);
  x.pawn_groups_ = make_groups(*game, material, true);
  for (const Group& g : x.pawn_groups_) x.pawns_ += g.men;
  for (const int white : imitable(*game, material, Side::kWhite))
    for (const int black : imitable(*game, material, Side::kBlack))
      x.states_.push_back({white, black});
  x.game_ = std::move(game);
  x.number_anchors();
  if (auto ok = x.number_placements(); !ok) return ok.error();
  std::uint64_t entries = x.anchors_.size() * static_cast<std::uint64_t>(x.squares_) *
                          x.states_.size() * x.placements();
  for (const Group& g : x.groups_) {
    if (g.places > kMaxEntries / std::max<std::uint64_t>(1, entries))
      return Error{ErrorCode::kTooLarge,
                   "the index of " + material_name(*x.game_, material) + " passes 2^48 positions"};
    entries *= g.places;
    x.places_ *= g.places;
  }
  x.add_up_terms();
  return x;
}

void PositionIndex::number_anchors() {
  folded_.resize(static_cast<std::size_t>(squares_));
  std::vector<Symmetry> identity(symmetries_.begin(), symmetries_.begin() + 1);
  const std::vector<Symmetry>& group = pawns_ > 0 ? identity : symmetries_;
  game_->board().squares().for_each([&](Square s) {
    if (folded_[static_cast<std::size_t>(s)].number >= 0) return;
    const int number = static_cast<int>(anchors_.size());
    anchors_.push_back(s);
    weights_.push_back(orbit_size(group, s));
    // For every square of the orbit, a symmetry that leads back to s.
    for (std::size_t g = 0; g < group.size(); ++g)
      for (Square t = 0; t < squares_; ++t)
        if (group[g].map[static_cast<std::size_t>(t)] == s &&
            folded_[static_cast<std::size_t>(t)].number < 0)
          folded_[static_cast<std::size_t>(t)] = {number, static_cast<int>(g)};
  });
}

std::uint64_t PositionIndex::raw_placement(const Square* pawns) const {
  std::uint64_t raw = 0;
  for (const Group& g : pawn_groups_) {
    std::array<Square, kMaxMen> sorted;
    std::copy(pawns, pawns + g.men, sorted.begin());
    sort_squares(sorted.data(), g.men);
    raw = raw * g.places + place_of(sorted.data(), g.men);
    pawns += g.men;
  }
  return raw;
}

const PositionIndex::Folded& PositionIndex::fold_placement(const Square* pawns) const {
  return folded_placements_[raw_placement(pawns)];
}

// Numbers one placement of each orbit in the order of their raw numbers.
Result<void> PositionIndex::number_placements() {
  std::uint64_t raw_places = 1;
  for (const Group& g : pawn_groups_) raw_places *= g.places;
  if (raw_places > (std::uint64_t{1} << 28))
    return Error{ErrorCode::kTooLarge,
                 material_name(*game_, material_) + " has too many placements of its pawns"};
  folded_placements_.resize(raw_places);
  std::array<Square, kMaxMen> squares, image;
  for (std::uint64_t raw = 0; raw < raw_places; ++raw) {
    if (folded_placements_[raw].number >= 0) continue;
    std::uint64_t rest = raw;
    int end = pawns_;
    for (std::size_t i = pawn_groups_.size(); i-- > 0;) {
      const Group& g = pawn_groups_[i];
      end -= g.men;
      place_squares(rest % g.places, g.men, squares.data() + end);
      rest /= g.places;
    }
    SquareSet used;
    bool possible = true;
    int k = 0;
    for (const Group& g : pawn_groups_)
      for (int i = 0; i < g.men; ++i, ++k) {
        const Square s = squares[static_cast<unsigned>(k)];
        possible = possible && game_->may_stand(g.side, g.kind).test(s) && !used.test(s);
        used.set(s);
      }
    if (!possible) continue;
    const int number = static_cast<int>(placement_weights_.size());
    std::set<std::uint64_t> orbit;
    for (std::size_t g = 0; g < symmetries_.size(); ++g) {
      // The placement that this symmetry leads back from.
      for (int i = 0; i < pawns_; ++i) {
        const auto& map = symmetries_[g].map;
        const auto it = std::find(map.begin(), map.end(), squares[static_cast<unsigned>(i)]);
        image[static_cast<unsigned>(i)] = static_cast<Square>(it - map.begin());
      }
      const std::uint64_t from = raw_placement(image.data());
      orbit.insert(from);
      if (folded_placements_[from].number < 0)
        folded_placements_[from] = {number, static_cast<int>(g)};
      if (pawns_ == 0) break;
    }
    placement_weights_.push_back(static_cast<int>(orbit.size()));
    placement_squares_.insert(placement_squares_.end(), squares.begin(), squares.begin() + pawns_);
  }
  return {};
}

std::uint64_t PositionIndex::place_of(const Square* ascending, int men) {
  if (men == 1) return static_cast<std::uint64_t>(*ascending);
  std::uint64_t place = 0;
  for (int i = 0; i < men; ++i) place += binomial(ascending[i], i + 1);
  return place;
}

void PositionIndex::place_squares(std::uint64_t place, int men, Square* ascending) {
  if (men == 1) {
    *ascending = static_cast<Square>(place);
    return;
  }
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

// The index is a sum: of the outer dimensions, of a term for each man of the groups (the k-th of a
// group, in ascending order, adds C(square, k) times the weight of the group's place), and the
// lane.
void PositionIndex::add_up_terms() {
  maps_.assign(symmetries_.size() * kMaxSquares, 0);
  for (std::size_t g = 0; g < symmetries_.size(); ++g)
    for (std::size_t s = 0; s < symmetries_[g].map.size(); ++s)
      maps_[g * kMaxSquares + s] = static_cast<std::uint8_t>(symmetries_[g].map[s]);
  std::uint64_t weight = places_ * static_cast<std::uint64_t>(squares_);
  for (const Group& g : groups_) {
    weight /= g.places;
    for (int k = 1; k <= g.men; ++k)
      for (Square s = 0; s < kMaxSquares; ++s) terms_.push_back(binomial(s, k) * weight);
  }
}

std::uint64_t PositionIndex::index_of(const Square* squares, int state) const {
  const Square* next = squares + pawns_;
  const Folded& outer = pawns_ > 0 ? folded_placements_[raw_placement(squares)] : fold(*next);
  const std::uint8_t* map = maps_.data() + static_cast<std::size_t>(outer.symmetry) * kMaxSquares;
  std::uint64_t outer_number = static_cast<std::uint64_t>(outer.number);
  if (pawns_ > 0)
    outer_number = outer_number * anchors_.size() +
                   static_cast<std::uint64_t>(fold(map[static_cast<unsigned>(*next)]).number);
  ++next;
  if (state > 0) outer_number += static_cast<std::uint64_t>(state) * placements() * anchors_.size();
  std::uint64_t index = outer_number * places_ * static_cast<std::uint64_t>(squares_);
  const std::uint64_t* term = terms_.data();
  for (const Group& g : groups_) {
    if (g.men == 1) {
      index += term[map[static_cast<unsigned>(*next++)]];
      term += kMaxSquares;
      continue;
    }
    std::array<Square, kMaxMen> sorted;
    for (int i = 0; i < g.men; ++i)
      sorted[static_cast<unsigned>(i)] = map[static_cast<unsigned>(next[i])];
    sort_squares(sorted.data(), g.men);
    for (int i = 0; i < g.men; ++i, term += kMaxSquares)
      index += term[sorted[static_cast<unsigned>(i)]];
    next += g.men;
  }
  return index + map[static_cast<unsigned>(*next)];
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
  *--next = anchors_[static_cast<std::size_t>(index % anchors_.size())];
  const Square* pawns = placement(index / anchors_.size() % placements());
  std::copy(pawns, pawns + pawns_, squares);
}

int PositionIndex::find_state(const State& state) const {
  const auto it = std::find(states_.begin(), states_.end(), state);
  return it == states_.end() ? -1 : static_cast<int>(it - states_.begin());
}

std::optional<std::uint64_t> PositionIndex::find(const Position& position) const {
  const int state = find_state(position.imitates);
  if (state < 0 || !(material_of(*game_, position) == material_)) return std::nullopt;
  std::array<Square, kMaxMen> squares{};
  unsigned n = 0;
  const auto take = [&](const std::vector<Group>& groups) {
    for (const Group& g : groups)
      for (const Man& m : position)
        if (m.side == g.side && m.kind == g.kind) squares[n++] = m.square;
  };
  const auto royal = [&](Side side) {
    for (const Man& m : position)
      if (m.side == side && m.kind == game_->royal(side)) squares[n] = m.square;
    ++n;
  };
  take(pawn_groups_);
  royal(anchor_side_);
  take(groups_);
  royal(lane_side());
  return index_of(squares.data(), state);
}

Position PositionIndex::position(std::uint64_t index, Side to_move) const {
  std::array<Square, kMaxMen> squares{};
  squares_of(index, squares.data());
  Position p;
  p.to_move = to_move;
  p.imitates = states_[static_cast<std::size_t>(state_of(index))];
  const auto anchor = static_cast<unsigned>(pawns_);
  p.add({game_->royal(anchor_side_), anchor_side_, squares[anchor]});
  p.add({game_->royal(lane_side()), lane_side(), squares[static_cast<unsigned>(men() - 1)]});
  unsigned n = anchor + 1;
  for (const Group& g : groups_)
    for (int i = 0; i < g.men; ++i) p.add({g.kind, g.side, squares[n++]});
  n = 0;
  for (const Group& g : pawn_groups_)
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
  std::swap(p.imitates[0], p.imitates[1]);
  p.passed = {};
  position.passed.for_each([&](Square s) { p.passed.set(map[static_cast<std::size_t>(s)]); });
  if (p.passer != kNoSquare) p.passer = map[static_cast<std::size_t>(p.passer)];
  return p;
}

Position Canonical::undo(const Position& stored) const {
  if (!swapped) return stored;
  Canonical inverse = *this;
  for (std::size_t s = 0; s < map.size(); ++s)
    inverse.map[static_cast<std::size_t>(map[s])] = static_cast<Square>(s);
  return inverse.apply(stored);
}

Canonical canonical(const Game& game, const Material& material) {
  Canonical c;
  c.material = material;
  const auto rank = [](const std::vector<int>& stronger, const std::vector<int>& weaker) {
    return std::tuple(-static_cast<int>(stronger.size()), stronger, weaker);
  };
  if (game.royal(Side::kWhite) != game.royal(Side::kBlack)) return c;
  if (rank(material.men[0], material.men[1]) <= rank(material.men[1], material.men[0])) return c;
  const auto in_play = internal::kinds_in_play(game, material).kinds;
  for (const Symmetry& s : grid_symmetries(game.board())) {
    if (!keeps_board(game.board(), s)) continue;
    bool same = true;
    for (const Side whose : {Side::kWhite, Side::kBlack})
      same = same && keeps_men(game, s, Side::kWhite, Side::kBlack, in_play, whose) &&
             keeps_men(game, s, Side::kBlack, Side::kWhite, in_play, whose);
    if (!same) continue;
    c.swapped = true;
    c.map = s.map;
    std::swap(c.material.men[0], c.material.men[1]);
    break;
  }
  return c;
}

}  // namespace augmate
