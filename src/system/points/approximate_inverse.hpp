// Inverses of small matrices in fixed point, without a bound for their errors.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// About the inverse of a square matrix, given by its rows, entries in units of 2^-scale; empty where a pivot is zero.
/// Gauss and Jordan, with the largest pivots: O(n^3) products.
std::vector<std::vector<Integer>> approximate_inverse(std::vector<std::vector<Integer>> a, std::int64_t scale);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
