// Included inside kernels::avx2 and its region, before the kernels: residues modulo p in the lanes of a vector, as
// doubles. p < 2^50, r = 2^52, and the interface is that of lane_values_madd52.inc.hpp.
//
// A product x y below 2^103 is split exactly: x y + 1.5 2^104 rounds to a multiple of 2^52, and a fused multiply-add
// gives what is left, at most 2^51 in absolute value (T. J. Dekker, A floating-point technique for extending the
// available precision, Numer. Math. 18, 1971, with the multiply-add of today). All numbers that occur are integers with
// at most 53 binary digits, or such integers times 2^52, so that nothing is rounded but what is meant to be, to the
// nearest. Sums of three products are reduced by Montgomery's method in doubles; longer ones are summed as integers,
// whose bits a number beside 1.5 2^104 or 1.5 2^52 has in its mantissa.

using LaneValue = VecF64;     ///< canonical where nothing else is said
using LaneQuotient = VecF64;  ///< ratio / p, at most 2^-52 too small

/// low + high, of at most three products: high a multiple of r below 2^102, low below 3 2^51, in absolute value.
struct LaneSum {
  VecF64 low, high;
};
/// low + r high, and as many times the bits of lane_unit and lane_high_unit as there are products.
struct LaneLongSum {
  VecU64 low, high;
};

constexpr double lane_unit = 0x1.8p52;
constexpr double lane_high_unit = 0x1.8p104;
constexpr double lane_wide_unit = 0x1.8p105;
constexpr std::uint64_t lane_unit_bits = 0x4338000000000000;
constexpr std::uint64_t lane_high_unit_bits = 0x4678000000000000;
constexpr std::uint64_t lane_word_bits = 0x4330000000000000;  ///< of 2^52: those of 2^52 + x are these and x

struct LaneConstants {
  VecF64 p, negative_inverse;  ///< the inverse between -2^51 and 2^51
};

/// Vectors of columns whose sums of two rows fit the registers, and vectors of terms that do with their ratios.
constexpr int lane_block_vectors = 2;
constexpr int lane_term_vectors = 2;

static POLYFORK_ALWAYS_INLINE LaneConstants lane_constants(const LaneModulus& m) {
  const auto inverse = static_cast<double>(m.negative_inverse);
  return {VecF64::broadcast(static_cast<double>(m.p)),
          VecF64::broadcast(m.negative_inverse >> 51 == 0 ? inverse : inverse - 0x1p52)};
}

/// Words below 2^52 as doubles, and back.
static POLYFORK_ALWAYS_INLINE VecF64 lane_doubles(VecU64 x) {
  return bits_as_double(x | VecU64::broadcast(lane_word_bits)) - VecF64::broadcast(0x1p52);
}
static POLYFORK_ALWAYS_INLINE VecU64 lane_words(VecF64 x) {
  return bits_as_word(x + VecF64::broadcast(0x1p52)) ^ VecU64::broadcast(lane_word_bits);
}

static POLYFORK_ALWAYS_INLINE LaneValue lane_broadcast(std::uint64_t word) {
  return lane_doubles(VecU64::broadcast(word));
}
static POLYFORK_ALWAYS_INLINE LaneValue lane_from_words(const std::uint64_t* from) {
  return lane_doubles(VecU64::load(from));
}
static POLYFORK_ALWAYS_INLINE LaneValue lane_from_words(const std::uint64_t* from, std::size_t n) {
  return lane_doubles(VecU64::load_first(from, n));
}
static POLYFORK_ALWAYS_INLINE void lane_to_words(LaneValue x, std::uint64_t* to) { lane_words(x).store(to); }
static POLYFORK_ALWAYS_INLINE void lane_to_words(LaneValue x, std::uint64_t* to, std::size_t n) {
  lane_words(x).store_first(to, n);
}
static POLYFORK_ALWAYS_INLINE LaneValue lane_load(const std::uint64_t* from) {
  return bits_as_double(VecU64::load(from));
}
static POLYFORK_ALWAYS_INLINE void lane_store(LaneValue x, std::uint64_t* to) { bits_as_word(x).store(to); }

static POLYFORK_ALWAYS_INLINE LaneSum lane_sum() { return {VecF64::broadcast(0), VecF64::broadcast(0)}; }
static POLYFORK_ALWAYS_INLINE LaneLongSum lane_long_sum() { return {VecU64::broadcast(0), VecU64::broadcast(0)}; }

static POLYFORK_ALWAYS_INLINE void lane_add(LaneSum& sum, LaneValue x, LaneValue y) {
  const VecF64 unit = VecF64::broadcast(lane_high_unit);
  const VecF64 minus_high = unit - fma_add(x, y, unit);
  sum.low = sum.low + fma_add(x, y, minus_high);
  sum.high = sum.high - minus_high;
}
static POLYFORK_ALWAYS_INLINE void lane_add(LaneLongSum& sum, LaneValue x, LaneValue y) {
  const VecF64 unit = VecF64::broadcast(lane_high_unit);
  const VecF64 high = fma_add(x, y, unit);
  sum.low = sum.low + bits_as_word(fma_add(x, y, unit - high) + VecF64::broadcast(lane_unit));
  sum.high = sum.high + bits_as_word(high);
}

