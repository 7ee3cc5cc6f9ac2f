// Prime factors of words.
#pragma once

#include <cstdint>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The distinct prime factors of n >= 1, ascending. O(n^(1/4)) word operations, expected.
std::vector<std::uint64_t> prime_factors(std::uint64_t n);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
