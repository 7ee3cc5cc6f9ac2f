// Garner's algorithm over vectors of coefficients, whose values are joined to limbs. See limb_crt.hpp.
//
// The digits v_j as in word_crt.inc.hpp; then v_0 + q_0 (v_1 + q_1 (v_2 + ...)) by Horner's scheme in digits of 52 bits:
// every product of two such digits is a multiply-add for its low and one for its high half. The sum over coefficients
// carries from limb to limb and is scalar: three additions with carry a coefficient.

/// Three words of eight coefficients each.
struct LimbCrtWords {
  std::uint64_t word[3][VecU64::lanes];
};

template <unsigned primes>
static POLYFORK_ALWAYS_INLINE void limb_crt_eight(const LimbCrt& crt, const std::uint64_t* const* residues,
                                                  std::size_t i, LimbCrtWords& to) {
  const VecU64 zeros = VecU64::broadcast(0);
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  VecU64 v[primes];
  v[0] = VecU64::load(residues[0] + i);
  for (unsigned j = 1; j < primes; ++j) {
    const VecU64 q = VecU64::broadcast(transform_primes[j]);
    const VecU64 q2 = q + q;
    const VecU64 minus_q = mask + VecU64::broadcast(1) - q;
    VecU64 r = VecU64::load(residues[j] + i);
    for (unsigned k = 0; k < j; ++k) {
      const CrtFactor& f = crt.inverses[j][k];
      r = r + q2 - v[k];
      const VecU64 quotient = madd52hi(zeros, r, VecU64::broadcast(f.quotient52));
      r = madd52lo(madd52lo(zeros, r, VecU64::broadcast(f.value)), quotient, minus_q) & mask;
    }
    v[j] = min(r, r - q);
  }
  VecU64 digit[4] = {v[primes - 1], zeros, zeros, zeros};
  for (unsigned j = primes - 1; j-- > 0;) {
    const VecU64 q = VecU64::broadcast(transform_primes[j]);
    const unsigned count = primes - 1 - j;
    VecU64 high = v[j];
    for (unsigned k = 0; k < count; ++k) {
      const VecU64 low = madd52lo(high, digit[k], q);
      high = madd52hi(zeros, digit[k], q) + shift_right<52>(low);
      digit[k] = low & mask;
    }
    digit[count] = high;
  }
  (digit[0] + shift_left<52>(digit[1])).store(to.word[0]);
  (shift_right<12>(digit[1]) + shift_left<40>(digit[2])).store(to.word[1]);
  (shift_right<24>(digit[2]) + shift_left<28>(digit[3])).store(to.word[2]);
}

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
