// Products of sparse polynomials as one dense univariate product.
//
// A monomial's key (multi_keys.hpp, exact radices) is the exponent of one variable: Kronecker's substitution. Keys of
// products are sums of keys, the box holds every product, so nothing overlaps. Worth it when the box is not much larger
// than the numbers of terms: the dense product costs O~(box), the scattered one #f #g.
// Source: Kronecker, Grundzuege einer arithmetischen Theorie der algebraischen Groessen, 1882.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monomials and coefficients of f g; both f's and g's belong to the prepared product's.
std::pair<PackedMonomials, IntegerVector> multi_mul_kronecker(const PreparedProduct& product, const IntegerVector& f,
                                                              const IntegerVector& g, const ExecutionContext& ctx);
std::pair<PackedMonomials, ResidueVector> multi_mul_kronecker(const PreparedProduct& product, const PrimeField& field,
                                                              const ResidueVector& f, const ResidueVector& g,
                                                              const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
