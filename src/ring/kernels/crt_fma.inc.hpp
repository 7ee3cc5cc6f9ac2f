// Residue conversion with fused multiply-adds: digits are doubles that hold integers below 2^50 in size.
//
// The product of |x|, |w| < 2^50 in two halves: with c = 1.5 2^102 the sum fma(x, w, c) lies in the binade of c, whose
// unit is 2^50, so it is c + 2^50 h with h = x w / 2^50 rounded to an integer, and its bits are those of c plus h. The
// difference (c + 1.5 2^52) - it is exact, being a multiple of 2^50 below 2^102, and fma(x, w, difference) =
// 1.5 2^52 + l, l = x w - 2^50 h, |l| <= 2^49, exact, with the bits of 1.5 2^52 plus l. Both are summed as words; the
// bits of the constants are taken off where the sums start. Five instructions on two or three kinds of ports.
// (N. Emmart, F. Zheng, C. Weems: Faster modular exponentiation using double precision floating point arithmetic on
// the GPU, ARITH 2018, there with rounding towards zero.)
struct CrtFma {
  using Vec = VecF64;
  static constexpr std::size_t lanes = VecF64::lanes;
  static constexpr bool doubles = true;
  static constexpr bool pairs = false;
  static constexpr unsigned digit_bits = 50;
  static constexpr unsigned scale_bits = 0;
  // Half of the registers hold sums: 16 of 32, 8 of 16.
  static constexpr int tile_vectors = VecF64::lanes == 8 ? 4 : 2;
  static constexpr int tile_columns = 2;

  static constexpr double magic_high = 0x1.8p102;
  static constexpr double magic_low = 0x1.8p52;
  static constexpr std::uint64_t magic_high_bits = 0x4658000000000000;
  static constexpr std::uint64_t magic_low_bits = 0x4338000000000000;

  struct Sum {
    VecU64 low, high;
  };

  Vec high_constant, both_constants;

  // Written out, because an implicit constructor would not belong to the region.
  POLYFORK_ALWAYS_INLINE CrtFma()
      : high_constant(Vec::broadcast(magic_high)), both_constants(Vec::broadcast(magic_high + magic_low)) {}

