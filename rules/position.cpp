// SPDX-License-Identifier: MIT
#include "rules/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace augmate {
namespace {

constexpr const char* side_name(Side side) { return side == Side::kWhite ? "White" : "Black"; }

std::string letters_of(const Game& game, Side side) {
  std::string letters;
  for (const Kind& kind : game.kinds())
    if (kind.steps[index(side)]) letters += kind.letter;
  return letters;
}

Result<int> kind_at(const Game& game, Side side, std::string_view text, std::size_t at) {
  const char letter = text[at];
  const auto place = fmt::format("material '{}', column {}", text, at + 1);
  if (letter >= 'a' && letter <= 'z')
    return Error{ErrorCode::kBadNotation,
                 fmt::format("{}: '{}': both sides' men are written in capitals, as in KRvK", place,
                             letter)};
  const auto kind = game.kind_of(letter);
  if (!kind || !game.kinds()[static_cast<unsigned>(*kind)].steps[index(side)])
    return Error{ErrorCode::kBadNotation,
                 fmt::format("{}: {} has no men '{}' in {}; it has {}", place, side_name(side),
                             letter, game.rules().name, letters_of(game, side))};
  return *kind;
}

// The royal first, the others in the game's order.
void sort_men(const Game& game, Side side, std::vector<int>& men) {
  std::sort(men.begin(), men.end(), [&](int a, int b) {
    const bool a_royal = a == game.royal(side), b_royal = b == game.royal(side);
    return a_royal != b_royal ? a_royal : a < b;
  });
}

Result<std::vector<int>> parse_side(const Game& game, Side side, std::string_view text,
                                    std::size_t begin, std::size_t end) {
  std::vector<int> men;
  for (std::size_t i = begin; i < end; ++i) {
    auto kind = kind_at(game, side, text, i);
    if (!kind) return kind.error();
    men.push_back(*kind);
  }
  const auto royals = std::count(men.begin(), men.end(), game.royal(side));
  if (royals != 1)
    return Error{ErrorCode::kBadNotation,
                 fmt::format("material '{}': {} has {} royal men ({}), each side has exactly one",
                             text, side_name(side), royals,
                             game.kinds()[static_cast<unsigned>(game.royal(side))].letter)};
  sort_men(game, side, men);
  return men;
}

}  // namespace

Result<Material> parse_material(const Game& game, std::string_view text) {
  const auto v = text.find('v');
  if (v == std::string_view::npos || text.find('v', v + 1) != std::string_view::npos)
    return Error{
        ErrorCode::kBadNotation,
        fmt::format("material '{}': write White's men, one 'v' and Black's men, as in KRvK", text)};
  auto white = parse_side(game, Side::kWhite, text, 0, v);
  if (!white) return white.error();
  auto black = parse_side(game, Side::kBlack, text, v + 1, text.size());
  if (!black) return black.error();
  Material material{{std::move(*white), std::move(*black)}};
  if (material.count() > kMaxMen)
    return Error{ErrorCode::kNotCovered,
                 fmt::format("material '{}': {} men, {} at most are covered", text,
                             material.count(), kMaxMen)};
  return material;
}

std::string material_name(const Game& game, const Material& material) {
  std::string name;
  for (unsigned side = 0; side < 2; ++side) {
    if (side == 1) name += 'v';
    for (const int kind : material.men[side])
      name += game.kinds()[static_cast<unsigned>(kind)].letter;
  }
  return name;
}

bool has_joker(const Game& game, const Position& position, Side side) {
  return std::any_of(position.begin(), position.end(),
                     [&](const Man& m) { return m.side == side && game.kind(m.kind).joker; });
}

Material material_of(const Game& game, const Position& position) {
  Material material;
  for (const Man& man : position) material.men[index(man.side)].push_back(man.kind);
  for (const Side side : {Side::kWhite, Side::kBlack})
    sort_men(game, side, material.men[index(side)]);
  return material;
}

std::string draw(const Game& game, const Position& position) {
  const Board& board = game.board();
  std::string cells(static_cast<std::size_t>(board.size()), ' ');
  for (Square s = 0; s < board.size(); ++s)
    if (board.exists(s)) cells[static_cast<unsigned>(s)] = board.open_when_empty(s) ? '.' : '*';
  for (const Man& man : position) {
    const char letter = game.kinds()[static_cast<unsigned>(man.kind)].letter;
    cells[static_cast<unsigned>(man.square)] =
        man.side == Side::kWhite ? letter : static_cast<char>(letter - 'A' + 'a');
  }
  std::string text;
  for (int rank = board.ranks() - 1; rank >= -1; --rank) {
    std::string line = rank < 0 ? "   " : fmt::format("{:3}", board.first_rank() + rank);
    for (int file = 0; file < board.files(); ++file) {
      line += ' ';
      line += rank < 0 ? static_cast<char>('a' + file)
                       : cells[static_cast<unsigned>(board.at(file, rank))];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace augmate
