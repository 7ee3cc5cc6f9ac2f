// Certified evaluation at rational points.
//
// Fixed point: y_n = a_n 2^p, y_i = floor(y_{i+1} c / 2^k) + floor(a_i 2^p). Each step adds an error below 2 ulps
// and multiplies the former error by |x|, so the final error is below 2 sum_{i<=n} |x|^i <= 2 (n+1) max(1,|x|)^n ulps.
// p is chosen such that this is about 2^-precision of the largest term; it may be negative, which drops coefficient
// bits that cannot matter. Nothing here rounds in floating point.
#include "rootiso/evaluate_sign.hpp"

#include <algorithm>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "poly/evaluate_z.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

/// floor(a 2^shift), written to out.
void shifted(mpz_ptr out, IntegerView a, std::int64_t shift) {
  if (shift >= 0)
    mpz_mul_2exp(out, a.mpz(), static_cast<mp_bitcnt_t>(shift));
  else
    mpz_fdiv_q_2exp(out, a.mpz(), static_cast<mp_bitcnt_t>(-shift));
}

constexpr std::size_t first_precision = 64;

std::size_t magnitude_of_negative(std::int64_t k) { return k < 0 ? static_cast<std::size_t>(-k) : 0; }

/// Bytes of the Horner steps on values of so many bits at an argument of `argument` bits: two numbers that have grown to
/// the product's size, and GMP's scratch for the product.
std::size_t horner_bytes(std::size_t bits, std::size_t argument) {
  const std::size_t limbs = saturating_add(bits, argument) / 64 + 2;
  return saturating_add(gmp_mul_bytes(limbs), saturating_mul(limbs, 2 * sizeof(mp_limb_t)));
}

}  // namespace

ApproximateValue evaluate_dyadic(const IntegerVector& f, const Integer& c, std::int64_t k, std::size_t precision,
                                 const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  // |x| < 2^magnitude
  const std::int64_t magnitude = static_cast<std::int64_t>(c.bit_length()) - k;
  std::int64_t largest = 0;  // bit length of the largest term, at least that of the constant one
  bool any = false;
  for (std::size_t i = 0; i <= n; ++i) {
    if (f[i].is_zero()) continue;
    const std::int64_t bits = static_cast<std::int64_t>(f[i].bit_length()) + static_cast<std::int64_t>(i) * magnitude;
    largest = any ? std::max(largest, bits) : bits;
    any = true;
  }
  const std::int64_t growth = static_cast<std::int64_t>(n) * std::max<std::int64_t>(magnitude, 0);
  const std::int64_t p = static_cast<std::int64_t>(precision) - largest + growth;

  // About 10^5 word operations between two looks at the stop token.
  const std::size_t step = (precision / 64 + 1) * (c.bit_length() / 64 + 1);
  const std::size_t poll_every = std::max<std::size_t>(100000 / step, 1);

  // No y_i is longer than the largest term at this scale, or, where |x| < 1, than the largest coefficient.
  const auto bits = std::max<std::int64_t>(
      {static_cast<std::int64_t>(precision) + growth, static_cast<std::int64_t>(f.max_bits(ctx)) + p, 0});
  const MemoryReservation reservation(
      ctx.memory(),
      saturating_add(horner_bytes(static_cast<std::size_t>(bits) + 128, c.bit_length() + magnitude_of_negative(k)),
                     static_cast<std::size_t>(growth) / 4));

  ApproximateValue result;
  result.exponent = -p;
  // With a fraction as long as that of x^n nothing is ever rounded.
  const bool is_exact = p >= static_cast<std::int64_t>(n) * std::max<std::int64_t>(k, 0);
  result.error = Integer(is_exact ? 0 : 2 * (static_cast<std::uint64_t>(n) + 1)) << static_cast<std::size_t>(growth);
  Integer term;
  result.mantissa.with_mpz([&](mpz_ptr y) {
    term.with_mpz([&](mpz_ptr t) {
      for (std::size_t i = n + 1; i-- > 0;) {
        if (k >= 0) {
          mpz_mul(t, y, c.view().mpz());
          mpz_fdiv_q_2exp(y, t, static_cast<mp_bitcnt_t>(k));
        } else {
          mpz_mul(t, y, c.view().mpz());
          mpz_mul_2exp(y, t, static_cast<mp_bitcnt_t>(-k));
        }
        shifted(t, f[i], p);
        mpz_add(y, y, t);
        if (i % poll_every == 0) ctx.poll();
      }
    });
  });
  ctx.charge(static_cast<std::uint64_t>(n + 1) * (precision / 64 + 1) * (c.bit_length() / 64 + 1));
  return result;
}

int sign_at_dyadic_nonroot(const IntegerVector& f, const Integer& c, std::int64_t k, const ExecutionContext& ctx) {
  for (std::size_t precision = first_precision;; precision *= 2) {
    const int sign = evaluate_dyadic(f, c, k, precision, ctx).certain_sign();
    if (sign != 0) return sign;
  }
}

int sign_at_rational(const IntegerVector& f, const Rational& x, const ExecutionContext& ctx) {
  return evaluate_homogeneous(f, x.numerator(), x.denominator(), ctx).sign();
}

}  // namespace detail
}  // namespace polyfork::inline v1
