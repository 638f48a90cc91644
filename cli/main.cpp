// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "cli/commands.h"
#include "cli/report.h"

namespace augmate::cli {
namespace {

constexpr const char* kAbout =
    "augmate makes and reads tables of chess endings, for any board, any men and many rules: for "
    "each\n"
    "position its outcome, and in how many plies (moves of one side) it comes.";

constexpr const char* kFooter = R"(
Examples
  augmate gen KCvK --variant wide-wad              make the table of King and Champion against King
  augmate gen KCvK --board 12x8 --piece C=WAD      the same, said without a variant
  augmate stats KCvK --variant wide-wad            counts and the longest mates
  augmate probe --line "8/8/8/8/3k4/8/8/KQ6 w"     value and best play of a position
  augmate gen --all 4                              all endings of up to four men
  augmate check KQvK                               prove a table with the forward move generator
  augmate moves "FAsmW"                            what a piece's notation means
  augmate variants wide                            what a variant's men are

Tables are kept in ./tables, or where --tables or AUGMATE_TABLES says.
Exit status: 0 done, 1 a check or claim does not hold, 2 wrong usage, 3 bad or missing data, 4 out of
memory or disk.)";

int wrong_usage(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  fmt::print(stderr, "augmate: {}\nSee 'augmate {}{}--help'.\n", error.what(),
             chosen.empty() ? "" : chosen[0]->get_name(), chosen.empty() ? "" : " ");
  return kWrongUsage;
}

// The status, unless what was printed did not arrive.
int written(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  return report({ErrorCode::kNoSpace, "standard output cannot be written"});
}

int run_program(int argc, char** argv) {
  CLI::App program(kAbout, "augmate");
  program.footer(kFooter);
  program.set_version_flag("--version", "augmate " AUGMATE_VERSION);
  program.require_subcommand(1);
  Run run;
  add_gen(program, run);
  add_stats(program, run);
  add_probe(program, run);
  add_check(program, run);
  add_moves(program, run);
  add_variants(program, run);
  add_perft(program, run);
  add_claims(program, run);
  add_mine(program, run);
  add_export(program, run);
  add_sweep(program, run);
  add_values(program, run);
  add_reach(program, run);
  add_armies(program, run);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    program.exit(help_or_version);
    return written(kDone);
  } catch (const CLI::ParseError& error) {
    if (argc < 2) fmt::print(stderr, "{}\n", program.help());
    return wrong_usage(program, error);
  }
  const auto status = run();
  if (!status) return report(status.error());
  return written(*status);
}

}  // namespace
}  // namespace augmate::cli

int main(int argc, char** argv) {
  using namespace augmate;
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is then an error like a full disk
  try {
    return cli::run_program(argc, argv);
  } catch (const std::bad_alloc&) {
    return cli::report({ErrorCode::kNoMemory, "out of memory"});
  } catch (const std::exception& error) {
    return cli::report({ErrorCode::kIo, error.what()});
  }
}
