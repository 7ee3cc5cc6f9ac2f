// The degree of a resultant as a bound.
//
// Let f and g have no common factor, and let R be their resultant in y, a polynomial in x. Its order at x = a is the
// number of the common zeros of f and g on {a} x P^1, counted with multiplicities: those of the two equations there,
// and some at y = infinity where both leading coefficients vanish. So there are at most deg R solutions. R is known
// over Z by images modulo as many primes as Hadamard's inequality asks for; its degree modulo one prime, which is never
// larger, tells beforehand whether that can help.
#include "system/bivariate/solution_bound.hpp"

#include <algorithm>
#include <optional>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/ring/primes.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double quick_work = 1e7;  // multiplications modulo primes

/// The polynomial in the other variable; its degree, and -1 where it is zero.
template <class P>
std::int64_t degree_of_resultant(const P& f, const P& g, std::size_t main, const ExecutionContext& ctx) {
  const P r = resultant(f, g, f.variables().name(main), ctx);
  return r.is_zero() ? -1 : static_cast<std::int64_t>(r.degrees()[1 - main]);
}

double largest_bits(const MultiPolyZ& f) { return static_cast<double>(f.coefficients().max_bits()); }

/// What the resultant costs, about: primes times points times steps of Euclid's algorithm.
double work_of(const MultiPolyZ& f, const MultiPolyZ& g, std::size_t main, std::size_t solutions) {
  const auto df = static_cast<double>(f.degrees()[main]);
  const auto dg = static_cast<double>(g.degrees()[main]);
  const double primes = (df * largest_bits(g) + dg * largest_bits(f) + df + dg) / 49 + 1;
  const auto points = static_cast<double>(solutions + 1);
  return primes * points * (df * dg + points);
}

}  // namespace

bool has_at_most(const std::vector<MultiPolyQ>& equations, std::size_t solutions, bool thorough,
                 const ExecutionContext& ctx) {
  if (equations.size() != 2 || equations[0].variables().size() != 2) return false;
  const MultiPolyZ f = numerator_polynomial(equations[0]);
  const MultiPolyZ g = numerator_polynomial(equations[1]);
  if (!gcd(f, g, ctx).is_constant()) return false;
  const PrimeField field(previous_prime(std::uint64_t{1} << 50));
  for (std::size_t main = 0; main < 2; ++main) {
    if (!thorough && work_of(f, g, main, solutions) > quick_work) continue;
    const auto expected = static_cast<std::int64_t>(solutions);
    if (degree_of_resultant(reduce(f, field, ctx), reduce(g, field, ctx), main, ctx) > expected) continue;
    const std::int64_t degree = degree_of_resultant(f, g, main, ctx);
    if (degree >= 0 && degree <= expected) return true;
  }
  return false;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
