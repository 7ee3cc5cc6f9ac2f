// Values at fractions p/q: the sum N of all a_i p^i q^(n - 1 - i), over q^(n - 1).
//
// A prime that divides q and N divides the leading coefficient, since it divides every other term but not p. So the
// gcd of that coefficient with q, 1 as a rule, is all that is looked for: the fraction needs no gcd of its long parts.
// Where every term has at most 126 bits, Horner's scheme runs in pairs of words; in rows on the stack where a block of
// it would be short; by blocks that are joined (evaluate_z.cpp) elsewhere.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "poly/dense/evaluate_z.hpp"
#include "poly/dense/horner_rows.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using FractionPair = unsigned __int128;

// A fraction's parts, to be written one after the other: it is in lowest terms again when both are.
Integer& numerator_of(Rational& x) noexcept { return const_cast<Integer&>(x.numerator()); }
Integer& denominator_of(Rational& x) noexcept { return const_cast<Integer&>(x.denominator()); }

/// The gcd of a coefficient, not zero, and a word that is positive.
mp_limb_t common_with(IntegerView a, mp_limb_t q) noexcept {
  if ((q & (q - 1)) == 0) {
    const auto twos = static_cast<std::size_t>(std::countr_zero(q));
    return mp_limb_t{1} << std::min(twos, a.trailing_zeros());
  }
  return mpn_gcd_1(a.limbs().data(), static_cast<mp_size_t>(a.limbs().size()), q);
}

int trailing_zeros(FractionPair x) noexcept {
  const auto low = static_cast<std::uint64_t>(x);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(x >> 64));
}

/// value / scale without the common factors, all of whose primes divide `radical`.
void cancel_pair(FractionPair& value, FractionPair& scale, mp_limb_t radical) noexcept {
  if ((radical & (radical - 1)) == 0) {
    if (value == 0 || radical == 1) return;
    const int twos = std::min(trailing_zeros(value), trailing_zeros(scale));
    value >>= twos;
    scale >>= twos;
    return;
  }
  for (;;) {  // what is left of the gcd has a divisor of the radical in common with both
    radical = std::gcd(radical, static_cast<mp_limb_t>(value % radical));
    if (radical == 1) return;
    radical = std::gcd(radical, static_cast<mp_limb_t>(scale % radical));
    if (radical == 1) return;
    value /= radical;
    scale /= radical;
  }
}

/// Horner's scheme in pairs of words; false where a term may not fit. q > 1, at least two coefficients.
bool fraction_in_pairs(Rational& out, const IntegerVector& a, IntegerView p, IntegerView q,
                       const ExecutionContext& ctx) {
  constexpr std::size_t pair_bits = 126;
  const ReadRows rows = read_rows(a);
  const std::size_t n = rows.count;
  if (n > IntegerVector::stripe_rows || rows.stride != 1 || p.limbs().size() > 1 || q.limbs().size() != 1) return false;
  const mp_limb_t joined = joined_words(a);
  const mp_limb_t word_p = p.is_zero() ? 0 : p.limbs()[0];
  const mp_limb_t word_q = q.limbs()[0];
  const auto argument = static_cast<std::size_t>(std::bit_width(word_p | word_q));
  const std::size_t bits = static_cast<std::size_t>(std::bit_width(joined)) + (n - 1) * argument +
                           static_cast<std::size_t>(std::bit_width(n));
  if (joined >> 63 != 0 || argument > 63 || bits > pair_bits) return false;
  const std::int64_t x = signed_word(word_p, p.signed_size());
  SignedPair sum = signed_word(rows.limbs[n - 1], rows.sizes[n - 1]);
  FractionPair scale = 1;
  for (std::size_t i = n - 1; i-- > 0;) {
    scale *= word_q;
    sum = sum * x + static_cast<SignedPair>(scale) * signed_word(rows.limbs[i], rows.sizes[i]);
  }
  ctx.charge(n);
  const mp_limb_t radical = common_with(a[n - 1], word_q);
  const bool negative = sum < 0;
  FractionPair value = negative ? FractionPair{0} - static_cast<FractionPair>(sum) : static_cast<FractionPair>(sum);
  if (value == 0)
    scale = 1;
  else if (radical != 1)
    cancel_pair(value, scale, radical);
  const auto write = [](Integer& to, FractionPair from, bool minus) {
    const mp_limb_t limbs[] = {static_cast<mp_limb_t>(from), static_cast<mp_limb_t>(from >> 64)};
    to = IntegerView(limbs, signed_size(limbs[1] != 0 ? 2 : from != 0 ? 1 : 0, minus));
  };
  write(numerator_of(out), value, negative);
  write(denominator_of(out), scale, false);
  return true;
}

