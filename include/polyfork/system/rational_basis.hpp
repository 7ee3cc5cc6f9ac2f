// Reduced Groebner bases over Q of ideals of any dimension, in the orders grevlex and lex.
//
//   const Variables xyz({"x", "y", "z"});
//   const RationalBasis basis = rational_groebner_basis({parse_poly<MultiPolyQ>("x*y - z", xyz), ...});
//   normal_form(f, basis.polynomials);    ideal_shape(basis.polynomials, 3).dimension;
//
// Modulo one prime by F4 (src/groebner/f4.hpp), whose matrices are repeated modulo others; Chinese remaindering and
// rational reconstruction.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

struct BasisOptions {
  MonomialOrder order = MonomialOrder::graded_reverse_lex;  ///< or lex
  /// Prove that the basis is right, whatever it takes.
  bool certify = false;
};

struct RationalBasis {
  /// Monic, ascending by leading monomials, in the polynomials' variables with the order asked for. {1} for the unit
  /// ideal, empty for the zero ideal.
  std::vector<MultiPolyQ> polynomials;
  /// The basis was proved to be right. Otherwise it is so unless the prime that it was learnt from and the one that it
  /// was checked with, modulo which it was computed anew, both behave unlike nearly all primes.
  bool proved = false;
  std::size_t primes =
      0;  ///< modulo so many primes it was computed, 0 for polynomials that were one; no part of the answer
};

/// The reduced Groebner basis of the ideal. Polynomials that are one, which leading monomials without common variables
/// show, are returned at once, proved. With `certify` others are compared with polynomials that are a basis in another
/// order, where powers of all variables are their leading monomials. Otherwise the basis of the homogenized polynomials
/// is computed, too, and it is verified over Q that all S-polynomials and the inputs reduce to zero by it: since its
/// leading monomials are those modulo a prime, no element of the ideal is missing (Arnold, Modular algorithms for
/// computing Groebner bases, JSC 2003, theorem 7.1). What was asked for is compared with it; throws DomainError where
/// they contradict each other, which has not been seen. The variables are those of all polynomials (as `unite`). Throws
/// DomainError for other orders, no polynomials, polynomials without variables, and degrees of 2^15 and more; Cancelled
/// and MemoryLimit as the context says.
POLYFORK_EXPORT RationalBasis
rational_groebner_basis(const std::vector<MultiPolyQ>& polynomials, const BasisOptions& options = {},
                        const ExecutionContext& ctx = ExecutionContext::default_context());

/// The polynomial that differs from f by an element of the ideal and has no term that a leading monomial divides, in
/// the basis's variables. The list is a Groebner basis in the order of its variables. Throws DomainError for
/// polynomials in different variables.
POLYFORK_EXPORT MultiPolyQ normal_form(const MultiPolyQ& f, const std::vector<MultiPolyQ>& basis,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
