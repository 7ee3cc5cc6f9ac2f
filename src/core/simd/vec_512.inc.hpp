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
};

static POLYFORK_ALWAYS_INLINE VecU64 operator+(VecU64 a, VecU64 b) { return {_mm512_add_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator-(VecU64 a, VecU64 b) { return {_mm512_sub_epi64(a.v, b.v)}; }
static POLYFORK_ALWAYS_INLINE VecU64 operator&(VecU64 a, VecU64 b) { return {_mm512_and_si512(a.v, b.v)}; }
// The zero-masking forms take no undefined source, which GCC 12 would warn about in the plain ones.
static POLYFORK_ALWAYS_INLINE VecU64 min(VecU64 a, VecU64 b) { return {_mm512_maskz_min_epu64(0xff, a.v, b.v)}; }
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
static POLYFORK_ALWAYS_INLINE VecU64 select_less(VecU64 a, VecU64 b, VecU64 x, VecU64 y) {
  return {_mm512_mask_blend_epi64(_mm512_cmplt_epu64_mask(a.v, b.v), y.v, x.v)};
}

/// Words at even and odd places of a followed by b.
static POLYFORK_ALWAYS_INLINE void deinterleave(VecU64 a, VecU64 b, VecU64& even, VecU64& odd) {
  even.v = _mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), b.v);
  odd.v = _mm512_permutex2var_epi64(a.v, _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15), b.v);
}

/// Transposes the 8 x 8 matrix whose rows are x[0..7].
static POLYFORK_ALWAYS_INLINE void transpose_blocks(VecU64* x) {
  __m512i t[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm512_maskz_unpacklo_epi64(0xff, x[i].v, x[i + 1].v);
    t[i + 1] = _mm512_maskz_unpackhi_epi64(0xff, x[i].v, x[i + 1].v);
  }
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  __m512i u[8];
  for (int i = 0; i < 8; i += 4) {
    for (int j = 0; j < 2; ++j) {
      u[i + j] = _mm512_permutex2var_epi64(t[i + j], low, t[i + j + 2]);       // columns j, j + 4 of four rows
      u[i + j + 2] = _mm512_permutex2var_epi64(t[i + j], high, t[i + j + 2]);  // columns j + 2, j + 6
    }
  }
  for (int j = 0; j < 4; ++j) {
    x[j].v = _mm512_maskz_shuffle_i64x2(0xff, u[j], u[j + 4], 0x44);
    x[j + 4].v = _mm512_maskz_shuffle_i64x2(0xff, u[j], u[j + 4], 0xee);
  }
}

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
