// h(x^n) without listing it.
//
// For irreducible h with a root a, h(x^n) is irreducible exactly when a is no q-th power in Q(a) for every prime q that
// divides n and, where 4 divides n, not -4 times a fourth power (Vahlen, Capelli, Redei). The last says that h(x^4) is
// irreducible, and is asked of h(x^2). Each is proved in h's own field (factor_z_inflation.cpp) or, where a may be such
// a power, by factoring h(x^q); several factors are inflated by what is left of n.
//
// Two families are known in closed form. With c > 0 no power that goes on, x^k - c^k is the product of the polynomials
// Phi_m(x / c), up to units, over the divisors m of k, and x^k + c^k of those over the divisors of 2 k that do not
// divide k; with c = 1 these are irreducible in x^n, and so is every Phi_m(x^n) a product of cyclotomic polynomials.
// Phi_m is Phi_K(x^(m / K)) for the product K of the primes that divide m. Literature: Lang, Algebra, VI.9.
#include "poly/factor_z/factor_z_inflated.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>
#include <polyfork/ring/integer.hpp>

#include "poly/dense/deflation.hpp"
#include "poly/factor_z/factor_z_cyclotomic.hpp"
#include "poly/factor_z/factor_z_inflation.hpp"
#include "poly/factor_z/factor_z_square_free.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Inflated = std::vector<InflatedFactor>;

void append(Inflated& to, Inflated from) { std::move(from.begin(), from.end(), std::back_inserter(to)); }

/// The indices m of the cyclotomic factors of Phi_index(x^n).
std::vector<std::uint64_t> indices_of_inflated(std::uint64_t index, std::uint64_t n) {
  std::vector<std::uint64_t> indices{index};
  for (const std::uint64_t q : prime_factors(n))
    for (std::uint64_t rest = n; rest % q == 0; rest /= q) {
      const std::size_t count = indices.size();
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t m = indices[i];
        indices[i] = sup::multiply_exponents(m, q);
        if (m % q != 0) indices.push_back(m);
      }
    }
  return indices;
}

/// A positive rational number in lowest terms.
struct Fraction {
  Integer numerator, denominator;
  bool is_one() const { return numerator.is_one() && denominator.is_one(); }
};

/// Phi_m(x / c), made primitive, as a polynomial in a power of x.
InflatedFactor cyclotomic_factor(std::uint64_t m, const Fraction& c, const ExecutionContext& ctx) {
  std::uint64_t kernel = 1;
  std::uint64_t degree = 1;
  for (const std::uint64_t p : prime_factors(m)) {
    kernel *= p;
    degree *= p - 1;
  }
  sup::require_dense(degree + 1, ctx);
  ctx.poll();
  IntegerVector f = cyclotomic(kernel);
  const std::uint64_t power = m / kernel;
  if (c.is_one()) return {std::move(f), power};
  const Integer a = bounded_power(c.numerator, power, ctx);
  const Integer b = bounded_power(c.denominator, power, ctx);
  std::vector<Integer> scaled(f.size());
  Integer factor(1);
  for (std::size_t i = f.size(); i-- != 0; factor = mul(factor, a)) scaled[i] = mul(factor, f[i]);
  factor = 1;
  for (std::size_t i = 0; i < f.size(); ++i, factor = mul(factor, b)) {
    ctx.poll();
    scaled[i] = mul(factor, scaled[i]);
  }
  return {IntegerVector(std::span<const Integer>(scaled)), power};
}

/// What may be a power is factored; else h(x^n) is irreducible.
Inflated by_primes(const IntegerVector& h, std::uint64_t n, const ExecutionContext& ctx) {
  const auto split = [&](const IntegerVector& g, std::uint64_t q, std::uint64_t rest) -> std::optional<Inflated> {
    ctx.poll();
    if (inflation_is_irreducible(g, q, ctx)) return std::nullopt;
    const std::uint64_t length = sup::multiply_exponents(g.size(), q);
    sup::require_dense(length, ctx);
    const std::vector<IntegerVector> factors = compact_factors(inflate(g, q, ctx), ctx);
    if (factors.size() == 1) return std::nullopt;
    Inflated result;
    for (const IntegerVector& f : factors) append(result, inflated_factors(f, rest, ctx));
    return result;
  };
  for (const std::uint64_t q : prime_factors(n))
    if (auto factors = split(h, q, n / q)) return std::move(*factors);
  if (n % 4 == 0)
    if (auto factors = split(inflate(h, 2, ctx), 2, n / 4)) return std::move(*factors);
  Inflated one;
  one.push_back({h.copy(ctx), n});
  return one;
}

/// x^n = +-c^k with the largest k that divides n.
Inflated of_linear(const IntegerVector& h, std::uint64_t n, const ExecutionContext& ctx) {
  const bool positive = h[0].sign() < 0;
  Fraction c{Integer(h[0].abs()), Integer(h[1])};
  std::uint64_t k = 1;
  if (c.is_one()) {
    k = n;
  } else {
    for (const std::uint64_t q : prime_factors(n))
      for (std::uint64_t rest = n; rest % q == 0; rest /= q) {
        auto a = root_of_power(c.numerator, q);
        auto b = a ? root_of_power(c.denominator, q) : std::nullopt;
        if (!b) break;
        c = {std::move(*a), std::move(*b)};
        k *= q;
      }
  }
  if (k == 1) return by_primes(h, n, ctx);
  Inflated factors;
  for (const std::uint64_t m : indices_of_inflated(positive ? 1 : 2, k)) {
    InflatedFactor f = cyclotomic_factor(m, c, ctx);
    if (k == n)
      factors.push_back(std::move(f));
    else
      append(factors, by_primes(f.f, sup::multiply_exponents(f.power, n / k), ctx));
  }
  return factors;
}

}  // namespace

std::vector<InflatedFactor> inflated_factors(const IntegerVector& h, std::uint64_t n, const ExecutionContext& ctx) {
  if (n != 1 && h.size() == 2) return of_linear(h, n, ctx);
  Inflated factors;
  if (n == 1) {
    factors.push_back({h.copy(ctx), 1});
  } else if (const std::uint64_t index = cyclotomic_index(h, ctx); index != 0) {
    for (const std::uint64_t m : indices_of_inflated(index, n)) factors.push_back(cyclotomic_factor(m, {1, 1}, ctx));
  } else {
    factors = by_primes(h, n, ctx);
  }
  return factors;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
