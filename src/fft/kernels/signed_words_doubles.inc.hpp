// From residues to signed integers of up to three limbs, by digits in vectors of four doubles. See signed_words.hpp;
// included after garner_doubles.inc.hpp. The product of the primes less a coefficient has the digits q_j - 1 - v_j, the
// lowest one more, which may be q_0: what joins digits does not mind. What joins them are products of words.

/// The sizes of four magnitudes of a limb: 0 or 1, negative with `sign`.
static POLYFORK_ALWAYS_INLINE void store_sizes(VecU64 limb, VecF64 sign, std::int32_t* sizes) {
  const __m256i negative = _mm256_castpd_si256(_mm256_cmp_pd(sign.v, _mm256_setzero_pd(), _CMP_LT_OQ));
  const __m256i unit = _mm256_or_si256(negative, _mm256_set1_epi64x(1));
  const __m256i size = _mm256_andnot_si256(_mm256_cmpeq_epi64(limb.v, _mm256_setzero_si256()), unit);
  const __m256i low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(sizes),
                   _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(size, low_halves)));
}

template <unsigned primes, unsigned stride>
static void signed_words_run(const LimbCrt& crt, const std::uint64_t* const* residues, const SignedRows& to,
                             std::size_t count) {
  constexpr std::size_t lanes = VecU64::lanes;
  CrtDivisor divisors[primes];
  crt_divisors<primes>(divisors);
  const GarnerInverses inverses = crt.inverses;  // what is stored does not change it
  constexpr std::uint64_t half_of_last = transform_primes[primes - 1] / 2;
  const VecF64 half = VecF64::broadcast(static_cast<double>(half_of_last));
  for (std::size_t i = 0; i < count; i += lanes) {
    const std::size_t n = count - i < lanes ? count - i : lanes;
    VecF64 v[primes];
    crt_digits<primes, false>(inverses, divisors, residues, nullptr, i, n, v);
    const VecF64 sign = half - v[primes - 1];
    if constexpr (primes == 1 && stride == 1) {
      if (n == lanes) {
        const VecU64 limb = crt_words({_mm256_blendv_pd(v[0].v, (divisors[0].m - v[0]).v, sign.v)});
        limb.store(to.rows + i);
        store_sizes(limb, sign, to.sizes + i);
        continue;
      }
    }
    std::uint64_t digits[primes][lanes];
#pragma GCC unroll 4
    for (unsigned j = 0; j < primes; ++j) {
      const VecF64 other = divisors[j].m - VecF64::broadcast(j == 0 ? 0 : 1) - v[j];
      crt_words({_mm256_blendv_pd(v[j].v, other.v, sign.v)}).store(digits[j]);
    }
    const int negative = _mm256_movemask_pd(sign.v);
    for (std::size_t lane = 0; lane < n; ++lane) {
      std::uint64_t digit[primes];
#pragma GCC unroll 4
      for (unsigned j = 0; j < primes; ++j) digit[j] = digits[j][lane];
      const std::int32_t size = join_magnitude<primes, stride>(digit, to.rows + (i + lane) * stride);
      to.sizes[i + lane] = (negative >> lane & 1) != 0 ? -size : size;
    }
  }
}

#include "fft/kernels/signed_words_choice.inc.hpp"
