// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/army_options.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table_options.h"
#include "research/number_text.h"
#include "research/sweep.h"
#include "research/sweep_files.h"
#include "research/value_report.h"

namespace augmate::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  GameOptions game;
  std::string pieces, published, unit;
  std::vector<std::string> out;
  int threads = 0;
  bool json = false;
};

// MAN=VALUE, else what the published list says.
Result<std::optional<ValueUnit>> unit_of(const Options& options,
                                         const std::optional<PublishedValues>& published) {
  if (options.unit.empty()) {
    if (!published) return std::optional<ValueUnit>();
    for (const auto& entry : published->entries)
      if (entry.name == published->unit) return std::optional(ValueUnit{entry.men, entry.value});
    return Error{ErrorCode::kBadNotation,
                 "values.toml, [" + published->name + "]: its unit is none of its values"};
  }
  const auto mark = options.unit.rfind('=');
  double value = 0;
  const char* end = options.unit.data() + options.unit.size();
  if (mark != std::string::npos && mark > 0) {
    const auto [stop, code] = std::from_chars(options.unit.data() + mark + 1, end, value);
    if (code == std::errc{} && stop == end && std::isfinite(value) && value > 0)
      return std::optional(ValueUnit{{options.unit.substr(0, mark)}, value});
  }
  return Error{ErrorCode::kUsage, "--unit " + options.unit + ": write MAN=VALUE, as in Rook=5"};
}

std::string number(const std::optional<double>& value, const char* form) {
  return value ? fmt::format(fmt::runtime(form), *value) : "-";
}

void print_text(const ValueReport& report) {
  fmt::print("{:36} {:>8} {:>7} {:>8} {:>7} {:>9} {:>7} {:>7} {:>7}\n", "man", "strength", "error",
             "value", "error", "published", "score", "alone", "crowd");
  for (const ManValue& man : report.men) {
    const auto of = [&](double Mobility::*which) {
      return man.mobility ? std::optional((*man.mobility).*which) : std::nullopt;
    };
    fmt::print("{:36} {:8.3f} {:>7} {:>8} {:>7} {:>9} {:7.4f} {:>7} {:>7}\n", man.man, man.strength,
               number(man.error, "{:.3f}"), number(man.value, "{:.2f}"),
               number(man.value_error, "{:.2f}"), number(man.published, "{:.2f}"),
               man.score_against_nothing, number(of(&Mobility::alone), "{:.2f}"),
               number(of(&Mobility::in_crowd), "{:.2f}"));
  }
  std::size_t worst = 0;
  for (std::size_t i = 0; i < report.duels.size(); ++i)
    if (std::abs(report.scale.residuals[i]) > std::abs(report.scale.residuals[worst])) worst = i;
  fmt::print(
      "\n{} duels; deviance {:.4f} of {:.4f} left, {:.2f} % explained; residuals {:.4f} (root mean "
      "square)",
      report.duels.size(), report.scale.deviance, report.scale.null_deviance,
      100 * report.scale.explained(), report.scale.rms_residual());
  if (!report.duels.empty())
    fmt::print(", the largest {:+.4f} ({} v {}: {:.4f})", report.scale.residuals[worst],
               report.names[report.duels[worst].first], report.names[report.duels[worst].second],
               report.duels[worst].score);
  fmt::print("\ncorrelation of strength with mobility alone {}, in a crowd {}, with published {}\n",
             number(report.with_mobility_alone, "{:.3f}"),
             number(report.with_mobility_in_crowd, "{:.3f}"),
             number(report.with_published, "{:.3f}"));
}

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

