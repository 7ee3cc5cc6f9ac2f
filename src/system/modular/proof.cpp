// The proof that a representation describes all solutions of a square system.
//
// Let n equations of degrees d_1, ..., d_n in n variables have a basis modulo a prime that shows dimension 0 and
// degree d = d_1 ... d_n, where no coefficient vanishes. By Bezout's theorem there is nothing at infinity modulo that
// prime, hence nothing over the complex numbers, where there are at most d solutions then. The roots of f are d
// different numbers; if the equations vanish at x_j = g_j / (d_j f') modulo f and the form takes the value t there,
// they are d different solutions, so all of them, and simple. The same holds where a Groebner basis over Q has proved
// that there are d solutions with multiplicities.
//
// An equation with denominators cleared is a polynomial P(t) with integer coefficients, and f divides it unless there
// is a factor h of f of degree e >= 1 with a resultant with P other than zero. That is at most M(h)^deg(P) |P|_1^e in
// size, with Mahler's measure M(h) <= M(f) <= |f|_2. Modulo every prime p that does not divide the leading coefficient
// of f and modulo which f divides P, the resultant is divisible by p^e: a product of such primes above |f|_2^deg(P)
// |P|_1 is a proof.
#include "system/modular/proof.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <limits>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/ring/primes.hpp>

#include "groebner/retry_on_one_thread.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/modular_representation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double quick_work = 1e7;  // multiplications modulo primes
constexpr double prime_bits = 30;   // of every prime, at least

double bits_of(const Integer& a) { return static_cast<double>(a.bit_length()); }

/// A bound of log2 of the sum of the coefficients' absolute values.
double norm_bits(const PolyZ& f) {
  return static_cast<double>(f.coefficients().max_bits() + static_cast<std::size_t>(std::bit_width(f.length())));
}

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

/// A bound of log2 of |f|_2^deg(P) |P|_1 for all equations and for the form.
double bits_needed(const IntegerSystem& system, const UnivariateRepresentation& r) {
  const auto points = static_cast<double>(r.polynomial.degree());
  const double derivative_bits = norm_bits(r.polynomial) + static_cast<double>(std::bit_width(r.polynomial.length()));
  double most = derivative_bits + 1;
  for (std::size_t v = 0; v < r.form.size(); ++v) most += 64 + norm_bits(r.numerators[v]) + bits_of(r.denominators[v]);
  most += points * norm_bits(r.polynomial);
  for (const auto& f : system.equations) {
    const std::uint64_t degree = degree_of(f);
    double norm = 0;
    for (std::size_t i = 0; i < f.exponents.size(); ++i) {
      double term =
          bits_of(f.coefficients[i]) + static_cast<double>(degree - degree_of(f.exponents[i])) * derivative_bits;
      for (std::size_t v = 0; v < system.variables; ++v)
        term += static_cast<double>(f.exponents[i][v]) * norm_bits(r.numerators[v]) +
                static_cast<double>(degree) * bits_of(r.denominators[v]);
      norm = std::max(norm, term);
    }
    norm += static_cast<double>(std::bit_width(f.exponents.size()));
    most = std::max(most, norm + static_cast<double>(degree) * points * norm_bits(r.polynomial));
  }
  return most;
}

/// What one prime costs.
double work_of(const IntegerSystem& system, const UnivariateRepresentation& r) {
  double products = static_cast<double>(4 * system.variables);
  for (const auto& f : system.equations)
    for (const auto& exponents : f.exponents)
      products += static_cast<double>(std::count_if(exponents.begin(), exponents.end(), [](auto e) { return e != 0; }));
  const auto points = static_cast<double>(r.polynomial.degree());
  return products * (2 * points * points + 500);
}

/// The representation modulo p; empty where p divides a leading coefficient or denominator.
std::optional<ModularRepresentation> modulo(const UnivariateRepresentation& r, std::uint32_t p,
                                            const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p);
  ModularRepresentation m(field);
  const std::uint64_t leading = r.polynomial.leading_coefficient().view().mod(p);
  if (leading == 0) return std::nullopt;
  m.polynomial = scale(reduce(r.polynomial, field, ctx), field.inverse(leading), ctx);
  for (std::size_t v = 0; v < r.numerators.size(); ++v) {
    const std::uint64_t denominator = field.mul(r.denominators[v].view().mod(p), leading);
    if (denominator == 0) return std::nullopt;
    m.numerators.push_back(scale(reduce(r.numerators[v], field, ctx), field.inverse(denominator), ctx));
  }
  return m;
}

/// Whether the equations hold modulo f.
bool identities_hold(const IntegerSystem& system, const UnivariateRepresentation& r, double bits,
                     const ExecutionContext& ctx) {
  MonomialTable monomials(system.variables);
  std::vector<std::vector<std::uint32_t>> zeros;
  for (const auto& f : system.equations) zeros.emplace_back(f.coefficients.size(), 0);
  const std::vector<WordPolynomial> shape = equations_modulo(system, zeros, monomials);
  LinearForm form(r.form.begin(), r.form.end());
  const auto needed = static_cast<std::size_t>(bits / prime_bits) + 1;
  std::uint64_t prime = std::uint64_t{1} << 31;
  for (std::size_t done = 0; done < needed;) {
    std::vector<std::uint32_t> primes(std::min<std::size_t>(needed - done, 64));
    for (std::uint32_t& p : primes) p = static_cast<std::uint32_t>(prime = previous_prime(prime));
    std::atomic<std::size_t> held{0};
    std::atomic<bool> failed{false};
    parallel_for(ctx, primes.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && !failed; ++i) {
        const auto m = modulo(r, primes[i], ctx);
        const auto coefficients = coefficients_modulo(system, SmallPrime(primes[i]));
        if (!m || !coefficients) continue;
        std::vector<WordPolynomial> equations = shape;
        for (std::size_t k = 0; k < equations.size(); ++k) equations[k].coefficients = (*coefficients)[k];
        if (satisfies(*m, form, equations, monomials, ctx))
          ++held;
        else
          failed = true;
      }
    });
    if (failed || prime < (std::uint64_t{1} << 30)) return false;
    done += held;
  }
  return true;
}

}  // namespace

bool is_complete(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool thorough,
                 std::optional<std::size_t> solutions, const ExecutionContext& ctx) {
  const IntegerSystem system = integer_system(equations);
  const bool as_many = solutions && *solutions == static_cast<std::size_t>(r.polynomial.degree());
  if (!as_many && !has_bezout_number(system, r)) return false;
  const double bits = bits_needed(system, r);
  if (!thorough && bits / prime_bits * work_of(system, r) > quick_work) return false;
  return retry_on_one_thread(ctx, [&](const ExecutionContext& with) { return identities_hold(system, r, bits, with); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
