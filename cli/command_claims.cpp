// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fnmatch.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "research/claims.h"
#include "research/number_text.h"

namespace augmate::cli {
namespace {

struct ClaimsCommand {
  std::vector<std::string> files;
  std::string only, folder;
  JudgeOptions judge;
  bool json = false, markdown = false, as_expected = false;
};

bool matches(const Claim& claim, const std::string& pattern) {
  if (pattern.empty()) return true;
  for (const std::string* text : {&claim.id, &claim.ending, &claim.game.board})
    if (fnmatch(pattern.c_str(), text->c_str(), 0) == 0) return true;
  return false;
}

Result<std::vector<Claim>> chosen_claims(const ClaimsCommand& options) {
  std::vector<std::string> files = options.files;
  if (files.empty()) {
    auto shipped = shipped_claim_files();
    if (!shipped) return shipped.error();
    files = std::move(*shipped);
  }
  auto claims = read_claims(files);
  if (!claims) return claims.error();
  std::vector<Claim> chosen;
  for (Claim& claim : *claims)
    if (matches(claim, options.only)) chosen.push_back(std::move(claim));
  if (chosen.empty())
    return Error{ErrorCode::kUsage,
                 fmt::format("--only {}: no claim has such an id, ending or board", options.only)};
  return by_ending(std::move(chosen));
}

nlohmann::ordered_json json_of(const ClaimValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const auto& numbers = std::get<std::vector<double>>(value);
  return numbers.size() == 1 ? nlohmann::ordered_json(numbers.front())
                             : nlohmann::ordered_json(numbers);
}

void print_json(const Claim& claim, const Finding& finding) {
  nlohmann::ordered_json line = {{"id", claim.id},
                                 {"ending", ending_text(claim)},
                                 {"quantity", quantity_text(claim)},
                                 {"published", json_of(claim.value)},
                                 {"result", name(finding.judgement)}};
  if (finding.judgement == Judgement::kUndecided)
    line["why"] = finding.why;
  else
    line["truth"] = json_of(finding.truth);
  if (finding.shares) line["shares"] = to_json(*finding.shares);
  if (!claim.known_false.empty()) line["known_false"] = claim.known_false;
  line["source"] = claim.source;
  line["url"] = claim.url;
  fmt::print("{}\n", line.dump());
}

void print(const Claim& claim, const Finding& finding, const ClaimsCommand& options) {
  if (options.json) return print_json(claim, finding);
  if (options.markdown) return fmt::print("{}\n", markdown_row(claim, finding));
  fmt::print("{} {}: {}: {}: {}\n", claim.id, ending_text(claim), quantity_text(claim),
             value_text(claim, claim.value), finding_text(claim, finding));
}

struct Tally {
  std::array<std::size_t, 3> of{};  // by Judgement
  std::size_t known = 0;            // false, as known
  std::size_t unexpected = 0;

  void add(const Claim& claim, const Finding& finding) {
    ++of[static_cast<unsigned>(finding.judgement)];
    if (finding.judgement == Judgement::kUndecided) return;
    const bool fails = finding.judgement == Judgement::kFails;
    known += fails && !claim.known_false.empty();
    unexpected += fails == claim.known_false.empty();
  }

  void print(bool json) const {
    const auto [holds, fails, undecided] = of;
    if (json)
      fmt::print("{}\n", nlohmann::ordered_json{{"holds", holds},
                                                {"does_not_hold", fails},
                                                {"known_false", known},
                                                {"not_decided", undecided},
                                                {"unexpected", unexpected}}
                             .dump());
    else
      fmt::print("{} claims: {} hold, {} do not hold ({} of them known), {} are not decided\n",
                 holds + fails + undecided, holds, fails, known, undecided);
  }
};

Result<int> run_claims(const ClaimsCommand& options) {
  const auto claims = chosen_claims(options);
  if (!claims) return claims.error();
  Progress progress;
  JudgeOptions judge_options = options.judge;
  judge_options.folder = options.folder;
  judge_options.progress = [&](const GenerateProgress& p) {
    progress.show(p.material, fmt::format("{} plies", p.step), {});
  };
  ClaimJudge judge(std::move(judge_options));
  Tally tally;
  if (options.markdown) fmt::print("{}", markdown_head());
  for (const Claim& claim : *claims) {
    const auto finding = judge.judge(claim);
    progress.clear();
    if (!finding) return finding.error();
    tally.add(claim, *finding);
    print(claim, *finding, options);
    std::fflush(stdout);
  }
  if (!options.markdown) tally.print(options.json);
  const bool fails = tally.of[static_cast<unsigned>(Judgement::kFails)] > 0;
  return (options.as_expected ? tally.unexpected > 0 : fails) ? kClaimFails : kDone;
}

}  // namespace

void add_claims(CLI::App& program, Run& run) {
  auto options = std::make_shared<ClaimsCommand>();
  CLI::App* command = program.add_subcommand(
      "claims",
      "Judge published statements about endings: does each hold, and if not, what is true");
  command->add_option("FILE", options->files, "Files of claims; all shipped ones by default");
  command
      ->add_option("--only", options->only,
                   "Only claims whose id, ending or board matches, as in 'KBNv*' or C01??")
      ->type_name("PATTERN");
  command
      ->add_option("--at-most", options->judge.most_positions,
                   "Leave claims undecided whose tables have more positions than that together")
      ->type_name("POSITIONS")
      ->transform(whole_number(0, kMostCounted));
  command
      ->add_option("--keep-up-to", options->judge.most_kept,
                   "Remove tables that were made and have more positions than that when their "
                   "claims are judged")
      ->type_name("POSITIONS")
      ->transform(whole_number(0, kMostCounted));
  add_threads_option(*command, options->judge.threads);
  CLI::Option* json = command->add_flag("--json", options->json, "JSON lines, the last the sums");
  command->add_flag("--markdown", options->markdown, "The rows of a table for docs/findings.md")
      ->excludes(json);
  command->add_flag("--as-expected", options->as_expected,
                    "Exit with 1 only where a claim holds that its file knows to be false, or the "
                    "other way round");
  add_tables_option(*command, options->folder);
  command->footer(
      "Tables that are missing are made in profile fast, and kept. The exit status is 1 where a "
      "claim does not "
      "hold.");
  command->callback([&run, options] { run = [options] { return run_claims(*options); }; });
}

}  // namespace augmate::cli
