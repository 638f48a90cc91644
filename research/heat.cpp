// SPDX-License-Identifier: MIT
#include "research/heat.h"

#include <algorithm>
#include <array>

#include "rules/settlement.h"

namespace augmate {
namespace {

class Heater {
 public:
  Heater(SquareGrid& grid, const Material& material, const HeatQuestion& question)
      : grid_(grid),
        question_(question),
        owner_(grid.axes()[static_cast<std::size_t>(question.axis)].side),
        infinite_(infinite_play(grid.game(), material, owner_)) {
    for (const int axis : grid.storage_order()) {
      if (axis == question.axis) continue;
      const bool own = grid.axes()[static_cast<std::size_t>(axis)].side == owner_;
      (own && question.optimal ? chosen_best_ : anywhere_).push_back(axis);
    }
  }

  Result<HeatSquare> square(Square s) {
    HeatSquare result;
    point_[static_cast<std::size_t>(question_.axis)] = s;
    for (int state = 0; state < static_cast<int>(grid_.states().size()); ++state) {
      first(anywhere_);
      do {
        const auto value = best(state);
        if (!value) return value.error();
        if (*value) add(result, **value);
      } while (next(anywhere_));
    }
    // Alike men other than the chosen one stand in every order.
    const auto orders = static_cast<std::uint64_t>(orders_left());
    result.legal /= orders;
    result.counted /= orders;
    result.plies /= orders;
    return result;
  }

 private:
  void add(HeatSquare& result, Value value) const {
    ++result.legal;
    if (value.outcome != question_.outcome || value.plies == kNoDistance) return;
    ++result.counted;
    result.plies += static_cast<std::uint64_t>(value.plies);
    result.worst = std::max(result.worst, value.plies);
  }

  // How often each placement of the men that stand anywhere comes up.
  int orders_left() const {
    int orders = 1;
    for (const int axis : anywhere_) {
      const auto& a = grid_.axes()[static_cast<std::size_t>(axis)];
      int alike = 0;  // up to this one, among those that stand anywhere
      for (const int other : anywhere_) {
        const auto& b = grid_.axes()[static_cast<std::size_t>(other)];
        alike += a.side == b.side && a.kind == b.kind && b.twin <= a.twin;
      }
      orders *= alike;
    }
    return orders;
  }

  // The best value for the owner over its other men, as the side to move sees it.
  Result<std::optional<Value>> best(int state) {
    std::optional<Value> best;
    first(chosen_best_);
    do {
      const auto value = grid_.value(question_.to_move, state, point_.data());
      if (!value) return value.error();
      if (*value && (!best || better(**value, *best))) best = **value;
    } while (next(chosen_best_));
    return best;
  }

  // Whether a is better than b for the owner.
  bool better(Value a, Value b) const {
    if (owner_ != question_.to_move) {
      a.outcome = opposite(a.outcome);
      b.outcome = opposite(b.outcome);
    }
    if (a.outcome != b.outcome) return a.outcome > b.outcome;
    return a.outcome > infinite_ ? a.plies < b.plies : a.outcome < infinite_ && a.plies > b.plies;
  }

  void first(const std::vector<int>& axes) {
    for (const int axis : axes) point_[static_cast<std::size_t>(axis)] = 0;
  }
  bool next(const std::vector<int>& axes) {
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
      Square& s = point_[static_cast<std::size_t>(*axis)];
      if (++s < grid_.squares()) return true;
      s = 0;
    }
    return false;
  }

  SquareGrid& grid_;
  HeatQuestion question_;
  Side owner_;
  Outcome infinite_;
  std::vector<int> anywhere_, chosen_best_;  // axes, the last fastest
  std::array<Square, kMaxMen> point_{};
};

}  // namespace

Result<std::vector<std::optional<HeatSquare>>> heat(SquareGrid& grid, const Material& material,
                                                    const HeatQuestion& question) {
  if (question.outcome == infinite_play(grid.game(), material, question.to_move))
    return Error{ErrorCode::kUsage,
                 std::string(name(question.outcome)) +
                     " is what infinite play is worth here and has no distances; name another "
                     "outcome"};
  const auto& axis = grid.axes()[static_cast<std::size_t>(question.axis)];
  const SquareSet& may_stand = grid.game().may_stand(axis.side, axis.kind);
  std::vector<std::optional<HeatSquare>> squares(static_cast<std::size_t>(grid.squares()));
  Heater heater(grid, material, question);
  for (const Square s : orbit_squares(grid.game().board(), grid.symmetries())) {
    if (!may_stand.test(s)) continue;
    const auto one = heater.square(s);
    if (!one) return one.error();
    for (const Symmetry& g : grid.symmetries())
      squares[static_cast<std::size_t>(g.map[static_cast<std::size_t>(s)])] = *one;
  }
  return squares;
}

}  // namespace augmate
