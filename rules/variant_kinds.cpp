// SPDX-License-Identifier: MIT
// The kinds of men of a variant: which keys give them, whose letters win, which of them are pawns.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "rules/internal/did_you_mean.h"
#include "rules/internal/variant_builder.h"

namespace augmate::internal {
namespace {

constexpr int kCustomPieces = 25;  // customPiece1 .. customPiece25, as Fairy-Stockfish has them
constexpr std::string_view kPawnMoves = "fmWfcF";
constexpr std::string_view kOwnRules = "?";  // predefined pieces that no notation describes

// One kind as one key writes it, for one side or both.
struct Slot {
  char letter = '?';
  std::string name;
  std::string notation;
  std::optional<StepGraph> steps;  // absent: `notation` is still to be read, in the fsf dialect
  std::array<bool, 2> sides = {true, true};
  bool pawn = false, joker = false;
  const Setting* setting = nullptr;
};

bool is_custom(std::string_view key) {
  constexpr std::string_view kPrefix = "customPiece";
  if (!key.starts_with(kPrefix)) return false;
  key.remove_prefix(kPrefix.size());
  int n = 0;
  const auto [end, code] = std::from_chars(key.data(), key.data() + key.size(), n);
  return code == std::errc{} && end == key.data() + key.size() && n >= 1 && n <= kCustomPieces;
}

bool is_own(std::string_view key) {
  return key.starts_with("kind.") || key.starts_with("kindWhite.") || key.starts_with("kindBlack.");
}

std::optional<char> first_letter(std::string_view value) {
  return value.empty() ? std::nullopt : letter_of(value[0]);
}

class KindReader {
 public:
  explicit KindReader(BuildContext& context) : context_(context) {}

  Result<void> read() {
    for (const Setting& s : context_.settings)
      if (auto ok = read_setting(s); !ok) return ok;
    mark_pawns();
    return {};
  }
  Result<BuiltKinds> kinds();

 private:
  Result<void> read_setting(const Setting& s) {
    if (s.key == "joker") return read_joker(s);
    if (s.key == "army" || s.key == "armyWhite" || s.key == "armyBlack") return read_army(s);
    if (!is_kind_key(context_, s.key) || s.value == "-") return {};
    return is_own(s.key) ? read_own(s) : read_fsf(s);
  }
  Result<void> read_fsf(const Setting& s);
  Result<void> read_own(const Setting& s);
  Result<void> read_army(const Setting& s);
  Result<void> read_joker(const Setting& s);
  Result<void> add(Slot slot);
  void mark_pawns();
  Result<StepGraph> steps_of(const Slot& slot, BuiltKinds& built, int kind) const;
  static void add_side(Kind& kind, const Slot& slot, const StepGraph& steps);

