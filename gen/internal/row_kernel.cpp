// SPDX-License-Identifier: MIT
#include "gen/internal/row_kernel.h"

#include <cstdlib>
#include <string_view>

namespace augmate::internal {
namespace {

const RowKernel& choose() {
#ifdef AUGMATE_WIDE_KERNELS
  const char* asked = std::getenv("AUGMATE_ISA");
  const std::string_view most = asked != nullptr ? asked : "";  // all that there is
  __builtin_cpu_init();
  if (most == "baseline" || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2"))
    return kBaselineKernel;
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512vbmi2") &&
                    __builtin_cpu_supports("avx512bitalg") &&
                    __builtin_cpu_supports("avx512vpopcntdq");
  return most != "avx2" && wide ? kAvx512Kernel : kAvx2Kernel;
#else
  return kBaselineKernel;
#endif
}

}  // namespace

const RowKernel& row_kernel() {
  static const RowKernel& chosen = choose();
  return chosen;
}

}  // namespace augmate::internal
