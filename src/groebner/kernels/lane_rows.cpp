// Compiles lane_rows.inc.hpp once per instruction set.
#include "groebner/lane_rows.hpp"

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"
#include "core/simd/vec_scalar.hpp"

#define POLYFORK_KERNEL_ISA scalar
#include "groebner/kernels/lane_rows.inc.hpp"
#undef POLYFORK_KERNEL_ISA

#if defined(POLYFORK_SIMD_X86)

POLYFORK_SIMD_BEGIN_AVX2
#define POLYFORK_KERNEL_ISA avx2
#include "groebner/kernels/lane_rows.inc.hpp"
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

POLYFORK_SIMD_BEGIN_AVX512
#define POLYFORK_KERNEL_ISA avx512
#include "groebner/kernels/lane_rows.inc.hpp"
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<LaneReduction> lane_reductions = {kernels::scalar::reduce_lanes, kernels::avx2::reduce_lanes,
                                                     kernels::avx512::reduce_lanes, nullptr};
#else
constexpr IsaTable<LaneReduction> lane_reductions = {kernels::scalar::reduce_lanes, nullptr, nullptr, nullptr};
#endif

}  // namespace

const IsaTable<LaneReduction>& lane_reduction_table() noexcept { return lane_reductions; }

LanePrimes::LanePrimes(std::span<const SmallPrime> primes) {
  for (std::size_t i = 0; i < prime_lanes; ++i) {
    prime[i] = primes[i].value();
    square[i] = prime[i] * prime[i];
    reciprocal[i] = (std::uint64_t{1} << 62) / prime[i];
    half[i] = (std::uint64_t{1} << 32) % prime[i];
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
