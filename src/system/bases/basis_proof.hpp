// Proofs that polynomials over Q are Groebner bases of an ideal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Buchberger's criterion, with the pairs that Gebauer and Moeller leave, over Q. The order is that of the variables,
/// lex or graded_reverse_lex; the polynomials are monic.
bool is_groebner_basis(const std::vector<MultiPolyQ>& basis, const ExecutionContext& ctx);

/// The system with a variable more, the last one, and all equations homogeneous.
IntegerSystem homogenized(const IntegerSystem& system);

/// Whether the homogeneous equations generate the ideal of `basis`, and that is a Groebner basis in the order grevlex.
/// Precondition: its leading monomials are those of the basis modulo some prime, and the equations have integer
/// coefficients. Arnold 2003, theorem 7.1: in each degree the equations span at least as much over Q as modulo the
/// prime, and that is as much as the basis spans, whose ideal contains theirs.
bool is_basis_of_homogeneous(const std::vector<MultiPolyQ>& basis, const std::vector<MultiPolyQ>& equations,
                             const ExecutionContext& ctx);

/// Whether `basis` is a Groebner basis of the ideal that `known` is one of in the order grevlex.
bool is_basis_of_same_ideal(const std::vector<MultiPolyQ>& basis, const std::vector<MultiPolyQ>& known,
                            const ExecutionContext& ctx);

/// Whether polynomials generate the ideal of `known` as a Groebner basis in the order of their variables, where powers
/// of all variables are the leading monomials of `known`, as many polynomials as variables, in the order by these
/// weights: that has so many residue classes.
bool is_basis_of_same_ideal(const std::vector<MultiPolyQ>& basis, const std::vector<MultiPolyQ>& known,
                            const std::vector<std::uint32_t>& weights, std::uint64_t classes,
                            const ExecutionContext& ctx);

/// Whether the polynomials are a reduced Groebner basis in the order of their variables, up to factors and their
/// sequence, since each leading monomial has no variable in common with the others (Buchberger's first criterion) and
/// divides none of the other terms. Otherwise nothing is told.
bool is_reduced_by_coprime_leaders(const std::vector<MultiPolyQ>& polynomials);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
