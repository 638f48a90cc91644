// SPDX-License-Identifier: MIT
#include "tests/support/hand_tables.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "formats/position_index.h"
#include "formats/rules_text.h"
#include "formats/table_set.h"

namespace augmate::test {
namespace {

template <class T>
T need(Result<T> result) {
  if (result) return std::move(result.value());
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::abort();
}

Kind same_for_both(char letter, const std::string& name, const StepGraph& steps) {
  Kind kind;
  kind.letter = letter;
  kind.name = name;
  kind.steps = {steps, steps};
  return kind;
}

struct Counter {
  std::uint64_t legal = 0;
  std::map<PackedValue, std::uint64_t> counts;
  std::map<PackedValue, std::string> examples;
};

SideStatistics statistics_of(const Counter& counter) {
  SideStatistics s;
  s.legal = counter.legal;
  for (const auto& [packed, count] : counter.counts) {
    const Value v = unpack(packed);
    OutcomeStatistics& outcome = s.outcomes[static_cast<unsigned>(v.outcome)];
    outcome.count += count;
    if (v.plies == kNoDistance) continue;
    outcome.histogram.emplace_back(v.plies, count);  // packed values ascend with plies
    outcome.longest_fen = counter.examples.at(packed);
  }
  return s;
}

}  // namespace

StepGraph leaper(const std::vector<Offset>& steps) {
  StepGraph graph;
  for (const Offset step : steps) {
    graph.roots.push_back(static_cast<int>(graph.nodes.size()));
    graph.nodes.push_back({step, true, true, false, {}, {}, {}, {}});
  }
  return graph;
}

StepGraph rider(const std::vector<Offset>& steps) {
  StepGraph graph = leaper(steps);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    graph.nodes[i].on_empty.push_back(static_cast<int>(i));
  return graph;
}

std::vector<Offset> all_turns(Offset step) {
  std::set<Offset> turns;
  for (const int x : {-1, 1})
    for (const int y : {-1, 1}) {
      turns.insert({x * step.dx, y * step.dy});
      turns.insert({x * step.dy, y * step.dx});
    }
  return {turns.begin(), turns.end()};
}

GameRules small_rules(int files, int ranks) {
  std::vector<Offset> king = all_turns({0, 1});
  for (const Offset step : all_turns({1, 1})) king.push_back(step);
  GameRules rules;
  rules.name = "small";
  rules.board = need(Board::rectangle(files, ranks));
  rules.kinds = {same_for_both('K', "King", leaper(king)),
                 same_for_both('Q', "Queen", rider(king)),
                 same_for_both('R', "Rook", rider(all_turns({0, 1}))),
                 same_for_both('B', "Bishop", rider(all_turns({1, 1}))),
                 same_for_both('N', "Knight", leaper(all_turns({1, 2}))),
                 same_for_both('L', "Lance", rider({{0, 1}}))};
  return rules;
}

GameRules pawn_rules(int files, int ranks) {
  GameRules rules = small_rules(files, ranks);
  StepGraph steps;
  steps.roots = {0, 1, 2};
  steps.nodes = {{{0, 1}, true, false, false, {}, {}, {}, {}},
                 {{-1, 1}, false, true, false, {}, {}, {}, {}},
                 {{1, 1}, false, true, false, {}, {}, {}, {}}};
  Kind pawn = same_for_both('P', "Pawn", steps);
  pawn.pawn.emplace();
  pawn.pawn->last_rank = ranks - 1;
  pawn.pawn->steps[2] = 2;
  pawn.pawn->promotions = {{ranks, true, {1, 2, 4}}};
  rules.kinds.push_back(std::move(pawn));
  return rules;
}

GameRules five_outcome_rules(int files, int ranks) {
  GameRules rules = small_rules(files, ranks);
  Kind joker = same_for_both('J', "Joker", {});
  joker.joker = true;
  rules.kinds.push_back(std::move(joker));
  const int points[] = {0, 9, 6, 3, 3, 2, 4};
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    rules.kinds[k].points = points[k];
    rules.kinds[k].heavy = points[k] >= 6;
  }
  rules.points_settle = true;
  rules.bare_royals_draw = true;
  rules.stalemate = Outcome::kDisadvantage;
  return rules;
}

ValueSource HandTable::source() const {
  return [this](Side side, std::uint64_t begin, std::span<PackedValue> out) -> Result<void> {
    std::copy_n(values[index(side)].begin() + static_cast<std::ptrdiff_t>(begin), out.size(),
                out.begin());
    return {};
  };
}

HandTable read_table(const std::string& path) {
  const auto file = need(TableFile::open(path));
  HandTable table;
  table.info = file->info();
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (std::uint64_t b = 0; b < file->blocks(); ++b) {
      const auto block = need(file->read_block(side, b));
      auto& values = table.values[index(side)];
      values.insert(values.end(), block.begin(), block.end());
    }
  return table;
}

void write_hand_table(const std::string& path, const HandTable& table) {
  WriteOptions options;
  options.block_entries = 256;
  const auto done = write_table(path, table.info, table.source(), options);
  if (done) return;
  std::fprintf(stderr, "%s\n", done.error().message.c_str());
  std::abort();
}

PackedValue HandTables::value(const Position& position) {
  solver_.solve(material_of(*game_, position));
  Position sorted = position;
  std::stable_sort(sorted.men.begin(), sorted.men.begin() + sorted.count,
                   [&](const Man& a, const Man& b) {
                     const auto key = [&](const Man& m) {
                       return std::tuple(m.side, m.kind != game_->royal(m.side), m.kind);
                     };
                     return key(a) < key(b);
                   });
  return solver_.value(sorted);
}

HandTable HandTables::make(const Material& wanted) {
  const Material stored = canonical(*game_, wanted).material;
  const PositionIndex order = need(PositionIndex::create(game_, stored));
  HandTable table;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    Counter counter;
    auto& values = table.values[index(side)];
    const std::uint64_t per_anchor = order.entries() / order.anchors().size();
    for (std::uint64_t entry = 0; entry < order.entries(); ++entry) {
      const Position position = order.position(entry, side);
      const PackedValue packed = why_illegal(*game_, position) ? kDontCare : value(position);
      values.push_back(packed);
      if (packed == kDontCare) continue;
      const auto weight = static_cast<std::uint64_t>(
          order.anchor_weight(static_cast<std::size_t>(entry / per_anchor)));
      counter.legal += weight;
      counter.counts[packed] += weight;
      counter.examples.try_emplace(packed, to_fen(*game_, position));
    }
    table.info.sides[index(side)] = statistics_of(counter);
  }
  table.info.game = game_->rules().name;
  table.info.material = material_name(*game_, stored);
  table.info.rules_text = rules_text(*game_, stored);
  table.info.entries = order.entries();
  table.info.symmetries = static_cast<int>(order.symmetries().size());
  table.info.program = "hand";
  return table;
}

std::string HandTables::path(const std::string& folder, const Material& wanted) const {
  return folder + '/' + stored_file_name(*game_, wanted);
}

void HandTables::write(const std::string& folder, const Material& wanted, const HandTable& table) {
  write_hand_table(path(folder, wanted), table);
}

void HandTables::write_all(const std::string& folder, const Material& wanted) {
  write(folder, wanted, make(wanted));
  for (const std::size_t side : {0U, 1U})
    for (std::size_t i = 1; i < wanted.men[side].size(); ++i) {
      Material smaller = wanted;
      smaller.men[side].erase(smaller.men[side].begin() + static_cast<std::ptrdiff_t>(i));
      write_all(folder, smaller);
    }
}

}  // namespace augmate::test
