// Eight u64 and eight double lanes: the part that kernels::avx512 and kernels::ifma share, included inside each one's
// namespace and region. POLYFORK_VEC_HAS_MADD52 is true or false. The interface is described in vec_scalar.hpp.

struct VecU64 {
  static constexpr std::size_t lanes = 8;
  static constexpr bool has_madd52 = POLYFORK_VEC_HAS_MADD52;
  __m512i v;

  static POLYFORK_ALWAYS_INLINE VecU64 load(const std::uint64_t* from) { return {_mm512_loadu_si512(from)}; }
  static POLYFORK_ALWAYS_INLINE VecU64 load_aligned(const std::uint64_t* from) { return {_mm512_load_si512(from)}; }
  static POLYFORK_ALWAYS_INLINE VecU64 broadcast(std::uint64_t x) {
    return {_mm512_set1_epi64(static_cast<long long>(x))};
  }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to) const { _mm512_storeu_si512(to, v); }
  POLYFORK_ALWAYS_INLINE void store_aligned(std::uint64_t* to) const { _mm512_store_si512(to, v); }
  POLYFORK_ALWAYS_INLINE void stream(std::uint64_t* to) const {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), v);
  }
  /// Eight signed 32-bit numbers, widened; and the low halves of the words, only here.
  static POLYFORK_ALWAYS_INLINE VecU64 load_extended(const std::int32_t* from) {
    return {_mm512_maskz_cvtepi32_epi64(0xff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)))};
  }
  POLYFORK_ALWAYS_INLINE void store_narrowed(std::int32_t* to) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_maskz_cvtepi64_epi32(0xff, v));
  }
  static POLYFORK_ALWAYS_INLINE __mmask8 first(std::size_t n) { return static_cast<__mmask8>(0xffU >> (8 - n)); }
  static POLYFORK_ALWAYS_INLINE VecU64 load_first(const std::uint64_t* from, std::size_t n) {
    return {_mm512_maskz_loadu_epi64(first(n), from)};
  }
  POLYFORK_ALWAYS_INLINE void store_first(std::uint64_t* to, std::size_t n) const {
    _mm512_mask_storeu_epi64(to, first(n), v);
  }
};

