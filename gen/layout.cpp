// SPDX-License-Identifier: MIT
#include "gen/layout.h"

#include <algorithm>
#include <tuple>

namespace augmate {

int Layout::outer_men() const {
  int n = 0;
  for (const Dimension& d : dimensions) n += d.men;
  return n;
}

void Layout::complete() {
  // Who has a Joker now: a side that remembers something in some state.
  jokers = {};
  for (const State& s : states)
    for (unsigned side = 0; side < 2; ++side) jokers[side] = jokers[side] || s.imitates[side] >= 0;
  squares = game->board().size();
  planes = (squares + 63) / 64;
  row_length = row_man ? (squares + 7) / 8 * 8 : 8;
  slot_of.assign(static_cast<std::size_t>(squares), -1);
  for (std::size_t i = 0; i < slots.size(); ++i)
    slot_of[static_cast<std::size_t>(slots[i])] = static_cast<int>(i);
  outer_places = 1;
  for (std::size_t i = dimensions.size(); i-- > 0;) {
    Dimension& d = dimensions[i];
    const auto places = [&](int men) {
      std::array<Square, kMaxMen> last;
      for (int m = 0; m < men; ++m) last[static_cast<unsigned>(m)] = squares - men + m;
      return PositionIndex::place_of(last.data(), men) + 1;
    };
    d.places = places(d.men);
    d.places_of_others = places(d.men - 1);
    d.stride = outer_places;
    outer_places *= d.places;
  }
}

std::uint64_t Layout::row_of(int slot, int state, const Square* outer) const {
  std::uint64_t place = 0;
  for (const Dimension& d : dimensions) {
    if (d.men == 1) {
      place += static_cast<std::uint64_t>(*outer++) * d.stride;
      continue;
    }
    std::array<Square, kMaxMen> sorted;
    std::copy(outer, outer + d.men, sorted.begin());
    sort_squares(sorted.data(), d.men);
    place += PositionIndex::place_of(sorted.data(), d.men) * d.stride;
    outer += d.men;
  }
  return (static_cast<std::uint64_t>(slot) * states.size() + static_cast<std::uint64_t>(state)) *
             outer_places +
         place;
}

std::uint64_t Layout::places_without(std::size_t dimension) const {
  const Dimension& d = dimensions[dimension];
  return outer_places / d.places * d.places_of_others;
}

std::uint64_t Layout::place_without(std::size_t dimension, std::uint64_t outer_place,
                                    const Square* men, int left_out) const {
  const Dimension& d = dimensions[dimension];
  std::array<Square, kMaxMen> others;
  int k = 0;
  for (int m = 0; m < d.men; ++m)
    if (m != left_out) others[static_cast<unsigned>(k++)] = men[m];
  sort_squares(others.data(), k);
  return (outer_place / (d.places * d.stride) * d.places_of_others +
          PositionIndex::place_of(others.data(), k)) *
             d.stride +
         outer_place % d.stride;
}

int Layout::squares_of(std::uint64_t row, Square* outer) const {
  std::uint64_t rest = row % outer_places;
  for (const Dimension& d : dimensions) {
    PositionIndex::place_squares(rest / d.stride, d.men, outer);
    rest %= d.stride;
    outer += d.men;
  }
  return static_cast<int>(row / slot_rows());
}

int Layout::state_after(int state, Side mover, int kind) const {
  if (states.size() == 1) return state;
  State next = states[static_cast<std::size_t>(state)];
  if (next.plies_left > 0) --next.plies_left;
  if (jokers[index(opponent(mover))])
    next.imitates[index(opponent(mover))] =
        game->kind(kind).joker ? next.imitates[index(mover)] : kind;
  else if (layers > 1)
    return state + (exhausted(state) ? 0 : 1);
  const auto it = std::find(states.begin(), states.end(), next);
  return it == states.end() ? -1 : static_cast<int>(it - states.begin());
}

Layout Layout::without_outer(std::size_t dimension) const {
  Layout smaller = *this;
  if (--smaller.dimensions[dimension].men == 0)
    smaller.dimensions.erase(smaller.dimensions.begin() + static_cast<std::ptrdiff_t>(dimension));
  smaller.complete();
  return smaller;
}

Layout Layout::without_static(std::size_t number) const {
  Layout smaller = *this;
  smaller.statics.erase(smaller.statics.begin() + static_cast<std::ptrdiff_t>(number));
  smaller.complete();
  return smaller;
}

Layout Layout::without_row_man() const {
  Layout smaller = *this;
  smaller.row_man.reset();
  smaller.complete();
  return smaller;
}

namespace {

// The group whose man runs along the rows: one without twins if there is one, and of those the one
// with the fewest steps.
std::size_t choose_row_group(const PositionIndex& index) {
  const auto cost = [&](const PositionIndex::Group& g) {
    return std::tuple(g.men, index.game().moves(g.side, g.kind).nodes.size());
  };
  const auto& groups = index.groups();
  return static_cast<std::size_t>(
      std::min_element(groups.begin(), groups.end(),
                       [&](const auto& a, const auto& b) { return cost(a) < cost(b); }) -
      groups.begin());
}

void add_ghosts(const PositionIndex& index, Layout& layout) {
  const Game& game = index.game();
  SquareSet stored, reached;
  for (Square s : layout.slots) stored.set(s);
  for (const MoveNode& n : game.moves(layout.anchor_side, game.royal(layout.anchor_side)).nodes)
    if (n.move || n.capture)
      (n.valid_from & stored).for_each([&](Square s) {
        reached.set(game.board().step(s, n.from_start));
      });
  (reached - stored).for_each([&](Square s) { layout.slots.push_back(s); });
}

}  // namespace

SolverLayout solver_layout(const PositionIndex& index, std::uint64_t placement) {
  SolverLayout result;
  Layout& layout = result.layout;
  layout.game = &index.game();
  layout.anchor_side = index.anchor_side();
  layout.slots = index.anchors();
  const int plies = 2 * index.game().rules().exact_move_rule;
  layout.layers = plies > 0 ? plies + 1 : 1;
  layout.states.clear();
  for (const PositionIndex::State& imitates : index.states())
    for (int layer = 0; layer < layout.layers; ++layer)
      layout.states.push_back({imitates, plies > 0 ? plies - layer : -1});
  const Square* pawns = index.placement(placement);
  for (const auto& g : index.pawn_groups())
    for (int i = 0; i < g.men; ++i) layout.statics.push_back({g.kind, g.side, *pawns++});
  result.anchors = layout.slots.size();
  add_ghosts(index, layout);
  const std::size_t row_group = index.groups().empty() ? 0 : choose_row_group(index);
  for (std::size_t i = 0; i < index.groups().size(); ++i) {
    const PositionIndex::Group& g = index.groups()[i];
    const bool row = i == row_group;
    if (row) {
      layout.row_man = Layout::RowMan{g.side, g.kind};
      result.row_twins = g.men;
    }
    const int men = g.men - (row ? 1 : 0);
    if (men > 0) layout.dimensions.push_back({g.side, g.kind, men, 1, 1});
  }
  layout.complete();
  return result;
}

}  // namespace augmate
