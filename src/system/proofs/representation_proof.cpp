// The proofs that a representation describes solutions of a system, and all of them.
//
// Let f be of degree d. Its roots are d different numbers if a prime shows that it is square-free. If the equations
// vanish at x_j = g_j / (d_j f') modulo f and the form takes the value t there, they are d different solutions,
// whatever their multiplicities.
//
// An equation of degree e becomes a polynomial P(t) with integer coefficients when x_j = g_j / (d_j f') is put in and
// the denominators are cleared. Since f is primitive it divides P over Q only if it does so over Z: that is found out
// modulo as many primes as a bound for the coefficients asks for (identities_by_values.cpp), and where these do not
// tell, by a division over Z. All of this is exact, takes nothing for granted and shares no code with what has found
// the representation.
//
// Let there be n equations of degrees e_1, ..., e_n in n variables, and d = e_1 ... e_n. If the Jacobian matrix is
// invertible at all of the d solutions, they are simple and isolated, d components of the variety. It has no others,
// since the degrees of its components add up to at most d (Bezout's inequality). That the number of solutions modulo a
// prime is d would prove that it is d over Q, too, but not that the representation, which was lifted from many primes,
// has them: without the identities nothing is known of its real roots.
// Literature: docs/reference/bibliography.md, [heintz83].
#include "system/proofs/representation_proof.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "core/retry_on_one_thread.hpp"
#include "system/proofs/equation_at_roots.hpp"
#include "system/proofs/exact_multiple.hpp"
#include "system/proofs/held_polynomial.hpp"
#include "system/proofs/identities_by_values.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/proofs/solution_slopes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Whether there are as many points as the degrees allow.
bool has_bezout_number(const std::vector<IntegerEquation>& system, const UnivariateRepresentation& r) {
  if (system.size() != r.numerators.size()) return false;
  double number = 1;
  for (const auto& f : system) number *= static_cast<double>(f.degree);
  return number == static_cast<double>(r.polynomial.degree());
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
  const IdentityCheck by_values = identities_by_values(system, r, slope, ctx);
  if (by_values != IdentityCheck::undecided) return by_values == IdentityCheck::hold;
  std::atomic<bool> failed{false};
  parallel_for(ctx, system.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !failed; ++i)
      if (!holds(system[i], r, slope, ctx)) failed = true;
  });
  return !failed;
}

}  // namespace

double work_of_identities(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                          const ExecutionContext& ctx) {
  const HeldPolynomial slope(derivative(r.polynomial, 1, ctx), ctx);
  return work_of_identities_by_values(integer_equations(equations, ctx), r, slope.value);
}

double work_of_solving(const UnivariateRepresentation& r, const ExecutionContext& ctx) {
  constexpr double prime_bits = 31;
  const double primes = static_cast<double>(bits_to_reconstruct(r, ctx)) / prime_bits + 2;
  const auto degree = static_cast<double>(r.degree);
  return primes * degree * degree;
}

std::size_t bits_to_reconstruct(const UnivariateRepresentation& r, const ExecutionContext& ctx) {
  std::size_t bits = r.polynomial.coefficients().max_bits(ctx) + r.polynomial.leading_coefficient().bit_length();
  for (std::size_t v = 0; v < r.numerators.size(); ++v)
    bits = std::max(bits, r.numerators[v].coefficients().max_bits(ctx) + r.denominators[v].bit_length());
  return bits;
}

bool describes_solutions(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                         const ExecutionContext& ctx) {
  if (r.polynomial.degree() < 1) return false;
  const std::vector<IntegerEquation> system = integer_equations(equations, ctx);
  return retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
    const HeldPolynomial slope(derivative(r.polynomial, 1, with), with);
    return is_square_free_modulo_a_prime(r.polynomial, with) && identities_hold(system, r, slope.value, with);
  });
}

bool describes_as_many_as_bezout(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                                 const ExecutionContext& ctx) {
  const std::vector<IntegerEquation> system = integer_equations(equations, ctx);
  if (!has_bezout_number(system, r)) return false;
  return retry_on_one_thread(ctx,
                             [&](const ExecutionContext& with) { return has_invertible_jacobian(system, r, with); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
