// SPDX-License-Identifier: MIT
// What each key of a variant file is to an ending: used, without meaning there, or a
// rule that is not covered. The keys are Fairy-Stockfish's (docs/variants.md), and augmate's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace augmate::internal {

enum class KeyUse {
  kUsed,     // read by the builder
  kIgnored,  // cannot change an ending
  kRefused,  // changes endings in a way that is not covered, unless it has its harmless value
  kUnknown,
};

struct KeyClass {
  KeyUse use = KeyUse::kUnknown;
  std::string_view reason;                      // why ignored, or the feature that is refused
  std::vector<std::string_view> harmless = {};  // values that ask for nothing
};

// Not for the keys of kinds: predefined pieces, customPieceN, kind.*, kindWhite.*, kindBlack.*,
// joker.
KeyClass classify_key(std::string_view key);

// All keys that classify_key knows, for suggestions.
std::vector<std::string> known_keys();

}  // namespace augmate::internal
