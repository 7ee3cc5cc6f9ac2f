// Residue conversion with 52-bit multiply-adds (AVX-512-IFMA): digits are words below 2^52, or below 2^51 where rows
// are multiplied in pairs, so that the sum of two operands fits the multiplier.
//
// A product costs two instructions for eight lanes; in pairs, two products cost two multiply-adds and two additions.
// Sums of up to 2^11 products keep both words below 2^63. In pairs they are signed: with at most 2040 rows the low
// word, a sum of 1020 halves less twice as many, stays above -2^63 and below 2^62, and the high word lies between -2^11
// and 2^61, since both make up a sum in [0, 2040 2^102).
template <bool in_pairs>
struct CrtMadd52 {
  using Vec = VecU64;
  static constexpr std::size_t lanes = VecU64::lanes;
  static constexpr bool doubles = false;
  static constexpr bool pairs = in_pairs;
  static constexpr unsigned digit_bits = pairs ? 51 : 52;
  static constexpr unsigned scale_bits = 104;
  // 24 sums and their operands stay in registers. For 24 multiply-adds there are 8 loads; in pairs 16, and 24
  // additions. Four vectors of fewer columns would have 7 loads, but not so many rows of them fit the first cache.
  static constexpr int tile_vectors = 2;
  static constexpr int tile_columns = 6;

  struct Sum {
    VecU64 low, high;
  };

  Vec zeros;

  // Written out, because an implicit constructor would not belong to the region.
  POLYFORK_ALWAYS_INLINE CrtMadd52() : zeros(Vec::broadcast(0)) {}

  static POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) { return Vec::load_aligned(from); }
  static POLYFORK_ALWAYS_INLINE Vec broadcast(const std::uint64_t* from) { return Vec::broadcast(*from); }
  static POLYFORK_ALWAYS_INLINE Sum start(std::size_t) { return {Vec::broadcast(0), Vec::broadcast(0)}; }
  POLYFORK_ALWAYS_INLINE void multiply_add(Sum& sum, Vec x, Vec w) const {
    sum.low = madd52lo(sum.low, x, w);
    sum.high = madd52hi(sum.high, x, w);
  }

  /// A digit as an operand. The sign waits for the residue.
  static POLYFORK_ALWAYS_INLINE VecU64 operand(VecU64 digit, VecU64) { return digit; }
  static POLYFORK_ALWAYS_INLINE VecU64 top_operand(VecU64 digit) { return digit; }
  static constexpr bool words_are_operands = true;

  /// floor(low / 2^52), and the carry out of a digit.
  static POLYFORK_ALWAYS_INLINE VecU64 above_half(VecU64 low) {
    return pairs ? shift_right_signed<52>(low) : shift_right<52>(low);
  }
  static POLYFORK_ALWAYS_INLINE VecU64 carry(VecU64 x) {
    return pairs ? shift_right_signed<digit_bits>(x) : shift_right<digit_bits>(x);
  }
  /// What the high half adds to the next digit.
  static POLYFORK_ALWAYS_INLINE VecU64 to_next_digit(VecU64 high) { return pairs ? high + high : high; }

  /// Montgomery's reduction, twice: S = low + 2^52 high with low, high < n 2^52, high < n p and n <= 129. With
  /// m = low p^-1 mod 2^52 the quotient (S - m p) / 2^52 is exact and needs no carry: high + floor(low / 2^52) -
  /// floor(m p / 2^52), in (-p, n p + n). The second one ends in (-p, p): its high part is -1, or zero for p < 2^44,
  /// else below 2^6, and -p itself would be the residue 0 of a number in (-p, 0).
  struct Reduction {
    Vec p, inverse, step;
  };
  static POLYFORK_ALWAYS_INLINE Reduction reduction(const CrtPrime& prime) {
    return {Vec::broadcast(prime.p), Vec::broadcast(prime.word.inverse), Vec::broadcast(prime.step)};
  }
  POLYFORK_ALWAYS_INLINE void add_step(Sum& sum, Vec residue, const Reduction& r) const {
    multiply_add(sum, residue, r.step);
  }
  POLYFORK_ALWAYS_INLINE Vec reduce(const Sum& sum, Vec sign, const Reduction& r) const {
    const Vec first = madd52hi(zeros, madd52lo(zeros, sum.low, r.inverse), r.p);
    const Vec half_way = (sum.high + above_half(sum.low)) - first;
    const Vec second = madd52hi(zeros, madd52lo(zeros, half_way, r.inverse), r.p);
    const Vec residue = ((shift_right_signed<52>(half_way) - second) ^ sign) - sign;  // in (-p, p)
    return min(residue, residue + r.p);
  }

  /// Shoup's product, in [0, 2p) and perhaps 2^52 more, which multipliers do not see (but additions do). The fraction y
  /// / p in units of 2^-49: with s = shift, floor((y << s) reciprocal / 2^52) is less than it by below 1 for the floor
  /// and by at most (y << s) / 2^52 < 1/2 for the reciprocal.
  struct Weight {
    Vec w, quotient, minus_p, shift, reciprocal;
  };
  struct Fraction {
    Vec units;
  };
  static POLYFORK_ALWAYS_INLINE Fraction start_fraction() { return {Vec::broadcast(0)}; }
  static POLYFORK_ALWAYS_INLINE Weight weight(const CrtPrime& prime) {
    return {Vec::broadcast(prime.word.weight), Vec::broadcast(prime.word.weight_quotient),
            Vec::broadcast((std::uint64_t{1} << 52) - prime.p), Vec::broadcast(prime.word.shift),
            Vec::broadcast(prime.word.reciprocal)};
  }
  POLYFORK_ALWAYS_INLINE VecU64 weigh(Vec r, const Weight& w, Fraction& fraction) const {
    const Vec q = madd52hi(zeros, r, w.quotient);
    Vec y = madd52lo(madd52lo(zeros, r, w.w), q, w.minus_p);
    if constexpr (pairs) y = y & Vec::broadcast((std::uint64_t{1} << 52) - 1);
    fraction.units = madd52hi(fraction.units, shift_left_by(y, w.shift), w.reciprocal);
    return y;
  }
  /// k = floor(s + 1/2) for the sum s of n fractions, known to be in [units, units + 2n) 2^-49; unsure if the ends of
  /// the interval disagree.
  POLYFORK_ALWAYS_INLINE VecU64 nearest(const Fraction& fraction, std::size_t n, std::uint64_t* unsure) const {
    const Vec low = fraction.units + Vec::broadcast(std::uint64_t{1} << 48);
    const Vec k = shift_right<49>(low);
    (shift_right<49>(low + Vec::broadcast(2 * n)) - k).store_aligned(unsure);
    return k;
  }
};
