// The kernels of transforms for AVX-512: doubles, eight lanes.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/simd/vec_avx512.hpp"
#include "fft/ntt_kernels.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::avx512 {

POLYFORK_SIMD_BEGIN_AVX512
#include "fft/kernels/ntt_arithmetic.inc.hpp"
#include "fft/kernels/ntt_fma.inc.hpp"
#include "fft/kernels/ntt_passes.inc.hpp"
POLYFORK_SIMD_END

const NttKernels ntt_fma = make_ntt_kernels<Fma>("avx512", Isa::avx512, NttArithmetic::fma);

}  // namespace detail::kernels::avx512
}  // namespace v1
}  // namespace polyfork

#endif
