// SPDX-License-Identifier: MIT
#include "research/value_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace augmate {
namespace {

using Numbers = std::map<std::string, std::size_t>;  // of men

Result<std::optional<Mobility>> mobility_of(const Workshop& workshop, const std::string& man) {
  auto army = parse_army(workshop, man);
  if (!army) return army.error();
  if (army->men.size() != 1 || army->royal) return std::optional<Mobility>();
  auto ending = make_ending(workshop.rules, *army, Army());
  if (!ending) return ending.error();
  return std::optional(mobility(*ending->game, Side::kWhite, ending->material.men[0].back()));
}

std::vector<Duel> duels_of(const std::vector<SweepRow>& rows, const Numbers& numbers) {
  std::vector<Duel> duels;
  for (const SweepRow& row : rows) {
    const auto white = numbers.find(row.white), black = numbers.find(row.black);
    if (white == numbers.end() || black == numbers.end() || white == black) continue;
    duels.push_back({white->second, black->second, row.white_score()});
  }
  return duels;
}

Result<double> strength_one(const ValueUnit& unit, const Numbers& numbers, const Scale& scale) {
  double sum = 0;
  int known = 0;
  for (const std::string& man : unit.men)
    if (const auto at = numbers.find(man); at != numbers.end()) {
      sum += scale.strengths[at->second];
      ++known;
    }
  const std::string names = fmt::format("{}", fmt::join(unit.men, ", "));
  if (known == 0)
    return Error{ErrorCode::kUsage, "the unit needs one of these among the men: " + names};
  if (sum <= 0) return Error{ErrorCode::kUsage, "the unit is no stronger than nothing: " + names};
  return unit.value * known / sum;
}

// Of all men for which `other` has a number.
template <class Other>
std::optional<double> correlation_with(const std::vector<ManValue>& men, Other&& other) {
  std::vector<double> a, b;
  for (const ManValue& man : men)
    if (const std::optional<double> value = other(man)) {
      a.push_back(man.strength);
      b.push_back(*value);
    }
  return a.size() < 3 ? std::nullopt : std::optional(correlation(a, b));
}

void add_correlations(ValueReport& report) {
  const auto mobility = [](double Mobility::*which) {
    return [=](const ManValue& m) {
      return m.mobility ? std::optional((*m.mobility).*which) : std::nullopt;
    };
  };
  report.with_mobility_alone = correlation_with(report.men, mobility(&Mobility::alone));
  report.with_mobility_in_crowd = correlation_with(report.men, mobility(&Mobility::in_crowd));
  report.with_published =
      correlation_with(report.men, [](const ManValue& m) { return m.published; });
}

}  // namespace

Result<ValueReport> value_report(const Workshop& workshop, const std::vector<std::string>& men,
                                 const std::vector<SweepRow>& rows,
                                 const std::optional<PublishedValues>& published,
                                 const std::optional<ValueUnit>& unit) {
  ValueReport report;
  report.names.push_back("-");
  report.names.insert(report.names.end(), men.begin(), men.end());
  Numbers numbers;
  for (std::size_t i = 0; i < report.names.size(); ++i) numbers[report.names[i]] = i;
  report.duels = duels_of(rows, numbers);
  auto scale = fit_scale(report.names.size(), report.duels);
  if (!scale) return scale.error();
  report.scale = std::move(*scale);
  if (unit) {
    auto one = strength_one(*unit, numbers, report.scale);
    if (!one) return one.error();
    report.unit = *one;
  }
  for (std::size_t i = 1; i < report.names.size(); ++i) {
    auto mobility = mobility_of(workshop, report.names[i]);
    if (!mobility) return mobility.error();
    ManValue man;
    man.man = report.names[i];
    man.strength = report.scale.strengths[i];
    man.error = report.scale.errors[i];
    man.mobility = *mobility;
    if (report.unit) {
      man.value = *report.unit * man.strength;
      if (man.error) man.value_error = *report.unit * *man.error;
    }
    if (const auto* entry = published ? published->find(man.man) : nullptr)
      man.published = entry->value;
    for (const Duel& duel : report.duels)
      if (duel.first == i && duel.second == 0) man.score_against_nothing = duel.score;
    report.men.push_back(std::move(man));
  }
  add_correlations(report);
  std::stable_sort(report.men.begin(), report.men.end(),
                   [](const ManValue& a, const ManValue& b) { return a.strength > b.strength; });
  return report;
}

}  // namespace augmate
