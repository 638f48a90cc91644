// SPDX-License-Identifier: MIT
#include "tests/support/games.h"

#include <cstdio>
#include <cstdlib>

#include "tests/support/fairy_men.h"

namespace augmate::test {
namespace {

template <class T>
T must(Result<T> result) {
  if (result) return std::move(result).value();
  std::fprintf(stderr, "test set-up: %s\n", result.error().message.c_str());
  std::abort();
}

}  // namespace

GameRules plain_rules(int files, int ranks, const Men& men) {
  GameRules rules;
  rules.board = must(Board::rectangle(files, ranks));
  for (const auto& [letter, name] : men) {
    Kind kind;
    kind.letter = letter;
    kind.name = name;
    kind.steps[0] = kind.steps[1] = must(fairy_man(name));
    rules.kinds.push_back(std::move(kind));
  }
  return rules;
}

std::shared_ptr<const Game> make_game(GameRules rules) {
  return must(Game::create(std::move(rules)));
}

Material material(const Game& game, const std::string& text) {
  return must(parse_material(game, text));
}

Square square(const Board& board, const std::string& name) { return board.find(name).value(); }

}  // namespace augmate::test
