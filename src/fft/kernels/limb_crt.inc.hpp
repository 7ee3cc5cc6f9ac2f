// Coefficients below 2^191 from their residues, added up at their places. See limb_crt.hpp; included after
// garner_words.inc.hpp. Limb i of the sum is the low word of coefficient i, the middle one of i - 1 and the high one of
// i - 2: two additions of vectors, whose carries run through the lanes in masks.

/// What eight coefficients leave: the middle and high words, and the carries out of both additions.
struct LimbSums {
  VecU64 middle, high;
  unsigned first_carry, second_carry;

  /// The next eight limbs of the sum.
  template <unsigned primes, bool offset>
  POLYFORK_ALWAYS_INLINE VecU64 add(const LimbCrt& crt, const std::uint64_t* const* residues, std::size_t i) {
    VecU64 digit[4];
    garner_digits<primes, offset>(crt, residues, i, digit);
    const VecU64 next_middle = join_digits<1>(digit);
    const VecU64 next_high = join_digits<2>(digit);
    const VecU64 sum = add_words(join_digits<0>(digit), shift_lanes(next_middle, middle), first_carry);
    const VecU64 limbs = add_words(sum, window<6>(high, next_high), second_carry);
    middle = next_middle;
    high = next_high;
    return limbs;
  }

  POLYFORK_ALWAYS_INLINE LimbCarry carry() const {
    __extension__ using Wide = unsigned __int128;
    std::uint64_t last_middle[VecU64::lanes];
    std::uint64_t last_high[VecU64::lanes];
    middle.store(last_middle);
    high.store(last_high);
    const Wide low = Wide{last_middle[7]} + last_high[6] + first_carry + second_carry;
    return {static_cast<std::uint64_t>(low), last_high[7] + static_cast<std::uint64_t>(low >> 64)};
  }
};

template <unsigned primes, bool offset>
static LimbCarry limb_crt_run(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                              std::size_t n) {
  const std::size_t whole = n / VecU64::lanes * VecU64::lanes;
  LimbSums sums{VecU64::broadcast(0), VecU64::broadcast(0), 0, 0};
  for (std::size_t i = 0; i < whole; i += VecU64::lanes) sums.add<primes, offset>(crt, residues, i).store(out + i);
  if (whole == n) return sums.carry();
  // The rest with zeros behind it, where its carry lands.
  const std::size_t rest = n - whole;
  std::uint64_t copies[4][VecU64::lanes];
  const std::uint64_t* const tail[4] = {copies[0], copies[1], copies[2], copies[3]};
  for (unsigned j = 0; j < primes; ++j) {
    const std::uint64_t zero = offset ? transform_primes[j] - crt.offset[j] : 0;
    VecU64::broadcast(zero).store(copies[j]);
    VecU64::load_first(residues[j] + whole, rest).store_first(copies[j], rest);
  }
  const VecU64 limbs = sums.add<primes, offset>(crt, tail, 0);
  limbs.store_first(out + whole, rest);
  std::uint64_t last[VecU64::lanes + 1];
  limbs.store(last);
  last[VecU64::lanes] = sums.carry().low;
  return {last[rest], last[rest + 1]};
}

static LimbCarry limb_crt(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n) {
  if (crt.is_signed)
    return crt.primes == 3 ? limb_crt_run<3, true>(crt, residues, out, n)
                           : limb_crt_run<4, true>(crt, residues, out, n);
  return crt.primes == 3 ? limb_crt_run<3, false>(crt, residues, out, n)
                         : limb_crt_run<4, false>(crt, residues, out, n);
}
