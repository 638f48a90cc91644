// SPDX-License-Identifier: MIT
#include "rules/internal/variant_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "rules/internal/did_you_mean.h"
#include "rules/internal/variant_keys.h"
#include "rules/square_list.h"

namespace augmate::internal {
namespace {

class Builder {
 public:
  explicit Builder(BuildContext context) : context_(std::move(context)) {
    variant_.rules.name = context_.name;
  }

  Result<Variant> build() {
    using Step = Result<void> (Builder::*)();
    constexpr Step steps[] = {&Builder::check_keys,      &Builder::build_board,
                              &Builder::build_squares,   &Builder::build_directions,
                              &Builder::build_men,       &Builder::find_royals,
                              &Builder::build_men_rules, &Builder::build_texts};
    for (const Step step : steps)
      if (auto ok = (this->*step)(); !ok) return ok.error();
    return std::move(variant_);
  }

 private:
  const Setting* find(std::string_view key) const { return context_.find(key); }

  Result<void> check_keys();
  Result<void> build_board();
  struct StartRows {
    std::vector<int> widths = {0};
    SquareSet walls;
    std::vector<std::pair<char, Square>> men;
  };
  StartRows read_rows(const std::string& rows) const;
  Result<void> add_walls();
  Result<void> build_squares();
  Result<void> build_men();
  Result<void> find_royals();
  Result<void> build_directions();
  Result<void> build_men_rules();
  Result<void> build_texts();
  Result<Direction> direction(std::string_view key, Direction absent) const;

