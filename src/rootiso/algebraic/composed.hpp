// Polynomials whose roots are sums, products or powers of the roots of others.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// lc(f)^n lc(g)^m times the product of x - (a + b) over all roots a of f and b of g, m = deg f, n = deg g; with
/// multiplicities. Preconditions: m, n >= 1.
PolyZ composed_sum(const PolyZ& f, const PolyZ& g, const ExecutionContext& ctx);
/// lc(f)^n lc(g)^m times the product of x - a b over all roots a of f and b of g, m = deg f, n = deg g; with
/// multiplicities. Preconditions: m, n >= 1.
PolyZ composed_product(const PolyZ& f, const PolyZ& g, const ExecutionContext& ctx);
/// lc(f)^exponent times the product of x - a^exponent over all roots a of f. Precondition: exponent >= 1.
PolyZ composed_power(const PolyZ& f, std::uint64_t exponent, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
