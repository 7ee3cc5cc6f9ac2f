// The proof that a representation describes all solutions of a square system.
//
// Let there be n equations of degrees e_1, ..., e_n in n variables, and f of degree d = e_1 ... e_n. The roots of f are
// d different numbers; if the equations vanish at x_j = g_j / (d_j f') modulo f and the form takes the value t there,
// they are d different solutions. If the Jacobian matrix is invertible at all of them, they are simple and isolated, d
// components of the variety. It has no others, since the degrees of its components add up to at most d (Bezout's
// inequality). If a Groebner basis over Q has proved that there are d solutions with multiplicities, nothing has to be
// said about the matrix.
//
// An equation of degree d becomes a polynomial P(t) with integer coefficients when x_j = g_j / (d_j f') is put in and
// the denominators are cleared. Since f is primitive it divides P over Q only if it does so over Z: that is tried. All
// of this is exact, takes nothing for granted and shares no code with what has found the representation.
// Literature: docs/reference/bibliography.md, [heintz83].
#include "system/proofs/representation_proof.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "core/retry_on_one_thread.hpp"
#include "system/proofs/exact_multiple.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/proofs/solution_slopes.hpp"

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

/// Whether there are as many points as the degrees allow.
bool has_bezout_number(const std::vector<IntegerEquation>& system, const UnivariateRepresentation& r) {
  if (system.size() != r.numerators.size()) return false;
  double number = 1;
  for (const auto& f : system) number *= static_cast<double>(f.degree);
  return number == static_cast<double>(r.polynomial.degree());
}

/// How long all products together are, in bits.
double work_of(const std::vector<IntegerEquation>& system, const UnivariateRepresentation& r, const PolyZ& slope) {
  std::size_t bits = slope.coefficients().max_bits();
  for (std::size_t v = 0; v < r.numerators.size(); ++v)
    bits = std::max(bits, r.numerators[v].coefficients().max_bits() + r.denominators[v].bit_length());
  bits += static_cast<std::size_t>(std::bit_width(r.polynomial.length()));
  const double one = static_cast<double>(r.polynomial.degree()) * static_cast<double>(bits);
  double work = 0;
  for (const auto& f : system) {
    const auto degree = static_cast<double>(f.degree);
    double products = degree;
    for (const auto& exponents : f.exponents)
      products += static_cast<double>(std::count_if(exponents.begin(), exponents.end(), [](auto e) { return e != 0; }));
    work += products * degree * degree * one;
  }
  return work;
}

/// Whether the equation holds at the roots of the representation's polynomial.
bool holds(const IntegerEquation& equation, const UnivariateRepresentation& r, const PolyZ& slope,
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
  const std::uint64_t degree = equation.degree;
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

/// Whether the equations hold modulo f.
bool identities_hold(const std::vector<IntegerEquation>& system, const UnivariateRepresentation& r, const PolyZ& slope,
                     const ExecutionContext& ctx) {
  if (!form_is_generator(r, slope, ctx)) return false;
  std::atomic<bool> failed{false};
  parallel_for(ctx, system.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !failed; ++i)
      if (!holds(system[i], r, slope, ctx)) failed = true;
  });
  return !failed;
}

}  // namespace

bool is_complete(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool thorough,
                 std::optional<std::size_t> solutions, const ExecutionContext& ctx) {
  const std::vector<IntegerEquation> system = integer_equations(equations, ctx);
  const bool as_many = solutions && *solutions == static_cast<std::size_t>(r.polynomial.degree());
  if (!as_many && !has_bezout_number(system, r)) return false;
  const PolyZ slope = derivative(r.polynomial, 1, ctx);
  if (!thorough && work_of(system, r, slope) > quick_bits) return false;
  return retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
    if (!(as_many ? is_square_free_modulo_a_prime(r.polynomial, with) : has_invertible_jacobian(system, r, with)))
      return false;
    return identities_hold(system, r, slope, with);
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
