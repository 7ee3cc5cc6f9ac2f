// Compiles the kernels for vectors with 52-bit multiply-adds, and for vectors of doubles.
#include "poly/multivariate/lane_kernels.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/multivariate/kernels/lane_values_doubles.inc.hpp"
// Each one needs those before it.
// clang-format off
#include "poly/multivariate/kernels/lane_product.inc.hpp"
#include "poly/multivariate/kernels/lane_euclid.inc.hpp"
#include "poly/multivariate/kernels/lane_resultant.inc.hpp"
#include "poly/multivariate/kernels/lane_progress.inc.hpp"
// clang-format on
POLYFORK_SIMD_END
}  // namespace kernels::avx2

namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "poly/multivariate/kernels/lane_values_madd52.inc.hpp"
// Each one needs those before it.
// clang-format off
#include "poly/multivariate/kernels/lane_product.inc.hpp"
#include "poly/multivariate/kernels/lane_euclid.inc.hpp"
#include "poly/multivariate/kernels/lane_resultant.inc.hpp"
#include "poly/multivariate/kernels/lane_progress.inc.hpp"
// clang-format on
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr LaneKernels avx2_lane_kernels = {kernels::avx2::lane_product,  kernels::avx2::lane_euclid,
                                           kernels::avx2::lane_invert,   kernels::avx2::lane_finish,
                                           kernels::avx2::lane_verify,   kernels::avx2::lane_resultant,
                                           kernels::avx2::lane_multiply, kernels::avx2::lane_progress};
constexpr LaneKernels ifma_lane_kernels = {kernels::ifma::lane_product,  kernels::ifma::lane_euclid,
                                           kernels::ifma::lane_invert,   kernels::ifma::lane_finish,
                                           kernels::ifma::lane_verify,   kernels::ifma::lane_resultant,
                                           kernels::ifma::lane_multiply, kernels::ifma::lane_progress};
constexpr IsaTable<const LaneKernels*> lane_table = {nullptr, &avx2_lane_kernels, nullptr, &ifma_lane_kernels};
#else
constexpr IsaTable<const LaneKernels*> lane_table = {nullptr, nullptr, nullptr, nullptr};
#endif

}  // namespace

LaneModulus::LaneModulus(const WordModulus& modulus) noexcept : p(modulus.value()) {
  std::uint64_t inverse = p;  // right in the lowest three binary digits
  for (int i = 0; i < 5; ++i) inverse *= 2 - p * inverse;
  negative_inverse = (0 - inverse) & ((std::uint64_t{1} << 52) - 1);
  r1 = modulus.reduce(std::uint64_t{1} << 52);
  r2 = modulus.mul(r1, r1);
}

std::uint64_t resultant_factor(const WordModulus& modulus, std::size_t degree_a, std::size_t degree_b) noexcept {
  const std::size_t n = degree_a < degree_b ? degree_a : degree_b;
  const std::size_t eliminations = (degree_a < degree_b ? degree_b : degree_a) - n + 1;
  // Each elimination of a divisor of degree n has divided the remainder by r, the resultant by r^n.
  const std::uint64_t power = modulus.pow(modulus.reduce(std::uint64_t{1} << 52), eliminations * n + n * (n - 1) + 2);
  return degree_a >= degree_b && degree_a % 2 != 0 && degree_b % 2 != 0 ? modulus.neg(power) : power;
}

std::uint64_t first_subresultant_factor(const WordModulus& modulus, std::size_t degree_a,
                                        std::size_t degree_b) noexcept {
  const std::size_t n = degree_a < degree_b ? degree_a : degree_b;
  const std::size_t eliminations = (degree_a < degree_b ? degree_b : degree_a) - n + 1;
  // As above with n - 1 for n; a divisor of degree 1 ends the sequence.
  const std::size_t divisions = n < 2 ? 0 : eliminations * (n - 1) + (n - 1) * (n - 2);
  return modulus.pow(modulus.reduce(std::uint64_t{1} << 52), divisions + 2);
}

const LaneKernels* lane_kernels(Isa isa) noexcept { return lane_table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
