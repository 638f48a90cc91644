// SPDX-License-Identifier: MIT
// Judges published claims: makes the tables that a claim needs, measures its quantity and compares.
// A claim holds if the published value is the true one, or as near as its rounding allows. It is
// undecided where tables cannot tell: rules that are not covered, boards beyond 16x16, quantities
// that are no property of distances to mate, or more positions than asked for. One thread at a
// time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "gen/generate.h"
#include "research/claim_file.h"

namespace augmate {

enum class Judgement { kHolds, kFails, kUndecided };
const char* name(Judgement judgement);  // "holds", "does not hold", "not decided"

struct Finding {
  Judgement judgement = Judgement::kUndecided;
  ClaimValue truth;  // where it is decided
  std::string why;   // where it is not
};

struct JudgeOptions {
  std::string folder = "tables";
  int threads = 0;
  std::uint64_t most_positions = 0;  // of an ending, both sides to move; 0: no limit
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
  JudgeOptions options_;
  std::unique_ptr<Measured> measured_;
};

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
