// The kernels of residue conversion for AVX-512 IFMA, with digits of 51 and of 52 bits.
#include <string_view>

#include "core/simd/vec_ifma.hpp"
#include "ring/crt/crt_kernels.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::ifma {

POLYFORK_SIMD_BEGIN_IFMA
#include "ring/kernels/crt_madd52.inc.hpp"
#include "ring/kernels/crt_panels.inc.hpp"
POLYFORK_SIMD_END

const CrtKernels crt_madd51 = make_crt_kernels<CrtMadd52<true>>("ifma", Isa::ifma);
const CrtKernels crt_madd52 = make_crt_kernels<CrtMadd52<false>>("ifma", Isa::ifma);

}  // namespace detail::kernels::ifma
}  // namespace v1
}  // namespace polyfork

#endif
