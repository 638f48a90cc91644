// SPDX-License-Identifier: MIT
#include "tests/support/plain_pawn_solver.h"

#include <algorithm>
#include <cctype>

namespace augmate::test {

PlainPawnSolver::Key PlainPawnSolver::key_of(const PlainPosition& p) const {
  const auto square = [&](Place at) {
    return static_cast<unsigned>(at.rank * moves_.game().files + at.file);
  };
  std::array<std::uint32_t, 5> codes{};
  for (std::size_t i = 0; i < p.men.size(); ++i) {
    const PlainMan& m = p.men[i];
    const auto letter = static_cast<unsigned>(m.kind - 'A' + 1);
    codes.at(i) = (letter << 6) | (static_cast<unsigned>(m.side) << 5) | square(m.at);
  }
  std::sort(codes.begin(), codes.end());
  Key key;
  for (const std::uint32_t code : codes) key.men = (key.men << 11) | code;
  key.men = (key.men << 1) | static_cast<unsigned>(p.to_move);
  key.men = (key.men << 5) | (p.passed.empty() ? 0 : square(p.passer));
  for (const Place at : p.passed) key.passed |= std::uint32_t{1} << square(at);
  return key;
}

std::uint32_t PlainPawnSolver::number_of(const PlainPosition& p) {
  const auto [it, fresh] =
      numbers_.try_emplace(key_of(p), static_cast<std::uint32_t>(states_.size()));
  if (fresh) states_.push_back(p);
  return it->second;
}

void PlainPawnSolver::place(PlainPosition& p, std::size_t man) {
  if (man == p.men.size()) {
    for (p.to_move = 0; p.to_move < 2; ++p.to_move)
      if (moves_.legal(p)) number_of(p);
    return;
  }
  for (int rank = 0; rank < moves_.game().ranks; ++rank)
    for (int file = 0; file < moves_.game().files; ++file) {
      p.men[man].at = {file, rank};
      if (moves_.game().may_stand(p.men[man])) place(p, man + 1);
    }
}

void PlainPawnSolver::expand() {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    for (const PlainPawnMove& m : moves_.legal_moves(states_[i]))
      successors_.push_back(number_of(moves_.after(states_[i], m)));
    first_.push_back(successors_.size());
  }
}

// What the moves make of a state in this round: a draw if nothing yet.
Value PlainPawnSolver::judge(std::size_t i, const std::vector<Value>& values, int round) const {
  bool all_won = true;
  for (std::size_t k = first_[i]; k < first_[i + 1]; ++k) {
    const Value v = values[successors_[k]];
    if (v == Value{Outcome::kLoss, round - 1}) return {Outcome::kWin, round};
    all_won = all_won && v.outcome == Outcome::kWin;
  }
  return all_won ? Value{Outcome::kLoss, round} : Value{};
}

void PlainPawnSolver::solve_rounds() {
  values_.assign(states_.size(), Value{});
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (first_[i] != first_[i + 1])
      open.push_back(i);
    else if (moves_.in_check(states_[i], states_[i].to_move))
      values_[i] = {Outcome::kLoss, 0};
    else if (stalemate_ == Outcome::kLoss)
      values_[i] = {Outcome::kLoss, 0};
  }
  // No move is left out of the states, so that a round without news is the last one.
  for (int round = 1;; ++round) {
    std::vector<std::pair<std::size_t, Value>> news;
    for (const std::size_t i : open)
      if (const Value v = judge(i, values_, round); v != Value{}) news.emplace_back(i, v);
    if (news.empty()) return;
    for (const auto& [i, v] : news) values_[i] = v;
    std::erase_if(open, [&](std::size_t i) { return values_[i] != Value{}; });
  }
}

void PlainPawnSolver::solve(const std::string& men) {
  PlainPosition p;
  for (const char letter : men) {
    const auto c = static_cast<unsigned char>(letter);
    p.men.push_back({static_cast<char>(std::toupper(c)), std::islower(c) != 0 ? 1 : 0, {}});
  }
  place(p, 0);
  expand();
  solve_rounds();
}

}  // namespace augmate::test
