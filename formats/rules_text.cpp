// SPDX-License-Identifier: MIT
#include "formats/rules_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "formats/internal/kinds_in_play.h"

namespace augmate {
namespace {

constexpr std::string_view kVersion = "1";
constexpr std::array<const char*, 2> kSides = {"white", "black"};
constexpr std::array<const char*, 4> kDirections = {"north", "east", "south", "west"};

// One line's worth of a label that people wrote.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

class TextWriter {
 public:
  void line(const std::string& key, const std::string& value) {
    text_ += value.empty() ? key + " =\n" : key + " = " + value + '\n';
  }
  template <class Keep>
  void squares(const std::string& key, const Board& grid, Keep&& keep) {
    std::string names;
    for (Square s = 0; s < grid.size(); ++s) {
      if (!keep(s)) continue;
      if (!names.empty()) names += ' ';
      names += grid.name(s);
    }
    if (!names.empty()) line(key, names);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void write_board(TextWriter& out, const Board& board) {
  out.line("board", fmt::format("{}x{}", board.files(), board.ranks()));
  out.line("first_rank", std::to_string(board.first_rank()));
  out.squares("holes", board, [&](Square s) { return !board.exists(s); });
  out.squares("vanishing", board, [&](Square s) { return board.vanishing().test(s); });
  for (int camp = 1; camp < 256; ++camp)
    out.squares(fmt::format("camp.{}", camp), board,
                [&](Square s) { return board.camp(s) == camp; });
}

using internal::kinds_in_play;
using internal::KindsInPlay;

void write_pawn(TextWriter& out, const Game& game, const std::string& letter,
                const PawnRule& pawn) {
  out.line(letter + ".ranks", fmt::format("{} {}", pawn.first_rank, pawn.last_rank));
  std::string steps;
  for (std::size_t rank = 0; rank < pawn.steps.size(); ++rank)
    if (pawn.steps[rank] > 1)
      steps += fmt::format("{}{}:{}", steps.empty() ? "" : " ", rank, pawn.steps[rank]);
  if (!steps.empty()) out.line(letter + ".multi_steps", steps);
  out.line(letter + ".en_passant", pawn.en_passant ? "yes" : "no");
  std::map<int, std::string> promotions;
  std::set<int> forced;
  for (const Promotion& p : pawn.promotions) {
    if (p.forced) forced.insert(p.rank);
    for (const int kind : p.kinds) promotions[p.rank] += std::string(" ") + game.kind(kind).letter;
  }
  for (const int rank : forced) promotions.try_emplace(rank);
  for (const auto& [rank, kinds] : promotions)
    out.line(fmt::format("{}.promotes.{}", letter, rank),
             (forced.count(rank) > 0 ? "forced" : "optional") + kinds);
}

// A kind in play, with each side's moves where the side has such men; if there may be Jokers, which
// move as the other side's men, with all moves that the game has.
void write_kind(TextWriter& out, const Game& game, int number, const KindsInPlay& in_play) {
  const Kind& kind = game.kind(number);
  const std::string letter(1, kind.letter);
  out.line(letter + ".name", one_line(kind.name));
  if (kind.joker) out.line(letter + ".joker", "yes");
  if (kind.pawn) write_pawn(out, game, letter, *kind.pawn);
  if (kind.most > 0 && (in_play.promoted[0].count(number) + in_play.promoted[1].count(number)) > 0)
    out.line(letter + ".most", std::to_string(kind.most));
  if (game.rules().points_settle) {
    out.line(letter + ".points", std::to_string(kind.points));
    if (kind.heavy) out.line(letter + ".heavy", "yes");
  }
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto& steps = kind.steps[index(side)];
    if (!steps || !(in_play.has(side, number) || in_play.any_joker())) continue;
    const std::string key = letter + '.' + kSides[index(side)];
    out.line(key + ".notation", one_line(kind.notation[index(side)]));
    out.line(key + ".steps", to_text(normalized(*steps)));
  }
}

void write_outcomes(TextWriter& out, const GameRules& rules) {
  out.line("stalemate", name(rules.stalemate));
  if (rules.bare_royal) out.line("bare_royal", name(*rules.bare_royal));
  if (rules.bare_royals_draw) out.line("bare_royals_draw", "yes");
  if (rules.points_settle) out.line("points_ahead", std::to_string(rules.points_ahead));
  if (rules.perpetual_check_wins) out.line("perpetual_check_wins", "yes");
  if (rules.exact_move_rule > 0) out.line("exact_move_rule", std::to_string(rules.exact_move_rule));
  out.line("move_rule", std::to_string(rules.move_rule));
}

Error bad(std::string what) { return {ErrorCode::kBadNotation, "rules text: " + std::move(what)}; }

constexpr int kLargestNumber = 1000000;  // sums of some stay far from overflow

std::optional<int> whole_number(std::string_view text) {
  int n = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), n);
  const bool whole = code == std::errc{} && end == text.data() + text.size();
  if (!whole || n < -kLargestNumber || n > kLargestNumber) return std::nullopt;
  return n;
}

// Takes off the text up to the next separator.
std::string_view next_word(std::string_view& text, char separator) {
  const auto at = text.find(separator);
  const std::string_view word = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return word;
}

struct Line {
  std::string_view key, value;
  bool used = false;
};

class TextReader {
 public:
  static Result<TextReader> split(std::string_view text) {
    TextReader reader;
    for (std::size_t number = 1; !text.empty(); ++number) {
      const auto end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      const auto mark = line.find(" =");
      if (mark == std::string_view::npos) return bad(fmt::format("line {} has no ' ='", number));
      std::string_view value = line.substr(mark + 2);
      if (!value.empty() && value[0] == ' ') value.remove_prefix(1);
      const std::string_view key = line.substr(0, mark);
      if (reader.find(key) != nullptr) return bad(fmt::format("line {}: '{}' again", number, key));
      reader.lines_.push_back({key, value});
    }
    return reader;
  }

