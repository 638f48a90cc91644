// SPDX-License-Identifier: MIT
// From the settings of a section and its parents to GameRules.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/kind_text.h"
#include "rules/variant_file.h"

namespace augmate::internal {

// A key with the value that the youngest section gives it, in the order in which keys first appear.
struct Setting {
  std::string key, value;
  std::string place;  // "wide.ini, line 12"
  int depth = 0;      // of the section that gave the value: 0 the oldest ancestor
};

struct BuildContext {
  std::string name;
  std::vector<Setting> settings;
  KindLibrary kinds;
  const std::vector<std::pair<std::string, std::string>>* predefined = nullptr;
  int depth = 0;  // of the variant's own section
  // The men of startFen, if it fits the board: letters as written there.
  std::vector<std::pair<char, Square>> start_men;

  const Setting* find(std::string_view key) const {
    const auto it = std::find_if(settings.begin(), settings.end(),
                                 [&](const Setting& s) { return s.key == key; });
    return it == settings.end() ? nullptr : &*it;
  }
  // The youngest setting of several keys; of equally young ones the first named.
  const Setting* youngest(std::initializer_list<std::string_view> keys) const {
    const Setting* best = nullptr;
    for (const auto key : keys)
      if (const Setting* s = find(key); s != nullptr && (best == nullptr || s->depth > best->depth))
        best = s;
    return best;
  }
  const std::string* predefined_text(std::string_view key) const {
    const auto it = std::find_if(predefined->begin(), predefined->end(),
                                 [&](const auto& p) { return p.first == key; });
    return it == predefined->end() ? nullptr : &it->second;
  }
};

// kBadNotation with the place, the key and the value.
Error wrong_value(const Setting& setting, const std::string& message);
// kNotCovered with the same.
Error not_covered(const Setting& setting, const std::string& message);

// A key's number or flag, `absent` where it is not given.
Result<int> number_of(const BuildContext& context, std::string_view key, int absent, int low,
                      int high);
Result<bool> flag_of(const BuildContext& context, std::string_view key, bool absent);

// "a b", "a,b": the parts, which are not empty.
std::vector<std::string> items_of(std::string_view text);
// The letter as kinds have it, nothing for what is no letter.
std::optional<char> letter_of(char c);
// The kinds with these letters, each once; spaces and commas may stand between them.
Result<std::vector<int>> kinds_of(const GameRules& rules, const Setting& setting,
                                  std::string_view letters);

Result<Variant> build_variant(BuildContext context);

// A kind that is a pawn, and what its own key says of it.
struct PawnSource {
  int kind = 0;
  bool predefined = false;  // the key `pawn`
  bool custom = false;      // customPieceN: rules of the pawn's kind are what its notation says
  int initial_steps = 1;    // custom: the most steps of a first move
  bool en_passant = false;  // custom: its notation says so
};

struct BuiltKinds {
  std::vector<Kind> kinds;  // pawns with an empty PawnRule
  std::vector<PawnSource> pawns;
};

// Whether a key gives a kind of men.
bool is_kind_key(const BuildContext& context, std::string_view key);
// All kinds. Adds the names that the settings define to the context's library.
Result<BuiltKinds> build_kinds(BuildContext& context);

// What a pawn's moves amount to: multi-steps marked `initial` are taken out of the graph and their
// length returned, 1 for none. kNotCovered for a pawn that does not always go forward, and for
// other moves from the start.
Result<int> take_out_initial_steps(StepGraph& steps);

// The pawns' rules; board, directions and kinds are there.
Result<void> build_pawns(const BuildContext& context, const std::vector<PawnSource>& pawns,
                         GameRules& rules);
// What ends or settles a game besides mate, points and limits of promotion.
Result<void> build_outcomes(const BuildContext& context, GameRules& rules);

}  // namespace augmate::internal