static POLYFORK_ALWAYS_INLINE VecU64 operator+(VecU64 a, VecU64 b) { return {_mm512_add_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator-(VecU64 a, VecU64 b) { return {_mm512_sub_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator&(VecU64 a, VecU64 b) { return {_mm512_and_si512(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator|(VecU64 a, VecU64 b) { return {_mm512_or_si512(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator^(VecU64 a, VecU64 b) { return {_mm512_xor_si512(a.v, b.v)}; }
// The zero-masking forms take no undefined source, which GCC 12 would warn about in the plain ones.
static POLYFORK_ALWAYS_INLINE VecU64 min(VecU64 a, VecU64 b) { return {_mm512_maskz_min_epu64(0xff, a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 add_if_negative(VecU64 a, VecU64 p) { return min(a, a + p); }
static POLYFORK_ALWAYS_INLINE VecU64 mul_lo32(VecU64 a, VecU64 b) { return {_mm512_maskz_mul_epu32(0xff, a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 mul_lo64(VecU64 a, VecU64 b) { return {_mm512_mullo_epi64(a.v, b.v)}; }
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_left(VecU64 a) {
  return {_mm512_maskz_slli_epi64(0xff, a.v, bits)};
}
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_right(VecU64 a) {
  return {_mm512_maskz_srli_epi64(0xff, a.v, bits)};
}
template <int bits>
static POLYFORK_ALWAYS_INLINE VecU64 shift_right_signed(VecU64 a) {
  return {_mm512_maskz_srai_epi64(0xff, a.v, bits)};
}
static POLYFORK_ALWAYS_INLINE VecU64 shift_left_by(VecU64 a, VecU64 n) {
  return {_mm512_maskz_sllv_epi64(0xff, a.v, n.v)};
}
static POLYFORK_ALWAYS_INLINE VecU64 shift_right_by(VecU64 a, VecU64 n) {
  return {_mm512_maskz_srlv_epi64(0xff, a.v, n.v)};
}
static POLYFORK_ALWAYS_INLINE VecU64 select_less(VecU64 a, VecU64 b, VecU64 x, VecU64 y) {
  return {_mm512_mask_blend_epi64(_mm512_cmplt_epu64_mask(a.v, b.v), y.v, x.v)};
}

/// Words at even and odd places of a followed by b.
static POLYFORK_ALWAYS_INLINE VecU64 shift_lanes(VecU64 a, VecU64 below) {
  return {_mm512_maskz_alignr_epi64(0xff, a.v, below.v, 7)};
}
/// Eight words of low followed by high, from word `first` on. Only here.
template <int first>
static POLYFORK_ALWAYS_INLINE VecU64 window(VecU64 low, VecU64 high) {
  if constexpr (first == 8) return high;
  return {_mm512_maskz_alignr_epi64(0xff, high.v, low.v, first)};
}
/// a + b as numbers of eight words, the first one lowest, with a carry bit in and out. Only here.
static POLYFORK_ALWAYS_INLINE VecU64 add_words(VecU64 a, VecU64 b, unsigned& carry) {
  const __m512i ones = _mm512_set1_epi64(-1);
  const __m512i sum = _mm512_add_epi64(a.v, b.v);
  // Words that overflow carry, and those that are all ones pass a carry on: an addition of the masks finds how far.
  const unsigned full = _mm512_cmpeq_epi64_mask(sum, ones);
  const unsigned carries = 2U * _mm512_cmplt_epu64_mask(sum, b.v) + carry + full;
  carry = carries >> 8;
  return {_mm512_mask_sub_epi64(sum, static_cast<__mmask8>(carries ^ full), sum, ones)};
}
/// To an aligned address past the caches if streamed, else to any. Only here.
template <bool streamed>
static POLYFORK_ALWAYS_INLINE void store_words(VecU64 x, std::uint64_t* to) {
  if constexpr (streamed)
    x.stream(to);
  else
    x.store(to);
}
/// Stores words of a and b, or of a, b and c, in turn. Only here.
template <bool streamed>
static POLYFORK_ALWAYS_INLINE void store_in_turn(VecU64 a, VecU64 b, std::uint64_t* to) {
  store_words<streamed>({_mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), b.v)}, to);
  store_words<streamed>({_mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), b.v)}, to + 8);
}
template <bool streamed>
static POLYFORK_ALWAYS_INLINE void store_in_turn(VecU64 a, VecU64 b, VecU64 c, std::uint64_t* to) {
  // Words of a and b first, with room for those of c.
  const __m512i low = _mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(0, 8, 0, 1, 9, 0, 2, 10), b.v);
  const __m512i middle = _mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(0, 3, 11, 0, 4, 12, 0, 5), b.v);
  const __m512i high = _mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(13, 0, 6, 14, 0, 7, 15, 0), b.v);
  const __m512i low_c = _mm512_setr_epi64(0, 0, 0, 0, 0, 1, 0, 0);
  const __m512i middle_c = _mm512_setr_epi64(2, 0, 0, 3, 0, 0, 4, 0);
  const __m512i high_c = _mm512_setr_epi64(0, 5, 0, 0, 6, 0, 0, 7);
  store_words<streamed>({_mm512_mask_permutexvar_epi64(low, 0x24, low_c, c.v)}, to);
  store_words<streamed>({_mm512_mask_permutexvar_epi64(middle, 0x49, middle_c, c.v)}, to + 8);
  store_words<streamed>({_mm512_mask_permutexvar_epi64(high, 0x92, high_c, c.v)}, to + 16);
}
static POLYFORK_ALWAYS_INLINE VecU64 reverse_lanes(VecU64 a) {
  return {_mm512_maskz_permutexvar_epi64(0xff, _mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), a.v)};
}
static POLYFORK_ALWAYS_INLINE void deinterleave(VecU64 a, VecU64 b, VecU64& even, VecU64& odd) {
  even.v = _mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), b.v);
  odd.v = _mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15), b.v);
}

/// Columns j and j + 4 of the 4 x 8 matrix of rows a, b, c, d, one after the other, to out[j]. Straight-line, like all
/// of the transposition: compilers keep arrays in registers only where every index is a constant.
static POLYFORK_ALWAYS_INLINE void transpose_half(__m512i a, __m512i b, __m512i c, __m512i d, __m512i* out) {
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  const __m512i even_ab = _mm512_maskz_unpacklo_epi64(0xff, a, b);
  const __m512i odd_ab = _mm512_maskz_unpackhi_epi64(0xff, a, b);
  const __m512i even_cd = _mm512_maskz_unpacklo_epi64(0xff, c, d);
  const __m512i odd_cd = _mm512_maskz_unpackhi_epi64(0xff, c, d);
  out[0] = _mm512_permutex2var_epi64(even_ab, low, even_cd);
  out[1] = _mm512_permutex2var_epi64(odd_ab, low, odd_cd);
  out[2] = _mm512_permutex2var_epi64(even_ab, high, even_cd);
  out[3] = _mm512_permutex2var_epi64(odd_ab, high, odd_cd);
}
/// Transposes the 8 x 8 matrix whose rows are x[0..7].
static POLYFORK_ALWAYS_INLINE void transpose_blocks(VecU64* x) {
  __m512i u[4];
  __m512i v[4];
  transpose_half(x[0].v, x[1].v, x[2].v, x[3].v, u);
  transpose_half(x[4].v, x[5].v, x[6].v, x[7].v, v);
  x[0].v = _mm512_maskz_shuffle_i64x2(0xff, u[0], v[0], 0x44);
  x[1].v = _mm512_maskz_shuffle_i64x2(0xff, u[1], v[1], 0x44);
  x[2].v = _mm512_maskz_shuffle_i64x2(0xff, u[2], v[2], 0x44);
  x[3].v = _mm512_maskz_shuffle_i64x2(0xff, u[3], v[3], 0x44);
  x[4].v = _mm512_maskz_shuffle_i64x2(0xff, u[0], v[0], 0xee);
  x[5].v = _mm512_maskz_shuffle_i64x2(0xff, u[1], v[1], 0xee);
  x[6].v = _mm512_maskz_shuffle_i64x2(0xff, u[2], v[2], 0xee);
  x[7].v = _mm512_maskz_shuffle_i64x2(0xff, u[3], v[3], 0xee);
}
static POLYFORK_ALWAYS_INLINE void transpose_square(VecU64* x) { transpose_blocks(x); }

struct VecF64 {
  static constexpr std::size_t lanes = 8;
  __m512d v;

  static POLYFORK_ALWAYS_INLINE VecF64 load(const double* from) { return {_mm512_loadu_pd(from)}; }
  static POLYFORK_ALWAYS_INLINE VecF64 broadcast(double x) { return {_mm512_set1_pd(x)}; }
  POLYFORK_ALWAYS_INLINE void store(double* to) const { _mm512_storeu_pd(to, v); }
};

static POLYFORK_ALWAYS_INLINE VecF64 operator+(VecF64 a, VecF64 b) { return {_mm512_add_pd(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 operator-(VecF64 a, VecF64 b) { return {_mm512_sub_pd(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 operator*(VecF64 a, VecF64 b) { return {_mm512_mul_pd(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 fma_add(VecF64 a, VecF64 b, VecF64 c) { return {_mm512_fmadd_pd(a.v, b.v, c.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 fma_sub(VecF64 a, VecF64 b, VecF64 c) { return {_mm512_fmsub_pd(a.v, b.v, c.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 fma_neg(VecF64 a, VecF64 b, VecF64 c) { return {_mm512_fnmadd_pd(a.v, b.v, c.v)}; }
static POLYFORK_ALWAYS_INLINE VecF64 bits_as_double(VecU64 a) { return {_mm512_castsi512_pd(a.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 bits_as_word(VecF64 a) { return {_mm512_castpd_si512(a.v)}; }
