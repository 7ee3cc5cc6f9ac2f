// Hilbert series of monomial ideals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// N with sum_d (number of monomials of degree d outside of the ideal) t^d = N(t) / (1 - t)^n, for the ideal that these
/// monomials in n variables generate. By pivots: H(I) = H(I + (x^e)) + t^e H(I : x^e), with the variable that occurs
/// most often (Bigatti, Caboara, Robbiano, On the computation of Hilbert-Poincare series, AAECC 1991).
PolyZ hilbert_numerator(std::vector<std::vector<std::uint64_t>> generators, const ExecutionContext& ctx);

/// N(t) / (1 - t)^k as a polynomial, for a divisor of N.
PolyZ divided_by_one_minus_t(PolyZ numerator, std::size_t k, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
