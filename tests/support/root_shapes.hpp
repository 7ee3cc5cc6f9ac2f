// Polynomials whose real roots are hard to tell apart or lie where the isolation cuts, for comparisons of whole
// engines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include <polyfork/poly/dense/dense_poly.hpp>

#include "random.hpp"

namespace polyfork::test {

/// All polynomials of at most this degree with coefficients -most .. most and a positive leading one, but zero.
void for_all_small_polynomials(std::size_t degree, int most, const std::function<void(const PolyZ&)>& use);

/// (2^k (b x - a)^2 - 1) (x^3 - 3 x + 1): two roots about 2^(1 - k/2) / b apart around a / b.
PolyZ near_double_roots(std::size_t k, std::int64_t a, std::int64_t b);

/// x^n - 2 (a x - 1)^2: two roots about a^(-n/2) apart (Mignotte).
PolyZ mignotte_polynomial(std::size_t n, const Integer& a);

/// x^n + g_depth with g_0 = a x - 1, g_{i+1} = 2^k g_i^2 - 1: clusters in clusters, 2^depth roots near 1 / a.
PolyZ nested_clusters(std::size_t n, const Integer& a, std::size_t k, std::size_t depth);

/// One of many shapes: those of draw_polynomial_with_roots, and near-double roots, Mignotte's polynomials, nested
/// clusters, roots at split points with others beside them, roots from 2^-most to 2^most, roots at the bounds; either
/// sign of the leading coefficient, sometimes the root 0. The degree stays below about 120.
PolyZ draw_root_shape(Random& random);

}  // namespace polyfork::test
