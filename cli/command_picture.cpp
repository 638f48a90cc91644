// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "formats/internal/atomic_file.h"
#include "formats/rules_text.h"
#include "formats/square_grid.h"
#include "formats/statistics.h"
#include "research/heat.h"
#include "research/number_text.h"
#include "research/picture.h"
#include "research/share_matrix.h"
#include "research/svg.h"

namespace augmate::cli {
namespace {

struct PictureCommand {
  GameOptions game;
  std::string material, folder, out;
  std::string to_move = "white", man, outcome, measure = "mean", others = "uniform";  // heat
  std::vector<std::string> fens;                                                      // boards
  bool fens_from_input = false;
  std::string record, title;  // matrix
  MatrixQuestion matrix;
};

// What the pictures of one ending start from.
struct Subject {
  std::shared_ptr<const Game> game;
  Material material;
  std::shared_ptr<const OpenTable> table;
  Statistics statistics;
  std::string title() const { return ending_title(*game, material); }
};

Result<Subject> open_subject(const PictureCommand& options) {
  Subject s;
  auto game = make_game(options.game);
  if (!game) return game.error();
  s.game = *game;
  auto material = parse_material(*s.game, options.material);
  if (!material) return material.error();
  s.material = *material;
  auto table = TableSet({options.folder}).open(s.game, s.material);
  if (!table) return with_game(table.error(), options.game);
  s.table = *table;
  auto statistics = statistics_of(*s.game, *s.table);
  if (!statistics) return statistics.error();
  s.statistics = std::move(*statistics);
  return s;
}

Result<int> write_picture(const PictureCommand& options, const std::string& picture) {
  if (options.out.empty()) {
    fmt::print("{}", picture);
    return kDone;
  }
  if (auto written = internal::write_file(options.out, picture); !written) return written.error();
  return kDone;
}

Result<int> run_histogram(const PictureCommand& options) {
  const auto s = open_subject(options);
  if (!s) return s.error();
  return write_picture(options, histogram_picture(s->title(), s->statistics.all));
}

// "white_K", or a letter as in FEN.
Result<int> find_axis(const SquareGrid& grid, const std::string& man) {
  const auto& axes = grid.axes();
  if (man.empty()) return static_cast<int>(axes.size()) - 1;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const char letter = grid.game().kind(axes[i].kind).letter;
    const char in_fen = axes[i].side == Side::kWhite
                            ? letter
                            : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (man == axes[i].name || man == std::string(1, in_fen)) return static_cast<int>(i);
    names.push_back(axes[i].name);
  }
  return Error{ErrorCode::kUsage,
               fmt::format("--man: '{}' is none of the men: {}", man, fmt::join(names, ", "))};
}

Result<Outcome> find_outcome(const std::string& text, const SideStatistics& statistics) {
  Outcome most = Outcome::kWin;
  std::uint64_t positions = 0;
  for (const Outcome outcome : kBestFirst) {
    if (text == name(outcome)) return outcome;
    const OutcomeStatistics& o = statistics.outcomes[static_cast<unsigned>(outcome)];
    if (o.histogram.empty() || o.count <= positions) continue;
    most = outcome;
    positions = o.count;
  }
  if (text.empty()) return most;
  return Error{ErrorCode::kUsage, fmt::format("--outcome: '{}' is no outcome", text)};
}

std::string heat_subtitle(const PictureCommand& options, const SquareGrid::Axis& axis,
                          Outcome outcome, const Game& game) {
  return fmt::format(
      "{} plies to a {} for {} to move, by the square of {}'s {}; {}",
      options.measure == "mean" ? "Mean" : "Most", name(outcome),
      options.to_move == "white" ? "White" : "Black", axis.side == Side::kWhite ? "White" : "Black",
      game.kind(axis.kind).name,
      options.others == "uniform"
          ? "the other men anywhere"
          : "the other men of its side where it is best for them, the opponent's anywhere");
}

Result<int> run_heat(const PictureCommand& options) {
  const auto s = open_subject(options);
  if (!s) return s.error();
  auto grid = SquareGrid::open(s->game, s->material, TableSet({options.folder}));
  if (!grid) return with_game(grid.error(), options.game);
  const auto axis = find_axis(*grid, options.man);
  if (!axis) return axis.error();
  const Side to_move = options.to_move == "white" ? Side::kWhite : Side::kBlack;
  const auto outcome = find_outcome(options.outcome, s->statistics.all[index(to_move)]);
  if (!outcome) return outcome.error();
  const auto squares =
      heat(*grid, s->material, {*axis, to_move, *outcome, options.others == "optimal"});
  if (!squares) return squares.error();
  BoardMap map;
  map.title = s->title();
  map.subtitle =
      heat_subtitle(options, grid->axes()[static_cast<std::size_t>(*axis)], *outcome, *s->game);
  map.unit = "plies";
  map.decimals = options.measure == "mean" ? 1 : 0;
  map.board = &s->game->board();
  for (const auto& square : *squares)
    map.values.push_back(!square || square->counted == 0 ? std::nullopt
                         : options.measure == "mean"     ? std::optional(square->mean())
                                                         : std::optional<double>(square->worst));
  return write_picture(options, board_map_picture(map));
}

std::string caption(Outcome outcome, int plies) {
  std::string word = name(outcome);
  std::replace(word.begin(), word.end(), '_', ' ');
  return fmt::format("{} in {}", word, plies_text(plies));
}

// The longest of each outcome and side.
Result<std::vector<Diagram>> longest_diagrams(const Subject& s) {
  std::vector<Diagram> diagrams;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const Outcome outcome : kBestFirst) {
      const auto& o = s.statistics.all[index(side)].outcomes[static_cast<unsigned>(outcome)];
      if (o.longest_fen.empty()) continue;
      auto position = parse_fen(*s.game, o.longest_fen);
      if (!position) return position.error();
      diagrams.push_back({std::move(*position), caption(outcome, o.max_plies())});
    }
  return diagrams;
}

