// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "research/certificate.h"
#include "research/number_text.h"
#include "research/statistics_text.h"
#include "rules/diagram.h"

namespace augmate {
namespace {

const char* name(Side side) { return side == Side::kWhite ? "White" : "Black"; }

const OutcomeStatistics& of(const SideStatistics& statistics, Outcome outcome) {
  return statistics.outcomes[static_cast<unsigned>(outcome)];
}

struct DecodedMan {
  char letter;
  std::string name, sides, notation, moves;
};

// Each kind of man of the ending; where the sides' moves differ, once for each.
std::vector<DecodedMan> men_of(const Certificate& c) {
  std::vector<DecodedMan> men;
  std::set<int> kinds(c.material.men[0].begin(), c.material.men[0].end());
  kinds.insert(c.material.men[1].begin(), c.material.men[1].end());
  for (const int k : kinds) {
    const Kind& kind = c.game->kind(k);
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      const auto& own = c.material.men[index(side)];
      if (std::find(own.begin(), own.end(), k) == own.end()) continue;
      const std::string moves = kind.joker ? "as the man that the opponent moved last"
                                : kind.steps[index(side)]
                                    ? summarize_steps(*kind.steps[index(side)])
                                    : "";
      const bool same =
          !men.empty() && men.back().letter == kind.letter && men.back().moves == moves;
      if (same)
        men.back().sides = "White and Black";
      else
        men.push_back({kind.letter, kind.name, name(side), kind.notation[index(side)], moves});
    }
  }
  return men;
}

std::string side_text(const Certificate& c, Side side) {
  std::string text;
  for (const int k : c.material.men[index(side)])
    text += (text.empty() ? "" : " + ") + c.game->kind(k).name;
  return text;
}

// What the side to move of each count can at worst take: the longest of each outcome, drawn.
std::string longest_positions(const Certificate& c) {
  std::string text;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const Outcome outcome : {Outcome::kWin, Outcome::kLoss}) {
      const OutcomeStatistics& o = of(c.sides[index(side)], outcome);
      if (o.longest_fen.empty()) continue;
      const auto position = parse_fen(*c.game, o.longest_fen);
      text += fmt::format("{} to move: {} in {} plies ({} moves): {}\n{}\n", name(side),
                          outcome == Outcome::kWin ? "win" : "loss", o.max_plies(),
                          moves_of(o.max_plies()), o.longest_fen,
                          position ? draw(*c.game, *position) : "");
    }
  return text;
}

std::string check_text(const CheckReport& report) {
  return fmt::format(
      "  {}: {} + {} positions (White, Black to move) re-derived from {} legal moves, all equal\n",
      report.material, grouped(report.sides[0].compared), grouped(report.sides[1].compared),
      grouped(report.sides[0].moves + report.sides[1].moves));
}

std::string game_text(const Certificate& c) {
  std::string text = fmt::format("Game: {}\nMen\n", c.game->rules().name);
  for (const DecodedMan& man : men_of(c))
    text += fmt::format("  {} {} ({}), {}: {}\n", man.letter, man.name, man.sides, man.notation,
                        man.moves);
  return text + "Rules, as the table states them\n  " + [&] {
    std::string rules = c.rules_text;
    for (std::size_t at = 0;
         (at = rules.find('\n', at)) != std::string::npos && at + 1 < rules.size();)
      rules.replace(at, 1, "\n  "), at += 3;
    return rules;
  }() + '\n';
}

std::string table_text(const Certificate& c) {
  std::string text = fmt::format(
      "Table\n"
      "  {}, {} entries for each side to move, folded by {} symmetries\n"
      "  {}, checksum {:016x}, written by {}\n"
      "  checksum of the values alone {:016x}\n"
      "Checked, by the forward move generator alone: every position's value is the best over its "
      "legal moves\n",
      c.file, grouped(c.entries), c.symmetries, size_text(c.size_bytes), c.file_checksum, c.program,
      c.values_checksum);
  for (const CheckReport& report : c.checks) text += check_text(report);
  return text + fmt::format("Make it again\n  augmate {}\n", c.command);
}

nlohmann::ordered_json checks_json(const Certificate& c) {
  auto checks = nlohmann::ordered_json::array();
  for (const CheckReport& report : c.checks)
    checks.push_back({{"material", report.material},
                      {"white_to_move", report.sides[0].compared},
                      {"black_to_move", report.sides[1].compared},
                      {"legal_moves", report.sides[0].moves + report.sides[1].moves},
                      {"differences", 0}});
  return checks;
}

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

}  // namespace

std::string statement(const Certificate& c) {
  const auto longest = [&](Side side) {
    const int plies = of(c.sides[index(side)], Outcome::kWin).max_plies();
    return plies == kNoDistance
               ? fmt::format("{} never wins with the move", name(side))
               : fmt::format("{} mates with the move in at most {} moves ({} plies)", name(side),
                             moves_of(plies), plies);
  };
  return fmt::format("{} against {}, board {}: {} for {} with the move. {}; {}.",
                     side_text(c, Side::kWhite), side_text(c, Side::kBlack),
                     board_text(c.game->board()), name(c.shares.verdict()), name(c.shares.strong),
                     longest(Side::kWhite), longest(Side::kBlack));
}

std::string to_text(const Certificate& c) {
  const int move_rule = c.game->rules().move_rule;
  std::string text =
      fmt::format("Certificate of {}\n\n{}\n\n", material_name(*c.game, c.material), statement(c));
  text += game_text(c) + "\nCounts: legal positions of the whole board, alike men once\n";
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const SideStatistics& s = c.sides[index(side)];
    text += summary(side, s, move_rule) + move_rule_text(s, move_rule);
  }
  text += "\nIn general\n" + to_text(c.shares) + "\nLongest\n" + longest_positions(c);
  if (!c.line.empty())
    text += fmt::format("Best play from {} ({} plies)\n  {}\n\n", c.line_fen, c.line.size(),
                        fmt::join(c.line, " "));
  for (const Side side : {Side::kWhite, Side::kBlack})
    if (const std::string plies = histogram(c.sides[index(side)]); !plies.empty())
      text += fmt::format("{} to move\n{}\n", name(side), plies);
  return text + table_text(c);
}

nlohmann::ordered_json to_json(const Certificate& c) {
  nlohmann::ordered_json json = {{"certificate", material_name(*c.game, c.material)},
                                 {"statement", statement(c)},
                                 {"game", c.game->rules().name},
                                 {"board", board_text(c.game->board())}};
  for (const DecodedMan& man : men_of(c))
    json["men"].push_back({{"letter", std::string(1, man.letter)},
                           {"name", man.name},
                           {"sides", man.sides},
                           {"notation", man.notation},
                           {"moves", man.moves}});
  json["rules"] = c.rules_text;
  json["counted"] = "legal positions of the whole board, alike men once";
  json.update(to_json(c.sides, c.game->rules().move_rule));
  json["general"] = to_json(c.shares);
  if (!c.line.empty())
    json["line"] = {{"fen", c.line_fen}, {"plies", c.line.size()}, {"moves", c.line}};
  json["table"] = {{"file", c.file},
                   {"entries", c.entries},
                   {"symmetries", c.symmetries},
                   {"bytes", c.size_bytes},
                   {"checksum", hex(c.file_checksum)},
                   {"values_checksum", hex(c.values_checksum)},
                   {"program", c.program}};
  json["checked"] = {{"how", "every position's value is the best over its legal moves"},
                     {"tables", checks_json(c)}};
  json["command"] = "augmate " + c.command;
  return json;
}

}  // namespace augmate
