// SPDX-License-Identifier: MIT
#include "tests/support/orbits.h"

#include "rules/move_generator.h"

namespace augmate::test {

OrbitCounts::OrbitCounts(const Solved& solved) : solved_(solved) {
  const PositionIndex& index_ = solved.table().index();
  const Material& men = index_.material();
  const bool swapped = solved.table().canonical().swapped;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    int run = 0, last = -1;
    for (const int kind : men.men[index(swapped ? opponent(side) : side)]) {
      run = kind == last ? run + 1 : 1;
      last = kind;
      orders_ *= run;
      men_.push_back({kind, side, kNoSquare});
    }
  }
  const std::vector<Symmetry> all = grid_symmetries(solved.game().board());
  symmetries_ = all.size();
  for (std::size_t i = 1; i < all.size(); ++i) add_fixed(all[i]);
}

void OrbitCounts::add_fixed(const Symmetry& symmetry) {
  std::vector<Square> axis;
  for (Square s = 0; s < solved_.game().board().size(); ++s)
    if (symmetry.map[static_cast<unsigned>(s)] == s) axis.push_back(s);
  if (axis.size() < men_.size()) return;
  std::vector<std::size_t> at(men_.size(), 0);
  for (;;) {
    Position position;
    for (std::size_t i = 0; i < men_.size(); ++i)
      position.add({men_[i].kind, men_[i].side, axis[at[i]]});
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      position.to_move = side;
      if (!why_illegal(solved_.game(), position)) ++fixed_[index(side)][solved_.value(position)];
    }
    std::size_t i = 0;
    while (i < at.size() && ++at[i] == axis.size()) at[i++] = 0;
    if (i == at.size()) return;
  }
}

std::uint64_t OrbitCounts::orbits(std::uint64_t whole_board, std::uint64_t fixed) const {
  return (whole_board * static_cast<std::uint64_t>(orders_) + fixed) / symmetries_;
}

std::uint64_t OrbitCounts::legal(Side to_move) const {
  std::uint64_t fixed = 0;
  for (const auto& [value, n] : fixed_[index(to_move)]) fixed += n;
  return orbits(solved_.statistics(to_move).legal, fixed);
}

std::uint64_t OrbitCounts::count(Side to_move, Outcome outcome) const {
  std::uint64_t fixed = 0;
  for (const auto& [value, n] : fixed_[index(to_move)])
    if (value.outcome == outcome) fixed += n;
  return orbits(solved_.statistics(to_move).outcomes[static_cast<unsigned>(outcome)].count, fixed);
}

std::uint64_t OrbitCounts::count(Side to_move, Outcome outcome, int plies) const {
  std::uint64_t whole = 0;
  for (const auto& [p, n] :
       solved_.statistics(to_move).outcomes[static_cast<unsigned>(outcome)].histogram)
    if (p == plies) whole = n;
  const auto fixed = fixed_[index(to_move)].find({outcome, plies});
  return orbits(whole, fixed == fixed_[index(to_move)].end() ? 0 : fixed->second);
}

}  // namespace augmate::test
