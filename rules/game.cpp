// SPDX-License-Identifier: MIT
#include "rules/game.h"

#include <utility>

#include "rules/internal/meaning.h"

namespace augmate {
namespace {

Result<void> check_kinds(const GameRules& rules) {
  for (std::size_t i = 0; i < rules.kinds.size(); ++i) {
    const char letter = rules.kinds[i].letter;
    if (letter < 'A' || letter > 'Z')
      return Error{ErrorCode::kUsage, std::string("the letter '") + letter + "' of " +
                                          rules.kinds[i].name + " is not one of A to Z"};
    for (std::size_t j = 0; j < i; ++j)
      if (rules.kinds[j].letter == letter)
        return Error{ErrorCode::kUsage, std::string("two kinds have the letter ") + letter + ": " +
                                            rules.kinds[j].name + " and " + rules.kinds[i].name};
  }
  for (unsigned side = 0; side < 2; ++side) {
    const auto royal = static_cast<std::size_t>(rules.royal[side]);
    if (royal >= rules.kinds.size() || !rules.kinds[royal].steps[side])
      return Error{ErrorCode::kUsage,
                   std::string(side == 0 ? "White" : "Black") + " has no royal piece in this game"};
  }
  return {};
}

Offset mapped(const Symmetry& symmetry, Offset o) {
  if (symmetry.id & 1) o.dx = -o.dx;
  if (symmetry.id & 2) o.dy = -o.dy;
  if (symmetry.id & 4) std::swap(o.dx, o.dy);
  return o;
}

std::vector<SquareSet> capture_sets(const MoveGraph& graph, const Board& board) {
  std::vector<SquareSet> sets(static_cast<std::size_t>(board.size()));
  for (const MoveNode& n : graph.nodes)
    if (n.capture)
      n.valid_from.for_each([&](Square from) {
        sets[static_cast<std::size_t>(from)].set(board.step(from, n.from_start));
      });
  return sets;
}

}  // namespace

std::vector<Symmetry> grid_symmetries(const Board& board) {
  std::vector<Symmetry> all;
  const int ids = board.files() == board.ranks() ? 8 : 4;
  for (int id = 0; id < ids; ++id) {
    Symmetry s;
    s.id = id;
    for (Square from = 0; from < board.size(); ++from) {
      int f = board.file(from), r = board.rank(from);
      if (id & 1) f = board.files() - 1 - f;
      if (id & 2) r = board.ranks() - 1 - r;
      if (id & 4) std::swap(f, r);
      s.map.push_back(board.at(f, r));
    }
    all.push_back(std::move(s));
  }
  return all;
}

Result<std::shared_ptr<const Game>> Game::create(GameRules rules) {
  if (auto ok = check_kinds(rules); !ok) return ok.error();
  auto game = std::make_shared<Game>();
  for (unsigned side = 0; side < 2; ++side) {
    for (const Kind& kind : rules.kinds) {
      MoveGraph graph;
      if (kind.steps[side]) {
        CompileOptions options;
        options.forward = rules.forward[side];
        options.camp_rule = rules.camp_rule;
        auto compiled = compile(*kind.steps[side], rules.board, options);
        if (!compiled) return compiled.error().in(kind.name.empty() ? std::string(1, kind.letter) : kind.name);
        graph = std::move(*compiled);
      }
      game->may_capture_[side].push_back(capture_sets(graph, rules.board));
      game->moves_[side].push_back(std::move(graph));
    }
  }
  game->rules_ = std::move(rules);
  return std::shared_ptr<const Game>(std::move(game));
}

std::optional<int> Game::kind_of(char upper_letter) const {
  for (std::size_t i = 0; i < rules_.kinds.size(); ++i)
    if (rules_.kinds[i].letter == upper_letter) return static_cast<int>(i);
  return std::nullopt;
}

std::uint64_t Game::meaning_under(const Symmetry& symmetry, Side side, int kind) const {
  return meaning_of(
      moves(side, kind), [&](Offset o) { return mapped(symmetry, o); },
      [&](Square s) { return symmetry.map[static_cast<std::size_t>(s)]; });
}

}  // namespace augmate
