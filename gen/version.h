// SPDX-License-Identifier: MIT
#pragma once

namespace augmate {
inline constexpr const char* kProgram = "augmate 0.1.0";
}  // namespace augmate
