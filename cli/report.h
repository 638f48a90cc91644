// SPDX-License-Identifier: MIT
// How the program ends and what it says about errors. Only here do error codes become exit statuses
// and text on standard error.
#pragma once

#include "base/result.h"

namespace augmate::cli {

enum ExitStatus : int {
  kDone = 0,        // what was asked is done
  kClaimFails = 1,  // a check or a claim does not hold
  kWrongUsage = 2,  // the command line asks for nothing that makes sense
  kBadData = 3,     // a file, a position or a table is missing or bad
  kExhausted = 4,   // out of memory or disk
};

ExitStatus exit_status(ErrorCode code);

// "augmate: MESSAGE" on standard error; returns the exit status.
int report(const Error& error);

}  // namespace augmate::cli
