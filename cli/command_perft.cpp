// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/number_options.h"
#include "cli/report.h"
#include "rules/move_generator.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct PerftOptions {
  GameOptions game;
  int plies = 0;
  std::string fen;
};

Result<int> run_perft(const PerftOptions& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  auto position = parse_fen(**game, options.fen);
  if (!position) return position.error();
  if (const auto why = why_illegal(**game, *position))
    return Error{ErrorCode::kIllegal, "illegal position: " + *why};
  fmt::print("{}\n", perft(**game, *position, options.plies));
  return kDone;
}

}  // namespace

void add_perft(CLI::App& program, Run& run) {
  auto options = std::make_shared<PerftOptions>();
  CLI::App* command = program.add_subcommand(
      "perft", "Count the positions reached by all sequences of N legal moves, to test the rules");
  command->add_option("N", options->plies, "Number of plies")
      ->required()
      ->transform(whole_number(0, 100));
  command->add_option("FEN", options->fen, "The position; quote it")->required();
  add_game_options(*command, options->game);
  command->callback([&run, options] { run = [options] { return run_perft(*options); }; });
}

}  // namespace augmate::cli
