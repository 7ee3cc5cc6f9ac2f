// Four u64 and four double lanes. The interface is described in vec_scalar.hpp.
#pragma once

#include "core/simd/region.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
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
  POLYFORK_ALWAYS_INLINE void stream(std::uint64_t* to) const {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), v);
  }
  /// Four signed 32-bit numbers, widened.
  static POLYFORK_ALWAYS_INLINE VecU64 load_extended(const std::int32_t* from) {
    return {_mm256_cvtepi32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)))};
  }
  static POLYFORK_ALWAYS_INLINE __m256i first(std::size_t n) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(n)), _mm256_setr_epi64x(0, 1, 2, 3));
  }
  static POLYFORK_ALWAYS_INLINE VecU64 load_first(const std::uint64_t* from, std::size_t n) {
    return {_mm256_maskload_epi64(reinterpret_cast<const long long*>(from), first(n))};
  }
  POLYFORK_ALWAYS_INLINE void store_first(std::uint64_t* to, std::size_t n) const {
    _mm256_maskstore_epi64(reinterpret_cast<long long*>(to), first(n), v);
  }
};

static POLYFORK_ALWAYS_INLINE VecU64 operator+(VecU64 a, VecU64 b) { return {_mm256_add_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator-(VecU64 a, VecU64 b) { return {_mm256_sub_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator&(VecU64 a, VecU64 b) { return {_mm256_and_si256(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator|(VecU64 a, VecU64 b) { return {_mm256_or_si256(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator^(VecU64 a, VecU64 b) { return {_mm256_xor_si256(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 mul_lo32(VecU64 a, VecU64 b) { return {_mm256_mul_epu32(a.v, b.v)}; }
/// Products of the lower halves as signed numbers.
static POLYFORK_ALWAYS_INLINE VecU64 mul_signed32(VecU64 a, VecU64 b) { return {_mm256_mul_epi32(a.v, b.v)}; }
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_left(VecU64 a) {
  return {_mm256_slli_epi64(a.v, bits)};
}
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_right(VecU64 a) {
  return {_mm256_srli_epi64(a.v, bits)};
}
static POLYFORK_ALWAYS_INLINE VecU64 shift_left_by(VecU64 a, VecU64 n) { return {_mm256_sllv_epi64(a.v, n.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 shift_right_by(VecU64 a, VecU64 n) { return {_mm256_srlv_epi64(a.v, n.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 select_less(VecU64 a, VecU64 b, VecU64 x, VecU64 y) {
  // AVX2 compares signed integers only: flipping the sign bits maps the unsigned order onto the signed one.
  const __m256i sign = _mm256_set1_epi64x(static_cast<long long>(std::uint64_t{1} << 63));
  const __m256i less = _mm256_cmpgt_epi64(_mm256_xor_si256(b.v, sign), _mm256_xor_si256(a.v, sign));
  return {_mm256_blendv_epi8(y.v, x.v, less)};
}
static POLYFORK_ALWAYS_INLINE VecU64 min(VecU64 a, VecU64 b) { return select_less(a, b, a, b); }
static POLYFORK_ALWAYS_INLINE VecU64 add_if_negative(VecU64 a, VecU64 p) {
  const __m256d x = _mm256_castsi256_pd(a.v);  // lanes are chosen by their sign bits
  return {_mm256_castpd_si256(_mm256_blendv_pd(x, _mm256_castsi256_pd(_mm256_add_epi64(a.v, p.v)), x))};
}

/// Words at even and odd places of a followed by b.
static POLYFORK_ALWAYS_INLINE VecU64 shift_lanes(VecU64 a, VecU64 below) {
  return {_mm256_alignr_epi8(a.v, _mm256_permute2x128_si256(below.v, a.v, 0x21), 8)};
}
static POLYFORK_ALWAYS_INLINE VecU64 reverse_lanes(VecU64 a) { return {_mm256_permute4x64_epi64(a.v, 0x1b)}; }
static POLYFORK_ALWAYS_INLINE void deinterleave(VecU64 a, VecU64 b, VecU64& even, VecU64& odd) {
  even.v = _mm256_permute4x64_epi64(_mm256_unpacklo_epi64(a.v, b.v), 0xd8);
  odd.v = _mm256_permute4x64_epi64(_mm256_unpackhi_epi64(a.v, b.v), 0xd8);
}

/// Transposes the 4 x 4 matrix whose rows are x[0..3].
static POLYFORK_ALWAYS_INLINE void transpose_square(VecU64* x) {
  const __m256i t0 = _mm256_unpacklo_epi64(x[0].v, x[1].v);
  const __m256i t1 = _mm256_unpackhi_epi64(x[0].v, x[1].v);
  const __m256i t2 = _mm256_unpacklo_epi64(x[2].v, x[3].v);
  const __m256i t3 = _mm256_unpackhi_epi64(x[2].v, x[3].v);
  x[0].v = _mm256_permute2x128_si256(t0, t2, 0x20);
  x[1].v = _mm256_permute2x128_si256(t1, t3, 0x20);
  x[2].v = _mm256_permute2x128_si256(t0, t2, 0x31);
  x[3].v = _mm256_permute2x128_si256(t1, t3, 0x31);
}

/// Two 4 x 4 matrices, one after the other.
static POLYFORK_ALWAYS_INLINE void transpose_blocks(VecU64* x) {
  transpose_square(x);
  transpose_square(x + 4);
}

struct VecF64 {
  static constexpr std::size_t lanes = 4;
  __m256d v;

  static POLYFORK_ALWAYS_INLINE VecF64 load(const double* from) { return {_mm256_loadu_pd(from)}; }
  static POLYFORK_ALWAYS_INLINE VecF64 broadcast(double x) { return {_mm256_set1_pd(x)}; }
  POLYFORK_ALWAYS_INLINE void store(double* to) const { _mm256_storeu_pd(to, v); }
};

static POLYFORK_ALWAYS_INLINE VecF64 operator+(VecF64 a, VecF64 b) { return {_mm256_add_pd(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 operator-(VecF64 a, VecF64 b) { return {_mm256_sub_pd(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 operator*(VecF64 a, VecF64 b) { return {_mm256_mul_pd(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 fma_add(VecF64 a, VecF64 b, VecF64 c) { return {_mm256_fmadd_pd(a.v, b.v, c.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 fma_sub(VecF64 a, VecF64 b, VecF64 c) { return {_mm256_fmsub_pd(a.v, b.v, c.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 fma_neg(VecF64 a, VecF64 b, VecF64 c) { return {_mm256_fnmadd_pd(a.v, b.v, c.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 bits_as_double(VecU64 a) { return {_mm256_castsi256_pd(a.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 bits_as_word(VecF64 a) { return {_mm256_castpd_si256(a.v)}; }

POLYFORK_SIMD_END

}  // namespace detail::kernels::avx2
}  // namespace v1
}  // namespace polyfork

#endif
