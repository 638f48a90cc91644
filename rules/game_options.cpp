// SPDX-License-Identifier: MIT
#include "rules/game_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "rules/betza.h"
#include "rules/kind_text.h"
#include "rules/square_list.h"

namespace augmate {
namespace {

Result<std::pair<int, int>> parse_size(const std::string& text) {
  int files = 0, ranks = 0;
  const char* end = text.data() + text.size();
  auto [x, first] = std::from_chars(text.data(), end, files);
  if (first == std::errc{} && x != end && *x == 'x') {
    const auto [stop, second] = std::from_chars(x + 1, end, ranks);
    if (second == std::errc{} && stop == end) return std::pair{files, ranks};
  }
  return Error{ErrorCode::kUsage, fmt::format("--board {}: write files x ranks, as in 12x8", text)};
}

// A board as the options change it; whatever they leave out stays as the variant has it. Another
// size makes a plain rectangle.
Result<Board> make_board(const GameOptions& options, Board board) {
  if (!options.board.empty() || options.first_rank) {
    std::pair<int, int> size{board.files(), board.ranks()};
    if (!options.board.empty()) {
      auto parsed = parse_size(options.board);
      if (!parsed) return parsed.error();
      size = *parsed;
    }
    auto rectangle =
        Board::rectangle(size.first, size.second, options.first_rank.value_or(board.first_rank()));
    if (!rectangle)
      return rectangle.error().in(rectangle.error().code == ErrorCode::kTooLarge
                                      ? "--board " + options.board
                                      : fmt::format("--first-rank {}", *options.first_rank));
    if (options.board.empty())
      for (Square s = 0; s < board.size(); ++s) {
        if (!board.exists(s)) rectangle->remove(s);
        if (board.vanishing().test(s)) rectangle->set_vanishing(s);
        rectangle->set_camp(s, board.camp(s));
      }
    board = *rectangle;
  }
  auto holes = parse_squares(board, options.holes);
  if (!holes) return holes.error().in("--holes");
  auto brouhaha = parse_squares(board, options.brouhaha);
  if (!brouhaha) return brouhaha.error().in("--brouhaha");
  holes->for_each([&](Square s) { board.remove(s); });
  brouhaha->for_each([&](Square s) {
    if (board.exists(s)) board.set_vanishing(s);
  });
  return board;
}

// LETTER=MOVES, for the sides given.
Result<void> set_piece(GameRules& rules, const KindLibrary& library, Dialect dialect,
                       const std::string& option, const std::string& text, bool white, bool black) {
  const auto place = option + " " + text;
  if (text.size() < 3 || text[1] != '=' || text[0] < 'A' || text[0] > 'Z')
    return Error{ErrorCode::kUsage,
                 place + ": write a capital letter, '=' and moves, as in C=WAD or X=Rook+Ferz"};
  const std::string moves = text.substr(2);
  auto steps = library.parse(moves, dialect);
  if (!steps) return steps.error().in(place);
  auto it = std::find_if(rules.kinds.begin(), rules.kinds.end(),
                         [&](const Kind& k) { return k.letter == text[0]; });
  if (it == rules.kinds.end()) {
    rules.kinds.emplace_back();
    it = rules.kinds.end() - 1;
    it->letter = text[0];
    it->name = moves;
  }
  if (!(white && black) && (it->pawn || it->joker))
    return Error{ErrorCode::kUsage,
                 fmt::format("{}: '{}' is a {} of both sides; choose another letter, or replace it "
                             "for both with --piece",
                             place, text[0], it->pawn ? "pawn" : "Joker")};
  it->pawn.reset();
  it->joker = false;
  if (white && black) it->name = moves;
  const std::string* known = library.find(moves);
  for (unsigned side = 0; side < 2; ++side) {
    if (side == 0 ? !white : !black) continue;
    it->notation[side] = known != nullptr ? *known : moves;
    it->steps[side] = *steps;
  }
  if (white != black)
    it->name = it->notation[0] == it->notation[1] || !it->steps[0] || !it->steps[1]
                   ? moves
                   : it->notation[0] + " / " + it->notation[1];
  return {};
}

Result<void> set_royals(GameRules& rules, const std::string& text) {
  if (text.empty()) return {};
  const bool one = text.size() == 1, two = text.size() == 3 && text[1] == ',';
  if (!one && !two)
    return Error{
        ErrorCode::kUsage,
        fmt::format("--royal {}: write one letter, or White's and Black's as in M,K", text)};
  for (unsigned side = 0; side < 2; ++side) {
    const char letter = text[two ? 2 * side : 0];
    const auto it = std::find_if(rules.kinds.begin(), rules.kinds.end(), [&](const Kind& k) {
      return k.letter == letter && k.steps[side];
    });
    if (it == rules.kinds.end())
      return Error{ErrorCode::kUsage, fmt::format("--royal {}: {} has no men '{}'", text,
                                                  side == 0 ? "White" : "Black", letter)};
    rules.royal[side] = static_cast<int>(it - rules.kinds.begin());
  }
  return {};
}

// The highest own rank of a side that looks so.
int last_own_rank(const Board& board, Direction forward) {
  int last = 0;
  board.squares().for_each([&](Square s) { last = std::max(last, own_rank(board, forward, s)); });
  return last;
}

int first_own_rank(const Board& board, Direction forward) {
  int first = last_own_rank(board, forward);
  board.squares().for_each([&](Square s) { first = std::min(first, own_rank(board, forward, s)); });
  return first;
}

// What is said of a pawn's last ranks moves with the far end of the board, what is said of its
// first ones with the near end. A board without room for pawns has none.
void fit_pawn(Kind& kind, int near, int far) {
  PawnRule& rule = *kind.pawn;
  const auto old = rule.steps;
  rule.first_rank += near;
  rule.last_rank += far;
  rule.steps = {};
  for (Promotion& p : rule.promotions) p.rank += far;
  if (rule.first_rank > rule.last_rank) {
    kind.pawn.reset();
    kind.steps = {};
    return;
  }
  const int end = rule.promotions.empty() ? rule.last_rank + 1 : rule.promotions.front().rank;
  for (int rank = 0; rank < static_cast<int>(old.size()); ++rank) {
    const int to = rank + near;
    const int most = std::min<int>(old[static_cast<std::size_t>(rank)], end - 1 - to);
    if (most > 1 && to >= 0 && to < static_cast<int>(old.size()))
      rule.steps[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(most);
  }
  rule.en_passant = rule.en_passant && *std::max_element(rule.steps.begin(), rule.steps.end()) > 1;
}

Result<void> fit_pawns(GameRules& rules, const GameRules& before) {
  std::array<int, 2> near{}, far{};
  for (unsigned side = 0; side < 2; ++side) {
    near[side] = first_own_rank(rules.board, rules.forward[side]) -
                 first_own_rank(before.board, before.forward[side]);
    far[side] = last_own_rank(rules.board, rules.forward[side]) -
                last_own_rank(before.board, before.forward[side]);
  }
  if (near == std::array{0, 0} && far == std::array{0, 0}) return {};
  const bool pawns = std::any_of(rules.kinds.begin(), rules.kinds.end(),
                                 [](const Kind& k) { return k.pawn.has_value(); });
  if (pawns && (near[0] != near[1] || far[0] != far[1]))
    return Error{
        ErrorCode::kNotCovered,
        "pawns whose ranks are other ones for the two sides are not covered; say the game in "
        "a variant file, with 'promotion' and 'pawnRanks' or 'pawn = -'"};
  for (Kind& kind : rules.kinds)
    if (kind.pawn) fit_pawn(kind, near[0], far[0]);
  return {};
}

Direction direction_of(const std::string& text, Direction otherwise) {
  if (text.empty()) return otherwise;
  return text == "north"   ? Direction::kNorth
         : text == "east"  ? Direction::kEast
         : text == "south" ? Direction::kSouth
                           : Direction::kWest;
}

// The options as typed, so that a table made for a game without a name says how it came about.
std::string changes(const GameOptions& o) {
  std::string text;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} {}", option, value);
  };
  add("--board", o.board);
  if (o.first_rank) add("--first-rank", std::to_string(*o.first_rank));
  add("--holes", o.holes);
  add("--brouhaha", o.brouhaha);
  for (const auto& p : o.pieces) add("--piece", p);
  for (const auto& p : o.white) add("--white", p);
  for (const auto& p : o.black) add("--black", p);
  add("--royal", o.royal);
  add("--forward-white", o.forward_white);
  add("--forward-black", o.forward_black);
  add("--stalemate", o.stalemate);
  add("--bare-king", o.bare_king);
  add("--perpetual-check", o.perpetual_check);
  if (o.move_rule > 0) add("--move-rule", std::to_string(o.move_rule));
  if (o.dialect != "betza" && !(o.pieces.empty() && o.white.empty() && o.black.empty()))
    add("--dialect", o.dialect);
  return text;
}

void change_outcomes(GameRules& rules, const GameOptions& options) {
  for (int i = 0; i < kOutcomes; ++i)
    if (const auto o = static_cast<Outcome>(i); options.stalemate == name(o)) rules.stalemate = o;
  if (options.bare_king == "none") rules.bare_royal.reset();
  if (options.bare_king == "draw") rules.bare_royal = Outcome::kDraw;
  if (options.bare_king == "loss") rules.bare_royal = Outcome::kLoss;
  if (!options.perpetual_check.empty())
    rules.perpetual_check_wins = options.perpetual_check == "win";
  rules.exact_move_rule = options.move_rule;
}

Result<void> change_men(GameRules& rules, const VariantLibrary& library,
                        const GameOptions& options) {
  const auto dialect = find_dialect(options.dialect);
  if (!dialect) return Error{ErrorCode::kUsage, "--dialect: there is no " + options.dialect};
  const auto set_all = [&](const char* option, const std::vector<std::string>& texts, bool white,
                           bool black) -> Result<void> {
    std::map<std::string, std::string> said;  // by letter
    for (const std::string& text : texts) {
      const auto [before, first] = said.emplace(text.substr(0, text.find('=')), text);
      if (!first && before->second != text)
        return Error{ErrorCode::kUsage,
                     fmt::format("{0} {1}: {0} {2} says otherwise", option, text, before->second)};
      if (auto ok = set_piece(rules, library.kinds(), *dialect, option, text, white, black); !ok)
        return ok;
    }
    return {};
  };
  if (auto ok = set_all("--piece", options.pieces, true, true); !ok) return ok;
  if (auto ok = set_all("--white", options.white, true, false); !ok) return ok;
  if (auto ok = set_all("--black", options.black, false, true); !ok) return ok;
  return set_royals(rules, options.royal);
}

}  // namespace

