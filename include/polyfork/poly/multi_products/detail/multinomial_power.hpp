// Powers of sparse polynomials over Z and Q by the multinomial theorem (src/poly/multi_products/multinomial_power.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f^k term by term. Nothing where a term's coefficient times k is no word, coefficients of the power are longer than
/// some thousand limbs, or it would have more than some million terms before equal ones are added up.
POLYFORK_EXPORT std::optional<SparseTerms<Integers>> multinomial_power(const SparseTerms<Integers>& a, std::uint64_t k,
                                                                       const ExecutionContext& ctx);

inline std::optional<SparseTerms<Integers>> power_by_terms(const SparseTerms<Integers>& a, std::uint64_t k,
                                                           const ExecutionContext& ctx) {
  return multinomial_power(a, k, ctx);
}
inline std::optional<SparseTerms<Rationals>> power_by_terms(const SparseTerms<Rationals>& a, std::uint64_t k,
                                                            const ExecutionContext& ctx) {
  auto numerators = multinomial_power({a.monomials, a.coefficients.numerators()}, k, ctx);
  if (!numerators) return std::nullopt;
  return SparseTerms<Rationals>{
      std::move(numerators->monomials),
      RationalVector(std::move(numerators->coefficients), bounded_power(a.coefficients.denominator(), k, ctx), ctx)};
}

/// Whether f^k has about as many terms as the multinomial theorem says: its box has half as many places at least.
inline bool terms_stay_apart(std::size_t terms, const std::vector<std::uint64_t>& degrees, std::uint64_t k) {
  double multinomials = 1;
  double box = 1;
  const auto exponent = static_cast<double>(k);
  for (std::size_t i = 1; i < terms && multinomials < 1e9; ++i)
    multinomials *= (exponent + static_cast<double>(i)) / static_cast<double>(i);
  for (const std::uint64_t d : degrees) box *= exponent * static_cast<double>(d) + 1;
  return multinomials <= 2 * box;
}

/// A lower bound for the terms of f^k over an integral domain of characteristic 0, d the dimension of the affine hull
/// of f's exponents: C(k + d, d), which 1 + x_1 + ... + x_d attains; 2^64 - 1 for more.
POLYFORK_EXPORT std::uint64_t least_terms_of_power(std::uint64_t k, std::size_t d) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