  std::optional<std::string_view> take(std::string_view key) {
    Line* line = find(key);
    if (line == nullptr) return std::nullopt;
    line->used = true;
    return line->value;
  }
  Result<std::string_view> need(std::string_view key) {
    const auto value = take(key);
    if (!value) return bad(fmt::format("'{}' is missing", key));
    return *value;
  }
  Result<int> number(std::string_view key) {
    const auto value = need(key);
    if (!value) return value.error();
    const auto n = whole_number(*value);
    if (!n) return bad(fmt::format("'{}' is no number", key));
    return *n;
  }
  Result<int> number(std::string_view key, int absent) {
    if (find(key) == nullptr) return absent;
    return number(key);
  }
  // "yes" or "no"; no if absent.
  Result<bool> flag(std::string_view key) {
    if (find(key) == nullptr) return false;
    const auto yes = word(key, std::array<std::string_view, 2>{"no", "yes"});
    if (!yes) return yes.error();
    return *yes == 1;
  }
  template <class Names>
  Result<int> word(std::string_view key, const Names& names) {
    const auto value = need(key);
    if (!value) return value.error();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (*value == names[i]) return static_cast<int>(i);
    return bad(fmt::format("'{}' cannot be '{}'", key, *value));
  }
  bool has(std::string_view key) { return find(key) != nullptr; }
  Result<void> nothing_left() const {
    for (const Line& line : lines_)
      if (!line.used) return bad(fmt::format("unknown key '{}'", line.key));
    return {};
  }
  const std::vector<Line>& lines() const { return lines_; }

 private:
  Line* find(std::string_view key) {
    const auto it = std::find_if(lines_.begin(), lines_.end(),
                                 [&](const Line& line) { return line.key == key; });
    return it == lines_.end() ? nullptr : &*it;
  }

