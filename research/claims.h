// SPDX-License-Identifier: MIT
// Judges published claims: makes the tables that a claim needs, measures its quantity and compares.
// A claim holds if the published value is the true one, or as near as its rounding allows. It is
// undecided where tables cannot tell: rules that are not covered, boards beyond 16x16, quantities
// that are no property of distances to mate, or more positions than asked for. Tables are made in
// profile fast; a judge that was stopped finds those that it finished, and goes on with the journal
// of the one that it did not. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gen/generate.h"
#include "research/claim_file.h"
#include "research/generally_won.h"

namespace augmate {

enum class Judgement { kHolds, kFails, kUndecided };
const char* name(Judgement judgement);  // "holds", "does not hold", "not decided"

struct Finding {
  Judgement judgement = Judgement::kUndecided;
  ClaimValue truth;                     // where it is decided
  std::string why;                      // where it is not
  std::optional<GeneralShares> shares;  // what a verdict was made of
};

struct JudgeOptions {
  std::string folder = "tables";
  int threads = 0;
  // Of an ending and those that play leads to, both sides to move, images under their symmetries
  // once; 0: no limit.
  std::uint64_t most_positions = 0;
  // Tables that the judge made are removed when it turns to another ending, if they have more
  // positions than that; 0: all are kept.
  std::uint64_t most_kept = 0;
  std::function<void(const GenerateProgress&)> progress;
};

class ClaimJudge {
 public:
  explicit ClaimJudge(JudgeOptions options);
  ~ClaimJudge();
  ClaimJudge(const ClaimJudge&) = delete;
  ClaimJudge& operator=(const ClaimJudge&) = delete;

  Result<Finding> judge(const Claim& claim);

 private:
  struct Measured;  // the ending of the claim before, kept for the next
  Result<Finding> decide(const Claim& claim);
  Result<void> measure(const Claim& claim);
  void forget();
  Result<void> check_size(const std::shared_ptr<const Game>& game, const Material& material,
                          const GenerateOptions& generate_options) const;
  JudgeOptions options_;
  std::unique_ptr<Measured> measured_;
};

// The claims with those about one ending one after the other, where the first of them stood.
std::vector<Claim> by_ending(std::vector<Claim> claims);

// "KCvK on 12x8 (C=WAD)".
std::string ending_text(const Claim& claim);
// "longest win, White to move".
std::string quantity_text(const Claim& claim);
// A value as the claim's quantity has it: "37 moves", "yes", "99.51 %".
std::string value_text(const Claim& claim, const ClaimValue& value);
// "holds"; "does not hold: 40 moves"; "not decided: ...".
std::string finding_text(const Claim& claim, const Finding& finding);
// The lines of a Markdown table.
std::string markdown_head();
std::string markdown_row(const Claim& claim, const Finding& finding);

}  // namespace augmate
