// SPDX-License-Identifier: MIT
// Piece values from a sweep of duels: the scale (research/values.h) beside mobility and what
// authors publish.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "research/army.h"
#include "research/data_files.h"
#include "research/reach.h"
#include "research/sweep_row.h"
#include "research/values.h"

namespace augmate {

struct ManValue {
  std::string man;
  double strength = 0;                       // log odds above nothing
  std::optional<double> error;               // the jackknife's
  std::optional<double> value, value_error;  // in the unit
  std::optional<double> published;           // what the author says
  double score_against_nothing = 0;
  std::optional<Mobility> mobility;  // of a single man
};

struct ValueReport {
  std::vector<ManValue> men;       // strongest first
  std::vector<std::string> names;  // of the duels' men; names[0] is nothing
  std::vector<Duel> duels;
  Scale scale;
  std::optional<double> unit;  // value of a strength of 1
  // Correlations of strengths with these, where three men or more have them: two always
  // lie on a line.
  std::optional<double> with_mobility_alone, with_mobility_in_crowd, with_published;
};

// What fixes the unit: the mean strength of these men gets the value.
struct ValueUnit {
  std::vector<std::string> men;
  double value = 1;
};

// The duels of the men (armies) and of each with the bare royal among the rows. kUsage when the
// unit's men are not among them or are no stronger than nothing; else as fit_scale().
Result<ValueReport> value_report(const Workshop& workshop, const std::vector<std::string>& men,
                                 const std::vector<SweepRow>& rows,
                                 const std::optional<PublishedValues>& published,
                                 const std::optional<ValueUnit>& unit);

}  // namespace augmate
