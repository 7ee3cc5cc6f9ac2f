// Coefficients below 2^191 from their residues, added up at their places. See limb_crt.hpp; included after
// garner_words.inc.hpp. The sum over coefficients carries from limb to limb and is scalar: three additions with carry a
// coefficient.

template <unsigned primes>
static LimbCarry limb_crt_run(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                              std::size_t n) {
  __extension__ using Wide = unsigned __int128;
  LimbCarry carry;
  LimbCrtWords words;
  std::uint64_t copies[4][VecU64::lanes] = {};
  const std::uint64_t* const tail[4] = {copies[0], copies[1], copies[2], copies[3]};
  for (std::size_t i = 0; i < n; i += VecU64::lanes) {
    std::size_t count = VecU64::lanes;
    if (n - i < VecU64::lanes) {
      count = n - i;
      for (unsigned j = 0; j < primes; ++j)
        for (std::size_t k = 0; k < count; ++k) copies[j][k] = residues[j][i + k];
      limb_crt_eight<primes>(crt, tail, 0, words);
    } else {
      limb_crt_eight<primes>(crt, residues, i, words);
    }
    for (std::size_t k = 0; k < count; ++k) {
      Wide sum = Wide{words.word[0][k]} + carry.low;
      out[i + k] = static_cast<std::uint64_t>(sum);
      sum = Wide{words.word[1][k]} + carry.high + static_cast<std::uint64_t>(sum >> 64);
      carry.low = static_cast<std::uint64_t>(sum);
      carry.high = words.word[2][k] + static_cast<std::uint64_t>(sum >> 64);
    }
  }
  return carry;
}

static LimbCarry limb_crt(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n) {
  return crt.primes == 3 ? limb_crt_run<3>(crt, residues, out, n) : limb_crt_run<4>(crt, residues, out, n);
}
