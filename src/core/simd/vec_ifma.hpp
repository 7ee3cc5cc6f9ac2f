// Eight u64 lanes with the 52-bit multiply-add. The rest of the interface is described in vec_scalar.hpp.
#pragma once

#include "core/simd/region.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::ifma {

POLYFORK_SIMD_BEGIN_IFMA
#define POLYFORK_VEC_HAS_MADD52 true
#include "core/simd/vec_512.inc.hpp"
#undef POLYFORK_VEC_HAS_MADD52

/// sum + the low 52 bits of the product of the low 52 bits of a and b; madd52hi adds the high 52 bits.
static POLYFORK_ALWAYS_INLINE VecU64 madd52lo(VecU64 sum, VecU64 a, VecU64 b) {
  return {_mm512_madd52lo_epu64(sum.v, a.v, b.v)};
}
static POLYFORK_ALWAYS_INLINE VecU64 madd52hi(VecU64 sum, VecU64 a, VecU64 b) {
  return {_mm512_madd52hi_epu64(sum.v, a.v, b.v)};
}

POLYFORK_SIMD_END

}  // namespace detail::kernels::ifma
}  // namespace v1
}  // namespace polyfork

#endif
