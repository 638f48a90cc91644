// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "formats/hdf5_export.h"
#include "formats/table_set.h"
#include "research/number_text.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

struct ExportCommand {
  GameOptions game;
  std::string material, folder, hdf5;
  bool fold = false;
};

std::uint64_t file_bytes(const std::string& path) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  return ignored ? 0 : size;
}

Result<int> run_export(const ExportCommand& options) {
  auto game = make_game(options.game);
  if (!game) return game.error();
  auto material = parse_material(**game, options.material);
  if (!material) return material.error();
  Hdf5ExportOptions how;
  how.fold = options.fold;
  how.program = "augmate " AUGMATE_VERSION;
  Progress progress;
  how.progress = [&](std::uint64_t done, std::uint64_t all) {
    progress.show_share(material_name(**game, *material) + "  writing", done, all);
  };
  const auto written = export_hdf5(*game, *material, TableSet({options.folder}), options.hdf5, how);
  progress.clear();
  if (!written) return with_game(written.error(), options.game);
  fmt::print("{}: {} = {}{} positions for either side to move, {}\n", options.hdf5,
             fmt::join(written->axes, " x "), fmt::join(written->sizes, " x "),
             written->states > 1 ? fmt::format(" x {} states", written->states) : "",
             size_text(file_bytes(options.hdf5)));
  return kDone;
}

}  // namespace

void add_export(CLI::App& program, Run& run) {
  auto options = std::make_shared<ExportCommand>();
  CLI::App* command = program.add_subcommand(
      "export", "Write a table as an HDF5 file: outcome and distance by the squares of the men");
  add_material_option(*command, options->material)->required();
  command->add_option("--hdf5", options->hdf5, "The file to write")->required()->type_name("FILE");
  command->add_flag("--fold", options->fold,
                    "Only one of the squares that are alike by symmetry for White's royal: up to "
                    "eight times smaller");
  add_tables_option(*command, options->folder);
  add_game_options(*command, options->game);
  command->callback([options, &run] { run = [options] { return run_export(*options); }; });
}

}  // namespace augmate::cli
