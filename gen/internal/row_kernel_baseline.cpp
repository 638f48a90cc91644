// SPDX-License-Identifier: MIT
#include "gen/internal/row_kernel_body.h"
#include "gen/internal/row_kernel_portable.h"

namespace augmate::internal {
namespace {
struct Baseline : WordByWord<Portable<16>> {};
}  // namespace
const RowKernel kBaselineKernel = KernelLoops<Baseline>::table("baseline");
}  // namespace augmate::internal
