// The portable kernels of transforms: one word at a time.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/simd/vec_scalar.hpp"
#include "fft/ntt_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::scalar {

#include "fft/kernels/ntt_arithmetic.inc.hpp"
#include "fft/kernels/ntt_passes.inc.hpp"
#include "fft/kernels/ntt_shoup64.inc.hpp"

const NttKernels ntt_shoup64 = make_ntt_kernels<Shoup64<false>>("scalar", Isa::scalar, NttArithmetic::shoup64);
const NttKernels ntt_shoup64_wide = make_ntt_kernels<Shoup64<true>>("scalar", Isa::scalar, NttArithmetic::shoup64);

}  // namespace detail::kernels::scalar
}  // namespace v1
}  // namespace polyfork
