// The gcd of polynomials over Q(i) from images modulo primes p = 1 mod 4.
//
// Both operands are multiplied into Z[i][x]. A square root r of -1 modulo p gives two maps to Z/pZ[x], i to r and i to
// -r; the gcds of both images, times the image of a leading coefficient, are those of a multiple of the gcd with
// coefficients in Z[i] (Gauss' lemma), and their half sum and their half difference over r the real and the imaginary
// parts. Chinese remaindering goes on until the integers are visibly shorter than the modulus. A candidate that divides
// both operands is the gcd, since no image has a lower degree than it. Primes at which degrees drop, or the two gcds
// differ in degree, are not used; where a lower degree turns up, everything before is dropped.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 6.7.
#include "poly/extensions/gaussian_gcd.hpp"

#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/vector_gcd.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "core/limits.hpp"
#include "poly/extensions/gaussian_numerators.hpp"
#include "poly/extensions/root_of_minus_one.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/gcd_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using GaussianPoly = DensePoly<GaussianRationals>;

/// Real and imaginary parts times their common denominator.
struct GaussianIntegers {
  IntegerVector real, imaginary;
};

GaussianIntegers integers_of(const GaussianPoly& f) {
  const Integer denominator = gaussian_denominator(f.length(), [&](std::size_t k) { return f.coefficient(k); });
  std::vector<Integer> real, imaginary;
  for (std::size_t k = 0; k < f.length(); ++k) {
    real.push_back(numerator_over(f.coefficient(k).real(), denominator));
    imaginary.push_back(numerator_over(f.coefficient(k).imaginary(), denominator));
  }
  return {IntegerVector(real), IntegerVector(imaginary)};
}

/// f at i = r and at i = -r; zero where the degree drops.
struct SplitImage {
  PolyZp plus, minus;
};
SplitImage split_image(const GaussianIntegers& f, std::uint64_t r, const PrimeField& field,
                       const ExecutionContext& ctx) {
  const WordModulus m = field.word_modulus();
  const std::size_t n = f.real.size();
  ResidueVector real(n), imaginary(n), plus(n), minus(n);
  residues(f.real, m.value(), real, ctx);
  residues(f.imaginary, m.value(), imaginary, ctx);
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t turned = m.mul(r, imaginary[k]);
    plus[k] = m.add(real[k], turned);
    minus[k] = m.sub(real[k], turned);
  }
  if (plus.back() == 0 || minus.back() == 0) return {PolyZp(field), PolyZp(field)};
  return {PolyZp(field, std::move(plus)), PolyZp(field, std::move(minus))};
}

/// Real parts, then imaginary ones, of lead times the gcd with these images.
ResidueVector joined(const PolyZp& plus, const PolyZp& minus, std::uint64_t lead_plus, std::uint64_t lead_minus,
                     std::uint64_t r, const WordModulus& m) {
  const std::size_t n = plus.length();
  const std::uint64_t half = m.inverse(2);
  const std::uint64_t half_over_r = m.mul(half, m.inverse(r));
  ResidueVector parts(2 * n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t a = m.mul(lead_plus, plus.coefficient(k));
    const std::uint64_t b = m.mul(lead_minus, minus.coefficient(k));
    parts[k] = m.mul(half, m.add(a, b));
    parts[n + k] = m.mul(half_over_r, m.sub(a, b));
  }
  return parts;
}

/// Monic.
GaussianPoly polynomial_of(const IntegerVector& parts, const GaussianPoly& like, const ExecutionContext& ctx) {
  const std::size_t n = parts.size() / 2;
  std::vector<GaussianRational> c;
  c.reserve(n);
  for (std::size_t k = 0; k < n; ++k) c.emplace_back(Rational(Integer(parts[k])), Rational(Integer(parts[n + k])));
  return make_monic(GaussianPoly::from_elements(GaussianRationals{}, std::move(c)), ctx).with_variable(like.variable());
}

bool divides(const GaussianPoly& g, const GaussianPoly& f, const ExecutionContext& ctx) {
  return rem(f, g, ctx).is_zero();
}

}  // namespace

GaussianPoly gaussian_gcd(const GaussianPoly& a, const GaussianPoly& b, const ExecutionContext& ctx) {
  if (a.is_zero() || b.is_zero()) {
    const GaussianPoly& other = a.is_zero() ? b : a;
    return other.is_zero() ? other : make_monic(other, ctx);
  }
  GaussianPoly one = GaussianPoly::constant(GaussianRationals{}, GaussianRational(1)).with_variable(a.variable());
  if (a.is_constant() || b.is_constant()) return one;
  const GaussianIntegers x = integers_of(a);
  const GaussianIntegers y = integers_of(b);
  const MemoryReservation held(ctx.memory(), 2 * saturating_add(saturating_add(x.real.bytes(), x.imaginary.bytes()),
                                                                saturating_add(y.real.bytes(), y.imaginary.bytes())));
  GcdPrimes primes;
  std::optional<IncrementalCrt> crt;
  std::size_t used = 0;
  std::size_t next_trial = 1;  // primes that a candidate is made of
  for (;;) {
    ctx.poll();
    const std::uint64_t p = primes.next();
    if (p % 4 != 1) continue;
    const PrimeField field = PrimeField::trusted(p);
    const WordModulus m = field.word_modulus();
    const std::uint64_t r = root_of_minus_one(m);
    const SplitImage u = split_image(x, r, field, ctx);
    const SplitImage v = split_image(y, r, field, ctx);
    if (u.plus.is_zero() || v.plus.is_zero()) continue;
    const PolyZp plus = gcd(u.plus, v.plus, ctx);
    const PolyZp minus = gcd(u.minus, v.minus, ctx);
    if (plus.is_constant() || minus.is_constant()) return one;
    if (plus.length() != minus.length()) continue;
    const ResidueVector parts = joined(plus, minus, u.plus.leading_coefficient(), u.minus.leading_coefficient(), r, m);
    if (crt && parts.size() > crt->size()) continue;
    if (crt && parts.size() == crt->size()) {
      crt->add(parts, m, ctx);
      ++used;
    } else {
      crt.emplace(parts, p);
      used = next_trial = 1;
    }
    if (used < next_trial || !crt->settled(gcd_slack_bits, ctx)) continue;
    GaussianPoly g = polynomial_of(crt->lift(ctx), a, ctx);
    if (divides(g, a, ctx) && divides(g, b, ctx)) return g;
    // Coefficients near powers of two have short residues modulo primes near such powers.
    next_trial = 2 * used;
  }
}

GaussianRationalVector gcd_gaussian(const GaussianRationalVector& a, const GaussianRationalVector& b,
                                    const ExecutionContext& ctx) {
  return gaussian_gcd(GaussianPoly(a), GaussianPoly(b), ctx).coefficients();
}

std::vector<GaussianPart> gaussian_square_free_parts(const GaussianPoly& f, const ExecutionContext& ctx) {
  const GaussianPoly monic = make_monic(f, ctx);
  std::vector<GaussianPart> parts;
  GaussianPoly rest = gaussian_gcd(monic, derivative(monic, 1, ctx), ctx);  // each factor once less
  GaussianPoly once = exact_div(monic, rest, ctx);                          // each factor once
  for (std::size_t multiplicity = 1; !once.is_constant(); ++multiplicity) {
    ctx.poll();
    GaussianPoly more = gaussian_gcd(once, rest, ctx);  // those of higher multiplicity
    GaussianPoly here = exact_div(once, more, ctx);
    if (!here.is_constant()) parts.push_back({std::move(here), multiplicity});
    rest = exact_div(rest, more, ctx);
    once = std::move(more);
  }
  return parts;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
