// SPDX-License-Identifier: MIT
#include "research/army.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace augmate {
namespace {

constexpr std::string_view kRoyal = "royal:";

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

Result<Army::Member> parse_member(const Workshop& workshop, std::string_view text) {
  const auto& own = workshop.rules.kinds;
  for (std::size_t k = 0; k < own.size(); ++k)
    if (own[k].name == text) return Army::Member{std::string(text), own[k], static_cast<int>(k)};
  auto steps = workshop.kinds.parse(text, workshop.dialect);
  if (!steps) return steps.error();
  Army::Member member{std::string(text), {}, std::nullopt};
  member.kind.name = text;
  member.kind.notation = {member.text, member.text};
  member.kind.steps = {*steps, *steps};
  return member;
}

// Builds the kinds of one ending.
class EndingBuilder {
 public:
  explicit EndingBuilder(const GameRules& rules) : base_(rules), rules_(rules) {
    rules_.kinds.clear();
  }

  void add_royals(const Army& white, const Army& black) {
    const auto kind_of = [&](const Army& army, Side side) -> const Kind& {
      return army.royal ? army.royal->kind
                        : base_.kinds[static_cast<std::size_t>(base_.royal[index(side)])];
    };
    const Kind& w = kind_of(white, Side::kWhite);
    const Kind& b = kind_of(black, Side::kBlack);
    Kind royal;
    royal.letter = base_.kinds[static_cast<std::size_t>(base_.royal[0])].letter;
    royal.name = w.name == b.name ? w.name : w.name + " / " + b.name;
    royal.notation = {w.notation[0], b.notation[1]};
    royal.steps = {w.steps[0], b.steps[1]};
    rules_.kinds.push_back(std::move(royal));
    rules_.royal = {0, 0};
  }

  Result<std::string> add_men(const Army& army) {
    std::string letters(1, rules_.kinds[0].letter);
    for (const Army::Member& man : army.men) {
      auto added = man.own ? add_own(*man.own) : add_other(man);
      if (!added) return added.error();
      letters += rules_.kinds[static_cast<std::size_t>(*added)].letter;
    }
    return letters;
  }

  GameRules take() { return std::move(rules_); }

 private:
  // A kind of the game and, for a pawn, those that it may become.
  Result<int> add_own(int number) {
    if (const auto known = own_.find(number); known != own_.end()) return known->second;
    auto added = add(base_.kinds[static_cast<std::size_t>(number)]);
    if (!added) return added;
    own_[number] = *added;
    const auto place = static_cast<std::size_t>(*added);
    if (!rules_.kinds[place].pawn) return added;
    PawnRule pawn = *rules_.kinds[place].pawn;
    for (Promotion& promotion : pawn.promotions)
      for (int& kind : promotion.kinds) {
        auto promoted = add_own(kind);
        if (!promoted) return promoted;
        kind = *promoted;
      }
    rules_.kinds[place].pawn = std::move(pawn);
    return added;
  }

  Result<int> add_other(const Army::Member& man) {
    if (const auto known = others_.find(man.text); known != others_.end()) return known->second;
    auto added = add(man.kind);
    if (added) others_[man.text] = *added;
    return added;
  }

  Result<int> add(Kind kind) {
    std::string wanted(1, kind.letter);
    for (const char c : kind.name) wanted += static_cast<char>(std::toupper(c));
    wanted += "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const auto free = std::find_if(wanted.begin(), wanted.end(), [&](char c) {
      return c >= 'A' && c <= 'Z' &&
             std::none_of(rules_.kinds.begin(), rules_.kinds.end(),
                          [&](const Kind& k) { return k.letter == c; });
    });
    if (free == wanted.end())
      return Error{ErrorCode::kTooLarge, kind.name + ": the ending has no letter to spare for it"};
    kind.letter = *free;
    rules_.kinds.push_back(std::move(kind));
    return static_cast<int>(rules_.kinds.size()) - 1;
  }

  const GameRules& base_;
  GameRules rules_;
  std::map<int, int> own_;  // by kind of the game
  std::map<std::string, int> others_;
};

}  // namespace

Result<Workshop> open_workshop(const GameOptions& options) {
  const auto dialect = find_dialect(options.dialect);
  if (!dialect) return Error{ErrorCode::kUsage, "--dialect: there is no " + options.dialect};
  auto variants = find_variant(options.variant);
  if (!variants) return variants.error();
  auto rules = make_rules(options);
  if (!rules) return rules.error();
  return Workshop{std::move(*rules), variants->library.kinds(), *dialect};
}

Result<Army> parse_army(const Workshop& workshop, std::string_view text) {
  Army army;
  army.text = trimmed(text);
  if (army.text == "-") return army;
  const std::string place = fmt::format("men '{}'", army.text);
  for (std::string_view rest = army.text;;) {
    const auto end = std::min(rest.find('&'), rest.size());
    std::string_view part = trimmed(rest.substr(0, end));
    const bool royal = part.substr(0, kRoyal.size()) == kRoyal;
    if (royal) part = trimmed(part.substr(kRoyal.size()));
    if (part.empty())
      return Error{ErrorCode::kUsage, place + ": a man is missing; write as in 'Bishop & Knight'"};
    auto member = parse_member(workshop, part);
    if (!member) return member.error().in(place);
    if (royal && army.royal) return Error{ErrorCode::kUsage, place + ": a side has one royal"};
    if (royal)
      army.royal = std::move(*member);
    else
      army.men.push_back(std::move(*member));
    if (end == rest.size()) return army;
    rest.remove_prefix(end + 1);
  }
}

Result<ArmyEnding> make_ending(const GameRules& rules, const Army& white, const Army& black) {
  EndingBuilder builder(rules);
  builder.add_royals(white, black);
  auto whites = builder.add_men(white);
  if (!whites) return whites.error();
  auto blacks = builder.add_men(black);
  if (!blacks) return blacks.error();
  auto game = Game::create(builder.take());
  const auto place = fmt::format("{} v {}", white.text, black.text);
  if (!game) return game.error().in(place);
  auto material = parse_material(**game, *whites + 'v' + *blacks);
  if (!material) return material.error().in(place);
  return ArmyEnding{std::move(*game), std::move(*material)};
}

}  // namespace augmate
