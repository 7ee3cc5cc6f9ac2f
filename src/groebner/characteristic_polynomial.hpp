// Characteristic polynomials of dense matrices modulo a prime below 2^31.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// det(x - A) in ascending degree, for the n x n matrix A given by its rows, residues in [0, p). By Hessenberg's form
/// (Cohen, A Course in Computational Algebraic Number Theory, algorithm 2.2.9): O(n^3) products. Throws Cancelled.
std::vector<std::uint32_t> characteristic_polynomial(std::vector<std::uint32_t> matrix, std::size_t n,
                                                     const SmallPrime& p, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
