// The proof that a representation describes all solutions of a square system.
//
// Let n equations of degrees d_1, ..., d_n in n variables have a basis modulo a prime that shows dimension 0 and
// degree d = d_1 ... d_n, where no coefficient vanishes. By Bezout's theorem there is nothing at infinity modulo that
// prime, hence nothing over the complex numbers, where there are at most d solutions then. The roots of f are d
// different numbers; if the equations vanish at x_j = g_j / (d_j f') modulo f and the form takes the value t there,
// they are d different solutions, so all of them, and simple. The same holds where a Groebner basis over Q has proved
// that there are d solutions with multiplicities.
//
// An equation of degree d becomes a polynomial P(t) with integer coefficients when x_j = g_j / (d_j f') is put in and
// the denominators are cleared. Since f is primitive it divides P over Q only if it does so over Z: that is tried. All
// of this is exact, and it shares no code with what has found the representation.
#include "system/modular/proof.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "core/retry_on_one_thread.hpp"
#include "system/modular/exact_multiple.hpp"
#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double quick_bits = 4e6;  // of products: some milliseconds

std::uint64_t degree_of(const std::vector<std::uint64_t>& exponents) {
  std::uint64_t degree = 0;
  for (const std::uint64_t e : exponents) degree += e;
  return degree;
}

std::uint64_t degree_of(const IntegerSystem::Equation& f) {
  std::uint64_t degree = 0;
  for (const auto& exponents : f.exponents) degree = std::max(degree, degree_of(exponents));
  return degree;
}

/// Whether there are as many solutions as the degrees allow.
bool has_bezout_number(const IntegerSystem& system, const UnivariateRepresentation& r) {
  if (system.equations.size() != system.variables) return false;
  double number = 1;
  for (const auto& f : system.equations) number *= static_cast<double>(degree_of(f));
  return number == static_cast<double>(r.degree) && r.degree == static_cast<std::size_t>(r.polynomial.degree());
}

/// How long all products together are, in bits.
double work_of(const IntegerSystem& system, const UnivariateRepresentation& r, const PolyZ& slope) {
  std::size_t bits = slope.coefficients().max_bits();
  for (std::size_t v = 0; v < r.numerators.size(); ++v)
    bits = std::max(bits, r.numerators[v].coefficients().max_bits() + r.denominators[v].bit_length());
  bits += static_cast<std::size_t>(std::bit_width(r.polynomial.length()));
  const double one = static_cast<double>(r.polynomial.degree()) * static_cast<double>(bits);
  double work = 0;
  for (const auto& f : system.equations) {
    const auto degree = static_cast<double>(degree_of(f));
    double products = degree;
    for (const auto& exponents : f.exponents)
      products += static_cast<double>(std::count_if(exponents.begin(), exponents.end(), [](auto e) { return e != 0; }));
    work += products * degree * degree * one;
  }
  return work;
}

/// Whether the equation holds at the roots of the representation's polynomial.
bool holds(const IntegerSystem::Equation& equation, const UnivariateRepresentation& r, const PolyZ& slope,
           const ExecutionContext& ctx) {
  const std::size_t variables = r.numerators.size();
  // By variable the numerator's and the denominator's powers.
  std::vector<std::vector<PolyZ>> numerators(variables);
  std::vector<std::vector<Integer>> denominators(variables);
  for (std::size_t v = 0; v < variables; ++v) {
    std::uint64_t most = 0;
    for (const auto& exponents : equation.exponents) most = std::max(most, exponents[v]);
    numerators[v].push_back(PolyZ::constant(Integers{}, Integer(1)));
    denominators[v].emplace_back(1);
    while (numerators[v].size() <= most) {
      numerators[v].push_back(mul(numerators[v].back(), r.numerators[v], ctx));
      denominators[v].push_back(mul(denominators[v].back(), r.denominators[v]));
    }
  }
  const std::uint64_t degree = degree_of(equation);
  std::vector<PolyZ> parts(degree + 1);  // by the degrees of terms
  for (std::size_t i = 0; i < equation.exponents.size(); ++i) {
    ctx.poll();
    const auto& exponents = equation.exponents[i];
    Integer factor = equation.coefficients[i];
    PolyZ product = PolyZ::constant(Integers{}, Integer(1));
    bool is_one = true;
    for (std::size_t v = 0; v < variables; ++v) {
      factor *= denominators[v][denominators[v].size() - 1 - exponents[v]];
      if (exponents[v] == 0) continue;
      product = is_one ? numerators[v][exponents[v]] : mul(product, numerators[v][exponents[v]], ctx);
      is_one = false;
    }
    PolyZ& part = parts[degree_of(exponents)];
    part = add(part, scale(product, factor, ctx), ctx);
  }
  PolyZ P = std::move(parts[0]);
  for (std::uint64_t k = 1; k <= degree; ++k) P = add(mul(P, slope, ctx), parts[k], ctx);
  return is_multiple_of(P, r.polynomial, ctx);
}

/// Whether the form has the value t.
bool form_is_generator(const UnivariateRepresentation& r, const PolyZ& slope, const ExecutionContext& ctx) {
  Integer common(1);
  for (std::size_t v = 0; v < r.form.size(); ++v)
    if (r.form[v] != 0) common *= r.denominators[v];
  PolyZ difference = scale(mul(PolyZ::generator(), slope, ctx), -common, ctx);
  for (std::size_t v = 0; v < r.form.size(); ++v) {
    if (r.form[v] == 0) continue;
    const Integer factor = mul(exact_div(common, r.denominators[v]), Integer(r.form[v]));
    difference = add(difference, scale(r.numerators[v], factor, ctx), ctx);
  }
  return is_multiple_of(difference, r.polynomial, ctx);
}

/// Whether the roots are all simple, by a prime modulo which they are; false where a few do not tell.
bool is_square_free_modulo_a_prime(const PolyZ& f, const PolyZ& slope, const ExecutionContext& ctx) {
  constexpr int most_primes = 8;
  std::uint64_t prime = std::uint64_t{1} << 50;
  for (int i = 0; i < most_primes; ++i) {
    prime = previous_prime(prime);
    if (f.leading_coefficient().view().mod(prime) == 0) continue;
    const PrimeField field = PrimeField::trusted(prime);
    if (gcd(reduce(f, field, ctx), reduce(slope, field, ctx), ctx).degree() == 0) return true;
  }
  return false;
}

/// Whether the equations hold modulo f.
bool identities_hold(const IntegerSystem& system, const UnivariateRepresentation& r, const PolyZ& slope,
                     const ExecutionContext& ctx) {
  if (!is_square_free_modulo_a_prime(r.polynomial, slope, ctx) || !form_is_generator(r, slope, ctx)) return false;
  std::atomic<bool> failed{false};
  parallel_for(ctx, system.equations.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !failed; ++i)
      if (!holds(system.equations[i], r, slope, ctx)) failed = true;
  });
  return !failed;
}

}  // namespace

bool is_complete(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool thorough,
                 std::optional<std::size_t> solutions, const ExecutionContext& ctx) {
  const IntegerSystem system = integer_system(equations);
  const bool as_many = solutions && *solutions == static_cast<std::size_t>(r.polynomial.degree());
  if (!as_many && !has_bezout_number(system, r)) return false;
  const PolyZ slope = derivative(r.polynomial, 1, ctx);
  if (!thorough && work_of(system, r, slope) > quick_bits) return false;
  return retry_on_one_thread(ctx,
                             [&](const ExecutionContext& with) { return identities_hold(system, r, slope, with); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
