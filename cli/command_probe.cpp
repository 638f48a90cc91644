// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "probe/probe.h"
#include "research/number_text.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

using nlohmann::ordered_json;

struct ProbeCommand {
  GameOptions game;
  std::string fen, folder;
  bool moves = false, line = false, json = false, batch = false;
};

// Everything that is asked about one position.
struct Answer {
  Position position;
  Value value;
  std::vector<Move> best, line;
  std::vector<ScoredMove> moves;
};

Result<Answer> answer(const Prober& prober, const ProbeCommand& options, const std::string& fen) {
  auto position = parse_fen(prober.game(), fen);
  if (!position) return position.error();
  Answer a;
  a.position = *position;
  auto value = prober.probe(*position);
  if (!value) return value.error();
  a.value = *value;
  if (prober.game().rules().exact_move_rule == 0) {  // else no table tells what a move leads to
    auto best = prober.best(*position);
    if (!best) return best.error();
    a.best = std::move(*best);
  }
  if (options.moves) {
    auto moves = prober.moves(*position);
    if (!moves) return moves.error();
    a.moves = std::move(*moves);
  }
  if (options.line) {
    auto line = prober.line(*position);
    if (!line) return line.error();
    a.line = std::move(*line);
  }
  return a;
}

// The outcome's name where there is no value.
const char* outcome_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadNotation:
    case ErrorCode::kIllegal:
      return "illegal";
    case ErrorCode::kNotCovered:
      return "not_covered";
    case ErrorCode::kMissingTable:
      return "missing_table";
    default:
      return "corrupt";
  }
}

ordered_json plies_or_null(int plies) {
  return plies == kNoDistance ? ordered_json(nullptr) : ordered_json(plies);
}
ordered_json moves_or_null(int plies) {
  return plies == kNoDistance ? ordered_json(nullptr) : ordered_json(moves_of(plies));
}

ordered_json texts(const Game& game, const std::vector<Move>& moves) {
  ordered_json list = ordered_json::array();
  for (const Move& move : moves) list.push_back(to_text(game, move));
  return list;
}

ordered_json to_json(const Prober& prober, const ProbeCommand& options, const std::string& fen,
                     const Result<Answer>& a) {
  const Game& game = prober.game();
  ordered_json json;
  json["fen"] = fen;
  json["outcome"] = a ? name(a->value.outcome) : outcome_of(a.error().code);
  json["plies"] = a ? plies_or_null(a->value.plies) : nullptr;
  json["moves"] = a ? moves_or_null(a->value.plies) : nullptr;
  json["unit"] = "plies";
  json["best"] = a ? texts(game, a->best) : ordered_json::array();
  if (!a) {
    json["reason"] = a.error().message;
    return json;
  }
  if (options.moves) {
    json["legal_moves"] = ordered_json::array();
    for (const ScoredMove& m : a->moves) {
      ordered_json move;
      move["move"] = to_text(game, m.move);
      move["outcome"] = name(m.value.outcome);
      move["plies"] = plies_or_null(m.value.plies);
      move["moves"] = moves_or_null(m.value.plies);
      json["legal_moves"].push_back(std::move(move));
    }
  }
  if (options.line) json["line"] = texts(game, a->line);
  return json;
}

void print_json(const ordered_json& json) {
  // The FEN comes from outside and may be no UTF-8.
  fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

std::string value_text(Value value) {
  if (value.plies == kNoDistance) return name(value.outcome);
  return fmt::format("{} in {} plies ({} moves)", name(value.outcome), value.plies,
                     moves_of(value.plies));
}

std::string joined(const Game& game, const std::vector<Move>& moves) {
  std::string text;
  for (const Move& move : moves) text += (text.empty() ? "" : " ") + to_text(game, move);
  return text;
}

void print_answer(const Game& game, const ProbeCommand& options, const Answer& a) {
  fmt::print("{}\n", draw(game, a.position));
  fmt::print("{} to move: {}\n", a.position.to_move == Side::kWhite ? "White" : "Black",
             value_text(a.value));
  if (!a.best.empty()) fmt::print("best: {}\n", joined(game, a.best));
  for (const ScoredMove& m : a.moves)
    fmt::print("  {:8} {}\n", to_text(game, m.move), value_text(m.value));
  if (options.line && !a.line.empty())
    fmt::print("line ({} plies): {}\n", a.line.size(), joined(game, a.line));
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r");
  return begin == std::string::npos
             ? ""
             : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

int run_batch(const Prober& prober, const ProbeCommand& options) {
  std::ios::sync_with_stdio(false);
  std::string text;
  while (std::getline(std::cin, text)) {
    const std::string fen = trimmed(text);
    if (fen.empty()) continue;
    auto a = answer(prober, options, fen);
    if (!a) a = with_game(a.error(), options.game);
    print_json(to_json(prober, options, fen, a));
    // Whoever writes line by line gets each answer at once; a file goes through in blocks.
    if (std::cin.rdbuf()->in_avail() <= 0) std::fflush(stdout);
  }
  return kDone;
}

Result<int> run_probe(const ProbeCommand& options) {
  if (options.batch == !options.fen.empty())
    return Error{ErrorCode::kUsage, options.batch
                                        ? "probe: --batch reads positions from standard input, "
                                          "so give no FEN"
                                        : "probe: give a FEN, or --batch"};
  auto game = make_game(options.game);
  if (!game) return game.error();
  const Prober prober(*game, {options.folder});
  if (options.batch) return run_batch(prober, options);
  auto a = answer(prober, options, options.fen);
  if (!a) a = with_game(a.error(), options.game);
  if (options.json) print_json(to_json(prober, options, options.fen, a));
  if (!a)
    return a.error().code == ErrorCode::kIllegal ? a.error().in("illegal position") : a.error();
  if (!options.json) print_answer(**game, options, *a);
  return kDone;
}

}  // namespace

void add_probe(CLI::App& program, Run& run) {
  auto options = std::make_shared<ProbeCommand>();
  CLI::App* command =
      program.add_subcommand("probe", "Value of a position, and the moves that keep it");
  command->add_option(
      "FEN", options->fen,
      "The position, quoted: ranks from the top, upper case White, numbers for empty "
      "squares, '*' for a missing one; then 'w' or 'b'; then, where there are any, the squares "
      "that a "
      "pawn passed and what Jokers imitate, as in \"... w e3\" or \"... w - J=Q\"");
  command->add_flag("--moves", options->moves,
                    "Every legal move with its value for the side that moves");
  command->add_flag("--line", options->line, "Best play to the end");
  command->add_flag("--json", options->json, "One JSON object");
  command->add_flag("--batch", options->batch,
                    "Read one position a line from standard input, write one JSON object a line");
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->footer(
      "Distances are plies (moves of one side) to the outcome under best play, with the number of "
      "moves of the side\n"
      "that forces it beside them; where infinite play decides there is none. Outcomes are those "
      "of "
      "the side to move:\n"
      "win, draw, loss, and by the game advantage, disadvantage, win_perpetual, loss_perpetual; "
      "where there is no value,\n"
      "illegal (an illegal or unreadable position), not_covered, missing_table or corrupt, with "
      "the reason.");
  command->callback([&run, options] { run = [options] { return run_probe(*options); }; });
}

}  // namespace augmate::cli