/// Writes the numerator, in two's complement of w limbs, which are of no use afterwards, and the denominator.
void write_fraction(Rational& out, mp_limb_t* value, std::size_t w, const mp_limb_t* scale, std::size_t scale_limbs) {
  const bool negative = value[w - 1] >> 63 != 0;
  if (negative) mpn_neg(value, value, static_cast<mp_size_t>(w));
  numerator_of(out) = IntegerView(value, signed_size(strip(value, w), negative));
  denominator_of(out) = IntegerView(scale, signed_size(scale_limbs, false));
}

constexpr std::size_t few_row_limbs = 16;

/// Horner's scheme in two's complement of w limbs, at most few_row_limbs, in which every value fits with its sign, at
/// words p and q > 1. Writes both parts, not in lowest terms.
void fraction_in_limbs(Rational& out, const IntegerVector& a, std::size_t w, IntegerView p, mp_limb_t q) {
  const std::size_t n = a.size();
  const auto width = static_cast<mp_size_t>(w);
  mp_limb_t value[few_row_limbs];
  mp_limb_t scale[few_row_limbs + 1];
  const IntegerView lead = a[n - 1];
  std::size_t own = lead.limbs().size();
  for (std::size_t k = 0; k < own; ++k) value[k] = lead.limbs()[k];
  clear_from(value, own, w);
  if (lead.sign() < 0) mpn_neg(value, value, width);
  scale[0] = 1;
  std::size_t scale_limbs = 1;
  const mp_limb_t step = p.limbs()[0];
  for (std::size_t i = n - 1; i-- > 0;) {
    if (step != 1) mpn_mul_1(value, value, width, step);
    if (p.sign() < 0) mpn_neg(value, value, width);
    const mp_limb_t carry = mpn_mul_1(scale, scale, static_cast<mp_size_t>(scale_limbs), q);
    if (carry != 0) scale[scale_limbs++] = carry;
    const IntegerView x = a[i];
    own = x.limbs().size();
    if (own == 0) continue;
    for (std::size_t k = 0; k < scale_limbs; ++k) {  // the term's limbs from w on are zero, and so is its carry there
      const std::size_t limbs = std::min(own, w - k);
      const auto rest = static_cast<mp_size_t>(w - k - limbs);
      mp_limb_t* const place = value + k;
      const auto count = static_cast<mp_size_t>(limbs);
      if (x.sign() > 0) {
        const mp_limb_t top = mpn_addmul_1(place, x.limbs().data(), count, scale[k]);
        if (rest != 0) mpn_add_1(place + count, place + count, rest, top);
      } else {
        const mp_limb_t top = mpn_submul_1(place, x.limbs().data(), count, scale[k]);
        if (rest != 0) mpn_sub_1(place + count, place + count, rest, top);
      }
    }
  }
  write_fraction(out, value, w, scale, scale_limbs);
}

/// x = x / divisor, exact.
void divide_by_word(Integer& x, mp_limb_t divisor) {
  if (x.is_inline()) {
    const bool negative = x.sign() < 0;
    x = Integer(x.view().limbs()[0] / divisor);
    if (negative) x.negate();
  } else {
    x.with_mpz([&](mpz_ptr z) { mpz_divexact_ui(z, z, divisor); });
  }
}

/// The same as cancel_pair for numbers of any length, which are not zero: in place.
void cancel_words(Integer& value, Integer& scale, mp_limb_t radical) {
  const auto shared = [](const Integer& x, mp_limb_t r) {
    const std::span<const mp_limb_t> limbs = x.view().limbs();
    return std::gcd(r, mpn_mod_1(limbs.data(), static_cast<mp_size_t>(limbs.size()), r));
  };
  for (;;) {
    radical = shared(value, radical);
    if (radical == 1) return;
    radical = shared(scale, radical);
    if (radical == 1) return;
    divide_by_word(value, radical);
    divide_by_word(scale, radical);
  }
}

