// SPDX-License-Identifier: MIT
#include "gen/internal/row_kernel_bmi2.h"
#include "gen/internal/row_kernel_body.h"

namespace augmate::internal {
namespace {

// Words are dropped by the mask registers, without a table.
struct MaskedWords {
  AUGMATE_INLINE static bool any(const Vector& v) {
    const auto x = reinterpret_cast<__m512i>(v);
    return _mm512_test_epi64_mask(x, x) != 0;
  }
  AUGMATE_INLINE static unsigned nonzero(const Vector& v) {
    const auto x = reinterpret_cast<__m512i>(v);
    return _mm512_test_epi64_mask(x, x);
  }
  AUGMATE_INLINE static void or_kept(Vector& sum, const Vector& from, const Vector& lanes,
                                     unsigned dropped) {
    or_masked(sum, from & lanes, dropped);
  }
  AUGMATE_INLINE static void or_kept(Vector& sum, const Vector& from, std::uint64_t lanes,
                                     unsigned dropped) {
    or_masked(sum, from & lanes, dropped);
  }

 private:
  AUGMATE_INLINE static void or_masked(Vector& sum, const Vector& more, unsigned dropped) {
    const auto old = reinterpret_cast<__m512i>(sum);
    sum = reinterpret_cast<Vector>(_mm512_mask_or_epi64(old, static_cast<__mmask8>(~dropped), old,
                                                        reinterpret_cast<__m512i>(more)));
  }
};

using Avx512 = Bmi2<MaskedWords>;

}  // namespace
const RowKernel kAvx512Kernel = KernelLoops<Avx512>::table("avx512");
}  // namespace augmate::internal
