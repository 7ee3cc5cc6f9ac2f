// Coefficients below 2^191 from their residues, added up at their places. See limb_crt.hpp; included after
// garner_words.inc.hpp. Limb i of the sum is the low word of coefficient i, the middle one of i - 1 and the high one of i - 2:
// two additions of vectors, whose carries run through the lanes in masks.

template <unsigned primes>
static LimbCarry limb_crt_run(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                              std::size_t n) {
  __extension__ using Wide = unsigned __int128;
  const std::size_t whole = n / VecU64::lanes * VecU64::lanes;
  VecU64 middle = VecU64::broadcast(0);
  VecU64 high = VecU64::broadcast(0);
  unsigned first_carry = 0;
  unsigned second_carry = 0;
  for (std::size_t i = 0; i < whole; i += VecU64::lanes) {
    VecU64 digit[4];
    garner_digits<primes>(crt, residues, i, digit);
    const VecU64 next_middle = join_digits<1>(digit);
    const VecU64 next_high = join_digits<2>(digit);
    const VecU64 sum = add_words(join_digits<0>(digit), shift_lanes(next_middle, middle), first_carry);
    add_words(sum, window<6>(high, next_high), second_carry).store(out + i);
    middle = next_middle;
    high = next_high;
  }
  std::uint64_t last_middle[VecU64::lanes];
  std::uint64_t last_high[VecU64::lanes];
  middle.store(last_middle);
  high.store(last_high);
  const Wide low = Wide{last_middle[7]} + last_high[6] + first_carry + second_carry;
  LimbCarry carry{static_cast<std::uint64_t>(low), last_high[7] + static_cast<std::uint64_t>(low >> 64)};
  if (whole == n) return carry;
  std::uint64_t copies[4][VecU64::lanes] = {};
  const std::uint64_t* const tail[4] = {copies[0], copies[1], copies[2], copies[3]};
  for (unsigned j = 0; j < primes; ++j)
    for (std::size_t k = whole; k < n; ++k) copies[j][k - whole] = residues[j][k];
  LimbCrtWords words;
  limb_crt_eight<primes>(crt, tail, 0, words);
  for (std::size_t k = 0; k < n - whole; ++k) {
    Wide sum = Wide{words.word[0][k]} + carry.low;
    out[whole + k] = static_cast<std::uint64_t>(sum);
    sum = Wide{words.word[1][k]} + carry.high + static_cast<std::uint64_t>(sum >> 64);
    carry.low = static_cast<std::uint64_t>(sum);
    carry.high = words.word[2][k] + static_cast<std::uint64_t>(sum >> 64);
  }
  return carry;
}

static LimbCarry limb_crt(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n) {
  return crt.primes == 3 ? limb_crt_run<3>(crt, residues, out, n) : limb_crt_run<4>(crt, residues, out, n);
}