Result<std::vector<Diagram>> given_diagrams(const Game& game, std::vector<std::string> fens,
                                            bool from_input) {
  if (from_input)
    for (std::string line; std::getline(std::cin, line);)
      if (!line.empty()) fens.push_back(line);
  std::vector<Diagram> diagrams;
  for (const std::string& fen : fens) {
    auto position = parse_fen(game, fen);
    if (!position) return position.error();
    diagrams.push_back({std::move(*position), ""});
  }
  return diagrams;
}

Result<int> run_boards(const PictureCommand& options) {
  if (options.fens.empty() && !options.fens_from_input) {
    const auto s = open_subject(options);
    if (!s) return s.error();
    const auto diagrams = longest_diagrams(*s);
    if (!diagrams) return diagrams.error();
    return write_picture(
        options, boards_picture(s->title() + ": the longest positions", *s->game, *diagrams));
  }
  auto game = make_game(options.game);
  if (!game) return game.error();
  const auto diagrams = given_diagrams(**game, options.fens, options.fens_from_input);
  if (!diagrams) return diagrams.error();
  return write_picture(options, boards_picture((*game)->rules().name, **game, *diagrams));
}

Result<int> run_matrix(const PictureCommand& options) {
  auto matrix = read_share_matrix(options.record, options.matrix);
  if (!matrix) return matrix.error();
  matrix->title = options.title;
  if (!options.matrix.only.empty())
    matrix->subtitle += fmt::format("; only {}", fmt::join(options.matrix.only, ", "));
  return write_picture(options, share_matrix_picture(*matrix));
}

using Options = std::shared_ptr<PictureCommand>;

CLI::App* add_kind(CLI::App& picture, const char* kind, const char* about, const Options& options,
                   Run& run, Result<int> (*work)(const PictureCommand&)) {
  CLI::App* command = picture.add_subcommand(kind, about);
  command->add_option("-o,--out", options->out, "The file to write, standard output by default")
      ->type_name("FILE.svg");
  command->callback([options, work, &run] { run = [options, work] { return work(*options); }; });
  return command;
}

void add_ending(CLI::App& command, const Options& options, bool required) {
  add_material_option(command, options->material)->required(required);
  add_tables_option(command, options->folder);
  add_game_options(command, options->game);
}

void add_heat(CLI::App& picture, const Options& options, Run& run) {
  CLI::App* command =
      add_kind(picture, "heat", "A map of the board: plies by the square of one man", options, run,
               run_heat);
  command->add_option(
      "--man", options->man,
      "The man: a letter as in FEN, or an axis such as white_R; the last by default");
  command->add_option("--to-move", options->to_move, "white or black, white by default")
      ->check(CLI::IsMember({"white", "black"}));
  command->add_option("--outcome", options->outcome,
                      "For the side to move; by default the most frequent one with distances");
  command->add_option("--measure", options->measure, "mean or worst, mean by default")
      ->check(CLI::IsMember({"mean", "worst"}));
  command
      ->add_option("--others", options->others,
                   "uniform: every legal position counts once; optimal: the other men of the man's "
                   "side stand where it is best for them")
      ->check(CLI::IsMember({"uniform", "optimal"}));
  add_ending(*command, options, true);
}

void add_boards(CLI::App& picture, const Options& options, Run& run) {
  CLI::App* command =
      add_kind(picture, "boards", "Diagrams of the longest positions, or of given ones", options,
               run, run_boards);
  command->add_option("--fen", options->fens, "Draw these positions instead")
      ->type_name("FEN")
      ->allow_extra_args(false);
  command->add_flag("--fens", options->fens_from_input,
                    "Draw the positions on standard input, a FEN a line");
  add_ending(*command, options, false);
}

void add_matrix(CLI::App& picture, const Options& options, Run& run) {
  CLI::App* command =
      add_kind(picture, "matrix", "Shares of a sweep, such as positions won, by two of its columns",
               options, run, run_matrix);
  command->add_option("RECORD", options->record, "A sweep's record, FILE.jsonl")->required();
  options->title = "A sweep of endings";
  command->add_option("--title", options->title, "The picture's title");
  command->add_option("--rows", options->matrix.rows, "Column of the rows, white by default");
  command->add_option("--columns", options->matrix.columns,
                      "Column of the columns: black where there are several, else board");
  command->add_option("--value", options->matrix.value,
                      "Column of the shares, white_wins_wtm by default");
  command->add_option("--only", options->matrix.only, "Only endings with COLUMN=VALUE")
      ->type_name("COLUMN=VALUE")
      ->allow_extra_args(false);
}

}  // namespace

void add_picture(CLI::App& program, Run& run) {
  auto options = std::make_shared<PictureCommand>();
  CLI::App* command =
      program.add_subcommand("picture", "Draw a table's or a sweep's results as SVG");
  command->require_subcommand(1);
  add_ending(*add_kind(*command, "histogram", "Numbers of positions by distance", options, run,
                       run_histogram),
             options, true);
  add_heat(*command, options, run);
  add_boards(*command, options, run);
  add_matrix(*command, options, run);
}

}  // namespace augmate::cli