  std::vector<Line> lines_;
};

Result<SquareSet> read_squares(TextReader& in, const std::string& key, const Board& grid) {
  SquareSet squares;
  std::string_view left = in.take(key).value_or("");
  while (!left.empty()) {
    const std::string_view name = next_word(left, ' ');
    const auto square = grid.find(name);
    if (!square) return bad(fmt::format("'{}': no square '{}'", key, name));
    squares.set(*square);
  }
  return squares;
}

Result<Board> read_board(TextReader& in) {
  const auto size = in.need("board");
  if (!size) return size.error();
  const auto first_rank = in.number("first_rank");
  if (!first_rank) return first_rank.error();
  int files = 0, ranks = 0;
  const char* end = size->data() + size->size();
  const auto x = std::from_chars(size->data(), end, files);
  if (x.ec != std::errc{} || x.ptr == end || *x.ptr != 'x' ||
      std::from_chars(x.ptr + 1, end, ranks).ptr != end)
    return bad(fmt::format("the board '{}' is no size as in 8x8", *size));
  const auto grid = Board::rectangle(files, ranks, *first_rank);
  if (!grid) return grid.error();
  Board board = *grid;
  const auto holes = read_squares(in, "holes", *grid);
  if (!holes) return holes.error();
  const auto vanishing = read_squares(in, "vanishing", *grid);
  if (!vanishing) return vanishing.error();
  for (int camp = 1; camp < 256; ++camp) {
    const auto squares = read_squares(in, fmt::format("camp.{}", camp), *grid);
    if (!squares) return squares.error();
    squares->for_each([&](Square s) { board.set_camp(s, camp); });
  }
  vanishing->for_each([&](Square s) { board.set_vanishing(s); });
  holes->for_each([&](Square s) { board.remove(s); });
  return board;
}

// The number of a kind by its letter.
using Letters = std::map<char, int>;

Result<void> read_multi_steps(TextReader& in, const std::string& key, PawnRule& pawn) {
  std::string_view left = in.take(key).value_or("");
  while (!left.empty()) {
    std::string_view entry = next_word(left, ' ');
    const auto rank = whole_number(next_word(entry, ':')), steps = whole_number(entry);
    if (!rank || *rank < 0 || *rank >= static_cast<int>(pawn.steps.size()) || !steps ||
        *steps < 2 || *steps >= kMaxBoardSide)
      return bad(fmt::format("'{}' is no list of ranks and steps as in 2:3", key));
    pawn.steps[static_cast<std::size_t>(*rank)] = static_cast<std::uint8_t>(*steps);
  }
  return {};
}

Result<Promotion> read_promotion(std::string_view value, std::string_view key, int rank,
                                 const Letters& letters) {
  Promotion p;
  p.rank = rank;
  const std::string_view how = next_word(value, ' ');
  if (how != "forced" && how != "optional")
    return bad(fmt::format("'{}' cannot be '{}'", key, how));
  p.forced = how == "forced";
  while (!value.empty()) {
    const std::string_view letter = next_word(value, ' ');
    const auto kind = letter.size() == 1 ? letters.find(letter[0]) : letters.end();
    if (kind == letters.end()) return bad(fmt::format("'{}': no kind '{}'", key, letter));
    p.kinds.push_back(kind->second);
  }
  return p;
}

// Nothing if the kind is no pawn.
Result<std::optional<PawnRule>> read_pawn(TextReader& in, char letter, const Letters& letters) {
  PawnRule pawn;
  const std::string key = fmt::format("{}.ranks", letter);
  const auto ranks = in.take(key);
  if (!ranks) return std::optional<PawnRule>();
  std::string_view left = *ranks;
  const auto first = whole_number(next_word(left, ' ')), last = whole_number(left);
  if (!first || !last) return bad(fmt::format("'{}' is no pair of ranks as in 2 7", key));
  pawn.first_rank = *first;
  pawn.last_rank = *last;
  if (auto ok = read_multi_steps(in, fmt::format("{}.multi_steps", letter), pawn); !ok)
    return ok.error();
  const auto en_passant = in.flag(fmt::format("{}.en_passant", letter));
  if (!en_passant) return en_passant.error();
  pawn.en_passant = *en_passant;
  const std::string promotes = fmt::format("{}.promotes.", letter);
  for (const Line& line : in.lines()) {
    if (line.key.substr(0, promotes.size()) != promotes) continue;
    const auto rank = whole_number(line.key.substr(promotes.size()));
    if (!rank) return bad(fmt::format("'{}' names no rank", line.key));
    auto promotion = read_promotion(*in.take(line.key), line.key, *rank, letters);
    if (!promotion) return promotion.error();
    pawn.promotions.push_back(std::move(*promotion));
  }
  std::stable_sort(pawn.promotions.begin(), pawn.promotions.end(),
                   [](const Promotion& a, const Promotion& b) { return a.rank < b.rank; });
  return std::optional<PawnRule>(std::move(pawn));
}

Result<Kind> read_kind(TextReader& in, char letter, const Letters& letters) {
  Kind kind;
  kind.letter = letter;
  kind.name = in.take(fmt::format("{}.name", letter)).value_or("");
  const auto joker = in.flag(fmt::format("{}.joker", letter));
  if (!joker) return joker.error();
  auto pawn = read_pawn(in, letter, letters);
  if (!pawn) return pawn.error();
  const auto most = in.number(fmt::format("{}.most", letter), 0);
  if (!most) return most.error();
  const auto points = in.number(fmt::format("{}.points", letter), 0);
  if (!points) return points.error();
  const auto heavy = in.flag(fmt::format("{}.heavy", letter));
  if (!heavy) return heavy.error();
  kind.joker = *joker;
  kind.pawn = std::move(*pawn);
  kind.most = *most;
  kind.points = *points;
  kind.heavy = *heavy;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string key = fmt::format("{}.{}", letter, kSides[side]);
    kind.notation[side] = in.take(key + ".notation").value_or("");
    const auto text = in.take(key + ".steps");
    if (!text) continue;
    auto steps = step_graph_from_text(*text);
    if (!steps) return steps.error().in("rules text: '" + key + ".steps'");
    kind.steps[side] = std::move(*steps);
  }
  return kind;
}

