// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/pawn_text.h"
#include "cli/report.h"
#include "rules/diagram.h"
#include "rules/move_generator.h"
#include "rules/move_graph.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct MovesOptions {
  GameOptions game;
  std::string piece, at, fen;
};

// The rules with the piece as a kind of both sides, under a letter that nothing else has.
Result<int> add_piece(GameRules& rules, const MovesOptions& options) {
  auto variants = find_variant(options.game.variant);
  if (!variants) return variants.error();
  auto steps = variants->library.kinds().parse(options.piece, *find_dialect(options.game.dialect));
  if (!steps) return steps.error().in(fmt::format("piece '{}'", options.piece));
  Kind kind;
  kind.name = options.piece;
  for (char letter = 'A'; letter <= 'Z' && kind.letter == '?'; ++letter)
    if (std::none_of(rules.kinds.begin(), rules.kinds.end(),
                     [&](const Kind& k) { return k.letter == letter; }))
      kind.letter = letter;
  if (kind.letter == '?')
    return Error{ErrorCode::kTooLarge, "the variant has no letter to spare for the piece"};
  kind.notation = {options.piece, options.piece};
  kind.steps = {*steps, *steps};
  rules.kinds.push_back(std::move(kind));
  return static_cast<int>(rules.kinds.size()) - 1;
}

// The pawn of the variant that is called so: a name decides before notation does (a pawn's steps
// are not all of it), a letter after it.
std::optional<int> find_pawn(const GameRules& rules, const std::string& piece, bool by_letter) {
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const Kind& kind = rules.kinds[k];
    if (kind.pawn && (by_letter ? piece == std::string(1, kind.letter) : piece == kind.name))
      return static_cast<int>(k);
  }
  return std::nullopt;
}

Result<int> find_or_add_piece(GameRules& rules, const MovesOptions& options) {
  if (const auto pawn = find_pawn(rules, options.piece, false)) return *pawn;
  auto added = add_piece(rules, options);
  if (added || added.error().code != ErrorCode::kBadNotation) return added;
  if (const auto pawn = find_pawn(rules, options.piece, true)) return *pawn;
  return added;
}

// Where White's man is shown: the square asked for, else of those where it may stand the one
// nearest the middle of the board, for a pawn on its first rank.
Result<Square> start_square(const Game& game, int kind, const std::string& at) {
  const Board& board = game.board();
  SquareSet candidates = game.may_stand(Side::kWhite, kind);
  if (at.empty()) {
    const int files = board.files(), ranks = board.ranks();
    const auto distance = [&](Square s) {
      const int dx = 2 * board.file(s) - files + 2, dy = 2 * board.rank(s) - ranks + 2;
      return dx * dx + dy * dy;
    };
    if (const auto& pawn = game.kind(kind).pawn)
      for (Square s = 0; s < board.size(); ++s)
        if (game.own_rank(Side::kWhite, s) != pawn->first_rank) candidates.reset(s);
    Square best = kNoSquare;
    candidates.for_each([&](Square s) {
      if (best == kNoSquare || distance(s) < distance(best)) best = s;
    });
    if (best == kNoSquare) return Error{ErrorCode::kUsage, "the board has no squares"};
    return best;
  }
  const auto s = board.find(at);
  if (!s) return Error{ErrorCode::kUsage, fmt::format("--at {}: the board has no such square", at)};
  if (!candidates.test(*s))
    return Error{ErrorCode::kUsage,
                 fmt::format("--at {}: no {} may stand there", at, game.kind(kind).name)};
  return *s;
}

struct Targets {
  SquareSet quiet, captures;
};

// Alone on the board: where it may go, and where it could take a single enemy.
Targets targets_alone(const Game& game, int kind, Square from) {
  Targets targets;
  Position position;
  position.add({kind, Side::kWhite, from});
  targets.quiet = reach(game, position, 0).quiet;
  position.add({kind, Side::kBlack, kNoSquare});
  for (Square s = 0; s < game.board().size(); ++s) {
    if (!game.board().exists(s) || s == from) continue;
    position.men[1].square = s;
    if (reach(game, position, 0).captures.test(s)) targets.captures.set(s);
  }
  return targets;
}

