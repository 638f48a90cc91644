// SPDX-License-Identifier: MIT
#include "gen/internal/row_kernel_body.h"
#include "gen/internal/row_kernel_portable.h"

namespace augmate::internal {
using Avx2Loops = KernelLoops<Portable<2>>;
const RowKernel kAvx2Kernel = {"avx2", Avx2Loops::read, Avx2Loops::exclude};
}  // namespace augmate::internal
