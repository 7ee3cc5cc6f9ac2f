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
#include "system/proofs/equation_at_roots.hpp"
#include "system/proofs/exact_multiple.hpp"
#include "system/proofs/held_polynomial.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/proofs/solution_slopes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double quick_bits = 4e6;  // of products: some milliseconds

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
  return is_multiple_of(equation_at_roots(equation, r, slope, ctx).value, r.polynomial, ctx);
}

/// Whether the form has the value t.
bool form_is_generator(const UnivariateRepresentation& r, const PolyZ& slope, const ExecutionContext& ctx) {
  Integer common(1);
  for (std::size_t v = 0; v < r.form.size(); ++v)
    if (r.form[v] != 0) common *= r.denominators[v];
  const auto times = [&](HeldPolynomial f, const Integer& factor) {
    return product_of(std::move(f), PolyZ::constant(Integers{}, factor), ctx);
  };
  HeldPolynomial difference = times({shift_left(slope, 1, ctx), ctx}, -common);
  for (std::size_t v = 0; v < r.form.size(); ++v) {
    if (r.form[v] == 0) continue;
    const Integer factor = mul(exact_div(common, r.denominators[v]), Integer(r.form[v]));
    HeldPolynomial multiple{mul(r.numerators[v], PolyZ::constant(Integers{}, factor), ctx), ctx};
    difference = sum_of(std::move(difference), std::move(multiple), ctx);
  }
  return is_multiple_of(difference.value, r.polynomial, ctx);
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
  const HeldPolynomial slope(derivative(r.polynomial, 1, ctx), ctx);
  if (!thorough && work_of(system, r, slope.value) > quick_bits) return false;
  return retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
    if (!(as_many ? is_square_free_modulo_a_prime(r.polynomial, with) : has_invertible_jacobian(system, r, with)))
      return false;
    return identities_hold(system, r, slope.value, with);
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
