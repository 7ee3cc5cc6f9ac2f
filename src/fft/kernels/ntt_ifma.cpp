// The kernels of transforms for AVX-512 with 52-bit multiply-adds: words, eight lanes.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/simd/vec_ifma.hpp"
#include "fft/ntt_kernels.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::ifma {

POLYFORK_SIMD_BEGIN_IFMA
#include "fft/kernels/ntt_arithmetic.inc.hpp"
#include "fft/kernels/ntt_fraction52.inc.hpp"
#include "fft/kernels/ntt_passes.inc.hpp"
#include "fft/kernels/ntt_shoup64_lanes.inc.hpp"
POLYFORK_SIMD_END

const NttKernels ntt_shoup64 = make_ntt_kernels<Shoup64Lanes>("ifma", Isa::ifma, NttArithmetic::shoup64);
const NttKernels ntt_fraction52 = make_ntt_kernels<Fraction52>("ifma", Isa::ifma, NttArithmetic::fraction52);

}  // namespace detail::kernels::ifma
}  // namespace v1
}  // namespace polyfork

#endif