// Kinds stand in the order of their ".name" lines, which is the game's.
Result<std::vector<Kind>> read_kinds(TextReader& in) {
  std::string order;
  Letters letters;
  for (const Line& line : in.lines()) {
    if (line.key.size() != 6 || line.key.substr(1) != ".name") continue;
    letters.emplace(line.key[0], static_cast<int>(order.size()));
    order += line.key[0];
  }
  std::vector<Kind> kinds;
  for (const char letter : order) {
    auto kind = read_kind(in, letter, letters);
    if (!kind) return kind.error();
    kinds.push_back(std::move(*kind));
  }
  return kinds;
}

Result<void> read_side(TextReader& in, GameRules& rules, std::size_t side) {
  const std::string prefix = kSides[side];
  const auto forward = in.word(prefix + ".forward", kDirections);
  if (!forward) return forward.error();
  rules.forward[side] = static_cast<Direction>(*forward);
  const auto letter = in.need(prefix + ".royal");
  if (!letter) return letter.error();
  const auto kind = std::find_if(rules.kinds.begin(), rules.kinds.end(), [&](const Kind& k) {
    return *letter == std::string_view(&k.letter, 1);
  });
  if (kind == rules.kinds.end()) return bad(fmt::format("no steps of the royal '{}'", *letter));
  rules.royal[side] = static_cast<int>(kind - rules.kinds.begin());
  return {};
}

std::array<std::string_view, kOutcomes> outcome_names() {
  std::array<std::string_view, kOutcomes> names;
  for (int o = 0; o < kOutcomes; ++o)
    names[static_cast<std::size_t>(o)] = name(static_cast<Outcome>(o));
  return names;
}

