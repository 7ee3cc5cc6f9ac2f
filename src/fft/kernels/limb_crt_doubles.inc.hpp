// Coefficients below 2^191 from digits in vectors of four doubles, added up at their places. See limb_crt.hpp; included
// after garner_doubles.inc.hpp. What joins the digits are products of words.

template <unsigned primes, bool has_offset>
static LimbCarry limb_crt_run(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                              std::size_t count) {
  constexpr std::size_t lanes = VecU64::lanes;
  constexpr std::size_t most = 16 * lanes;  // digits between the vectors and the words, in the first cache
  CrtDivisor divisors[primes];
  crt_divisors<primes>(divisors);
  const GarnerInverses inverses = crt.inverses;  // what is stored to `out` does not change it
  const std::array<std::uint64_t, 4> offset = crt.offset;
  std::uint64_t digits[primes][most];
  LimbCarry carry;
  for (std::size_t done = 0; done < count; done += most) {
    const std::size_t n = std::min(count - done, most);
    for (std::size_t i = 0; i < n; i += lanes) {
      VecF64 v[primes];
      crt_digits<primes, has_offset>(inverses, divisors, residues, offset.data(), done + i, std::min(n - i, lanes), v);
#pragma GCC unroll 4
      for (unsigned j = 0; j < primes; ++j) crt_words(v[j]).store(digits[j] + i);
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t digit[primes];
#pragma GCC unroll 4
      for (unsigned j = 0; j < primes; ++j) digit[j] = digits[j][i];
      out[done + i] = add_to_carry(join_digits<primes>(digit), carry);
    }
  }
  return carry;
}

static LimbCarry limb_crt(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n) {
  if (crt.is_signed)
    return crt.primes == 3 ? limb_crt_run<3, true>(crt, residues, out, n)
                           : limb_crt_run<4, true>(crt, residues, out, n);
  return crt.primes == 3 ? limb_crt_run<3, false>(crt, residues, out, n)
                         : limb_crt_run<4, false>(crt, residues, out, n);
}
