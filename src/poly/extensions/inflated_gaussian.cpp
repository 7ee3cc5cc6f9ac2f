// h(x^n) over Q(i) without listing it.
//
// For irreducible h with a root a, h(x^n) is irreducible when a is no q-th power in Q(i, a) for every prime q that
// divides n: -4 times a fourth power is the fourth power of (1 + i) times that, so a square, and needs no test of its
// own. The norm of a to Q is the absolute square of h(0); where it is a q-th power, images modulo primes that split in
// Z[i] may show that a is none; else h(x^q) is factored.
//
// Cyclotomic polynomials and their halves are inflated in closed form (gaussian_cyclotomic.hpp), and so is x - c: with
// c = i^u d^k, k the largest power that divides n, x^k - c has the zeros d z with z^k = i^u. Let f be the irreducible
// polynomial of d z, and n = k n'. Then f(x^n') is irreducible if n' is odd, or if the norm of d is no square in Q:
//
// Let q be a prime that divides n' and d z = b^q with b in Q(i, z). With a root of unity w such that w^q = z, d is the
// q-th power of b / w, which lies in a cyclotomic field, so that Q(i, b / w) is abelian over Q. As d is no q-th power
// in Q(i) up to units, x^q - d is irreducible over Q(i), and Q(i, b / w), which contains one of its zeros, contains
// all, and the q-th roots of unity. For odd q their degree q - 1 over Q(i) would divide q. For q = 2 the field is
// normal over Q, so it contains the square root of conj(d) too, which makes d conj(d) a square in Q(i), and, being
// positive, in Q.
//
// What then may split is left to the first criterion. Literature: Lang, Algebra, VI.9.
#include "poly/extensions/inflated_gaussian.hpp"

#include <utility>

#include <polyfork/poly/gcd/gcd.hpp>

#include "core/limits.hpp"
#include "poly/extensions/gaussian_cyclotomic.hpp"
#include "poly/extensions/gaussian_factors.hpp"
#include "poly/extensions/gaussian_lists.hpp"
#include "poly/extensions/gaussian_powers.hpp"
#include "poly/factor_z/factor_z_inflation.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Poly = DensePoly<GaussianRationals>;
using Inflated = std::vector<InflatedGaussian>;

void append(Inflated& to, Inflated from) { std::move(from.begin(), from.end(), std::back_inserter(to)); }

/// h modulo a prime p = 1 mod 4, square-free; zero where there is no such image.
PolyZp image_modulo(const Poly& h, std::uint64_t p, const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p);
  const WordModulus m = field.word_modulus();
  std::uint64_t i = 1;  // a square root of -1
  for (std::uint64_t z = 2; m.mul(i, i) != p - 1; ++z) i = m.pow(z, p / 4);
  bool defined = true;
  const auto image = [&](const Rational& x) {
    const std::uint64_t denominator = x.denominator().view().mod(p);
    defined = defined && denominator != 0;
    return denominator == 0 ? 0 : m.mul(x.numerator().view().mod(p), m.inverse(denominator));
  };
  ResidueVector c(h.length());
  for (std::size_t k = 0; k < h.length(); ++k)
    c[k] = m.add(image(h.coefficient(k).real()), m.mul(i, image(h.coefficient(k).imaginary())));
  PolyZp f(field, std::move(c));
  return defined && f.coefficient(0) != 0 && is_square_free(f, ctx) ? f : PolyZp(field);
}

bool is_square(const Rational& x) { return is_power_of_rational(x.numerator(), x.denominator(), 2); }

bool inflates_irreducibly(const Poly& h, std::uint64_t q, const ExecutionContext& ctx) {
  const Rational norm = h.coefficient(0).norm();
  if (!is_power_of_rational(norm.numerator(), norm.denominator(), q)) return true;
  return root_is_no_power(
      q, 4, [&](std::uint64_t p) { return image_modulo(h, p, ctx); }, ctx);
}

/// What may split is factored, and what is left of n put into the factors; else h(x^n) is irreducible.
Inflated by_primes(const Poly& h, std::uint64_t n, const ExecutionContext& ctx) {
  for (const std::uint64_t q : prime_factors(n)) {
    ctx.poll();
    if (inflates_irreducibly(h, q, ctx)) continue;
    const std::vector<Poly> factors = undeflated_gaussian_factors(inflate_gaussian(h, q, ctx), ctx);
    if (factors.size() == 1) continue;
    Inflated result;
    for (const Poly& g : factors) append(result, inflated_gaussian_factors(g, n / q, ctx));
    return result;
  }
  Inflated one;
  one.push_back(charged_factor(h, n, ctx));
  return one;
}

/// x^n - c.
Inflated of_binomial(const Poly& h, std::uint64_t n, const ExecutionContext& ctx) {
  const GaussianPower c = largest_gaussian_power(-h.coefficient(0), n, ctx);
  if (c.power == 1) return by_primes(h, n, ctx);
  const std::uint64_t rest = n / c.power;
  const bool irreducible = rest % 2 != 0 || !is_square(c.root.norm());
  GaussianCyclotomicLists lists(ctx);
  Inflated factors;
  const GaussianCyclotomic unit{c.unit == 2 ? 2U : 1U, c.unit % 2 == 0 ? 0 : c.unit, 1};  // x - i^unit
  for (const GaussianCyclotomic& f : inflated_over_qi(unit, c.power, ctx)) {
    InflatedGaussian listed = lists.of(f, c.root, h);
    if (irreducible) {
      listed.power *= rest;
      factors.push_back(std::move(listed));
    } else {
      append(factors, by_primes(inflate_gaussian(listed.f, listed.power, ctx), rest, ctx));
    }
  }
  return factors;
}

}  // namespace

InflatedGaussian charged_factor(Poly f, std::uint64_t power, const ExecutionContext& ctx) {
  MemoryReservation held(ctx.memory(), saturating_add(f.coefficients().bytes(), sizeof(InflatedGaussian)));
  return {std::move(f), power, std::move(held)};
}

std::vector<InflatedGaussian> inflated_gaussian_factors(const Poly& h, std::uint64_t n, const ExecutionContext& ctx) {
  Inflated factors;
  if (n == 1) {
    factors.push_back(charged_factor(h, 1, ctx));
    return factors;
  }
  if (h.degree() == 1) return of_binomial(h, n, ctx);
  const auto cyclotomic = as_gaussian_cyclotomic(h, ctx);
  if (!cyclotomic) return by_primes(h, n, ctx);
  GaussianCyclotomicLists lists(ctx);
  for (const GaussianCyclotomic& f : inflated_over_qi(*cyclotomic, n, ctx))
    factors.push_back(lists.of(f, GaussianRational(1), h));
  return factors;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
