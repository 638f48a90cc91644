// SPDX-License-Identifier: MIT
#include "research/armies.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "research/reach.h"
#include "rules/game_options.h"

namespace augmate {
namespace {

// How often each augmenter of the pool is left, or held.
using Multiset = std::vector<int>;

// What a man may hold, and with how many bases.
struct Option {
  Multiset held;
  int base = 0;
};

class Counter {
 public:
  Counter(const ArmyChoice& choice, bool placed, const HoldingTest& test)
      : choice_(choice), placed_(placed) {
    for (const std::string& name : choice.pool) {
      const auto known = std::find(names_.begin(), names_.end(), name);
      if (known == names_.end()) {
        names_.push_back(name);
        left_.push_back(1);
      } else {
        ++left_[static_cast<std::size_t>(known - names_.begin())];
      }
    }
    for (std::size_t s = 0; s < choice.slots.size(); ++s)
      for (int m = 0; m < choice.slots[s].men; ++m) men_.push_back(s);
    for (const auto& slot : choice.slots) options_.push_back(options_of(slot, test));
  }

  Result<std::uint64_t> count() {
    int held = 0;
    for (const auto& slot : choice_.slots) held += slot.men * slot.holds;
    if (held > static_cast<int>(choice_.pool.size()))
      return Error{ErrorCode::kUsage, fmt::format("{}: the men hold {} augmenters, the pool has {}",
                                                  choice_.name, held, choice_.pool.size())};
    const std::uint64_t ways = ways_from(0, 0);
    if (overflow_)
      return Error{ErrorCode::kTooLarge, choice_.name + ": more armies than 64 bits count"};
    return ways;
  }

 private:
  bool allowed(const Option& option, const ArmyChoice::Slot& slot, const HoldingTest& test) const {
    Holding holding{slot.bases[static_cast<std::size_t>(option.base)], {}};
    for (std::size_t i = 0; i < names_.size(); ++i)
      holding.augmenters.insert(holding.augmenters.end(), static_cast<std::size_t>(option.held[i]),
                                names_[i]);
    for (const auto& banned : choice_.banned)
      if (std::all_of(banned.begin(), banned.end(), [&](const std::string& name) {
            return std::find(holding.augmenters.begin(), holding.augmenters.end(), name) !=
                   holding.augmenters.end();
          }))
        return false;
    return test(holding);
  }

  void add_options(const ArmyChoice::Slot& slot, const HoldingTest& test, std::size_t name,
                   int missing, Option& option, std::vector<Option>& options) const {
    if (missing == 0) {
      if (allowed(option, slot, test)) options.push_back(option);
      return;
    }
    if (name == names_.size()) return;
    for (int n = std::min(missing, left_[name]); n >= 0; --n) {
      option.held[name] = n;
      add_options(slot, test, name + 1, missing - n, option, options);
    }
    option.held[name] = 0;
  }

  std::vector<Option> options_of(const ArmyChoice::Slot& slot, const HoldingTest& test) const {
    std::vector<Option> options;
    for (std::size_t base = 0; base < slot.bases.size(); ++base) {
      Option option{Multiset(names_.size(), 0), static_cast<int>(base)};
      add_options(slot, test, 0, slot.holds, option, options);
    }
    return options;
  }

  bool take(const Multiset& held) {
    for (std::size_t i = 0; i < held.size(); ++i)
      if (left_[i] < held[i]) return false;
    for (std::size_t i = 0; i < held.size(); ++i) left_[i] -= held[i];
    return true;
  }
  void put_back(const Multiset& held) {
    for (std::size_t i = 0; i < held.size(); ++i) left_[i] += held[i];
  }

