// Garner's algorithm in vectors of four doubles, included inside kernels::avx2 and its region.
//
// A product x y of integers |x| < 2^51 and 0 <= y < m < 2^50 is its rounded value h and what a fused multiply-add says
// is missing, below m / 4 as |x y| < 2^51 m. Of q, the integer nearest to h times the rounded 1 / m, q m is taken away
// from h without rounding: that leaves less than m / 2 and m / 4 more for the rounding of 1 / m. Together these are
// below m. Digits v_j are canonical, so that r_j - v_i is below 2^51 again.

struct CrtDivisor {
  VecF64 m, inverse;
};
static POLYFORK_ALWAYS_INLINE CrtDivisor crt_divisor(std::uint64_t m) {
  const auto value = static_cast<double>(static_cast<std::int64_t>(m));
  return {VecF64::broadcast(value), VecF64::broadcast(1 / value)};
}

/// Words below 2^52 as doubles, and back.
static POLYFORK_ALWAYS_INLINE VecF64 crt_doubles(VecU64 x) {
  constexpr std::uint64_t bits = 0x4330000000000000;  // of 2^52
  return bits_as_double(x | VecU64::broadcast(bits)) - VecF64::broadcast(0x1p52);
}
static POLYFORK_ALWAYS_INLINE VecU64 crt_words(VecF64 x) {
  constexpr std::uint64_t bits = 0x4330000000000000;
  return bits_as_word(x + VecF64::broadcast(0x1p52)) ^ VecU64::broadcast(bits);
}

/// x modulo m, less than 3/4 m in absolute value.
static POLYFORK_ALWAYS_INLINE VecF64 crt_rest(const CrtDivisor& d, VecF64 x) {
  const VecF64 unit = VecF64::broadcast(0x1.8p52);
  return fma_neg(fma_add(x, d.inverse, unit) - unit, d.m, x);
}
static POLYFORK_ALWAYS_INLINE VecF64 crt_product(const CrtDivisor& d, VecF64 x, std::uint64_t factor) {
  const VecF64 y = VecF64::broadcast(static_cast<double>(static_cast<std::int64_t>(factor)));
  const VecF64 high = x * y;
  return crt_rest(d, high) + fma_sub(x, y, high);
}
/// Precondition: |x| < m.
static POLYFORK_ALWAYS_INLINE VecF64 crt_canonical(const CrtDivisor& d, VecF64 x) {
  return {_mm256_blendv_pd(x.v, (x + d.m).v, x.v)};
}

template <unsigned primes>
static POLYFORK_ALWAYS_INLINE void crt_divisors(CrtDivisor* divisors) {
  for (unsigned j = 0; j < primes; ++j) divisors[j] = crt_divisor(transform_primes[j]);
}

/// The digits of n <= 4 coefficients from place i on; offset: of the coefficients plus a number with these residues.
template <unsigned primes, bool has_offset>
static POLYFORK_ALWAYS_INLINE void crt_digits(const GarnerInverses& inverses, const CrtDivisor* divisors,
                                              const std::uint64_t* const* residues, const std::uint64_t* offset,
                                              std::size_t i, std::size_t n, VecF64* v) {
#pragma GCC unroll 4
  for (unsigned j = 0; j < primes; ++j) {
    VecF64 r = crt_doubles(VecU64::load_first(residues[j] + i, n));
    if constexpr (has_offset) {
      r = r + VecF64::broadcast(static_cast<double>(static_cast<std::int64_t>(offset[j]))) - divisors[j].m;
      r = crt_canonical(divisors[j], r);
    }
#pragma GCC unroll 4
    for (unsigned k = 0; k < j; ++k) r = crt_product(divisors[j], r - v[k], inverses[j][k].value);
    v[j] = crt_canonical(divisors[j], r);
  }
}
