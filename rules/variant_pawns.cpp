// SPDX-License-Identifier: MIT
// The keys of a variant file that are about pawns: where they may stand, go several squares,
// promote and are taken in passing. Fairy-Stockfish says it by regions of squares for White and
// Black; a PawnRule goes by own ranks, so regions must be whole ranks and the same for both sides.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "rules/internal/variant_builder.h"
#include "rules/square_list.h"

namespace augmate::internal {
namespace {

using Ranks = std::set<int>;

std::string text_of(const Ranks& ranks) {
  if (ranks.empty()) return "none";
  std::string text;
  for (const int r : ranks) text += (text.empty() ? "" : " ") + std::to_string(r);
  return text;
}

// "3" or "3-5", from the start of `text`; nothing if it is neither.
std::optional<std::pair<int, int>> span_of(std::string_view text) {
  std::pair<int, int> span;
  const char* end = text.data() + text.size();
  auto [at, code] = std::from_chars(text.data(), end, span.first);
  if (code != std::errc{} || span.first < 0) return std::nullopt;
  span.second = span.first;
  if (at != end && *at == '-') {
    const auto [stop, last] = std::from_chars(at + 1, end, span.second);
    if (last != std::errc{}) return std::nullopt;
    at = stop;
  }
  if (at != end || span.second < span.first) return std::nullopt;
  return span;
}

class PawnBuilder {
 public:
  PawnBuilder(const BuildContext& context, const std::vector<PawnSource>& pawns, GameRules& rules)
      : context_(context), pawns_(pawns), rules_(rules) {}

  Result<void> build() {
    using Step = Result<void> (PawnBuilder::*)();
    constexpr Step steps[] = {&PawnBuilder::read_promotions, &PawnBuilder::read_steps,
                              &PawnBuilder::set_rules,       &PawnBuilder::set_standing,
                              &PawnBuilder::check_steps,     &PawnBuilder::set_en_passant};
    for (const Step step : steps)
      if (auto ok = (this->*step)(); !ok) return ok;
    return {};
  }

 private:
  Kind& kind(int k) { return rules_.kinds[static_cast<std::size_t>(k)]; }
  PawnRule& rule(const PawnSource& p) { return *kind(p.kind).pawn; }
  Ranks own_ranks_of_board(Side side) const;

  // Regions and sets that Fairy-Stockfish has for each side.
  struct Default {
    std::string_view white, black;
  };
  Result<Ranks> region(const std::string& key, Default absent) const;
  Result<Ranks> side_ranks(Side side, const Setting* setting, std::string_view absent) const;
  Result<std::optional<std::set<char>>> letters(const std::string& key) const;
  // Whether augmate's own key decides, and not one of these of a younger section.
  bool own_key_decides(std::string_view key, std::initializer_list<std::string_view> others) const {
    const Setting *own = context_.find(key), *other = context_.youngest(others);
    return own != nullptr && (other == nullptr || other->depth <= own->depth);
  }

  Result<void> read_promotions();
  Result<void> read_own_promotions(const Setting& s);
  Result<void> read_regions_of_promotion();
  Result<std::vector<int>> promotion_kinds(const Setting& s, std::string_view letters) const;
  Result<std::vector<int>> fsf_promotion_kinds() const;
  Result<void> read_steps();
  Result<void> read_own_steps(const Setting& s);
  Result<Ranks> double_step_ranks() const;
  Result<void> set_rules();
  void set_steps(const PawnSource& pawn);
  Result<void> check_promotions(const PawnSource& pawn, Side side);
  Result<void> set_standing();
  int first_rank() const;
  Result<void> check_steps();
  Result<void> set_en_passant();
  Result<bool> passing_squares_allowed() const;

