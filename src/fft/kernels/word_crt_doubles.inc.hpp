// Residues modulo a word from digits in vectors of four doubles. See word_crt.hpp; included after
// garner_doubles.inc.hpp. The digits' products with the radices are remainders of the same kind modulo p below 2^50,
// else they are products of words.

template <unsigned primes>
static void word_crt_run(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                         std::size_t count) {
  constexpr std::size_t lanes = VecU64::lanes;
  CrtDivisor divisors[primes];
  crt_divisors<primes>(divisors);
  const bool in_doubles = crt.p >> 50 == 0;
  const CrtDivisor last = crt_divisor(crt.p);
  for (std::size_t i = 0; i < count; i += lanes) {
    const std::size_t n = count - i < lanes ? count - i : lanes;
    VecF64 v[primes];
    crt_digits<primes, false>(crt.inverses, divisors, residues, nullptr, i, n, v);
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
