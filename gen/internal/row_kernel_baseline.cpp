// SPDX-License-Identifier: MIT
#include "gen/internal/row_kernel_body.h"
#include "gen/internal/row_kernel_portable.h"

namespace augmate::internal {
using BaselineLoops = KernelLoops<Portable<0>>;
const RowKernel kBaselineKernel = {"baseline", BaselineLoops::read, BaselineLoops::exclude};
}  // namespace augmate::internal
