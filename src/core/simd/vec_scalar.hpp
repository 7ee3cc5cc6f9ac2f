// One u64 behind the interface of the vectors: the portable version of every kernel, and the reference of the others.
//
// The interface, the same in each namespace kernels::<isa>; comparisons are unsigned, sums and differences wrap:
//   VecU64::lanes, VecU64::has_madd52
//   load, load_aligned, store, store_aligned, stream (as store_aligned, past the caches), broadcast,
//   a + b, a - b, a & b, a | b, a ^ b, min(a, b),
//   add_if_negative(a, p): a + p where a is negative as a signed number; precondition: -p <= a < p < 2^63;
//   load_first(from, n), store_first(to, n): the first n <= lanes words only, the others zero or untouched;
//   mul_lo32(a, b): product of the low 32 bits of each lane; shift_left<k>, shift_right<k>;
//   shift_left_by(a, n), shift_right_by(a, n): lane by lane, zero for n >= 64;
//   select_less(a, b, x, y): a < b ? x : y, lane by lane;
//   shift_lanes(a, below): the words of a one lane up, the top word of below in the lowest lane;
//   deinterleave(a, b, even, odd): the words at even and at odd places of a followed by b.
// The namespaces with several lanes add VecF64 with load, store, broadcast, +, -, *, and the fused forms
//   fma_add: a b + c, fma_sub: a b - c, fma_neg: c - a b; bits_as_double and bits_as_word reinterpret.
// transpose_blocks(x): eight vectors as square matrices of words, one of 8 x 8 or two of 4 x 4; transpose_square(x):
// `lanes` vectors as one.
// The 512-bit ones add mul_lo64(a, b): the low 64 bits of the products; shift_right_signed<k>, which copies the top
// bit.
#pragma once

#include "core/simd/region.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::scalar {

struct VecU64 {
  static constexpr std::size_t lanes = 1;
  static constexpr bool has_madd52 = false;
  std::uint64_t v;

  static POLYFORK_ALWAYS_INLINE VecU64 load(const std::uint64_t* from) { return {*from}; }
  static POLYFORK_ALWAYS_INLINE VecU64 load_aligned(const std::uint64_t* from) { return {*from}; }
  static POLYFORK_ALWAYS_INLINE VecU64 broadcast(std::uint64_t x) { return {x}; }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to) const { *to = v; }
  POLYFORK_ALWAYS_INLINE void store_aligned(std::uint64_t* to) const { *to = v; }
  POLYFORK_ALWAYS_INLINE void stream(std::uint64_t* to) const { *to = v; }
  static POLYFORK_ALWAYS_INLINE VecU64 load_first(const std::uint64_t* from, std::size_t n) {
    return {n == 0 ? 0 : *from};
  }
  POLYFORK_ALWAYS_INLINE void store_first(std::uint64_t* to, std::size_t n) const {
    if (n != 0) *to = v;
  }
};

static POLYFORK_ALWAYS_INLINE VecU64 operator+(VecU64 a, VecU64 b) { return {a.v + b.v}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator-(VecU64 a, VecU64 b) { return {a.v - b.v}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator&(VecU64 a, VecU64 b) { return {a.v & b.v}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator|(VecU64 a, VecU64 b) { return {a.v | b.v}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator^(VecU64 a, VecU64 b) { return {a.v ^ b.v}; }
static POLYFORK_ALWAYS_INLINE VecU64 min(VecU64 a, VecU64 b) { return {a.v < b.v ? a.v : b.v}; }
static POLYFORK_ALWAYS_INLINE VecU64 add_if_negative(VecU64 a, VecU64 p) { return min(a, a + p); }
static POLYFORK_ALWAYS_INLINE VecU64 mul_lo32(VecU64 a, VecU64 b) {
  return {(a.v & 0xffffffffU) * (b.v & 0xffffffffU)};
}
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_left(VecU64 a) {
  return {a.v << bits};
}
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_right(VecU64 a) {
  return {a.v >> bits};
}
static POLYFORK_ALWAYS_INLINE VecU64 shift_left_by(VecU64 a, VecU64 n) { return {n.v < 64 ? a.v << n.v : 0}; }
static POLYFORK_ALWAYS_INLINE VecU64 shift_right_by(VecU64 a, VecU64 n) { return {n.v < 64 ? a.v >> n.v : 0}; }
static POLYFORK_ALWAYS_INLINE VecU64 select_less(VecU64 a, VecU64 b, VecU64 x, VecU64 y) { return a.v < b.v ? x : y; }
static POLYFORK_ALWAYS_INLINE VecU64 shift_lanes(VecU64, VecU64 below) { return below; }
static POLYFORK_ALWAYS_INLINE VecU64 reverse_lanes(VecU64 a) { return a; }
static POLYFORK_ALWAYS_INLINE void deinterleave(VecU64 a, VecU64 b, VecU64& even, VecU64& odd) {
  even = a;
  odd = b;
}

}  // namespace detail::kernels::scalar
}  // namespace v1
}  // namespace polyfork
