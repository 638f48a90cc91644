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
    {"win for the stalemated side", Outcome::kWin},
    {"1/4 for the stalemated side", Outcome::kDisadvantage}};
// Points of kinds in Grand Apothecary (RULES.md section 4).
const std::map<std::string, int> kPoints = {
    {"Q", 9},           {"Dragon", 9},     {"Griffin", 9}, {"Lion", 9},  {"Tiger", 9},
    {"Vulture", 6},     {"R", 6},          {"Sangoma", 6}, {"Joker", 4}, {"B", 3},
    {"Knightrider", 6}, {"Cannon", 3},     {"Wizard", 3},  {"P", 1},     {"Berolina", 1},
    {"Champion", 3},    {"ApothKnight", 3}};
// What a side can own there, where it is more or less than one of a kind.
const std::map<std::string, int> kMost = {
    {"Q", 2},        {"R", 5},      {"Knightrider", 3}, {"B", 4},       {"ApothKnight", 3},
    {"Champion", 3}, {"Cannon", 2}, {"Wizard", 2},      {"Vulture", 2}, {"Sangoma", 2},
    {"Joker", 2},    {"Dragon", 1}, {"Griffin", 1},     {"Tiger", 1},   {"Lion", 1}};
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

Result<Kind> read_kind(const std::string& kind_name, char letter, bool apothecary) {
  Kind k;
  k.letter = letter;
  k.name = kind_name;
  k.joker = kind_name == "Joker";
  auto steps = k.joker ? Result<StepGraph>(StepGraph{}) : fairy_man(kind_name);
  if (!steps) return steps.error().in(kind_name);
  k.steps = {*steps, *steps};
  const auto number = [&](const std::map<std::string, int>& table) {
    const auto it = table.find(kind_name);
    return apothecary && it != table.end() ? it->second : 0;
  };
  k.points = number(kPoints);
  k.heavy = k.points == 9;
  k.most = number(kMost);
  return k;
}

std::vector<std::pair<int, std::vector<std::string>>> promotions_of(const Json& game) {
  if (game.at("promotes_to").size() != 1 || game.at("promotes_to").at(0) != "as RULES.md section 4")
    return {{game.at("promotes_on"), game.at("promotes_to").get<std::vector<std::string>>()}};
  std::vector<std::string> kinds = {"B", "ApothKnight", "Cannon", "Wizard", "Champion"};
  std::vector<std::pair<int, std::vector<std::string>>> all = {{10, kinds}};
  kinds.insert(kinds.end(), {"R", "Joker", "Knightrider", "Vulture", "Sangoma"});
  all.emplace_back(11, kinds);
  kinds.insert(kinds.end(), {"Q", "Dragon", "Griffin", "Tiger", "Lion"});
  all.emplace_back(12, kinds);
  return all;
}

void set_multi_steps(const std::string& text, PawnRule& pawn) {
  if (text.starts_with("orthodox")) {
    pawn.steps[2] = 2;
  } else if (text.starts_with("14 Augmenters")) {
    pawn.steps[2] = 3;
    pawn.steps[3] = pawn.steps[4] = pawn.steps[5] = 2;
  } else if (text.starts_with("Grand Apothecary")) {
    for (std::size_t rank = 1; rank <= 5; ++rank)
      pawn.steps[rank] = static_cast<std::uint8_t>(6 - rank);
  }
}

// Makes P and Berolina pawns, and adds the kinds that they may become and that have no letter yet.
Result<void> add_pawns(const Json& json, GameRules& rules, std::map<std::string, int>& kind_of) {
  const Json& game = json.at("game");
  PawnRule pawn;
  pawn.first_rank = game.at("pawn_ranks").at(0);
  pawn.last_rank = game.at("pawn_ranks").at(1);
  pawn.en_passant = game.at("en_passant");
  set_multi_steps(game.at("pawn_moves"), pawn);
  if (!kind_of.contains("P") && !kind_of.contains("Berolina")) return {};
  const auto promotions = promotions_of(game);
  for (const auto& [rank, names] : promotions) {
    Promotion p{rank, rank == promotions.back().first, {}};
    for (const std::string& name : names) {
      if (!kind_of.contains(name)) {
        char letter = 'A';
        while (std::any_of(rules.kinds.begin(), rules.kinds.end(),
                           [&](const Kind& k) { return k.letter == letter; }))
          ++letter;
        auto kind = read_kind(name, letter, rules.points_settle);
        if (!kind) return kind.error();
        kind_of[name] = static_cast<int>(rules.kinds.size());
        rules.kinds.push_back(std::move(*kind));
      }
      p.kinds.push_back(kind_of.at(name));
    }
    std::sort(p.kinds.begin(), p.kinds.end());
    pawn.promotions.push_back(std::move(p));
  }
  for (Kind& k : rules.kinds)
    if (k.name == "P" || k.name == "Berolina") k.pawn = pawn;
  return {};
}

Result<GameRules> read_rules(const Json& json, std::map<std::string, int>& kind_of) {
  const Json& game = json.at("game");
  GameRules rules;
  rules.name = game.at("name");
  auto board = read_board(game);
  if (!board) return board.error();
  rules.board = *board;
  rules.camp_rule = game.at("camp_rule");
  rules.stalemate = kStalemates.at(game.at("stalemate"));
  rules.points_settle = game.at("points");
  rules.bare_royals_draw = game.at("bare_kings_draw");
  rules.perpetual_check_wins = game.at("perpetual_check_wins");
  for (const auto& [kind_name, kind] : json.at("kinds").items()) {
    kind_of[kind_name] = static_cast<int>(rules.kinds.size());
    auto k = read_kind(kind_name, kind.at("letter").get<std::string>().at(0), rules.points_settle);
    if (!k) return k.error();
    rules.kinds.push_back(std::move(*k));
  }
  if (auto ok = add_pawns(json, rules, kind_of); !ok) return ok.error();
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

std::array<int, 2> read_imitates(const Json& json, const std::map<std::string, int>& kind_of) {
  std::array<int, 2> imitates = {-1, -1};
  for (const std::size_t side : {0U, 1U}) {
    const std::string key = std::string(kSides[side]) + "_joker_as";
    if (json.contains(key) && json.at(key) != "nothing") imitates[side] = kind_of.at(json.at(key));
  }
  return imitates;
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
  sample.position.imitates = read_imitates(json, kind_of);
  if (!json.contains("best")) return sample;
  sample.best = json.at("best").get<std::vector<std::string>>();
  std::sort(sample.best->begin(), sample.best->end());
  return sample;
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

std::string case_text(const Game& game, const Move& move) {
  std::string text = game.board().name(move.from) + "-" + game.board().name(move.to);
  if (move.promotion >= 0) text += "=" + game.kind(move.promotion).name;
  return text;
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
  for (const Json& state : json.at("stats"))
    c.states.push_back(
        {read_imitates(state, kind_of), {read_side(state.at("wtm")), read_side(state.at("btm"))}});
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
