// Groebner bases modulo a prime below 2^31 in the order grevlex, and what is read off them.
//
//   const Variables xyz({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
//   const PrimeField field(2147483647);
//   const auto basis = groebner_basis({parse_poly<MultiPolyZp>("x*y - z", xyz, field), ...});
//   normal_form(f, basis);    ideal_shape(basis).degree;
//
// Bases are computed by F4: src/groebner/f4.hpp. Systems over Q are solved in polyfork/system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// The reduced Groebner basis of the ideal in the order grevlex, the first variable being the greatest: monic,
/// ascending by leading monomials, in the polynomials' variables with the order graded_reverse_lex. {1} for the unit
/// ideal, empty for the zero ideal. Throws DomainError for primes of 31 bits and more, for polynomials in different
/// variables and for degrees of 2^15 and more; ModulusMismatch for different primes.
POLYFORK_EXPORT std::vector<MultiPolyZp> groebner_basis(
    const std::vector<MultiPolyZp>& polynomials, const ExecutionContext& ctx = ExecutionContext::default_context());

/// The polynomial that differs from f by an element of the ideal and has no term that a leading monomial divides. The
/// list is what groebner_basis returns, or any monic Groebner basis in the order grevlex. Throws as groebner_basis
/// does.
POLYFORK_EXPORT MultiPolyZp normal_form(const MultiPolyZp& f, const std::vector<MultiPolyZp>& basis,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

struct IdealShape {
  int dimension = 0;                  ///< Krull dimension; -1 for the unit ideal
  std::optional<std::size_t> degree;  ///< the number of solutions with multiplicities, for dimensions -1 and 0
};

/// From a basis that groebner_basis returned, in `variables` variables.
POLYFORK_EXPORT IdealShape ideal_shape(const std::vector<MultiPolyZp>& basis, std::size_t variables,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());

/// The monomials that no leading monomial divides, ascending: a basis of the residue classes. Throws DomainError unless
/// the dimension is 0 or -1.
POLYFORK_EXPORT std::vector<std::vector<std::uint64_t>> staircase(
    const std::vector<MultiPolyZp>& basis, std::size_t variables,
    const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