Result<Variants> find_variant(const std::string& variant, const std::string& folder) {
  auto library = VariantLibrary::open(folder);
  if (!library) return in_file(library.error());
  const auto ini = variant.rfind(".ini");
  if (ini == std::string::npos) return Variants{std::move(*library), variant};
  const std::string path = variant.substr(0, ini + 4);
  if (variant.size() > ini + 4 && variant[ini + 4] != ':')
    return Error{ErrorCode::kUsage, "--variant " + variant + ": write FILE.ini or FILE.ini:NAME"};
  auto names = library->read_file(path);
  if (!names) return in_file(names.error());
  if (variant.size() > ini + 5) {
    const std::string name = variant.substr(ini + 5);
    return Variants{std::move(*library), name};
  }
  if (names->size() > 1)
    return Error{
        ErrorCode::kUsage,
        fmt::format("--variant {}: the file has several variants; write {}:NAME with one of {}",
                    path, path, fmt::join(*names, ", "))};
  return Variants{std::move(*library), names->front()};
}

Result<GameRules> make_rules(const GameOptions& options) {
  auto variants = find_variant(options.variant);
  if (!variants) return variants.error();
  auto variant = variants->library.load(variants->name);
  if (!variant)
    return variant.error().code == ErrorCode::kUsage ? variant.error() : in_file(variant.error());
  const GameRules before = variant->rules;
  GameRules rules = std::move(variant->rules);
  auto board = make_board(options, rules.board);
  if (!board) return board.error();
  rules.board = *board;
  if (auto ok = change_men(rules, variants->library, options); !ok) return ok.error();
  rules.forward = {direction_of(options.forward_white, rules.forward[0]),
                   direction_of(options.forward_black, rules.forward[1])};
  if (auto ok = fit_pawns(rules, before); !ok) return ok.error();
  change_outcomes(rules, options);
  rules.name += changes(options);
  return rules;
}

Result<std::shared_ptr<const Game>> make_game(const GameOptions& options) {
  auto rules = make_rules(options);
  if (!rules) return rules.error();
  return Game::create(std::move(*rules));
}

Error with_game(const Error& error, const GameOptions& options) {
  if (error.code != ErrorCode::kMissingTable) return error;
  return {error.code, error.message + command_words(options)};
}

std::string command_words(const GameOptions& options) {
  return (options.variant == "chess" ? "" : " --variant " + options.variant) + changes(options);
}

std::string board_text(const Board& board) {
  std::string text = fmt::format("{}x{}", board.files(), board.ranks());
  if (board.first_rank() != 1) text += fmt::format(" from rank {}", board.first_rank());
  std::string holes, brouhaha;
  for (Square s = 0; s < board.size(); ++s) {
    if (!board.exists(s)) holes += " " + board.name(s);
    if (board.vanishing().test(s)) brouhaha += " " + board.name(s);
  }
  if (!holes.empty()) text += " without" + holes;
  if (!brouhaha.empty()) text += " brouhaha" + brouhaha;
  return text;
}

}  // namespace augmate
