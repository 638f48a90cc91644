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

// No team is larger, and the number of the calling thread in its team.
inline int largest_team() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}
inline int thread_number() {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

}  // namespace augmate
