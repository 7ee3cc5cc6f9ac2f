// Eight u64 lanes: the part that kernels::avx512 and kernels::ifma share, included inside each one's namespace and
// region. POLYFORK_VEC_HAS_MADD52 is true or false.

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
