// SPDX-License-Identifier: MIT
// How many threads a loop over a layout's rows is worth: starting and joining a team costs as much
// as a whole half-step of a small ending.
#pragma once

#ifdef _OPENMP
#include <omp.h>
#endif

#include <cstdint>

namespace augmate {

inline int team_for(std::uint64_t words) {
#ifdef _OPENMP
  return words < (std::uint64_t{1} << 18) ? 1 : omp_get_max_threads();
#else
  static_cast<void>(words);
  return 1;
#endif
}

}  // namespace augmate
