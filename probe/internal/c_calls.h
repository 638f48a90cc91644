// SPDX-License-Identifier: MIT
// What the functions of augmate.h have in common: the wall that no exception and no Error passes
// but as a status and a message, and the plain structures as values of the library and back.
#pragma once

#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "probe/augmate.h"
#include "probe/probe.h"

// The object behind the pointer.
struct augmate_tables {
  augmate::Prober prober;
};

namespace augmate::internal {

augmate_status status_of(ErrorCode code);
// Keeps the message for augmate_error().
augmate_status fail(augmate_status status, std::string_view message) noexcept;
augmate_status fail(const Error& error) noexcept;

// `call` gives an augmate_status, or fails by fail().
template <class Call>
augmate_status walled(Call&& call) noexcept {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return fail(AUGMATE_NO_MEMORY, "not enough memory");
  } catch (const std::exception& e) {
    return fail(AUGMATE_INTERNAL, e.what());
  } catch (...) {
    return fail(AUGMATE_INTERNAL, "an unknown error");
  }
}

template <class... Pointers>
bool any_null(Pointers... pointers) {
  return ((pointers == nullptr) || ...);
}
inline augmate_status null_pointer() noexcept {
  return fail(AUGMATE_USAGE, "a null pointer where there must be something");
}

// Text into the caller's memory, with a zero behind it.
augmate_status write_text(std::string_view from, char* text, std::size_t size) noexcept;

// Every number is in range, or kIllegal; whether the position is legal is not asked.
Result<Position> read_position(const Game& game, const augmate_position& position);
augmate_position write_position(const Position& position);

augmate_move write_move(const ScoredMove& scored, Value value);

}  // namespace augmate::internal
