// SPDX-License-Identifier: MIT
// What the allocator keeps of freed memory. glibc gives large blocks back at once, but counts as
// large only what is larger than the largest that was ever freed, and small ones only from the end
// of its heap; between two stages of work of different shape it may so keep more than the next one
// needs. A program that promises how much it takes asks it not to. Elsewhere nothing happens.
#pragma once

#include <cstdlib>  // tells __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace augmate {

// From now on blocks of a MiB are given back when they are freed.
inline void give_back_large_blocks() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 20;
  static_cast<void>(mallopt(M_MMAP_THRESHOLD, kLarge));
  static_cast<void>(mallopt(M_TRIM_THRESHOLD, kLarge));
#endif
}

// Gives back all whole pages that are free now: for the end of a stage of work.
inline void give_back_free_memory() {
#ifdef __GLIBC__
  static_cast<void>(malloc_trim(0));
#endif
}

}  // namespace augmate
