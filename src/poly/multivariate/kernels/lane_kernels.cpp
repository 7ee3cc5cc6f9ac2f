// Compiles lane_kernels.inc.hpp for the instruction set that gains by it.
#include "poly/multivariate/lane_kernels.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_ifma.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "poly/multivariate/kernels/lane_kernels.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr LaneKernels ifma_lane_kernels = {kernels::ifma::lane_product, kernels::ifma::lane_euclid,
                                           kernels::ifma::lane_invert, kernels::ifma::lane_finish,
                                           kernels::ifma::lane_verify};
constexpr IsaTable<const LaneKernels*> lane_table = {nullptr, nullptr, nullptr, &ifma_lane_kernels};
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

const LaneKernels* lane_kernels(Isa isa) noexcept { return lane_table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
