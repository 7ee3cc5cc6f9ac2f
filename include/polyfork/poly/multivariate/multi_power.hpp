// Powers of sparse polynomials.
//
// Two ways. Factor by factor: f^k = f f^(k-1), cheap when f has few terms, since then every product has as few rows.
// Squaring: half as many variables in the exponent at each step, but the last product is that of two large powers. With
// t terms that meet in nothing but the multinomial way, f^i has C(i + t - 1, i) terms: factor by factor takes
// t C(k + t - 1, t) products of coefficients in all, the last squaring C(k/2 + t - 1, t - 1)^2, which is less only for
// t = 2 or where the box of exponents is small and the dense algorithms take over.
// Source: Monagan, Pearce: Sparse polynomial powering using heaps, CASC 2012 (which compares them).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/sparse/detail/sparse_list_products.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// At most so many terms has f^k: multinomials, and the box of its exponents (alone, for infinitely many terms).
inline double power_terms(double terms, const std::vector<std::uint64_t>& degrees, double k) {
  double box = 1;
  for (const std::uint64_t d : degrees) box *= k * static_cast<double>(d) + 1;
  if (std::isinf(terms)) return box;
  const double multinomials = std::lgamma(k + terms) - std::lgamma(terms) - std::lgamma(k + 1);
  return std::min(box, multinomials > 700 ? HUGE_VAL : std::exp(multinomials));
}

/// Whether k - 1 products by f cost less than squarings: the products of coefficients, or twice the box where the dense
/// algorithms do with fewer.
inline bool factor_by_factor(std::size_t terms, const std::vector<std::uint64_t>& degrees, std::uint64_t k) {
  constexpr std::uint64_t most_steps = 1 << 16;
  constexpr double dense_factor = 32;  // of a dense product, for a place of its box and in products of a scattered one
  if (k > most_steps) return false;
  const auto t = static_cast<double>(terms);
  double steps = 0;
  for (std::uint64_t i = 1; i < k; ++i) steps += t * power_terms(t, degrees, static_cast<double>(i));
  double squarings = 0;
  for (std::uint64_t i = k; i > 1; i /= 2) {
    const std::uint64_t root = i / 2;
    const double half = power_terms(t, degrees, static_cast<double>(root));
    squarings += std::min(half * half, dense_factor * power_terms(HUGE_VAL, degrees, static_cast<double>(i)));
  }
  return steps <= squarings;
}

}  // namespace detail

/// a^k; 1 for k = 0. Throws DomainError when a degree would be 2^63 or more, MemoryLimit when the leading coefficient
/// would be longer than any machine holds.
template <Ring R>
SparseMultiPoly<R> pow(const SparseMultiPoly<R>& a, std::uint64_t k,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  SparseMultiPoly<R> result = a.constant_like(a.ring().one());
  if (k == 0) return result;
  if (a.is_zero() || k == 1) return a;
  for (const std::uint64_t degree : a.degrees())
    if (degree != 0 && k > std::uint64_t{INT64_MAX} / degree)
      throw DomainError("the degree of a power is 2^63 or more");
  detail::check_power(a.ring(), a.coefficient(0), k);
  // A root of multiplicity m that is not zero needs m + 1 terms, in characteristic 0.
  if constexpr (IntegralDomain<R>)
    if (a.term_count() > 1 && a.ring().characteristic().is_zero())
      detail::sup::require_terms(k + 1, sizeof(std::uint64_t) + sizeof(typename R::element), ctx);
  if (a.term_count() > 1 && detail::factor_by_factor(a.term_count(), a.degrees(), k)) {
    result = a;
    for (std::uint64_t i = 1; i < k; ++i) result = mul(a, result, ctx);
    return result;
  }
  // From the top bit, so that the odd steps multiply by a itself.
  result = a;
  for (std::uint64_t bit = std::bit_floor(k) >> 1; bit != 0; bit >>= 1) {
    result = mul(result, result, ctx);
    if ((k & bit) != 0) result = mul(a, result, ctx);
  }
  return result;
}

/// Throws DomainError for a negative exponent.
template <Ring R, std::signed_integral I>
SparseMultiPoly<R> pow(const SparseMultiPoly<R>& a, I k,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return pow(a, detail::natural_number(k, "exponent"), ctx);
}

// Compiled in the library, since programs with polynomials over Z and Q would compile nothing else as long.
extern template POLYFORK_EXPORT SparseMultiPoly<Integers> pow(const SparseMultiPoly<Integers>&, std::uint64_t,
                                                              const ExecutionContext&);
extern template POLYFORK_EXPORT SparseMultiPoly<Rationals> pow(const SparseMultiPoly<Rationals>&, std::uint64_t,
                                                               const ExecutionContext&);

}  // namespace v1
}  // namespace polyfork
