// Compiles lane_products.inc.hpp once per instruction set.
#include "groebner/lane_products.hpp"

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"
#include "core/simd/vec_scalar.hpp"

#define POLYFORK_KERNEL_ISA scalar
#include "groebner/kernels/lane_products.inc.hpp"
#undef POLYFORK_KERNEL_ISA

#if defined(POLYFORK_SIMD_X86)

POLYFORK_SIMD_BEGIN_AVX2
#define POLYFORK_KERNEL_ISA avx2
#include "groebner/kernels/lane_products.inc.hpp"
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

POLYFORK_SIMD_BEGIN_AVX512
#define POLYFORK_KERNEL_ISA avx512
#include "groebner/kernels/lane_products.inc.hpp"
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<LaneDot> lane_dots = {kernels::scalar::lane_dot, kernels::avx2::lane_dot, kernels::avx512::lane_dot,
                                         nullptr};
#else
constexpr IsaTable<LaneDot> lane_dots = {kernels::scalar::lane_dot, nullptr, nullptr, nullptr};
#endif

}  // namespace

const IsaTable<LaneDot>& lane_dot_table() noexcept { return lane_dots; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
