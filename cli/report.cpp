// SPDX-License-Identifier: MIT
#include "cli/report.h"

#include <fmt/format.h>

#include <cstdio>

namespace augmate::cli {

ExitStatus exit_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
    case ErrorCode::kBadNotation:
    case ErrorCode::kTooLarge:
      return kWrongUsage;
    case ErrorCode::kMismatch:
      return kClaimFails;
    case ErrorCode::kNoMemory:
    case ErrorCode::kNoSpace:
      return kExhausted;
    case ErrorCode::kIllegal:
    case ErrorCode::kNotCovered:
    case ErrorCode::kMissingTable:
    case ErrorCode::kBadMagic:
    case ErrorCode::kBadVersion:
    case ErrorCode::kWrongGame:
    case ErrorCode::kBadChecksum:
    case ErrorCode::kTruncated:
    case ErrorCode::kCorrupt:
    case ErrorCode::kIo:
      return kBadData;
  }
  return kBadData;
}

int report(const Error& error) {
  fmt::print(stderr, "augmate: {}\n", error.message);
  return exit_status(error.code);
}

}  // namespace augmate::cli