  const BuildContext& context_;
  const std::vector<PawnSource>& pawns_;
  GameRules& rules_;
  bool own_promotions_ = false;
  std::vector<Promotion> promotions_;
  std::array<std::uint8_t, kMaxBoardSide + 2> steps_{};
};

Ranks PawnBuilder::own_ranks_of_board(Side side) const {
  Ranks ranks;
  rules_.board.squares().for_each(
      [&](Square s) { ranks.insert(own_rank(rules_.board, rules_.forward[index(side)], s)); });
  return ranks;
}

Result<Ranks> PawnBuilder::side_ranks(Side side, const Setting* setting,
                                      std::string_view absent) const {
  const Board& board = rules_.board;
  auto squares = parse_squares(board, setting != nullptr ? setting->value : absent);
  if (!squares && setting != nullptr) return wrong_value(*setting, squares.error().message);
  if (!squares) return Ranks{};  // a rank that the board does not have
  Ranks inside, outside;
  board.squares().for_each([&](Square s) {
    (squares->test(s) ? inside : outside).insert(own_rank(board, rules_.forward[index(side)], s));
  });
  for (const int rank : inside)
    if (outside.contains(rank))
      return setting != nullptr ? not_covered(*setting, "regions that are not whole ranks")
                                : Error{ErrorCode::kNotCovered, "regions that are not whole ranks"};
  return inside;
}

Result<Ranks> PawnBuilder::region(const std::string& key, Default absent) const {
  const Setting* white = context_.youngest({key + "White", key});
  const Setting* black = context_.youngest({key + "Black", key});
  auto a = side_ranks(Side::kWhite, white, absent.white);
  if (!a) return a.error();
  auto b = side_ranks(Side::kBlack, black, absent.black);
  if (!b) return b.error();
  if (*a == *b) return a;
  const auto message = fmt::format(
      "{0}White = {1} and {0}Black = {2} are White's own ranks {3} and Black's own ranks {4}", key,
      white != nullptr ? white->value : fmt::format("{} (the default)", absent.white),
      black != nullptr ? black->value : fmt::format("{} (the default)", absent.black), text_of(*a),
      text_of(*b));
  if (white != nullptr && black != nullptr)
    return not_covered(*white, message + "; pawns with other ranks for the two sides");
  return Error{ErrorCode::kBadNotation,
               fmt::format("{}: give both, or {}; without pawns write 'pawn = -'", message,
                           key == "promotionRegion" ? "'promotion'" : "'pawnSteps'")};
}

// A set of letters, equal for both sides; nothing where it is not given.
Result<std::optional<std::set<char>>> PawnBuilder::letters(const std::string& key) const {
  const Setting* white = context_.youngest({key + "White", key});
  const Setting* black = context_.youngest({key + "Black", key});
  std::set<char> a, b;
  for (const auto& [setting, set] : {std::pair{white, &a}, std::pair{black, &b}})
    if (setting != nullptr)
      for (const char c : setting->value)
        if (const auto letter = letter_of(c)) set->insert(*letter);
  if (white == nullptr && black == nullptr) return std::optional<std::set<char>>();
  if (a != b)
    return not_covered(white != nullptr ? *white : *black, "other pawns for the two sides");
  return std::optional(a);
}

// "12:QR", "10?:BN": forced or optional promotion on an own rank.
Result<void> PawnBuilder::read_own_promotions(const Setting& s) {
  if (s.value == "-") return {};
  for (const std::string& item : items_of(s.value)) {
    const auto colon = item.find(':');
    const bool optional = colon != std::string::npos && colon > 0 && item[colon - 1] == '?';
    const auto span =
        span_of(std::string_view(item).substr(0, colon - (optional && colon > 0 ? 1 : 0)));
    if (colon == std::string::npos || !span || span->first != span->second)
      return wrong_value(
          s,
          fmt::format("'{}': write an own rank, '?' if it is optional there, ':' and letters, as "
                      "in 8:QRBN or 7?:BN",
                      item));
    auto kinds = promotion_kinds(s, std::string_view(item).substr(colon + 1));
    if (!kinds) return kinds.error();
    if (!promotions_.empty() && promotions_.back().rank >= span->first)
      return wrong_value(s, fmt::format("'{}': the ranks must ascend", item));
    if (!promotions_.empty() && promotions_.back().forced)
      return wrong_value(
          s, fmt::format("'{}': no pawn comes so far, promotion on rank {} is forced", item,
                         promotions_.back().rank));
    promotions_.push_back({span->first, !optional, std::move(*kinds)});
  }
  return {};
}

Result<std::vector<int>> PawnBuilder::promotion_kinds(const Setting& s,
                                                      std::string_view letters) const {
  std::vector<int> kinds;
  if (letters == "*") {
    for (int k = 0; k < static_cast<int>(rules_.kinds.size()); ++k)
      if (!rules_.kinds[static_cast<std::size_t>(k)].pawn && k != rules_.royal[0] &&
          k != rules_.royal[1])
        kinds.push_back(k);
  } else {
    auto named = kinds_of(rules_, s, letters);
    if (!named) return named.error();
    kinds = std::move(*named);
  }
  for (const int k : kinds) {
    const Kind& kind = rules_.kinds[static_cast<std::size_t>(k)];
    if (kind.pawn || k == rules_.royal[0] || k == rules_.royal[1])
      return wrong_value(s, fmt::format("no pawn may become '{}'", kind.letter));
  }
  if (kinds.empty()) return wrong_value(s, "there is nothing to promote to");
  return kinds;
}

// Fairy-Stockfish's default is Queen, Rook, Bishop and Knight, as far as the game has them.
Result<std::vector<int>> PawnBuilder::fsf_promotion_kinds() const {
  const Setting* white = context_.youngest({"promotionPieceTypesWhite", "promotionPieceTypes"});
  const Setting* black = context_.youngest({"promotionPieceTypesBlack", "promotionPieceTypes"});
  if ((white == nullptr) != (black == nullptr))
    return not_covered(white != nullptr ? *white : *black,
                       "promotion to other kinds for the two sides");
  if (white != nullptr) {
    auto kinds = promotion_kinds(*white, white->value);
    auto others = promotion_kinds(*black, black->value);
    if (!kinds) return kinds.error();
    if (!others) return others.error();
    if (std::set<int>(kinds->begin(), kinds->end()) !=
        std::set<int>(others->begin(), others->end()))
      return not_covered(*white, "promotion to other kinds for the two sides");
    return kinds;
  }
  std::vector<int> kinds;
  for (const char* predefined : {"Queen", "Rook", "Bishop", "Knight"})
    for (int k = 0; k < static_cast<int>(rules_.kinds.size()); ++k)
      if (rules_.kinds[static_cast<std::size_t>(k)].name == predefined && k != rules_.royal[0] &&
          k != rules_.royal[1])
        kinds.push_back(k);
  if (kinds.empty())
    return Error{ErrorCode::kBadNotation,
                 "pawns have nothing to promote to: give promotionPieceTypes, or 'promotion'"};
  return kinds;
}

Result<void> PawnBuilder::read_regions_of_promotion() {
  Ranks ranks;
  if (const Setting* s = context_.youngest(
          {"promotionRegionWhite", "promotionRegionBlack", "promotionRegion", "promotionRank"});
      s != nullptr && s->key == "promotionRank") {
    auto first = number_of(context_, "promotionRank", 8, 1, kMaxBoardSide);
    if (!first) return first.error();
    for (const int r : own_ranks_of_board(Side::kWhite))
      if (r >= *first) ranks.insert(r);
  } else {
    auto region_ranks = region("promotionRegion", {"*8", "*1"});
    if (!region_ranks) return region_ranks.error();
    ranks = std::move(*region_ranks);
  }
  auto forced = flag_of(context_, "mandatoryPawnPromotion", true);
  if (!forced) return forced.error();
  if (ranks.empty()) return {};
  auto kinds = fsf_promotion_kinds();
  if (!kinds) return kinds.error();
  // Where it is forced no pawn comes further than the first rank.
  for (const int rank : ranks) {
    promotions_.push_back({rank, *forced, *kinds});
    if (*forced) break;
  }
  return {};
}

Result<void> PawnBuilder::read_promotions() {
  own_promotions_ = own_key_decides(
      "promotion", {"promotionRegion", "promotionRegionWhite", "promotionRegionBlack",
                    "promotionRank", "promotionPieceTypes", "promotionPieceTypesWhite",
                    "promotionPieceTypesBlack", "mandatoryPawnPromotion"});
  return own_promotions_ ? read_own_promotions(*context_.find("promotion"))
                         : read_regions_of_promotion();
}

// "2:3 3-5:2": the most squares of a move, by own rank.
Result<void> PawnBuilder::read_own_steps(const Setting& s) {
  if (s.value == "-") return {};
  for (const std::string& item : items_of(s.value)) {
    const auto colon = item.find(':');
    const auto ranks = span_of(std::string_view(item).substr(0, colon));
    const auto most = colon == std::string::npos
                          ? std::nullopt
                          : span_of(std::string_view(item).substr(colon + 1));
    if (!ranks || !most || most->first != most->second || most->first < 1 ||
        most->first > kMaxBoardSide || ranks->second >= static_cast<int>(steps_.size()))
      return wrong_value(s,
                         fmt::format("'{}': write an own rank or two, ':' and the most squares of "
                                     "a move, as in 2:3 3-5:2",
                                     item));
    for (int r = ranks->first; r <= ranks->second; ++r)
      steps_[static_cast<std::size_t>(r)] = static_cast<std::uint8_t>(most->first);
  }
  return {};
}

Result<void> PawnBuilder::read_steps() {
  if (own_key_decides("pawnSteps",
                      {"doubleStep", "doubleStepRegion", "doubleStepRegionWhite",
                       "doubleStepRegionBlack", "doubleStepRank", "doubleStepRankMin",
                       "tripleStepRegion", "tripleStepRegionWhite", "tripleStepRegionBlack"}))
    return read_own_steps(*context_.find("pawnSteps"));
  auto doubles = double_step_ranks();
  if (!doubles) return doubles.error();
  auto triples = region("tripleStepRegion", {"-", "-"});
  if (!triples) return triples.error();
  if (!std::includes(doubles->begin(), doubles->end(), triples->begin(), triples->end()))
    return not_covered(*context_.youngest({"tripleStepRegionWhite", "tripleStepRegion"}),
                       "moves of three squares from where two are not allowed");
  for (const int r : *doubles) {
    if (r >= static_cast<int>(steps_.size()))
      return Error{ErrorCode::kNotCovered,
                   fmt::format("pawns that go several squares from rank {}: not covered", r)};
    steps_[static_cast<std::size_t>(r)] = triples->contains(r) ? 3 : 2;
  }
  return {};
}

Result<Ranks> PawnBuilder::double_step_ranks() const {
  auto wanted = flag_of(context_, "doubleStep", true);
  if (!wanted) return wanted.error();
  if (!*wanted) return Ranks{};
  if (!context_.find("doubleStepRank") && !context_.find("doubleStepRankMin"))
    return region("doubleStepRegion", {"*2", "*7"});
  auto low = number_of(context_, "doubleStepRankMin", 2, 1, kMaxBoardSide);
  if (!low) return low.error();
  auto high = number_of(context_, "doubleStepRank", 2, 1, kMaxBoardSide);
  if (!high) return high.error();
  Ranks ranks;
  for (int r = *low; r <= *high; ++r) ranks.insert(r);
  return ranks;
}

// A custom piece goes as far as its notation says, from where others go several squares.
void PawnBuilder::set_steps(const PawnSource& pawn) {
  if (!pawn.custom) {
    rule(pawn).steps = steps_;
    return;
  }
  for (std::size_t rank = 0; rank < steps_.size(); ++rank)
    if (steps_[rank] > 1 && pawn.initial_steps > 1)
      rule(pawn).steps[rank] = static_cast<std::uint8_t>(pawn.initial_steps);
}

Result<void> PawnBuilder::set_rules() {
  auto promoting = letters("promotionPawnTypes");
  if (!promoting) return promoting.error();
  for (const PawnSource& p : pawns_) {
    const bool promotes =
        own_promotions_ || (*promoting ? (*promoting)->contains(kind(p.kind).letter) : !p.custom);
    if (promotes) rule(p).promotions = promotions_;
    set_steps(p);
    for (const Side side : {Side::kWhite, Side::kBlack})
      if (auto ok = check_promotions(p, side); !ok) return ok;
  }
  return {};
}

Result<void> PawnBuilder::check_promotions(const PawnSource& pawn, Side side) {
  if (!kind(pawn.kind).steps[index(side)]) return {};
  for (const Promotion& promotion : rule(pawn).promotions)
    for (const int k : promotion.kinds)
      if (!kind(k).steps[index(side)])
        return Error{ErrorCode::kBadNotation,
                     fmt::format("{}'s pawns promote to '{}', which that side does not have",
                                 side == Side::kWhite ? "White" : "Black", kind(k).letter)};
  return {};
}

// Where the pawns stand when a game begins, if startFen or their first moves say it, else rank 2.
int PawnBuilder::first_rank() const {
  Ranks ranks;
  for (const auto& [letter, square] : context_.start_men)
    for (const PawnSource& p : pawns_)
      if (rules_.kinds[static_cast<std::size_t>(p.kind)].letter == letter_of(letter))
        ranks.insert(own_rank(rules_.board, rules_.forward[letter >= 'a' ? 1 : 0], square));
  if (ranks.empty())
    for (std::size_t r = 0; r < steps_.size(); ++r)
      if (steps_[r] > 1) ranks.insert(static_cast<int>(r));
  return ranks.empty() ? 2 : *ranks.begin();
}

Result<void> PawnBuilder::set_standing() {
  const int board_end = std::max(*own_ranks_of_board(Side::kWhite).rbegin(),
                                 *own_ranks_of_board(Side::kBlack).rbegin());
  const Setting* s = context_.find("pawnRanks");
  const auto span = s != nullptr ? span_of(s->value) : std::nullopt;
  if (s != nullptr && !span) return wrong_value(*s, "own ranks are wanted, as in 2-7");
  for (const PawnSource& p : pawns_) {
    PawnRule& r = rule(p);
    const bool forced = !r.promotions.empty() && r.promotions.back().forced;
    r.first_rank = span ? span->first : first_rank();
    r.last_rank = forced ? r.promotions.back().rank - 1 : board_end;
    if (span && span->second != r.last_rank)
      return wrong_value(
          *s, fmt::format("pawns go on to rank {}, where {}", r.last_rank,
                          forced ? "the next step promotes by force" : "the board ends"));
    if (r.first_rank > r.last_rank)
      return Error{ErrorCode::kBadNotation,
                   fmt::format("pawns would start on rank {} and go no further than rank {}: give "
                               "'promotion' and 'pawnRanks'",
                               r.first_rank, r.last_rank)};
  }
  return {};
}

Result<void> PawnBuilder::check_steps() {
  for (const PawnSource& p : pawns_) {
    const PawnRule& r = rule(p);
    for (std::size_t rank = 0; rank < r.steps.size(); ++rank)
      for (const Promotion& promotion : r.promotions)
        if (r.steps[rank] > 1 && static_cast<int>(rank) < promotion.rank &&
            static_cast<int>(rank) + r.steps[rank] >= promotion.rank)
          return Error{
              ErrorCode::kNotCovered,
              fmt::format("a pawn would go {} squares from rank {} and so promote on rank {}: "
                          "not covered; give other 'pawnSteps' (or doubleStep = false)",
                          r.steps[rank], rank, promotion.rank)};
  }
  return {};
}

// Whether enPassantRegion leaves all squares that a pawn can pass, or none.
Result<bool> PawnBuilder::passing_squares_allowed() const {
  Ranks passed;
  for (const PawnSource& p : pawns_) {
    const PawnRule& r = *rules_.kinds[static_cast<std::size_t>(p.kind)].pawn;
    for (std::size_t rank = 0; rank < r.steps.size(); ++rank)
      for (int n = 1; n < r.steps[rank]; ++n) passed.insert(static_cast<int>(rank) + n);
  }
  if (passed.empty()) return false;
  const Setting* s =
      context_.youngest({"enPassantRegion", "enPassantRegionWhite", "enPassantRegionBlack"});
  if (s == nullptr) return true;
  auto allowed = parse_squares(rules_.board, s->value);
  if (!allowed) return wrong_value(*s, allowed.error().message);
  int in = 0, out = 0;
  for (const Side side : {Side::kWhite, Side::kBlack})
    rules_.board.squares().for_each([&](Square square) {
      if (passed.contains(own_rank(rules_.board, rules_.forward[index(side)], square)))
        ++(allowed->test(square) ? in : out);
    });
  if (in > 0 && out > 0) return not_covered(*s, "en passant on a part of the squares passed");
  return in > 0;
}

Result<void> PawnBuilder::set_en_passant() {
  auto wanted = flag_of(context_, "enPassant", true);
  if (!wanted) return wanted.error();
  auto allowed = passing_squares_allowed();
  if (!allowed) return allowed.error();
  auto types = letters("enPassantTypes");
  if (!types) return types.error();
  for (const PawnSource& p : pawns_) {
    const bool named = !*types || (*types)->contains(kind(p.kind).letter);
    rule(p).en_passant = *wanted && *allowed && named && (!p.custom || p.en_passant);
  }
  return {};
}

// The straight run of steps from a root: how many it has at most where it is marked `initial`, 0 if
// it is no such run.
int initial_run(const StepGraph& steps, int root, bool& initial) {
  int length = 0;
  for (int n = root;;) {
    const StepNode& node = steps.nodes[static_cast<std::size_t>(n)];
    ++length;
    initial = initial || node.initial;
    if (node.step != steps.nodes[static_cast<std::size_t>(root)].step) return 0;
    if (node.capture || !node.on_friend.empty() || !node.on_enemy.empty() ||
        node.on_empty.size() > 1)
      return 0;
    if (node.on_empty.empty()) return node.move ? length : 0;
    if (node.on_empty[0] == n) return 0;
    n = node.on_empty[0];
  }
}

}  // namespace

Result<void> build_pawns(const BuildContext& context, const std::vector<PawnSource>& pawns,
                         GameRules& rules) {
  if (pawns.empty()) return {};
  return PawnBuilder(context, pawns, rules).build();
}

Result<int> take_out_initial_steps(StepGraph& steps) {
  const Error other{
      ErrorCode::kNotCovered,
      "moves from the start that are not several of the pawn's own steps: not covered"};
  std::set<std::pair<int, int>> plain, longer;
  int most = 1;
  std::vector<int> kept;
  for (const int root : steps.roots) {
    const StepNode& first = steps.nodes[static_cast<std::size_t>(root)];
    bool initial = false;
    const int length = initial_run(steps, root, initial);
    if (!initial) {
      kept.push_back(root);
      if (first.move && !first.capture) plain.insert({first.step.dx, first.step.dy});
      continue;
    }
    if (length < 2 || (most > 1 && most != length)) return other;
    most = length;
    longer.insert({first.step.dx, first.step.dy});
  }
  if (most > 1 && plain != longer) return other;
  steps.roots = kept;
  steps = normalized(steps);
  for (const StepNode& node : steps.nodes) {
    if (node.initial) return other;
    if (node.step.dy < 1)
      return Error{ErrorCode::kNotCovered, "pawns that do not always go forward: not covered"};
  }
  return most;
}

}  // namespace augmate::internal
