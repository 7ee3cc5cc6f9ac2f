// Included inside kernels::ifma and its region, before the kernels: residues modulo p in the lanes of a vector.
//
// The low and the high halves of products are summed apart, two instructions for eight products, and reduced once by
// Montgomery's method, r = 2^52: once for sums of three products, below 3 p^2 < r p, twice for longer ones.

using LaneValue = VecU64;     ///< canonical where nothing else is said
using LaneQuotient = VecU64;  ///< floor(ratio 2^52 / p)

/// low + r high, of at most three products, or of at most LaneKernels::most_terms.
struct LaneSum {
  VecU64 low, high;
};
using LaneLongSum = LaneSum;

struct LaneConstants {
  VecU64 zero, p, negative_inverse;
};

/// Vectors of columns whose sums of two rows fit the registers, and vectors of terms that do with their ratios.
constexpr int lane_block_vectors = 4;
constexpr int lane_term_vectors = 4;

static POLYFORK_ALWAYS_INLINE LaneConstants lane_constants(const LaneModulus& m) {
  return {VecU64::broadcast(0), VecU64::broadcast(m.p), VecU64::broadcast(m.negative_inverse)};
}

static POLYFORK_ALWAYS_INLINE LaneValue lane_broadcast(std::uint64_t word) { return VecU64::broadcast(word); }
static POLYFORK_ALWAYS_INLINE LaneValue lane_from_words(const std::uint64_t* from) { return VecU64::load(from); }
static POLYFORK_ALWAYS_INLINE LaneValue lane_from_words(const std::uint64_t* from, std::size_t n) {
  return VecU64::load_first(from, n);
}
static POLYFORK_ALWAYS_INLINE void lane_to_words(LaneValue x, std::uint64_t* to) { x.store(to); }
static POLYFORK_ALWAYS_INLINE void lane_to_words(LaneValue x, std::uint64_t* to, std::size_t n) {
  x.store_first(to, n);
}
/// The form that vectors have in scratch memory, which is that of words here.
static POLYFORK_ALWAYS_INLINE LaneValue lane_load(const std::uint64_t* from) { return VecU64::load(from); }
static POLYFORK_ALWAYS_INLINE void lane_store(LaneValue x, std::uint64_t* to) { x.store(to); }

static POLYFORK_ALWAYS_INLINE LaneSum lane_sum() { return {VecU64::broadcast(0), VecU64::broadcast(0)}; }
static POLYFORK_ALWAYS_INLINE LaneLongSum lane_long_sum() { return lane_sum(); }
static POLYFORK_ALWAYS_INLINE void lane_add(LaneSum& sum, LaneValue x, LaneValue y) {
  sum.low = madd52lo(sum.low, x, y);
  sum.high = madd52hi(sum.high, x, y);
}

/// sum / r mod p, not reduced: below sum.high + 2^12 + p.
static POLYFORK_ALWAYS_INLINE VecU64 lane_divided(const LaneConstants& k, LaneSum sum) {
  const VecU64 m = madd52lo(k.zero, sum.low, k.negative_inverse);
  const VecU64 carry = shift_right<52>(madd52lo(sum.low, m, k.p));
  return madd52hi(sum.high + carry, m, k.p);
}

/// sum / r mod p. Precondition: fewer than four products.
static POLYFORK_ALWAYS_INLINE LaneValue lane_reduced(const LaneConstants& k, LaneSum sum) {
  const VecU64 x = lane_divided(k, sum);
  return min(x, x - k.p);
}

/// sum / r^2 mod p: the first quotient is below 2^61 and has 9 bits above r. The number of products is not needed here.
static POLYFORK_ALWAYS_INLINE LaneValue lane_reduced_twice(const LaneConstants& k, LaneLongSum sum, std::size_t) {
  return lane_reduced(k, {lane_divided(k, sum), k.zero});
}

static POLYFORK_ALWAYS_INLINE LaneValue lane_difference(const LaneConstants& k, LaneValue x, LaneValue y) {
  const VecU64 difference = x - y;
  return min(difference, difference + k.p);
}
/// -x, in (0, p].
static POLYFORK_ALWAYS_INLINE LaneValue lane_minus(const LaneConstants& k, LaneValue x) { return k.p - x; }

static POLYFORK_ALWAYS_INLINE LaneValue lane_one_for_zero(LaneValue x) {
  const VecU64 one = VecU64::broadcast(1);
  return select_less(x, one, one, x);
}
/// Bit j: the values of lane j differ.
static POLYFORK_ALWAYS_INLINE unsigned lane_differ(LaneValue x, LaneValue y) {
  return _mm512_cmpneq_epu64_mask(x.v, y.v);
}

static POLYFORK_ALWAYS_INLINE LaneQuotient lane_quotient(const std::uint64_t* from) { return VecU64::load(from); }
static POLYFORK_ALWAYS_INLINE LaneQuotient lane_quotient(const std::uint64_t* from, std::size_t n) {
  return VecU64::load_first(from, n);
}
/// x ratio mod p in [0, 2p), x in [0, 2p), by a precomputed quotient.
static POLYFORK_ALWAYS_INLINE LaneValue lane_next_term(const LaneConstants& k, LaneValue x, LaneValue ratio,
                                                       LaneQuotient quotient) {
  const VecU64 below_r = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  const VecU64 q = madd52hi(k.zero, x, quotient);
  return (madd52lo(k.zero, x, ratio) - madd52lo(k.zero, q, k.p)) & below_r;
}
/// For sums of terms, and from such a sum, of at most LaneKernels::most_terms terms, to sum / r mod p.
static POLYFORK_ALWAYS_INLINE VecU64 lane_term(LaneValue x) { return x; }
static POLYFORK_ALWAYS_INLINE LaneValue lane_of_terms(const LaneConstants& k, VecU64 sum) {
  return lane_reduced(k, {sum & VecU64::broadcast((std::uint64_t{1} << 52) - 1), shift_right<52>(sum)});
}
/// Terms as LaneTerms has them.
static POLYFORK_ALWAYS_INLINE LaneValue lane_positive_term(const LaneConstants&, LaneValue x) { return x; }
