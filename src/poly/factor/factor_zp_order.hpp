// Canonical order of polynomials over rings with ordered elements: Z, Q and Z/pZ.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <polyfork/poly/factor/factor_result.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// By degree, then by coefficients from the leading one downwards.
template <Ring R>
bool precedes(const DensePoly<R>& a, const DensePoly<R>& b) {
  if (a.length() != b.length()) return a.length() < b.length();
  for (std::size_t i = a.length(); i-- != 0;) {
    const auto& x = a.coefficients()[i];
    const auto& y = b.coefficients()[i];
    if (x < y) return true;
    if (y < x) return false;
  }
  return false;
}

template <Ring R>
void sort_canonically(std::vector<DensePoly<R>>& factors) {
  std::sort(factors.begin(), factors.end(), precedes<R>);
}

template <Ring R>
void sort_canonically(std::vector<PolynomialFactor<R>>& factors) {
  std::sort(factors.begin(), factors.end(),
            [](const auto& a, const auto& b) { return precedes(a.polynomial, b.polynomial); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
