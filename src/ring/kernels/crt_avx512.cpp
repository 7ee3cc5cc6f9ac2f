// The kernels of residue conversion for AVX-512.
#include <string_view>

#include "core/simd/vec_avx512.hpp"
#include "ring/crt/crt_kernels.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::avx512 {

POLYFORK_SIMD_BEGIN_AVX512
#include "ring/kernels/crt_fma.inc.hpp"
#include "ring/kernels/crt_panels.inc.hpp"
POLYFORK_SIMD_END

const CrtKernels crt_fma = make_crt_kernels<CrtFma>("avx512", Isa::avx512);

}  // namespace detail::kernels::avx512
}  // namespace v1
}  // namespace polyfork

#endif
