// SPDX-License-Identifier: MIT
#include "tests/support/plain_solver.h"

#include <algorithm>

namespace augmate::test {
namespace {

constexpr PackedValue kOpen = 0xFFFE;  // legal, not decided yet

// The legal moves of every placement as one list: a move within the ending as the index of the
// placement after it, a capture as its value in the smaller ending.
struct MoveLists {
  static constexpr std::uint64_t kIsValue = std::uint64_t{1} << 63;
  std::vector<std::uint64_t> first{0}, targets;
};

PackedValue target_value(std::uint64_t target, const std::vector<PackedValue>& next) {
  return (target & MoveLists::kIsValue) != 0 ? static_cast<PackedValue>(target)
                                             : next[static_cast<std::size_t>(target)];
}

// What the moves make of a placement in round n, kOpen if nothing yet.
PackedValue judge(const MoveLists& lists, std::uint64_t i, const std::vector<PackedValue>& next,
                  int n) {
  bool all_win = true, last_round = false;
  for (std::uint64_t k = lists.first[i]; k < lists.first[i + 1]; ++k) {
    const PackedValue packed = target_value(lists.targets[k], next);
    const Value v = packed == kOpen ? Value{} : unpack(packed);
    if (v == Value{Outcome::kLoss, n - 1}) return pack({Outcome::kWin, n});
    all_win = all_win && v.outcome == Outcome::kWin && v.plies < n;
    last_round = last_round || v == Value{Outcome::kWin, n - 1};
  }
  return all_win && last_round ? pack({Outcome::kLoss, n}) : kOpen;
}

std::vector<PackedValue> round(const MoveLists& lists, const std::vector<PackedValue>& values,
                               const std::vector<PackedValue>& next, int n, bool& changed) {
  std::vector<PackedValue> result = values;
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    if (values[i] != kOpen) continue;
    result[i] = judge(lists, i, next, n);
    changed = changed || result[i] != kOpen;
  }
  return result;
}

std::uint64_t orders_of_alike(const std::vector<Man>& men) {
  std::uint64_t orders = 1, run = 1;
  for (std::size_t i = 1; i < men.size(); ++i) {
    run = men[i].kind == men[i - 1].kind && men[i].side == men[i - 1].side ? run + 1 : 1;
    orders *= run;
  }
  return orders;
}

}  // namespace

PlainSolver::Key PlainSolver::key_of(const Position& position) {
  Key key;
  for (const Man& m : position) key[index(m.side)].push_back(m.kind);
  return key;
}

std::uint64_t PlainSolver::index_of(const Table& table, const Position& position, int squares) {
  std::uint64_t i = 0;
  for (std::size_t k = 0; k < table.men.size(); ++k)
    i = i * static_cast<std::uint64_t>(squares) +
        static_cast<std::uint64_t>(position.men[k].square);
  return i;
}

Position PlainSolver::placement(const Table& table, std::uint64_t index, Side to_move) const {
  const auto squares = static_cast<std::uint64_t>(rules_.board.size());
  Position p;
  p.to_move = to_move;
  for (const Man& m : table.men) p.add(m);
  for (std::size_t k = table.men.size(); k-- > 0; index /= squares)
    p.men[k].square = static_cast<Square>(index % squares);
  return p;
}

const PlainSolver::Table& PlainSolver::solve(const Material& material) {
  const auto known = tables_.find({material.men[0], material.men[1]});
  if (known != tables_.end()) return *known->second;
  for (const std::size_t side : {0U, 1U})
    for (std::size_t i = 1; i < material.men[side].size(); ++i) {
      Material smaller = material;
      smaller.men[side].erase(smaller.men[side].begin() + static_cast<std::ptrdiff_t>(i));
      solve(smaller);
    }
  auto table = std::make_unique<Table>();
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const int kind : material.men[index(side)]) table->men.push_back({kind, side, kNoSquare});
  fill(*table);
  return *(tables_[{material.men[0], material.men[1]}] = std::move(table));
}

void PlainSolver::fill(Table& table) {
  const int squares = rules_.board.size();
  std::uint64_t size = 1;
  for (std::size_t k = 0; k < table.men.size(); ++k) size *= static_cast<std::uint64_t>(squares);
  int horizon = 0;  // the longest distance that a capture can bring in
  std::array<MoveLists, 2> lists;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    MoveLists& list = lists[index(side)];
    auto& values = table.values[index(side)];
    values.assign(size, kDontCare);
    for (std::uint64_t i = 0; i < size; ++i) {
      const Position p = placement(table, i, side);
      if (moves_.legal(p)) {
        values[i] = kOpen;
        for (const Move& move : moves_.moves(p)) {
          const Position next = PlainMoves::after(p, move);
          list.targets.push_back(move.capture() ? MoveLists::kIsValue | value(next)
                                                : index_of(table, next, squares));
          if (move.capture()) horizon = std::max(horizon, unpack(value(next)).plies);
        }
        if (list.targets.size() == list.first.back())
          values[i] = moves_.attacks_royal(p, opponent(side)) ? pack({Outcome::kLoss, 0})
                      : rules_.stalemate == Outcome::kDraw    ? pack({Outcome::kDraw, kNoDistance})
                                                              : pack({rules_.stalemate, 0});
      }
      list.first.push_back(list.targets.size());
    }
  }
  for (int n = 1;; ++n) {
    bool changed = false;
    auto white = round(lists[0], table.values[0], table.values[1], n, changed);
    auto black = round(lists[1], table.values[1], table.values[0], n, changed);
    table.values = {std::move(white), std::move(black)};
    if (changed) table.longest = n;
    if (!changed && n > horizon) break;
  }
  for (auto& values : table.values)
    std::replace(values.begin(), values.end(), kOpen, pack({Outcome::kDraw, kNoDistance}));
}

PackedValue PlainSolver::value(const Position& position) const {
  const Table& table = *tables_.at(key_of(position));
  return table.values[index(position.to_move)][index_of(table, position, rules_.board.size())];
}

std::array<SideStatistics, 2> PlainSolver::statistics(const Material& material) const {
  const Table& table = *tables_.at({material.men[0], material.men[1]});
  const std::uint64_t orders = orders_of_alike(table.men);
  std::array<SideStatistics, 2> result;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    std::array<std::map<int, std::uint64_t>, kOutcomes> histograms;
    SideStatistics& s = result[index(side)];
    for (const PackedValue packed : table.values[index(side)]) {
      if (packed == kDontCare) continue;
      const Value v = unpack(packed);
      ++s.legal;
      ++s.outcomes[static_cast<unsigned>(v.outcome)].count;
      if (v.plies != kNoDistance) ++histograms[static_cast<unsigned>(v.outcome)][v.plies];
    }
    s.legal /= orders;
    for (unsigned o = 0; o < kOutcomes; ++o) {
      s.outcomes[o].count /= orders;
      for (const auto& [plies, count] : histograms[o])
        s.outcomes[o].histogram.emplace_back(plies, count / orders);
    }
  }
  return result;
}

}  // namespace augmate::test
