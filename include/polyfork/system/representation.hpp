// Rational univariate representations of zero-dimensional polynomial systems over Q.
//
// A linear form t = c_1 x_1 + ... + c_n x_n takes different values at different complex solutions; these values are the
// roots of a square-free polynomial f, and the coordinates are x_j = g_j(t) / (d_j f'(t)) there (Rouillier, Solving
// zero-dimensional systems through the rational univariate representation, AAECC 1999). Small forms, single variables
// first, have the shortest representations. Multiplicities of solutions are told by factors of f.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {

/// The solutions that have this multiplicity: the form's values there are the polynomial's roots.
struct MultiplicityClass {
  std::size_t multiplicity = 1;
  PolyZ polynomial;  ///< primitive, with positive leading coefficient
};

struct UnivariateRepresentation {
  Variables variables;
  int dimension = 0;               ///< of the solutions over the complex numbers; -1: there are none
  std::size_t degree = 0;          ///< complex solutions with multiplicities
  std::vector<std::int64_t> form;  ///< c_1, ..., c_n
  PolyZ polynomial;                ///< f: square-free, primitive, with positive leading coefficient; 1 for no solution
  std::vector<PolyZ> numerators;   ///< g_1, ..., g_n
  std::vector<Integer> denominators;  ///< d_1, ..., d_n, positive
  /// By ascending multiplicity; the product of the polynomials is f. Empty where multiplicities are not known: there
  /// are multiple solutions, and too many to look at them. Told by one prime.
  std::vector<MultiplicityClass> multiplicities;
  std::size_t primes = 0;   ///< modulo so many primes it was computed; no part of the answer
  bool resultants = false;  ///< whether by resultants, not by a Groebner basis; no part of the answer
  /// It was proved that the representation describes exactly the complex solutions, or that the dimension is what it
  /// says: where RepresentationOptions were given. Multiplicities are not a part of that.
  bool proved = false;
};

struct RepresentationOptions {
  /// Prove what can be proved: representations, with multiple solutions those of at most 600 different ones; that there
  /// are no solutions or infinitely many. Otherwise only where that takes milliseconds.
  bool certify = false;
};

/// The representation of the solutions of the equations f = 0, in the variables of all of them (as `unite`). Computed
/// modulo primes of 31 bits (F4, whose first run is traced for the others, and Wiedemann's algorithm; resultants and
/// subresultants for two equations in two variables; Chinese remaindering and rational reconstruction) and compared
/// with one more prime; it is not proved to be right. Where the dimension is positive or -1, which two primes have
/// told, only `variables`, `dimension` and `degree` are set. Throws DomainError for polynomials without variables;
/// Cancelled and MemoryLimit as the context says.
POLYFORK_EXPORT UnivariateRepresentation univariate_representation(
    const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx = ExecutionContext::default_context());
/// That representation with a proof, where the options ask for one and there is one: `proved` says so. Throws
/// DomainError, too, where a proof contradicts what primes have told.
POLYFORK_EXPORT UnivariateRepresentation
univariate_representation(const std::vector<MultiPolyQ>& equations, const RepresentationOptions& options,
                          const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