  BuildContext& context_;
  std::vector<Slot> slots_;
};

// "r", "x:BETZA" (customPieceN, king).
Result<void> KindReader::read_fsf(const Setting& s) {
  const auto letter = first_letter(s.value);
  const bool has_moves = s.value.size() > 2 && s.value[1] == ':';
  if (!letter || (s.value.size() > 1 && !has_moves))
    return wrong_value(s, "a letter, or a letter, ':' and a piece, or '-' is wanted");
  Slot slot;
  slot.letter = *letter;
  slot.setting = &s;
  slot.pawn = s.key == "pawn";
  slot.name = s.key;
  slot.name[0] = letter_of(slot.name[0]).value_or(slot.name[0]);
  if (is_custom(s.key) && !has_moves) return wrong_value(s, "its moves are missing, as in x:BETZA");
  if (has_moves && !is_custom(s.key) && s.key != "king")
    return wrong_value(s, "the moves of this piece are fixed; use customPiece1 to customPiece25");
  slot.notation = has_moves   ? s.value.substr(2)
                  : slot.pawn ? std::string(kPawnMoves)
                              : *context_.predefined_text(s.key);
  if (slot.notation == kOwnRules)
    return Error{
        ErrorCode::kNotCovered,
        fmt::format("{}: {}: this piece has rules of its own: not covered", s.place, s.key)};
  if (is_custom(s.key)) slot.name = slot.notation;
  return add(std::move(slot));
}

// kind.Champion = C:WAD, or kind.Champion = C for the library's Champion.
Result<void> KindReader::read_own(const Setting& s) {
  const auto letter = first_letter(s.value);
  if (!letter || (s.value.size() > 1 && (s.value[1] != ':' || s.value.size() == 2)))
    return wrong_value(s, "a letter, or a letter, ':' and moves, or '-' is wanted");
  Slot slot;
  slot.letter = *letter;
  slot.setting = &s;
  slot.name = s.key.substr(s.key.find('.') + 1);
  slot.sides = {!s.key.starts_with("kindBlack"), !s.key.starts_with("kindWhite")};
  const std::string* known = context_.kinds.find(slot.name);
  if (s.value.size() > 1) {
    slot.notation = s.value.substr(2);
  } else if (known != nullptr) {
    slot.notation = *known;
  } else {
    return wrong_value(s, fmt::format("no kind is called '{}'{}; give its moves, as in C:WAD",
                                      slot.name, did_you_mean(slot.name, context_.kinds.names())));
  }
  auto steps = context_.kinds.parse(slot.notation);
  if (!steps) return wrong_value(s, steps.error().message);
  slot.steps = std::move(*steps);
  if (auto ok = context_.kinds.add(slot.name, slot.notation); !ok)
    return wrong_value(s, ok.error().message);
  return add(std::move(slot));
}

// army = K:King+Ferz R:Rook+Alfil ...
Result<void> KindReader::read_army(const Setting& s) {
  for (std::size_t at = 0; (at = s.value.find_first_not_of(' ', at)) != std::string::npos;) {
    const auto end = std::min(s.value.find(' ', at), s.value.size());
    const std::string item = s.value.substr(at, end - at);
    const auto letter = letter_of(item[0]);
    if (!letter || item.size() < 3 || item[1] != ':')
      return wrong_value(
          s, fmt::format("'{}' is no man; write a letter, ':' and moves, as in R:Rook+Ferz", item));
    Slot slot;
    slot.letter = *letter;
    slot.setting = &s;
    slot.name = slot.notation = item.substr(2);
    slot.sides = {s.key != "armyBlack", s.key != "armyWhite"};
    auto steps = context_.kinds.parse(slot.notation);
    if (!steps) return wrong_value(s, steps.error().in(item).message);
    slot.steps = std::move(*steps);
    if (auto ok = add(std::move(slot)); !ok) return ok;
    at = end;
  }
  return {};
}

// A letter given again by a younger section replaces the older kind; twice in one section is an
// error.
Result<void> KindReader::add(Slot slot) {
  for (Slot& other : slots_)
    for (unsigned side = 0; side < 2; ++side) {
      if (other.letter != slot.letter || !other.sides[side] || !slot.sides[side]) continue;
      if (other.setting->depth == slot.setting->depth)
        return Error{
            ErrorCode::kBadNotation,
            fmt::format("{}: {}: the letter {} is taken by {} ({})", slot.setting->place,
                        slot.setting->key, slot.letter, other.setting->key, other.setting->place)};
      (other.setting->depth < slot.setting->depth ? other : slot).sides[side] = false;
    }
  slots_.push_back(std::move(slot));
  return {};
}

// A man without moves of its own.
Result<void> KindReader::read_joker(const Setting& s) {
  if (s.value == "-") return {};
  const auto letter = first_letter(s.value);
  if (!letter || s.value.size() > 1) return wrong_value(s, "a letter or '-' is wanted");
  Slot slot;
  slot.letter = *letter;
  slot.setting = &s;
  slot.name = "Joker";
  slot.notation = "what the opponent moved last";
  slot.steps = StepGraph{};
  slot.joker = true;
  return add(std::move(slot));
}

// Besides the man of the key `pawn`.
void KindReader::mark_pawns() {
  for (const char* key :
       {"pawnTypes", "promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack"})
    if (const Setting* s = context_.find(key); s != nullptr)
      for (const char c : s->value)
        for (Slot& slot : slots_)
          if (letter_of(c) == slot.letter && !slot.joker) slot.pawn = true;
}

// The slot's moves; notes a pawn.
Result<StepGraph> KindReader::steps_of(const Slot& slot, BuiltKinds& built, int kind) const {
  auto steps = slot.steps                    ? Result<StepGraph>(*slot.steps)
               : slot.setting->key == "pawn" ? parse_piece(slot.notation, Dialect::kBetza)
                                             : parse_piece(slot.notation, Dialect::kFsf);
  if (!steps) return wrong_value(*slot.setting, steps.error().message);
  const bool custom = is_custom(slot.setting->key);
  if (!slot.pawn) {
    const bool initial = std::any_of(steps->nodes.begin(), steps->nodes.end(),
                                     [](const StepNode& n) { return n.initial; });
    if (custom && initial)
      return not_covered(*slot.setting,
                         "moves from doubleStepRegion ('i') of men that are no pawns");
    return steps;
  }
  auto most = take_out_initial_steps(*steps);
  if (!most)
    return Error{most.error().code,
                 fmt::format("{}: {} = {}: {}", slot.setting->place, slot.setting->key,
                             slot.setting->value, most.error().message)};
  if (*most > 1 && !custom)
    return wrong_value(*slot.setting, "say it by 'pawnSteps' that a pawn goes several squares");
  PawnSource source{kind, slot.setting->key == "pawn", custom, *most,
                    slot.notation.find('e') != std::string::npos};
  const auto known = std::find_if(built.pawns.begin(), built.pawns.end(),
                                  [&](const PawnSource& p) { return p.kind == kind; });
  if (known == built.pawns.end())
    built.pawns.push_back(source);
  else if (known->custom != custom || known->initial_steps != *most)
    return not_covered(*slot.setting, "pawns with other rules for the two sides");
  return steps;
}

void KindReader::add_side(Kind& kind, const Slot& slot, const StepGraph& steps) {
  if (kind.name.empty())
    kind.name = slot.name;
  else if (kind.name != slot.name)
    kind.name += " / " + slot.name;
  for (unsigned side = 0; side < 2; ++side)
    if (slot.sides[side]) {
      kind.notation[side] = slot.notation;
      kind.steps[side] = steps;
    }
}

Result<BuiltKinds> KindReader::kinds() {
  BuiltKinds built;
  for (const Slot& slot : slots_) {
    if (!slot.sides[0] && !slot.sides[1]) continue;
    auto it = std::find_if(built.kinds.begin(), built.kinds.end(),
                           [&](const Kind& k) { return k.letter == slot.letter; });
    const int kind = static_cast<int>(it - built.kinds.begin());
    auto steps = steps_of(slot, built, kind);
    if (!steps) return steps.error();
    if (it == built.kinds.end()) {
      built.kinds.emplace_back();
      it = built.kinds.end() - 1;
      it->letter = slot.letter;
      it->joker = slot.joker;
      if (slot.pawn) it->pawn.emplace();
    } else if (it->joker != slot.joker || it->pawn.has_value() != slot.pawn) {
      return not_covered(*slot.setting, "a letter that is a pawn or a Joker for one side only");
    }
    add_side(*it, slot, *steps);
  }
  return built;
}

}  // namespace

bool is_kind_key(const BuildContext& context, std::string_view key) {
  return key == "pawn" || key == "joker" || is_custom(key) || is_own(key) ||
         context.predefined_text(key) != nullptr;
}

Result<BuiltKinds> build_kinds(BuildContext& context) {
  KindReader reader(context);
  if (auto ok = reader.read(); !ok) return ok.error();
  return reader.kinds();
}

}  // namespace augmate::internal
