// f(a x + b) and shifts by rationals: integer shifts between scalings.
//
// f(x + p/q): with h_i = a_i q^(n-i), q^n f(x / q) = h(x); then q^n f(x + p/q) = h(q x + p).
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "poly/dense/rational_rows.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/shift/shift_scaling.hpp"
#include "poly/shift/shift_short.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace detail {

IntegerVector shifted_by_rational(const IntegerVector& f, const Rational& c, const ExecutionContext& ctx) {
  const Integer& q = c.denominator();
  if (q.is_one()) return taylor_shift(f, c.numerator(), ctx);
  const IntegerVector h = homogenised(f, q, ctx);
  const MemoryReservation held = hold(h, ctx);
  const IntegerVector g = taylor_shift(h, c.numerator(), ctx);
  const MemoryReservation held_too = hold(g, ctx);
  return scaled_by_powers(g, q, ctx);
}

}  // namespace detail

namespace {

template <Ring R>
DensePoly<R> constant_like(const DensePoly<R>& f, typename R::element value) {
  return DensePoly<R>::constant(f.ring(), std::move(value)).with_variable(f.variable());
}

}  // namespace

namespace {

/// The parts of f(x + p / q), which is q^(n - 1) d times it over Z. Modulo a prime factor of q the integer polynomial
/// is its value at 0, a_(n - 1) p^(n - 1), and a prime factor of d that does not divide q would divide all numerators
/// of f if it did all of these: only prime factors of gcd(a_(n - 1), q) cancel.
RationalVector shifted_fractions(const RationalVector& f, const Rational& c, const ExecutionContext& ctx) {
  const IntegerVector& numerators = f.numerators();
  Integer denominator = mul(bounded_power(c.denominator(), f.size() - 1, ctx), f.denominator());
  IntegerVector shifted = shifted_by_rational(numerators, c, ctx);
  const Integer shared = gcd(Integer(numerators[f.size() - 1]), c.denominator());
  // Seldom are there more than the first powers of such primes, of which a gcd with a short number tells.
  for (int i = 0; i < 4; ++i) {
    const Integer divisor = shared.is_one() ? shared : common_factor(gcd(shared, denominator), shifted, ctx);
    if (divisor.is_one()) return RationalParts::canonical(std::move(shifted), std::move(denominator));
    divide_in_place(shifted, divisor, ctx);
    denominator = quotient(denominator, divisor);
  }
  return {std::move(shifted), std::move(denominator)};
}

}  // namespace

PolyQ taylor_shift(const PolyQ& f, const Rational& c, const ExecutionContext& ctx) {
  if (f.is_constant() || c.is_zero()) return f;
  return PolyQ::make(shifted_fractions(f.coefficients(), c, ctx), f);
}

void taylor_shift_into(PolyQ& out, const PolyQ& f, const Rational& c, const ExecutionContext& ctx) {
  if (f.is_constant() || c.is_zero()) {
    if (&out != &f) out = f;
    return;
  }
  // A shift by an integer keeps the content, and the denominator.
  const auto write = [&](RationalVector& shifted) {
    if (!c.is_integer()) return false;
    try {
      const IntegerVector& numerators = f.coefficients().numerators();
      if (!shift_short(RationalParts::numerators(shifted), numerators, c.numerator(), ctx)) return false;
      RationalParts::denominator(shifted) = f.coefficients().denominator();
    } catch (...) {
      shifted = RationalVector();
      throw;
    }
    return true;
  };
  if (!PolyQ::with_coefficients(out, f, write)) out = taylor_shift(f, c, ctx);
}

PolyZ affine(const PolyZ& f, const Integer& a, const Integer& b, const ExecutionContext& ctx) {
  if (a.is_zero()) return constant_like(f, evaluate(f, b, ctx));
  PolyZ g = taylor_shift(f, b, ctx);
  if (a.is_one()) return g;
  const MemoryReservation held = hold(g.coefficients(), ctx);
  return PolyZ::make(scaled_by_powers(g.coefficients(), a, ctx), f);
}

PolyQ affine(const PolyQ& f, const Rational& a, const Rational& b, const ExecutionContext& ctx) {
  if (a.is_zero()) return constant_like(f, evaluate(f, b, ctx));
  if (f.is_constant()) return f;
  const PolyQ g = taylor_shift(f, b, ctx);
  const RationalVector& v = g.coefficients();
  const MemoryReservation held = hold(v.numerators(), ctx);
  const IntegerVector scaled = scaled_by_powers(v.numerators(), a.numerator(), ctx);
  const MemoryReservation held_too = hold(scaled, ctx);
  Integer denominator = mul(bounded_power(a.denominator(), v.size() - 1, ctx), v.denominator());
  return PolyQ::make(RationalVector(homogenised(scaled, a.denominator(), ctx), std::move(denominator)), f);
}

PolyZp affine(const PolyZp& f, std::uint64_t a, std::uint64_t b, const ExecutionContext& ctx) {
  const WordModulus& m = f.ring().word_modulus();
  if (a >= m.value() || b >= m.value()) throw DomainError("affine: a and b have to be canonical residues");
  if (a == 0) return constant_like(f, evaluate(f, b, ctx));
  PolyZp g = taylor_shift(f, b, ctx);
  if (a == 1) return g;
  ResidueVector scaled = std::move(g).coefficients();
  std::uint64_t power = m.reduce(1);
  for (std::uint64_t& x : scaled) {
    x = m.mul(x, power);
    power = m.mul(power, a);
  }
  return PolyZp::make(std::move(scaled), f);
}

}  // namespace v1
}  // namespace polyfork