// The piece as White's on the square of a position; a man that stands there gives way to it.
Result<std::string> diagram_among_men(const Game& game, const std::string& fen, int kind,
                                      Square from) {
  auto position = parse_fen(game, fen);
  if (!position) return position.error().in("--on");
  Position placed;
  placed.add({kind, Side::kWhite, from});
  DiagramMen men;
  for (const Man& man : *position) {
    if (man.square == from) continue;
    if (placed.count == kMaxMen)
      return Error{ErrorCode::kNotCovered,
                   fmt::format("--on: more than {} men with the piece are not covered", kMaxMen)};
    placed.add(man);
    (man.side == Side::kWhite ? men.friends : men.enemies).set(man.square);
  }
  const Reach r = reach(game, placed, 0);
  return move_diagram(game.board(), from, r.quiet, r.captures, men);
}

// One line a walk; where these are many, one line for all the turned and mirrored images of a walk.
std::string steps_text(const StepGraph& steps) {
  constexpr std::ptrdiff_t kManyLines = 24;
  std::string text = describe_steps(steps);
  if (std::count(text.begin(), text.end(), '\n') <= kManyLines) return text;
  text = summarize_steps(steps);
  for (std::size_t at = 0; (at = text.find("; ", at)) != std::string::npos;)
    text.replace(at, 2, "\n");
  return text + '\n';
}

Result<int> run_moves(const MovesOptions& options) {
  auto rules = make_rules(options.game);
  if (!rules) return rules.error();
  auto kind = find_or_add_piece(*rules, options);
  if (!kind) return kind.error();
  auto game = Game::create(std::move(*rules));
  if (!game) return game.error();
  const auto from = start_square(**game, *kind, options.at);
  if (!from) return from.error();
  std::string diagram;
  if (options.fen.empty()) {
    const Targets targets = targets_alone(**game, *kind, *from);
    diagram = move_diagram((*game)->board(), *from, targets.quiet, targets.captures);
  } else {
    auto among_men = diagram_among_men(**game, options.fen, *kind, *from);
    if (!among_men) return among_men.error();
    diagram = std::move(*among_men);
  }
  const Kind& shown = (*game)->kind(*kind);
  if (shown.pawn)
    fmt::print("{} ({}): {}\n", shown.name, (*game)->rules().name,
               pawn_text((*game)->rules(), *shown.pawn));
  else
    fmt::print("{} ({})\n", options.piece, options.game.dialect);
  fmt::print("{}\n{}", steps_text(*shown.steps[0]), diagram);
  return kDone;
}

}  // namespace

void add_moves(CLI::App& program, Run& run) {
  auto options = std::make_shared<MovesOptions>();
  CLI::App* command = program.add_subcommand(
      "moves",
      "Show what a piece's notation means: its steps, and a diagram of moves and captures");
  command
      ->add_option("PIECE", options->piece,
                   "Betza notation as in FAsmW, names of kinds as in Rook+Ferz, or a pawn of the "
                   "variant by its name or letter")
      ->required();
  command->add_option("--at", options->at, "Where it stands; near the middle by default");
  command->add_option("--on", options->fen,
                      "A FEN: show the moves of White's piece at --at among the men of a position");
  add_board_options(*command, options->game);
  command->footer(
      "Offsets are (right, forward) as the mover sees them. Without --on the diagram shows where "
      "the piece could\n"
      "move on the empty board, and where it could capture a man that stands alone.\n"
      "Examples\n"
      "  augmate moves FAsmW\n"
      "  augmate moves mRcpR --board 9x10 --at e3\n"
      "  augmate moves P --variant augmenters-14\n"
      "  augmate moves gQ --on \"8/8/8/8/2K5/8/4k3/8 w\" --at c2");
  command->callback([&run, options] { run = [options] { return run_moves(*options); }; });
}

}  // namespace augmate::cli
