// Factors modulo word primes for algorithms over other rings: square-free polynomials and their degree patterns.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monic irreducible factors in canonical order. Precondition: f monic, not constant, square-free.
std::vector<PolyZp> factor_square_free_mod_p(const PolyZp& f, const ExecutionContext& ctx);

/// The product of all irreducible factors of one degree.
struct DistinctDegreeFactor {
  PolyZp product;
  std::size_t degree;
  std::size_t count() const noexcept { return static_cast<std::size_t>(product.degree()) / degree; }
};

/// Products of factors of one degree, by ascending degrees: how many factors there are of which degree, at a fraction
/// of the cost of the factors. Precondition: f monic, not constant, square-free.
std::vector<DistinctDegreeFactor> distinct_degree_pattern(const PolyZp& f, const ExecutionContext& ctx);

/// The factors of one member of the pattern, in canonical order.
std::vector<PolyZp> equal_degree_factors(const DistinctDegreeFactor& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
