// SPDX-License-Identifier: MIT
#include "gen/internal/row_kernel_bmi2.h"
#include "gen/internal/row_kernel_body.h"
#include "gen/internal/row_kernel_portable.h"

namespace augmate::internal {
namespace {

struct Avx2 : WordByWord<Bmi2<Portable>> {
  AUGMATE_INLINE static bool any(const Vector& v) {
    const __m256i either = _mm256_or_si256(half(v, 0), half(v, 1));
    return _mm256_testz_si256(either, either) == 0;
  }
  AUGMATE_INLINE static unsigned nonzero(const Vector& v) {
    return (~zeros(half(v, 0)) & 0xF) | (~zeros(half(v, 1)) & 0xF) << 4;
  }

 private:
  AUGMATE_INLINE static __m256i half(const Vector& v, int number) {
    __m256i h;
    __builtin_memcpy(&h, reinterpret_cast<const char*>(&v) + number * 32, sizeof h);
    return h;
  }
  AUGMATE_INLINE static unsigned zeros(__m256i h) {
    const __m256i equal = _mm256_cmpeq_epi64(h, _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(equal)));
  }
};

}  // namespace
const RowKernel kAvx2Kernel = KernelLoops<Avx2>::table("avx2");
}  // namespace augmate::internal