void print_json(const ValueReport& report) {
  Json json;
  json["model"] = "score = 1 / (1 + exp(strength of opponent - strength)); draw 1/2";
  json["unit"] = json_of(report.unit);
  for (const ManValue& man : report.men)
    json["men"].push_back(
        {{"man", man.man},
         {"strength", man.strength},
         {"error", json_of(man.error)},
         {"value", json_of(man.value)},
         {"published", json_of(man.published)},
         {"score_against_nothing", man.score_against_nothing},
         {"mobility_alone", man.mobility ? Json(man.mobility->alone) : Json(nullptr)},
         {"mobility_in_crowd", man.mobility ? Json(man.mobility->in_crowd) : Json(nullptr)}});
  for (std::size_t i = 0; i < report.duels.size(); ++i)
    json["duels"].push_back({{"first", report.names[report.duels[i].first]},
                             {"second", report.names[report.duels[i].second]},
                             {"score", report.duels[i].score},
                             {"residual", report.scale.residuals[i]}});
  json["deviance"] = report.scale.deviance;
  json["null_deviance"] = report.scale.null_deviance;
  json["explained"] = report.scale.explained();
  json["rms_residual"] = report.scale.rms_residual();
  json["correlation"] = {{"mobility_alone", json_of(report.with_mobility_alone)},
                         {"mobility_in_crowd", json_of(report.with_mobility_in_crowd)},
                         {"published", json_of(report.with_published)}};
  fmt::print("{}\n", json.dump());
}

Result<std::vector<SweepRow>> duels(const Options& options, const Workshop& workshop,
                                    const std::vector<std::string>& men) {
  SweepPlan plan{{workshop}, men, men, false};
  plan.black.push_back("-");
  const auto files = sweep_files(options.out);
  if (!files) return files.error();
  Progress progress;
  SweepOptions sweep_options;
  sweep_options.record = files->record;
  sweep_options.threads = options.threads;
  sweep_options.general = false;
  sweep_options.on_row = [&](const SweepRow&, std::size_t done, std::size_t all) {
    progress.show_share("duels", done, all);
  };
  auto rows = sweep(plan, sweep_options);
  if (!rows) return rows.error();
  if (auto ok = write_files(*files, *rows); !ok) return ok.error();
  return rows;
}

Result<std::optional<PublishedValues>> published_of(const Options& options) {
  if (options.published.empty()) return std::optional<PublishedValues>();
  auto lists = read_published_values(data_file("values.toml"));
  if (!lists) return in_file(lists.error());
  auto list = named("--published", options.published, *lists);
  if (!list) return list.error();
  return std::optional(std::move(*list));
}

Result<int> run_values(const Options& options) {
  auto published = published_of(options);
  if (!published) return published.error();
  auto unit = unit_of(options, *published);
  if (!unit) return unit.error();
  auto workshop = open_workshop(options.game);
  if (!workshop) return workshop.error();
  auto men = armies_of("--pieces", options.pieces, *workshop);
  if (!men) return men.error();
  auto rows = duels(options, *workshop, *men);
  if (!rows) return rows.error();
  auto report = value_report(*workshop, *men, *rows, *published, *unit);
  if (!report) return report.error();
  options.json ? print_json(*report) : print_text(*report);
  return kDone;
}

}  // namespace

void add_values(CLI::App& program, Run& run) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand(
      "values", "Fit a scale of piece values to the results of King + X v King + Y for all pairs");
  command
      ->add_option("--pieces", options->pieces, "Names of lists, 'kinds' (of the variant), or men")
      ->type_name("LIST")
      ->required();
  command
      ->add_option("--published", options->published,
                   "Set an author's values beside (variants/values.toml), in their unit")
      ->type_name("NAME");
  command->add_option("--unit", options->unit, "The man whose value fixes the scale, as in Rook=5")
      ->type_name("MAN=VALUE");
  command
      ->add_option(
          "--out", options->out,
          "Keep the duels in FILE.jsonl, from which the same command goes on; FILE.csv and "
          "FILE.h5 are written at the end; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_threads_option(*command, options->threads);
  command->add_flag("--json", options->json, "One JSON object, with every duel and its residual");
  add_game_options(*command, options->game);
  command->footer(
      "The model: expected score = 1 / (1 + exp(difference of strengths)), a draw counting 1/2, "
      "both "
      "sides to move\nalike; the bare King has strength 0. Errors: jackknife over opponents.\n"
      "Examples\n"
      "  augmate values --pieces augmenters,Knight,Bishop,Rook --unit Rook=5\n"
      "  augmate values --pieces wide --variant wide --published wide");
  command->callback([&run, options] { run = [options] { return run_values(*options); }; });
}

}  // namespace augmate::cli
