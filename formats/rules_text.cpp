// SPDX-License-Identifier: MIT
#include "formats/rules_text.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "formats/internal/bytes.h"

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

// Each side's moves of a kind, where the material has such men of the side.
void write_kind(TextWriter& out, const Kind& kind, int number, const Material& material) {
  const std::string letter(1, kind.letter);
  const auto in_use = [&](std::size_t side) {
    const auto& men = material.men[side];
    return kind.steps[side] && std::find(men.begin(), men.end(), number) != men.end();
  };
  if (!in_use(0) && !in_use(1)) return;
  out.line(letter + ".name", one_line(kind.name));
  for (std::size_t side = 0; side < 2; ++side) {
    if (!in_use(side)) continue;
    const std::string key = letter + '.' + kSides[side];
    out.line(key + ".notation", one_line(kind.notation[side]));
    out.line(key + ".steps", to_text(normalized(*kind.steps[side])));
  }
}

Error bad(std::string what) { return {ErrorCode::kBadNotation, "rules text: " + std::move(what)}; }

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
    int n = 0;
    const auto [end, code] = std::from_chars(value->data(), value->data() + value->size(), n);
    if (code != std::errc{} || end != value->data() + value->size())
      return bad(fmt::format("'{}' is no number", key));
    return n;
  }
  template <class Names>
  Result<int> word(std::string_view key, const Names& names) {
    const auto value = need(key);
    if (!value) return value.error();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (*value == names[i]) return static_cast<int>(i);
    return bad(fmt::format("'{}' cannot be '{}'", key, *value));
  }
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
    const auto space = left.find(' ');
    const std::string_view name = left.substr(0, space);
    left.remove_prefix(space == std::string_view::npos ? left.size() : space + 1);
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

Result<Kind> read_kind(TextReader& in, char letter) {
  Kind kind;
  kind.letter = letter;
  kind.name = in.take(fmt::format("{}.name", letter)).value_or("");
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
  std::vector<char> letters;
  for (const Line& line : in.lines())
    if (line.key.size() == 6 && line.key.substr(1) == ".name") letters.push_back(line.key[0]);
  std::vector<Kind> kinds;
  for (const char letter : letters) {
    auto kind = read_kind(in, letter);
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

Result<GameRules> read_rules(TextReader& in) {
  GameRules rules;
  rules.name = in.take("variant").value_or("");
  auto board = read_board(in);
  if (!board) return board.error();
  rules.board = *board;
  const auto camp_rule = in.word("camp_rule", std::array<std::string_view, 2>{"no", "yes"});
  if (!camp_rule) return camp_rule.error();
  rules.camp_rule = *camp_rule == 1;
  const auto stalemate = in.word("stalemate", outcome_names());
  if (!stalemate) return stalemate.error();
  rules.stalemate = static_cast<Outcome>(*stalemate);
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

void put_squares(std::string& out, const SquareSet& squares) {
  for (int i = 0; i < SquareSet::kWords; ++i) internal::put(out, squares.word_at(i));
}

}  // namespace

std::string rules_text(const Game& game, const Material& material) {
  const GameRules& rules = game.rules();
  TextWriter out;
  out.line("rules", std::string(kVersion));
  out.line("variant", one_line(rules.name));
  out.line("material", material_name(game, material));
  write_board(out, rules.board);
  out.line("camp_rule", rules.camp_rule ? "yes" : "no");
  out.line("stalemate", name(rules.stalemate));
  out.line("move_rule", std::to_string(rules.move_rule));
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const std::string prefix = kSides[index(side)];
    out.line(prefix + ".forward", kDirections[static_cast<unsigned>(rules.forward[index(side)])]);
    out.line(prefix + ".royal",
             std::string(1, rules.kinds[static_cast<unsigned>(game.royal(side))].letter));
  }
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    write_kind(out, rules.kinds[k], static_cast<int>(k), material);
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

std::uint64_t rules_hash(const Game& game, const Material& material) {
  const GameRules& rules = game.rules();
  const Board& board = rules.board;
  std::string bytes;
  internal::put(bytes, static_cast<std::uint32_t>(board.files()));
  internal::put(bytes, static_cast<std::uint32_t>(board.ranks()));
  put_squares(bytes, board.squares());
  put_squares(bytes, board.vanishing());
  internal::put(bytes, static_cast<std::uint8_t>(rules.camp_rule));
  if (rules.camp_rule)
    for (Square s = 0; s < board.size(); ++s)
      internal::put(bytes, static_cast<std::uint8_t>(board.camp(s)));
  internal::put(bytes, static_cast<std::uint8_t>(rules.stalemate));
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    internal::put(bytes, static_cast<std::uint32_t>(material.men[index(side)].size()));
    for (const int kind : material.men[index(side)])
      internal::put(bytes, game.moves(side, kind).meaning);
  }
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string table_file_name(const Game& game, const Material& material) {
  return fmt::format("{}-{:016x}.augmate", material_name(game, material),
                     rules_hash(game, material));
}

}  // namespace augmate