  BuildContext context_;
  Variant variant_;
  std::vector<PawnSource> pawns_;
};

Result<void> Builder::check_keys() {
  for (const Setting& s : context_.settings) {
    if (is_kind_key(context_, s.key)) continue;
    const KeyClass c = classify_key(s.key);
    if (c.use == KeyUse::kUnknown) {
      auto known = known_keys();
      for (const auto& [name, text] : *context_.predefined) known.push_back(name);
      return Error{ErrorCode::kBadNotation, fmt::format("{}: unknown key '{}'{}", s.place, s.key,
                                                        did_you_mean(s.key, known))};
    }
    const bool asks = std::find(c.harmless.begin(), c.harmless.end(), s.value) == c.harmless.end();
    if (c.use == KeyUse::kRefused && asks)
      return Error{ErrorCode::kNotCovered,
                   fmt::format("{}: {} = {}: {}: not covered", s.place, s.key, s.value, c.reason)};
  }
  return {};
}

Result<void> Builder::build_board() {
  auto ranks = number_of(context_, "maxRank", 8, 1, kMaxBoardSide);
  if (!ranks) return ranks.error();
  int files = 8;
  if (const Setting* s = find("maxFile"); s != nullptr && s->value.size() == 1 &&
                                          s->value[0] >= 'a' && s->value[0] < 'a' + kMaxBoardSide) {
    files = s->value[0] - 'a' + 1;
  } else {
    auto n = number_of(context_, "maxFile", 8, 1, kMaxBoardSide);
    if (!n) return n.error();
    files = *n;
  }
  auto first = number_of(context_, "firstRank", 1, 0, 99);
  if (!first) return first.error();
  auto board = Board::rectangle(files, *ranks, *first);
  if (!board) return board.error();
  variant_.rules.board = *board;
  return add_walls();
}

Builder::StartRows Builder::read_rows(const std::string& rows) const {
  const Board& board = variant_.rules.board;
  StartRows start;
  int run = 0;
  for (const char c : rows) {
    if (c >= '0' && c <= '9') {
      run = std::min(run * 10 + (c - '0'), kMaxSquares);
      continue;
    }
    int& width = start.widths.back();
    width += std::exchange(run, 0);
    const int rank = board.ranks() - static_cast<int>(start.widths.size());
    if (width < board.files() && rank >= 0) {
      if (c == '*') start.walls.set(board.at(width, rank));
      if (letter_of(c)) start.men.emplace_back(c, board.at(width, rank));
    }
    if (c == '/')
      start.widths.push_back(0);
    else if (c != '+' && c != '~')
      ++width;
  }
  start.widths.back() += run;
  return start;
}

// The '*' of startFen, and where its men stand. A start position that an ancestor gave for a board
// of another size is passed over: it is not this variant's.
Result<void> Builder::add_walls() {
  const Setting* s = find("startFen");
  if (s == nullptr) return {};
  Board& board = variant_.rules.board;
  const std::string rows = s->value.substr(0, s->value.find_first_of(" ["));
  if (s->value.size() > rows.size() + 2 && s->value[rows.size()] == '[' &&
      s->value[rows.size() + 1] != ']' && s->value[rows.size() + 1] != '-')
    return Error{ErrorCode::kNotCovered, s->place + ": startFen: men in hand (drops): not covered"};
  StartRows start = read_rows(rows);
  const bool fits = static_cast<int>(start.widths.size()) == board.ranks() &&
                    std::all_of(start.widths.begin(), start.widths.end(),
                                [&](int w) { return w == board.files(); });
  const auto younger = [&](const Setting* size) {
    return size != nullptr && size->depth > s->depth;
  };
  if (!fits && (younger(find("maxRank")) || younger(find("maxFile")))) return {};
  if (!fits)
    return wrong_value(*s, fmt::format("it does not fit the board of {} files and {} ranks",
                                       board.files(), board.ranks()));
  start.walls.for_each([&](Square square) { board.remove(square); });
  context_.start_men = std::move(start.men);
  return {};
}

Result<void> Builder::build_squares() {
  Board& board = variant_.rules.board;
  const auto for_squares = [&](std::string_view key, auto action) -> Result<void> {
    const Setting* s = find(key);
    if (s == nullptr) return {};
    auto squares = parse_squares(board, s->value);
    if (!squares) return wrong_value(*s, squares.error().message);
    squares->for_each(action);
    return {};
  };
  auto ok = for_squares("holes", [&](Square s) { board.remove(s); });
  if (!ok) return ok;
  ok = for_squares("brouhaha", [&](Square s) {
    if (board.exists(s)) board.set_vanishing(s);
  });
  if (!ok) return ok;
  for (int camp = 1; camp <= 4; ++camp) {
    ok = for_squares(fmt::format("camp{}", camp), [&](Square s) {
      if (board.exists(s)) board.set_camp(s, camp);
    });
    if (!ok) return ok;
  }
  auto rule = flag_of(context_, "campRule", false);
  if (!rule) return rule.error();
  variant_.rules.camp_rule = *rule;
  return {};
}

Result<void> Builder::build_men() {
  auto built = build_kinds(context_);
  if (!built) return built.error();
  variant_.rules.kinds = std::move(built->kinds);
  pawns_ = std::move(built->pawns);
  return {};
}

Result<void> Builder::find_royals() {
  auto& rules = variant_.rules;
  for (unsigned side = 0; side < 2; ++side) {
    const Setting* s = find(side == 0 ? "royalWhite" : "royalBlack");
    if (s == nullptr) s = find("royal");
    if (s == nullptr) s = find("king");
    if (s == nullptr || s->value.empty() || s->value == "-")
      return Error{ErrorCode::kBadNotation,
                   "it names no royal piece: give 'king = k' or 'royal = K'"};
    const auto letter = letter_of(s->value[0]);
    const auto it = std::find_if(rules.kinds.begin(), rules.kinds.end(), [&](const Kind& k) {
      return k.letter == letter && k.steps[side];
    });
    if (it == rules.kinds.end())
      return wrong_value(
          *s, fmt::format("{} has no kind with this letter", side == 0 ? "White" : "Black"));
    if (it->pawn || it->joker) return wrong_value(*s, "neither a pawn nor a Joker can be royal");
    rules.royal[side] = static_cast<int>(it - rules.kinds.begin());
  }
  return {};
}

Result<Direction> Builder::direction(std::string_view key, Direction absent) const {
  const Setting* s = find(key);
  if (s == nullptr) return absent;
  constexpr std::pair<std::string_view, Direction> kNames[] = {{"north", Direction::kNorth},
                                                               {"east", Direction::kEast},
                                                               {"south", Direction::kSouth},
                                                               {"west", Direction::kWest}};
  for (const auto& [name, value] : kNames)
    if (s->value == name) return value;
  return wrong_value(*s, "north, east, south or west is wanted");
}

Result<void> Builder::build_directions() {
  auto white = direction("forwardWhite", Direction::kNorth);
  if (!white) return white.error();
  auto black = direction("forwardBlack", Direction::kSouth);
  if (!black) return black.error();
  variant_.rules.forward = {*white, *black};
  return {};
}

Result<void> Builder::build_men_rules() {
  if (auto ok = build_pawns(context_, pawns_, variant_.rules); !ok) return ok;
  return build_outcomes(context_, variant_.rules);
}

Result<void> Builder::build_texts() {
  // A parent's description would be untrue of its child.
  if (const Setting* s = find("description"); s != nullptr && s->depth == context_.depth)
    variant_.description = s->value;
  if (const Setting* s = find("limits"); s != nullptr) variant_.limits = s->value;
  return {};
}

}  // namespace

Error wrong_value(const Setting& setting, const std::string& message) {
  return {ErrorCode::kBadNotation,
          fmt::format("{}: {} = {}: {}", setting.place, setting.key, setting.value, message)};
}

Error not_covered(const Setting& setting, const std::string& message) {
  return {ErrorCode::kNotCovered, fmt::format("{}: {} = {}: {}: not covered", setting.place,
                                              setting.key, setting.value, message)};
}

Result<int> number_of(const BuildContext& context, std::string_view key, int absent, int low,
                      int high) {
  const Setting* s = context.find(key);
  if (s == nullptr) return absent;
  int n = 0;
  const char* end = s->value.data() + s->value.size();
  const auto [stop, code] = std::from_chars(s->value.data(), end, n);
  if (code != std::errc{} || stop != end || n < low || n > high)
    return wrong_value(*s, fmt::format("a number from {} to {} is wanted", low, high));
  return n;
}

Result<bool> flag_of(const BuildContext& context, std::string_view key, bool absent) {
  const Setting* s = context.find(key);
  if (s == nullptr) return absent;
  if (s->value == "true" || s->value == "false") return s->value == "true";
  return wrong_value(*s, "'true' or 'false' is wanted");
}

std::vector<std::string> items_of(std::string_view text) {
  std::vector<std::string> items;
  for (std::size_t at = 0; (at = text.find_first_not_of(" ,\t", at)) != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(" ,\t", at), text.size());
    items.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return items;
}

std::optional<char> letter_of(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
  if (c >= 'A' && c <= 'Z') return c;
  return std::nullopt;
}

Result<std::vector<int>> kinds_of(const GameRules& rules, const Setting& setting,
                                  std::string_view letters) {
  std::vector<int> kinds;
  for (const char c : letters) {
    if (c == ' ' || c == ',') continue;
    const auto letter = letter_of(c);
    const auto it = std::find_if(rules.kinds.begin(), rules.kinds.end(),
                                 [&](const Kind& k) { return k.letter == letter; });
    if (it == rules.kinds.end())
      return wrong_value(setting, fmt::format("the game has no kind '{}'", c));
    const int kind = static_cast<int>(it - rules.kinds.begin());
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

Result<Variant> build_variant(BuildContext context) { return Builder(std::move(context)).build(); }

}  // namespace augmate::internal
