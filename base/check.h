// SPDX-License-Identifier: MIT
// Broken contracts of the program itself (never bad input, which returns an Error).
#pragma once

#include <cstdio>
#include <cstdlib>

namespace augmate::internal {
[[noreturn]] inline void check_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "augmate: internal error: %s (%s:%d)\n", what, file, line);
  std::abort();
}
}  // namespace augmate::internal

// Always tested.
#define AUGMATE_CHECK(condition) \
  ((condition) ? void(0) : ::augmate::internal::check_failed(#condition, __FILE__, __LINE__))

// Tested in debug builds.
#ifdef NDEBUG
#define AUGMATE_ASSERT(condition) ((void)0)
#else
#define AUGMATE_ASSERT(condition) AUGMATE_CHECK(condition)
#endif
