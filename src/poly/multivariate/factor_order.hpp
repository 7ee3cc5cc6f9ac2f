// The canonical order of factors in several variables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/gaussian_rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Real parts decide before imaginary ones.
inline bool coefficient_precedes(const GaussianRational& a, const GaussianRational& b) {
  if (a.real() != b.real()) return a.real() < b.real();
  return a.imaginary() < b.imaginary();
}
template <class E>
bool coefficient_precedes(const E& a, const E& b) {
  return a < b;
}

/// By total degree, then by the number of terms, then by the first term in which they differ.
template <Ring R>
bool factor_precedes(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b) {
  if (a.total_degree() != b.total_degree()) return a.total_degree() < b.total_degree();
  if (a.term_count() != b.term_count()) return a.term_count() < b.term_count();
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    const auto ea = a.exponents(i);
    const auto eb = b.exponents(i);
    if (ea != eb) return ea < eb;
    const auto ca = a.coefficient(i);
    const auto cb = b.coefficient(i);
    if (coefficient_precedes(ca, cb)) return true;
    if (coefficient_precedes(cb, ca)) return false;
  }
  return false;
}

/// Of factors with a member `polynomial`.
template <class Factor>
void sort_multi_factors(std::vector<Factor>& factors) {
  std::sort(factors.begin(), factors.end(),
            [](const auto& a, const auto& b) { return factor_precedes(a.polynomial, b.polynomial); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
