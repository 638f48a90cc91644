// SPDX-License-Identifier: MIT
#include "tests/support/case_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/fairy_men.h"

namespace augmate::test {
namespace {

using Json = nlohmann::json;

const std::map<std::string, Direction> kDirections = {{"north", Direction::kNorth},
                                                      {"east", Direction::kEast},
                                                      {"south", Direction::kSouth},
                                                      {"west", Direction::kWest}};
const std::map<std::string, Outcome> kStalemates = {
    {"draw", Outcome::kDraw},
    {"loss for the stalemated side", Outcome::kLoss},
    {"win for the stalemated side", Outcome::kWin}};
const char* const kSides[] = {"white", "black"};

Outcome outcome_named(const std::string& text) {
  for (int o = 0; o < kOutcomes; ++o)
    if (text == name(static_cast<Outcome>(o))) return static_cast<Outcome>(o);
  return Outcome::kDraw;
}

// Camps of a cross: the arms that the missing corners leave. Every square beyond the corners'
// depth from an edge is in that edge's camp.
void set_camps(Board& board) {
  int depth = 0;
  while (!board.exists(board.at(depth, 0))) ++depth;
  board.squares().for_each([&](Square s) {
    const int f = board.file(s), r = board.rank(s);
    if (r < depth) board.set_camp(s, 1);
    if (r >= board.ranks() - depth) board.set_camp(s, 2);
    if (f < depth) board.set_camp(s, 3);
    if (f >= board.files() - depth) board.set_camp(s, 4);
  });
}

Result<Board> read_board(const Json& game) {
  auto board = Board::rectangle(game.at("files"), game.at("ranks"), game.at("first_rank"));
  if (!board) return board.error();
  for (const std::string hole : game.at("holes")) board->remove(board->find(hole).value());
  for (const std::string square : game.at("brouhaha"))
    board->set_vanishing(board->find(square).value());
  if (game.at("camp_rule")) set_camps(*board);
  return board;
}

Result<GameRules> read_rules(const Json& json, std::map<std::string, int>& kind_of) {
  const Json& game = json.at("game");
  GameRules rules;
  rules.name = game.at("name");
  auto board = read_board(game);
  if (!board) return board.error();
  rules.board = *board;
  rules.camp_rule = game.at("camp_rule");
  const auto stalemate = kStalemates.find(game.at("stalemate"));
  if (stalemate != kStalemates.end()) rules.stalemate = stalemate->second;
  for (const auto& [kind_name, kind] : json.at("kinds").items()) {
    kind_of[kind_name] = static_cast<int>(rules.kinds.size());
    Kind k;
    k.letter = kind.at("letter").get<std::string>().at(0);
    k.name = kind_name;
    const auto steps = fairy_man(kind_name);
    if (!steps) return steps.error().in(kind_name);
    for (const std::size_t side : {0U, 1U}) {
      const auto& men = json.at(kSides[side]);
      if (std::find(men.begin(), men.end(), kind_name) != men.end()) k.steps[side] = *steps;
    }
    rules.kinds.push_back(std::move(k));
  }
  for (const std::size_t side : {0U, 1U}) {
    rules.royal[side] = kind_of.at(json.at(kSides[side]).at(0));
    rules.forward[side] =
        kDirections.at(game.at(std::string(kSides[side]) + "_forward").get<std::string>());
  }
  return rules;
}

Material read_material(const Json& json, const std::map<std::string, int>& kind_of) {
  Material material;
  for (const std::size_t side : {0U, 1U}) {
    auto& men = material.men[side];
    for (const std::string man : json.at(kSides[side])) men.push_back(kind_of.at(man));
    std::sort(men.begin() + 1, men.end());
  }
  return material;
}

SideStatistics read_side(const Json& json) {
  SideStatistics side;
  side.legal = json.at("legal");
  for (const auto& [outcome_name, o] : json.at("outcomes").items()) {
    OutcomeStatistics& s = side.outcomes[static_cast<unsigned>(outcome_named(outcome_name))];
    s.count = o.at("count");
    for (const auto& pair : o.at("hist"))
      if (pair.at(0) != kNoDistance) s.histogram.emplace_back(pair.at(0), pair.at(1));
    if (o.contains("example")) s.longest_fen = o.at("example").at("fen");
  }
  return side;
}

CaseSample read_sample(const Json& json, const Board& board,
                       const std::map<std::string, int>& kind_of) {
  CaseSample sample;
  sample.fen = json.at("fen");
  sample.position.to_move = json.at("stm") == "w" ? Side::kWhite : Side::kBlack;
  for (const std::string man : json.at("pieces")) {  // "w:K@a1"
    const std::size_t at = man.find('@');
    sample.position.add({kind_of.at(man.substr(2, at - 2)),
                         man[0] == 'w' ? Side::kWhite : Side::kBlack,
                         board.find(man.substr(at + 1)).value()});
  }
  sample.value = {outcome_named(json.at("outcome")), json.at("plies")};
  if (!json.contains("best")) return sample;
  sample.best.emplace();
  for (const std::string text : json.at("best")) {  // "g4-d7"
    const std::size_t dash = text.find('-');
    sample.best->push_back({board.find(text.substr(0, dash)).value(),
                            board.find(text.substr(dash + 1)).value(), false});
  }
  std::sort(sample.best->begin(), sample.best->end());
  return sample;
}

bool has_other_outcomes(const Json& game) {
  return game.at("points") || game.at("bare_kings_draw") || game.at("perpetual_check_wins") ||
         !kStalemates.contains(game.at("stalemate"));
}

}  // namespace

std::string case_copy_path() { return AUGMATE_SOURCE_DIR "/tests/data/cases.jsonl"; }
std::string shared_case_path() { return AUGMATE_SHARED_DIR "/cases.jsonl"; }

std::vector<CaseLine> read_lines_of(const std::string& path) {
  std::vector<CaseLine> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const Json json = Json::parse(line);
    lines.push_back({json.at("id"), line});
  }
  return lines;
}

std::vector<CaseLine> read_case_lines() {
  std::vector<CaseLine> lines = read_lines_of(shared_case_path());
  std::set<std::string> ids;
  for (const CaseLine& line : lines) ids.insert(line.id);
  for (CaseLine& line : read_lines_of(case_copy_path()))
    if (!ids.contains(line.id)) lines.push_back(std::move(line));
  return lines;
}

std::optional<std::string> not_covered(const CaseLine& line) {
  const Json json = Json::parse(line.json);
  for (const char* side : kSides)
    for (const std::string man : json.at(side)) {
      if (man == "P" || man == "Berolina") return "pawns";
      if (man == "Joker") return "a Joker";
    }
  return std::nullopt;
}

Result<Case> read_case(const CaseLine& line) {
  const Json json = Json::parse(line.json);
  std::map<std::string, int> kind_of;
  auto rules = read_rules(json, kind_of);
  if (!rules) return rules.error();
  Case c;
  c.id = line.id;
  c.rules = std::move(*rules);
  c.material = read_material(json, kind_of);
  c.mates_only = has_other_outcomes(json.at("game"));
  c.sides = {read_side(json.at("stats").at(0).at("wtm")),
             read_side(json.at("stats").at(0).at("btm"))};
  for (const Json& sample : json.at("samples"))
    c.samples.push_back(read_sample(sample, c.rules.board, kind_of));
  return c;
}

double placements(const CaseLine& line) {
  const Json json = Json::parse(line.json);
  const double squares =
      json.at("game").at("files").get<double>() * json.at("game").at("ranks").get<double>();
  return std::pow(squares, static_cast<double>(json.at("white").size() + json.at("black").size()));
}

}  // namespace augmate::test