/// value / bottom in lowest terms, where both are written but may have common primes that divide a's leading
/// coefficient and q.
void bring_to_lowest_terms(Rational& out, IntegerView lead, IntegerView q) {
  if (out.numerator().is_zero()) {
    denominator_of(out) = Integer(1);
    return;
  }
  if (q.limbs().size() == 1 && !is_power_of_two(q)) {
    const mp_limb_t radical = common_with(lead, q.limbs()[0]);
    if (radical != 1) cancel_words(numerator_of(out), denominator_of(out), radical);
    return;
  }
  if (is_power_of_two(q)) {
    const std::size_t twos = std::min(out.numerator().trailing_zeros(), out.denominator().trailing_zeros());
    if (twos == 0) return;
    numerator_of(out).with_mpz([&](mpz_ptr z) { mpz_tdiv_q_2exp(z, z, twos); });
    denominator_of(out).with_mpz([&](mpz_ptr z) { mpz_tdiv_q_2exp(z, z, twos); });
    return;
  }
  Integer radical = gcd(lead, q);
  if (!radical.is_one()) cancel_shared(numerator_of(out), denominator_of(out), std::move(radical));
}

}  // namespace

void evaluate_fraction_into(Rational& out, const IntegerVector& a, const Rational& x, const ExecutionContext& ctx) {
  constexpr std::size_t few_limbs = 64;  // of a row on the stack
  if (ctx.stop_requested()) ctx.poll();
  const std::size_t n = a.size();
  if (n <= 1) {
    numerator_of(out) = n == 0 ? IntegerView() : a[0];
    if (!out.denominator().is_one()) denominator_of(out) = Integer(1);
    return;
  }
  if (&out == &x) return evaluate_fraction_into(out, a, Rational(x), ctx);
  if (x.is_integer()) {
    evaluate_homogeneous_into(numerator_of(out), a, x.numerator(), Integer(1), ctx);
    denominator_of(out) = Integer(1);
    return;
  }
  const IntegerView p = x.numerator();
  const IntegerView q = x.denominator();
  if (fraction_in_pairs(out, a, p, q, ctx)) return;
  const bool is_one_stripe = n <= IntegerVector::stripe_rows && read_rows(a).stride != 0;
  const EvaluationShape shape{is_one_stripe ? short_bits(a) : a.max_bits(ctx),
                              std::max({p.bit_length(), q.bit_length(), std::size_t{1}})};
  constexpr std::size_t least_shifted = 12;  // coefficients: fewer are added as fast by Horner's scheme
  const bool by_shifts = n >= least_shifted && p.bit_length() == 1 && is_power_of_two(q);
  const bool by_blocks = by_shifts || n > horner_length(shape.argument);
  const std::size_t width = by_blocks ? few_limbs + 1 : shape.row_limbs(n);
  const bool at_words = !by_blocks && p.limbs().size() == 1 && q.limbs().size() == 1;
  const std::size_t bits = shape.bits + (n - 1) * shape.argument + ceil_log2(n) + 1;
  try {
    if (at_words && limbs_for_bits(bits) <= few_row_limbs) {
      ctx.charge(n * limbs_for_bits(bits));
      fraction_in_limbs(out, a, limbs_for_bits(bits), p, q.limbs()[0]);
    } else if (width <= few_limbs) {
      mp_limb_t rows[3 * few_limbs];
      ctx.charge(n * width);
      std::int32_t scale = 1;
      const std::int32_t size = horner({rows, rows + width, rows + 2 * width}, a, 0, n, p, q, &scale);
      numerator_of(out) = IntegerView(rows, size);
      denominator_of(out) = IntegerView(rows + width, scale);
    } else {
      evaluate_homogeneous_into(numerator_of(out), a, p, q, ctx);
      const MemoryReservation held(ctx.memory(), out.numerator().view().limbs().size() * sizeof(mp_limb_t));
      denominator_of(out) = bounded_power(x.denominator(), n - 1, ctx);
    }
    bring_to_lowest_terms(out, a[n - 1], q);
  } catch (...) {
    out = Rational();
    throw;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