  static POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) {
    return bits_as_double(VecU64::load_aligned(from));
  }
  static POLYFORK_ALWAYS_INLINE Vec broadcast(const std::uint64_t* from) {
    return bits_as_double(VecU64::broadcast(*from));
  }
  static POLYFORK_ALWAYS_INLINE Sum start(std::size_t products) {
    return {VecU64::broadcast(0 - products * magic_low_bits), VecU64::broadcast(0 - products * magic_high_bits)};
  }
  POLYFORK_ALWAYS_INLINE void multiply_add(Sum& sum, Vec x, Vec w) const {
    const Vec high = fma_add(x, w, high_constant);
    const Vec low = fma_add(x, w, both_constants - high);
    sum.high = sum.high + bits_as_word(high);
    sum.low = sum.low + bits_as_word(low);
  }

  /// Signed words below 2^51 in size to doubles and back.
  static POLYFORK_ALWAYS_INLINE Vec to_double(VecU64 x) {
    return bits_as_double(x + VecU64::broadcast(magic_low_bits)) - Vec::broadcast(magic_low);
  }
  static POLYFORK_ALWAYS_INLINE VecU64 to_word(Vec x) {
    return bits_as_word(x + Vec::broadcast(magic_low)) - VecU64::broadcast(magic_low_bits);
  }
  static POLYFORK_ALWAYS_INLINE Vec nearest_integer(Vec x) {
    return (x + Vec::broadcast(magic_low)) - Vec::broadcast(magic_low);
  }

  /// A digit as an operand, negated where the sign word is all ones.
  static POLYFORK_ALWAYS_INLINE VecU64 operand(VecU64 digit, VecU64 sign) {
    return bits_as_word(to_double(digit)) ^ (sign & VecU64::broadcast(std::uint64_t{1} << 63));
  }
  static POLYFORK_ALWAYS_INLINE VecU64 top_operand(VecU64 digit) {
    const VecU64 half = VecU64::broadcast(std::uint64_t{1} << (digit_bits - 1));
    return bits_as_word(to_double((digit ^ half) - half));
  }
  static constexpr bool words_are_operands = false;

  /// floor(x / 2^50) of a signed word below 2^62 in size.
  static POLYFORK_ALWAYS_INLINE VecU64 carry(VecU64 x) {
    return shift_right<50>(x + VecU64::broadcast(std::uint64_t{1} << 62)) - VecU64::broadcast(1U << 12);
  }

  static POLYFORK_ALWAYS_INLINE VecU64 to_next_digit(VecU64 high) { return high; }

  struct Factor {
    Vec w, quotient;
  };
  static POLYFORK_ALWAYS_INLINE Factor factor(double w, double quotient) {
    return {Vec::broadcast(w), Vec::broadcast(quotient)};
  }
  /// x w mod p for integers |x| < 2^50 and |w| <= p/2, with w/p rounded: |x w/p| < 2^49, so the quotient rounded to an
  /// integer is off by at most 1/2 + 2^-4, and the result is an integer at most 0.57p in size. x w = h + l exactly;
  /// h - q p is an integer below 2^53, hence exact.
  static POLYFORK_ALWAYS_INLINE Vec times(Vec x, const Factor& f, Vec p) {
    const Vec h = x * f.w;
    const Vec q = fma_add(x, f.quotient, Vec::broadcast(magic_low)) - Vec::broadcast(magic_low);
    const Vec l = fma_sub(x, f.w, h);
    return fma_neg(q, p, h) + l;
  }

  /// The sum is low + 2^50 high with |low| < 2^58, |high| < 2^58. Its digits in base 2^50 are d0, d1 >= 0 and a small
  /// d2; d0 + d1 2^50 + d2 2^100 is below 2^50 + 1.2p with the last two terms reduced. Reducing that leaves at most
  /// (p + 1) / 2 in size, since its quotient by p is below 2^51 / p and off by at most 2^-1 / p before it is rounded.
  struct Reduction {
    Vec p, reciprocal, step;
    Factor digit, digit_squared;
  };
  static POLYFORK_ALWAYS_INLINE Reduction reduction(const CrtPrime& prime) {
    return {Vec::broadcast(prime.real.p), Vec::broadcast(prime.real.reciprocal), broadcast(&prime.step),
            factor(prime.real.digit, prime.real.digit_quotient),
            factor(prime.real.digit_squared, prime.real.digit_squared_quotient)};
  }
  POLYFORK_ALWAYS_INLINE void add_step(Sum& sum, VecU64 residue, const Reduction& r) const {
    multiply_add(sum, to_double(residue), r.step);
    sum.low = sum.low - VecU64::broadcast(magic_low_bits);
    sum.high = sum.high - VecU64::broadcast(magic_high_bits);
  }
  POLYFORK_ALWAYS_INLINE VecU64 reduce(const Sum& sum, VecU64, const Reduction& r) const {
    const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 50) - 1);
    const VecU64 bias = VecU64::broadcast(std::uint64_t{1} << 60);
    const VecU64 low = sum.low + bias;
    const VecU64 high = (sum.high + shift_right<50>(low)) + (bias - VecU64::broadcast(1U << 10));
    const VecU64 top = shift_right<50>(high) - VecU64::broadcast(1U << 10);
    const Vec reduced = times(to_double(high & mask), r.digit, r.p) + times(to_double(top), r.digit_squared, r.p);
    const Vec x = reduced + to_double(low & mask);
    const VecU64 word = to_word(fma_neg(nearest_integer(x * r.reciprocal), r.p, x));
    const VecU64 p = to_word(r.p);
    return min(word, word + p);
  }

  /// y and the sum of the fractions y / p as a double.
  struct Weight {
    Factor w;
    Vec p, reciprocal;
  };
  struct Fraction {
    Vec sum;
  };
  static POLYFORK_ALWAYS_INLINE Fraction start_fraction() { return {Vec::broadcast(0)}; }
  static POLYFORK_ALWAYS_INLINE Weight weight(const CrtPrime& prime) {
    return {factor(prime.real.weight, prime.real.weight_quotient), Vec::broadcast(prime.real.p),
            Vec::broadcast(prime.real.reciprocal)};
  }
  POLYFORK_ALWAYS_INLINE VecU64 weigh(VecU64 r, const Weight& w, Fraction& fraction) const {
    const Vec y = times(to_double(r), w.w, w.p);
    fraction.sum = fma_add(y, w.reciprocal, fraction.sum);
    return bits_as_word(y);
  }
  /// k nearest to the sum. Each of the n additions rounds by at most 2^-53 times the sum so far, which stays below n,
  /// and each reciprocal by 2^-53 relatively: the sum is right to n (n + 1) 2^-53, k is certain where it is nearer
  /// to the sum than 1/2 by twice that.
  POLYFORK_ALWAYS_INLINE VecU64 nearest(const Fraction& fraction, std::size_t n, std::uint64_t* unsure) const {
    const Vec k = nearest_integer(fraction.sum);
    alignas(64) double distance[lanes];
    (fraction.sum - k).store(distance);
    const double limit = 0.5 - static_cast<double>(n * (n + 1)) * 0x1p-52;
    for (std::size_t i = 0; i < lanes; ++i) unsure[i] = distance[i] >= limit || distance[i] <= -limit ? 1 : 0;
    return bits_as_word(k);
  }
};
