// Groebner bases modulo a prime below 2^31 in the orders grevlex and lex, and what is read off bases.
//
//   const Variables xyz({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
//   const PrimeField field(2147483647);
//   const auto basis = groebner_basis({parse_poly<MultiPolyZp>("x*y - z", xyz, field), ...});
//   normal_form(f, basis);    ideal_shape(basis).degree;
//
// Bases are computed by F4: src/groebner/f4.hpp. Bases over Q are in polyfork/system/rational_basis.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// The reduced Groebner basis of the ideal in the order grevlex, the first variable being the greatest: monic,
/// ascending by leading monomials, in the polynomials' variables with the order graded_reverse_lex. {1} for the unit
/// ideal, empty for the zero ideal. Throws DomainError for primes above 2^31, for polynomials in different
/// variables and for degrees of 2^15 and more; ModulusMismatch for different primes.
POLYFORK_EXPORT std::vector<MultiPolyZp> groebner_basis(
    const std::vector<MultiPolyZp>& polynomials, const ExecutionContext& ctx = ExecutionContext::default_context());
/// In the order lex or graded_reverse_lex; DomainError for others. The lexicographic basis of an ideal of dimension 0
/// comes from the grevlex one by a change of order, O(n D^3) for n variables and degree D; that of others from F4.
POLYFORK_EXPORT std::vector<MultiPolyZp> groebner_basis(
    const std::vector<MultiPolyZp>& polynomials, MonomialOrder order,
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The polynomial that differs from f by an element of the ideal and has no term that a leading monomial divides. The
/// list is what groebner_basis returns, or any monic Groebner basis in variables of the order lex or else in the order
/// grevlex. Throws as groebner_basis does.
POLYFORK_EXPORT MultiPolyZp normal_form(const MultiPolyZp& f, const std::vector<MultiPolyZp>& basis,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

struct IdealShape {
  int dimension = 0;  ///< Krull dimension; -1 for the unit ideal
  /// The number of solutions with multiplicities for dimensions -1 and 0. For greater ones the number of points in a
  /// general linear section of complementary dimension, counted with multiplicities, components of lower dimension left
  /// out; known of bases in the order grevlex only.
  std::optional<std::size_t> degree;
};

/// From a basis that groebner_basis returned, in `variables` variables.
POLYFORK_EXPORT IdealShape ideal_shape(const std::vector<MultiPolyZp>& basis, std::size_t variables,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());
/// From a basis over Q (polyfork/system/rational_basis.hpp).
POLYFORK_EXPORT IdealShape ideal_shape(const std::vector<MultiPolyQ>& basis, std::size_t variables,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());

/// N with sum_d h(d) t^d = N(t) / (1 - t)^n, where h(d) monomials of degree d in the n variables are divisible by no
/// leading monomial. For a basis in the order grevlex N(t) / (1 - t)^(n+1) sums up the Hilbert function of the ideal:
/// the dimensions of the residue classes of polynomials of degree d and less.
POLYFORK_EXPORT PolyZ hilbert_numerator(const std::vector<MultiPolyZp>& basis, std::size_t variables,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyZ hilbert_numerator(const std::vector<MultiPolyQ>& basis, std::size_t variables,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

/// The monomials that no leading monomial divides, ascending: a basis of the residue classes. Throws DomainError unless
/// the dimension is 0 or -1.
POLYFORK_EXPORT std::vector<std::vector<std::uint64_t>> staircase(
    const std::vector<MultiPolyZp>& basis, std::size_t variables,
    const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
