// SPDX-License-Identifier: MIT
#include "gen/internal/row_kernel_bmi2.h"
#include "gen/internal/row_kernel_body.h"
#include "gen/internal/row_kernel_portable.h"

namespace augmate::internal {
namespace {

struct Avx2 : WordByWord<Bmi2<Portable<32>>> {
  AUGMATE_INLINE static bool any(const Vector& v) {
    const auto all = reinterpret_cast<__m256i>(v.united());
    return _mm256_testz_si256(all, all) == 0;
  }
  AUGMATE_INLINE static unsigned nonzero(const Vector& v) {
    return (~zeros(v.part[0]) & 0xF) | (~zeros(v.part[1]) & 0xF) << 4;
  }

 private:
  AUGMATE_INLINE static unsigned zeros(const Vector::Part& part) {
    const auto x = reinterpret_cast<__m256i>(part);
    const __m256i equal = _mm256_cmpeq_epi64(x, _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(equal)));
  }
};

}  // namespace
const RowKernel kAvx2Kernel = KernelLoops<Avx2>::table("avx2");
}  // namespace augmate::internal
