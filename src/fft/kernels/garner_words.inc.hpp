// Garner's algorithm over vectors of coefficients, whose values are joined to words. See limb_crt.hpp.
//
// The digits v_j as in word_crt.inc.hpp; then v_0 + q_0 (v_1 + q_1 (v_2 + ...)) by Horner's scheme in digits of 52
// bits: every product of two such digits is a multiply-add for its low and one for its high half. The loops are
// unrolled: arrays stay in registers only where every index is a constant.

/// The digits of 52 bits of eight coefficients; returns v_(primes - 1), the part above the other primes' product.
/// offset: of the coefficients plus crt.offset.
template <unsigned primes, bool offset = false>
static POLYFORK_ALWAYS_INLINE VecU64 garner_digits(const LimbCrt& crt, const std::uint64_t* const* residues,
                                                   std::size_t i, VecU64* digit) {
  const VecU64 zeros = VecU64::broadcast(0);
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  VecU64 v[primes];
  v[0] = VecU64::load(residues[0] + i);
  if constexpr (offset) {
    v[0] = v[0] + VecU64::broadcast(crt.offset[0]);
    v[0] = min(v[0], v[0] - VecU64::broadcast(transform_primes[0]));
  }
#pragma GCC unroll 4
  for (unsigned j = 1; j < primes; ++j) {
    const VecU64 q = VecU64::broadcast(transform_primes[j]);
    const VecU64 q2 = q + q;
    const VecU64 minus_q = mask + VecU64::broadcast(1) - q;
    VecU64 r = VecU64::load(residues[j] + i);
    if constexpr (offset) r = r + VecU64::broadcast(crt.offset[j]);
#pragma GCC unroll 4
    for (unsigned k = 0; k < j; ++k) {
      const CrtFactor& f = crt.inverses[j][k];
      r = r + q2 - v[k];
      const VecU64 quotient = madd52hi(zeros, r, VecU64::broadcast(f.quotient52));
      r = madd52lo(madd52lo(zeros, r, VecU64::broadcast(f.value)), quotient, minus_q) & mask;
    }
    v[j] = min(r, r - q);
  }
  digit[0] = v[primes - 1];
  digit[1] = digit[2] = digit[3] = zeros;
#pragma GCC unroll 4
  for (unsigned count = 1; count < primes; ++count) {
    const unsigned j = primes - 1 - count;
    const VecU64 q = VecU64::broadcast(transform_primes[j]);
    VecU64 high = v[j];
#pragma GCC unroll 4
    for (unsigned k = 0; k < count; ++k) {
      const VecU64 low = madd52lo(high, digit[k], q);
      high = madd52hi(zeros, digit[k], q) + shift_right<52>(low);
      digit[k] = low & mask;
    }
    digit[count] = high;
  }
  return v[primes - 1];
}

/// Word number `word` of 64 bits of digits of 52.
template <unsigned word>
static POLYFORK_ALWAYS_INLINE VecU64 join_digits(const VecU64* digit) {
  if constexpr (word == 0) return digit[0] + shift_left<52>(digit[1]);
  if constexpr (word == 1) return shift_right<12>(digit[1]) + shift_left<40>(digit[2]);
  return shift_right<24>(digit[2]) + shift_left<28>(digit[3]);
}
