// Four u64 lanes. The interface is described in vec_scalar.hpp.
#pragma once

#include "core/simd/region.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork::inline v1 {
namespace detail::kernels::avx2 {

POLYFORK_SIMD_BEGIN_AVX2

struct VecU64 {
  static constexpr std::size_t lanes = 4;
  static constexpr bool has_madd52 = false;
  __m256i v;

  static POLYFORK_ALWAYS_INLINE VecU64 load(const std::uint64_t* from) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
  }
  static POLYFORK_ALWAYS_INLINE VecU64 load_aligned(const std::uint64_t* from) {
    return {_mm256_load_si256(reinterpret_cast<const __m256i*>(from))};
  }
  static POLYFORK_ALWAYS_INLINE VecU64 broadcast(std::uint64_t x) {
    return {_mm256_set1_epi64x(static_cast<long long>(x))};
  }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }
  POLYFORK_ALWAYS_INLINE void store_aligned(std::uint64_t* to) const {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), v);
  }
};

static POLYFORK_ALWAYS_INLINE VecU64 operator+(VecU64 a, VecU64 b) { return {_mm256_add_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator-(VecU64 a, VecU64 b) { return {_mm256_sub_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator&(VecU64 a, VecU64 b) { return {_mm256_and_si256(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 mul_lo32(VecU64 a, VecU64 b) { return {_mm256_mul_epu32(a.v, b.v)}; }
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_left(VecU64 a) {
  return {_mm256_slli_epi64(a.v, bits)};
}
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_right(VecU64 a) {
  return {_mm256_srli_epi64(a.v, bits)};
}
static POLYFORK_ALWAYS_INLINE VecU64 select_less(VecU64 a, VecU64 b, VecU64 x, VecU64 y) {
  // AVX2 compares signed integers only: flipping the sign bits maps the unsigned order onto the signed one.
  const __m256i sign = _mm256_set1_epi64x(static_cast<long long>(std::uint64_t{1} << 63));
  const __m256i less = _mm256_cmpgt_epi64(_mm256_xor_si256(b.v, sign), _mm256_xor_si256(a.v, sign));
  return {_mm256_blendv_epi8(y.v, x.v, less)};
}
static POLYFORK_ALWAYS_INLINE VecU64 min(VecU64 a, VecU64 b) { return select_less(a, b, a, b); }

POLYFORK_SIMD_END

}  // namespace detail::kernels::avx2
}  // namespace polyfork::inline v1

#endif
