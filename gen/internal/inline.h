// SPDX-License-Identifier: MIT
// Functions that must end in the loop that calls them, whatever instruction set that is for.
#pragma once

#define AUGMATE_INLINE inline __attribute__((always_inline))
