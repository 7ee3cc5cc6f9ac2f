// Garner's algorithm in vectors of four doubles. See word_crt.hpp.
//
// A product x y of integers below 2^51 and 2^50 is its rounded value h and what a fused multiply-add says is missing.
// Of q, the integer nearest to h times the rounded 1 / m, q m is taken away from h without rounding: less than 3/4 m is
// left with the rest, since |x y / m| < 2^51 makes q wrong by at most 1/2 + 2^-2. Digits v_j are canonical, so that
// r_j - v_i is below 7/4 2^50. The last step is the same modulo p below 2^50, else one of words.

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

/// x modulo m, at most 3/4 m in absolute value.
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
static POLYFORK_ALWAYS_INLINE void word_crt_digits(const WordCrt& crt, const CrtDivisor* divisors,
                                                   const std::uint64_t* const* residues, std::size_t i, std::size_t n,
                                                   VecF64* v) {
  v[0] = crt_doubles(VecU64::load_first(residues[0] + i, n));
#pragma GCC unroll 4
  for (unsigned j = 1; j < primes; ++j) {
    VecF64 r = crt_doubles(VecU64::load_first(residues[j] + i, n));
#pragma GCC unroll 4
    for (unsigned k = 0; k < j; ++k) r = crt_product(divisors[j], r - v[k], crt.inverses[j][k].value);
    v[j] = crt_canonical(divisors[j], r);
  }
}

template <unsigned primes>
static void word_crt_run(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                         std::size_t count) {
  constexpr std::size_t lanes = VecU64::lanes;
  CrtDivisor divisors[primes];
  for (unsigned j = 0; j < primes; ++j) divisors[j] = crt_divisor(transform_primes[j]);
  const bool in_doubles = crt.p >> 50 == 0;
  const CrtDivisor last = crt_divisor(crt.p);
  for (std::size_t i = 0; i < count; i += lanes) {
    const std::size_t n = count - i < lanes ? count - i : lanes;
    VecF64 v[primes];
    word_crt_digits<primes>(crt, divisors, residues, i, n, v);
    if (in_doubles) {
      VecF64 x = crt_rest(last, v[0]);
#pragma GCC unroll 4
      for (unsigned j = 1; j < primes; ++j) x = x + crt_product(last, v[j], crt.radices[j].value);
      crt_words(crt_canonical(last, crt_rest(last, x))).store_first(out + i, n);
    } else {
      std::uint64_t digits[primes][lanes];
#pragma GCC unroll 4
      for (unsigned j = 0; j < primes; ++j) crt_words(v[j]).store(digits[j]);
      for (std::size_t lane = 0; lane < n; ++lane) {
        std::uint64_t x = digits[0][lane];  // below p: the primes are
#pragma GCC unroll 4
        for (unsigned j = 1; j < primes; ++j) {
          x += crt.radices[j].times(digits[j][lane], crt.p);
          if (x >= crt.p) x -= crt.p;
        }
        out[i + lane] = x;
      }
    }
  }
}

static void word_crt(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n,
                     bool /*streamed*/) {
  switch (crt.primes) {
    case 1:
      return word_crt_run<1>(crt, residues, out, n);
    case 2:
      return word_crt_run<2>(crt, residues, out, n);
    case 3:
      return word_crt_run<3>(crt, residues, out, n);
    default:
      return word_crt_run<4>(crt, residues, out, n);
  }
}
