// The kernels of transforms for AVX2: doubles, four lanes.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/simd/vec_avx2.hpp"
#include "fft/ntt_kernels.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::avx2 {

POLYFORK_SIMD_BEGIN_AVX2
#include "fft/kernels/ntt_arithmetic.inc.hpp"
#include "fft/kernels/ntt_fma.inc.hpp"
#include "fft/kernels/ntt_passes.inc.hpp"
POLYFORK_SIMD_END

const NttKernels ntt_fma = make_ntt_kernels<Fma>("avx2", Isa::avx2, NttArithmetic::fma);

}  // namespace detail::kernels::avx2
}  // namespace v1
}  // namespace polyfork

#endif
