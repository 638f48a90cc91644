// SPDX-License-Identifier: MIT
#include "rules/game.h"

#include <algorithm>
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

std::uint64_t meaning_after(const MoveGraph& graph, const Symmetry& symmetry) {
  return meaning_of(
      graph, [&](Offset o) { return mapped(symmetry, o); },
      [&](Square s) { return symmetry.map[static_cast<std::size_t>(s)]; });
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

// A pawn's step graph with the longer moves that its rule allows: each plain step forward goes on
// in its own direction.
StepGraph with_multi_steps(const StepGraph& steps, int most) {
  StepGraph all = steps;
  for (const int root : steps.roots) {
    const StepNode& first = steps.nodes[static_cast<std::size_t>(root)];
    if (!first.move || first.capture) continue;
    int last = root;
    for (int n = 2; n <= most; ++n) {
      StepNode next;
      next.step = first.step;
      next.move = true;
      next.pawn_steps = n;
      all.nodes[static_cast<std::size_t>(last)].on_empty.push_back(
          static_cast<int>(all.nodes.size()));
      last = static_cast<int>(all.nodes.size());
      all.nodes.push_back(std::move(next));
    }
  }
  return all;
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

int own_rank(const Board& b, Direction forward, Square s) {
  switch (forward) {
    case Direction::kNorth:
      return b.first_rank() + b.rank(s);
    case Direction::kSouth:
      return b.first_rank() + b.ranks() - 1 - b.rank(s);
    case Direction::kEast:
      return 1 + b.file(s);
    case Direction::kWest:
      return b.files() - b.file(s);
  }
  return 0;
}

Result<void> Game::compile_kind(Side side, const Kind& kind) {
  CompileOptions options;
  options.forward = rules_.forward[index(side)];
  options.camp_rule = rules_.camp_rule;
  MoveGraph moves, imitation;
  moves.meaning = imitation.meaning = meaning_after(moves, Symmetry{});
  SquareSet stands = rules_.board.squares();
  const auto& own = kind.steps[index(side)];
  const auto& either = own ? own : kind.steps[index(opponent(side))];
  const auto compile_as = [&](const StepGraph& steps, MoveGraph& to) -> Result<void> {
    auto compiled = compile(steps, rules_.board, options);
    if (!compiled)
      return compiled.error().in(kind.name.empty() ? std::string(1, kind.letter) : kind.name);
    to = std::move(*compiled);
    return {};
  };
  if (either && !kind.joker)
    if (auto ok = compile_as(*either, imitation); !ok) return ok;
  if (own && kind.pawn) {
    const PawnRule& rule = *kind.pawn;
    const int most = *std::max_element(rule.steps.begin(), rule.steps.end());
    options.steps_allowed.resize(static_cast<std::size_t>(most) + 1);
    rules_.board.squares().for_each([&](Square s) {
      const int rank = own_rank(side, s);
      if (rank < rule.first_rank || rank > rule.last_rank || rules_.board.vanishing().test(s))
        stands.reset(s);
      if (rank < 0 || rank >= static_cast<int>(rule.steps.size())) return;
      for (int n = 2; n <= rule.steps[static_cast<std::size_t>(rank)]; ++n)
        options.steps_allowed[static_cast<std::size_t>(n)].set(s);
    });
    if (auto ok = compile_as(with_multi_steps(*own, most), moves); !ok) return ok;
  } else if (own && !kind.joker) {
    moves = imitation;
  }
  may_capture_[index(side)].push_back(capture_sets(moves, rules_.board));
  moves_[index(side)].push_back(std::move(moves));
  imitations_[index(side)].push_back(std::move(imitation));
  may_stand_[index(side)].push_back(stands);
  return {};
}

Result<std::shared_ptr<const Game>> Game::create(GameRules rules) {
  if (auto ok = check_kinds(rules); !ok) return ok.error();
  auto game = std::make_shared<Game>();
  game->rules_ = std::move(rules);
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const Kind& kind : game->rules_.kinds)
      if (auto ok = game->compile_kind(side, kind); !ok) return ok.error();
  return std::shared_ptr<const Game>(std::move(game));
}

std::optional<int> Game::kind_of(char upper_letter) const {
  for (std::size_t i = 0; i < rules_.kinds.size(); ++i)
    if (rules_.kinds[i].letter == upper_letter) return static_cast<int>(i);
  return std::nullopt;
}

std::uint64_t Game::meaning_under(const Symmetry& symmetry, Side side, int kind) const {
  return meaning_after(moves(side, kind), symmetry);
}

std::uint64_t Game::imitation_under(const Symmetry& symmetry, Side side, int kind) const {
  return meaning_after(imitation(side, kind), symmetry);
}

}  // namespace augmate
