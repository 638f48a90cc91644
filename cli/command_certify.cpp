// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "formats/internal/atomic_file.h"
#include "research/certificate.h"

namespace augmate::cli {
namespace {

struct CertifyCommand {
  GameOptions game;
  std::string material, folder, out;
  int threads = 0;
  bool json = false;
};

Result<int> run_certify(const CertifyCommand& options) {
  Progress progress;
  CertificateOptions how;
  how.folder = options.folder;
  how.threads = options.threads;
  how.generating = [&](const GenerateProgress& p) {
    progress.show(p.material, fmt::format("{} plies", p.step), {});
  };
  how.checking = [&](const std::string& material, std::uint64_t done, std::uint64_t all) {
    progress.show_share(material + "  checking", done, all);
  };
  const auto certificate = certify(options.game, options.material, how);
  progress.clear();
  if (!certificate) return with_game(certificate.error(), options.game);
  const std::string text = to_text(*certificate), json = to_json(*certificate).dump(2) + "\n";
  if (options.out.empty()) {
    fmt::print("{}", options.json ? json : text);
    return kDone;
  }
  for (const auto& [path, bytes] :
       {std::pair{options.out + ".txt", &text}, {options.out + ".json", &json}}) {
    if (auto ok = internal::write_file(path, *bytes); !ok) return ok.error();
    fmt::print("{}\n", path);
  }
  return kDone;
}

}  // namespace

void add_certify(CLI::App& program, Run& run) {
  auto options = std::make_shared<CertifyCommand>();
  CLI::App* command = program.add_subcommand(
      "certify", "Write a certificate of an ending: what is true, and all to make it again");
  add_material_option(*command, options->material)->required();
  CLI::Option* json = command->add_flag("--json", options->json, "JSON instead of text");
  command->add_option("--out", options->out, "Write NAME.txt and NAME.json instead of printing")
      ->type_name("NAME")
      ->excludes(json);
  add_threads_option(*command, options->threads);
  add_tables_option(*command, options->folder);
  add_rule_options(*command, options->game);
  command->footer(
      "Makes the tables that are missing, and re-derives every position of the table and of those "
      "that play\n"
      "leads to. The exit status is 1 where a value is wrong.");
  command->callback([&run, options] { run = [options] { return run_certify(*options); }; });
}

}  // namespace augmate::cli