Result<void> read_outcomes(TextReader& in, GameRules& rules) {
  const auto stalemate = in.word("stalemate", outcome_names());
  if (!stalemate) return stalemate.error();
  rules.stalemate = static_cast<Outcome>(*stalemate);
  if (in.has("bare_royal")) {
    const auto bare_royal = in.word("bare_royal", outcome_names());
    if (!bare_royal) return bare_royal.error();
    rules.bare_royal = static_cast<Outcome>(*bare_royal);
  }
  const auto bare_royals_draw = in.flag("bare_royals_draw");
  if (!bare_royals_draw) return bare_royals_draw.error();
  rules.bare_royals_draw = *bare_royals_draw;
  rules.points_settle = in.has("points_ahead");
  const auto points_ahead = in.number("points_ahead", rules.points_ahead);
  if (!points_ahead) return points_ahead.error();
  rules.points_ahead = *points_ahead;
  const auto perpetual = in.flag("perpetual_check_wins");
  if (!perpetual) return perpetual.error();
  rules.perpetual_check_wins = *perpetual;
  const auto counted = in.number("exact_move_rule", 0);
  if (!counted) return counted.error();
  if (*counted < 0 || *counted > kMostCountedMoves) return bad("exact_move_rule is out of range");
  rules.exact_move_rule = *counted;
  return {};
}

Result<GameRules> read_rules(TextReader& in) {
  GameRules rules;
  rules.name = in.take("variant").value_or("");
  auto board = read_board(in);
  if (!board) return board.error();
  rules.board = *board;
  const auto camp_rule = in.flag("camp_rule");
  if (!camp_rule) return camp_rule.error();
  rules.camp_rule = *camp_rule;
  if (auto ok = read_outcomes(in, rules); !ok) return ok.error();
  const auto move_rule = in.number("move_rule");
  if (!move_rule) return move_rule.error();
  rules.move_rule = *move_rule;
  auto kinds = read_kinds(in);
  if (!kinds) return kinds.error();
  rules.kinds = std::move(*kinds);
  for (std::size_t side = 0; side < 2; ++side)
    if (auto fine = read_side(in, rules, side); !fine) return fine.error();
  return rules;
}

}  // namespace

std::string rules_text(const Game& game, const Material& material) {
  const GameRules& rules = game.rules();
  const KindsInPlay in_play = kinds_in_play(game, material);
  TextWriter out;
  out.line("rules", std::string(kVersion));
  out.line("variant", one_line(rules.name));
  out.line("material", material_name(game, material));
  write_board(out, rules.board);
  out.line("camp_rule", rules.camp_rule ? "yes" : "no");
  write_outcomes(out, rules);
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const std::string prefix = kSides[index(side)];
    out.line(prefix + ".forward", kDirections[static_cast<unsigned>(rules.forward[index(side)])]);
    out.line(prefix + ".royal", std::string(1, game.kind(game.royal(side)).letter));
  }
  for (int k = 0; k < static_cast<int>(rules.kinds.size()); ++k)
    if (in_play.has(k)) write_kind(out, game, k, in_play);
  return out.take();
}

Result<RulesOfEnding> parse_rules_text(std::string_view text) {
  auto in = TextReader::split(text);
  if (!in) return in.error();
  const auto version = in->need("rules");
  if (!version) return version.error();
  if (*version != kVersion) return bad(fmt::format("version '{}' is unknown", *version));
  const auto men = in->need("material");
  if (!men) return men.error();
  auto rules = read_rules(*in);
  if (!rules) return rules.error();
  if (auto fine = in->nothing_left(); !fine) return fine.error();
  auto game = Game::create(std::move(*rules));
  if (!game) return game.error().in("rules text");
  auto material = parse_material(**game, *men);
  if (!material) return material.error().in("rules text");
  return RulesOfEnding{std::move(*game), std::move(*material)};
}

std::string table_file_name(const Game& game, const Material& material) {
  return fmt::format("{}-{:016x}.augmate", material_name(game, material),
                     rules_hash(game, material));
}

std::string ending_title(const Game& game, const Material& material) {
  const GameRules& rules = game.rules();
  std::string title = fmt::format("{} in {}", material_name(game, material), rules.name);
  if (rules.name.find("--board") == std::string::npos)  // the name does not say it
    title += fmt::format(", board {}x{}", rules.board.files(), rules.board.ranks());
  return title;
}

}  // namespace augmate
