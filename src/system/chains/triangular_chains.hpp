// The complex solutions of triangular systems as regular chains.
#pragma once

#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "system/chains/triangular_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The polynomials of a chain, that of the least variable first: monic, reduced, square-free.
using ChainPolynomials = std::vector<MultiPolyQ>;

/// Whether the variable of every level is the greatest that its equation has; the first variable is the greatest one.
bool is_in_order(const TriangularSystem& system);

/// The system's solutions as one chain in its variables: where a prime proves leading coefficients and derivatives to
/// be invertible, and inverses are short enough to be computed over Q. Otherwise empty. `variables` are those of the
/// system's numbers, in which it is_in_order; levels are sorted by it.
std::optional<ChainPolynomials> chain_of_triangular(const TriangularSystem& system, const Variables& variables,
                                                    const ExecutionContext& ctx);

/// The same for any leading coefficients and multiple roots, by splitting over Q: chains without common points, none
/// for no solutions. Empty where there are infinitely many solutions, and where there may be too many to do it over Q.
std::optional<std::vector<ChainPolynomials>> chains_of_triangular(const TriangularSystem& system,
                                                                  const Variables& variables,
                                                                  const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