  // The ways to equip the men from `man` on; where alike men are interchangeable, a man takes no
  // option before that of the alike man before it (`first`).
  std::uint64_t ways_from(std::size_t man, std::size_t first) {
    if (man == men_.size()) return 1;
    const auto key = std::pair{std::pair{man, first}, left_};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const auto& options = options_[men_[man]];
    const bool tied = !placed_ && man + 1 < men_.size() && men_[man + 1] == men_[man];
    std::uint64_t ways = 0;
    for (std::size_t o = first; o < options.size(); ++o) {
      if (!take(options[o].held)) continue;
      const std::uint64_t more = ways_from(man + 1, tied ? o : 0);
      overflow_ = overflow_ || ways + more < ways;
      ways += more;
      put_back(options[o].held);
    }
    return known_[key] = ways;
  }

  const ArmyChoice& choice_;
  bool placed_;
  bool overflow_ = false;
  std::vector<std::string> names_;  // of the pool, each once
  Multiset left_;
  std::vector<std::size_t> men_;              // their slots
  std::vector<std::vector<Option>> options_;  // by slot
  std::map<std::pair<std::pair<std::size_t, std::size_t>, Multiset>, std::uint64_t> known_;
};

// Judges holdings by what the men move like on a board.
class Judge {
 public:
  Judge(Board board, const KindLibrary& kinds) : board_(std::move(board)), kinds_(kinds) {}

  bool sensible(const Holding& holding) {
    const std::string whole = text_of(holding, holding.augmenters.size());
    const Moves& all = moves_of(whole);
    if (!all.everywhere) return false;
    for (std::size_t i = 0; i < holding.augmenters.size(); ++i) {
      const std::string rest = text_of(holding, i);
      if (rest.empty()) continue;
      // A union has all moves of its parts, so it has more of them or the same.
      constexpr double kRounding = 1e-9;
      if (moves_of(rest).in_crowd > all.in_crowd - kRounding) return false;
    }
    return true;
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  struct Moves {
    bool everywhere = false;
    double in_crowd = 0;
  };

  // The man without the augmenter of this number.
  static std::string text_of(const Holding& holding, std::size_t without) {
    std::string text = holding.base;
    for (std::size_t i = 0; i < holding.augmenters.size(); ++i)
      if (i != without) text += (text.empty() ? "" : "+") + holding.augmenters[i];
    return text;
  }

  const Moves& moves_of(const std::string& text) {
    if (const auto known = known_.find(text); known != known_.end()) return known->second;
    GameRules rules;
    rules.board = board_;
    auto steps = kinds_.parse(text);
    if (!steps) return fail(text, steps.error());
    Kind kind;
    kind.letter = 'K';
    kind.name = text;
    kind.notation = {text, text};
    kind.steps = {*steps, *steps};
    rules.kinds = {kind};
    auto game = Game::create(std::move(rules));
    if (!game) return fail(text, game.error());
    return known_[text] = {reachability(**game, Side::kWhite, 0, Helpers::kNone).everywhere(),
                           mobility(**game, Side::kWhite, 0).in_crowd};
  }

  const Moves& fail(const std::string& text, const Error& error) {
    if (!error_) error_ = error;
    return known_[text];
  }

  Board board_;
  const KindLibrary& kinds_;
  std::map<std::string, Moves> known_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::uint64_t> count_armies(const ArmyChoice& choice, bool placed, const HoldingTest& test) {
  return Counter(choice, placed, test).count();
}

Result<ArmyCounts> count_armies(const ArmyChoice& choice, const KindLibrary& kinds) {
  const HoldingTest any = [](const Holding&) { return true; };
  GameOptions options;
  options.board = choice.board;
  auto rules = make_rules(options);
  if (!rules) return rules.error().in(choice.name);
  auto placed = count_armies(choice, true, any);
  if (!placed) return placed.error();
  auto unplaced = count_armies(choice, false, any);
  if (!unplaced) return unplaced.error();
  Judge judge(rules->board, kinds);
  auto sensible =
      count_armies(choice, true, [&](const Holding& holding) { return judge.sensible(holding); });
  if (judge.error()) return judge.error()->in(choice.name);
  if (!sensible) return sensible.error();
  return ArmyCounts{*placed, *unplaced, *sensible};
}

}  // namespace augmate