/// sum / r mod p, within p + 1 of high / r: m with |m| <= 2^52 makes sum + m p divisible by r.
static POLYFORK_ALWAYS_INLINE VecF64 lane_divided(const LaneConstants& k, LaneSum sum) {
  const VecF64 wide = VecF64::broadcast(lane_wide_unit);
  const VecF64 m = fma_add(sum.low, k.negative_inverse, wide - fma_add(sum.low, k.negative_inverse, wide));
  lane_add(sum, m, k.p);
  return (sum.low + sum.high) * VecF64::broadcast(0x1p-52);
}

/// x where it is not negative, else y.
static POLYFORK_ALWAYS_INLINE VecF64 lane_unless_negative(VecF64 x, VecF64 y) {
  return {_mm256_blendv_pd(x.v, y.v, x.v)};
}
/// The canonical residue of x in (-p, 2p).
static POLYFORK_ALWAYS_INLINE LaneValue lane_canonical(const LaneConstants& k, VecF64 x) {
  x = lane_unless_negative(x, x + k.p);
  return lane_unless_negative(x - k.p, x);
}

/// sum / r mod p. Precondition: fewer than four products.
static POLYFORK_ALWAYS_INLINE LaneValue lane_reduced(const LaneConstants& k, LaneSum sum) {
  return lane_canonical(k, lane_divided(k, sum));
}

/// sum / r^2 mod p, of n products: (l + r h) / r^2 + g with l, h < r and g < 2^8, which is 0 where p is not far above.
static POLYFORK_ALWAYS_INLINE LaneValue lane_reduced_twice(const LaneConstants& k, LaneLongSum sum, std::size_t n) {
  const VecU64 below_r = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  const VecF64 zero = VecF64::broadcast(0);
  const VecU64 low = sum.low - VecU64::broadcast(n * lane_unit_bits);
  // The low parts add up to at most 2^63 in absolute value; the shift is that of a number that is not negative.
  const VecU64 carry =
      shift_right<52>(low ^ VecU64::broadcast(std::uint64_t{1} << 63)) - VecU64::broadcast(std::uint64_t{1} << 11);
  const VecU64 high = sum.high - VecU64::broadcast(n * lane_high_unit_bits) + carry;
  const VecF64 first = lane_divided(k, {lane_doubles(low & below_r), zero});
  const VecF64 second = lane_divided(k, {first + lane_doubles(high & below_r), zero});
  return lane_canonical(k, second + lane_doubles(shift_right<52>(high)));
}

static POLYFORK_ALWAYS_INLINE LaneValue lane_difference(const LaneConstants& k, LaneValue x, LaneValue y) {
  const VecF64 difference = x - y;
  return lane_unless_negative(difference, difference + k.p);
}
static POLYFORK_ALWAYS_INLINE LaneValue lane_minus(const LaneConstants& k, LaneValue x) { return k.p - x; }

static POLYFORK_ALWAYS_INLINE LaneValue lane_one_for_zero(LaneValue x) {
  const __m256d zero = _mm256_cmp_pd(x.v, _mm256_setzero_pd(), _CMP_EQ_OQ);
  return {_mm256_blendv_pd(x.v, _mm256_set1_pd(1), zero)};
}
static POLYFORK_ALWAYS_INLINE unsigned lane_differ(LaneValue x, LaneValue y) {
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(x.v, y.v, _CMP_NEQ_OQ)));
}

static POLYFORK_ALWAYS_INLINE LaneQuotient lane_quotient(const std::uint64_t* from) {
  return lane_from_words(from) * VecF64::broadcast(0x1p-52);
}
static POLYFORK_ALWAYS_INLINE LaneQuotient lane_quotient(const std::uint64_t* from, std::size_t n) {
  return lane_from_words(from, n) * VecF64::broadcast(0x1p-52);
}
/// x ratio mod p in (-p, p), x in (-2p, 2p): q differs from x ratio / p by at most 1/2 + |x| 2^-52 < 1.
static POLYFORK_ALWAYS_INLINE LaneValue lane_next_term(const LaneConstants& k, LaneValue x, LaneValue ratio,
                                                       LaneQuotient quotient) {
  const VecF64 unit = VecF64::broadcast(lane_unit);
  const VecF64 q = fma_add(x, quotient, unit) - unit;
  const VecF64 high = x * ratio;
  return fma_neg(q, k.p, high) + fma_sub(x, ratio, high);
}
static POLYFORK_ALWAYS_INLINE VecU64 lane_term(LaneValue x) {
  return bits_as_word(x + VecF64::broadcast(lane_unit)) - VecU64::broadcast(lane_unit_bits);
}
/// 2^12 p is added, which exceeds the sum in absolute value.
static POLYFORK_ALWAYS_INLINE LaneValue lane_of_terms(const LaneConstants& k, VecU64 sum) {
  const VecU64 positive = sum + shift_left<12>(lane_words(k.p));
  const VecU64 below_r = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  const VecF64 high = lane_doubles(shift_right<52>(positive)) * VecF64::broadcast(0x1p52);
  return lane_reduced(k, {lane_doubles(positive & below_r), high});
}
static POLYFORK_ALWAYS_INLINE LaneValue lane_positive_term(const LaneConstants& k, LaneValue x) {
  return lane_canonical(k, x);
}
