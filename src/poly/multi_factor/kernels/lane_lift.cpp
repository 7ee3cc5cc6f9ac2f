// Compiles the lifting at eight points once per instruction set with vectors.
#include "poly/multi_factor/lane_lift.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
// In this sequence.
#include "poly/multi_factor/kernels/lane_sums.inc.hpp"

#include "poly/multi_factor/kernels/lane_cofactors.inc.hpp"

#include "poly/multi_factor/kernels/lane_lift.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2
namespace kernels::avx512 {
POLYFORK_SIMD_BEGIN_AVX512
// In this sequence.
#include "poly/multi_factor/kernels/lane_sums.inc.hpp"

#include "poly/multi_factor/kernels/lane_cofactors.inc.hpp"

#include "poly/multi_factor/kernels/lane_lift.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx512
#endif

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr LaneLiftKernel avx2_lift = {kernels::avx2::lift_products, kernels::avx2::lift_sums,
                                      kernels::avx2::lift_combine, kernels::avx2::lift_factors};
constexpr LaneLiftKernel avx512_lift = {kernels::avx512::lift_products, kernels::avx512::lift_sums,
                                        kernels::avx512::lift_combine, kernels::avx512::lift_factors};
constexpr IsaTable<const LaneLiftKernel*> lift_table = {nullptr, &avx2_lift, &avx512_lift, nullptr};
#else
constexpr IsaTable<const LaneLiftKernel*> lift_table = {nullptr, nullptr, nullptr, nullptr};
#endif

}  // namespace

const LaneLiftKernel* lane_lift_kernel(Isa isa) noexcept { return lift_table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
