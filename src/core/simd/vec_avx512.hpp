// Eight u64 lanes. The interface is described in vec_scalar.hpp.
#pragma once

#include "core/simd/region.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::avx512 {

POLYFORK_SIMD_BEGIN_AVX512
#define POLYFORK_VEC_HAS_MADD52 false
#include "core/simd/vec_512.inc.hpp"
#undef POLYFORK_VEC_HAS_MADD52
POLYFORK_SIMD_END

}  // namespace detail::kernels::avx512
}  // namespace v1
}  // namespace polyfork

#endif
