// Monomials as lists of exponents, one for each variable.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether the monomial with exponents a divides that with exponents b. Precondition: as many variables.
inline bool monomial_divides(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](std::uint64_t x, std::uint64_t y) { return x <= y; });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
