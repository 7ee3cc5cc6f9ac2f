// The kernels of residue conversion for AVX2.
#include <string_view>

#include "core/simd/vec_avx2.hpp"
#include "ring/crt/crt_kernels.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::avx2 {

POLYFORK_SIMD_BEGIN_AVX2
#include "ring/kernels/crt_fma.inc.hpp"
#include "ring/kernels/crt_panels.inc.hpp"
POLYFORK_SIMD_END

const CrtKernels crt_fma = make_crt_kernels<CrtFma>("avx2", Isa::avx2);

}  // namespace detail::kernels::avx2
}  // namespace v1
}  // namespace polyfork

#endif
