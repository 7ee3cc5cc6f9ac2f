// Known solutions of which some are multiple, and whether they are all modulo a prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/representation.hpp>

#include "groebner/quotient.hpp"
#include "groebner/word_arithmetic.hpp"
#include "system/proofs/component_heights.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The points of a representation by the polynomials f_1, f_2, ... of their multiplicities k, and those with k > 1
/// alone by short numbers: by H, the product of the f_k with k > 1, and coordinates that are exactly those of the
/// representation.
class MultiplePoints {
 public:
  /// Empty where multiplicities are not known, or the short numbers are not found. The representation has to live
  /// longer. Throws Cancelled and MemoryLimit.
  static std::optional<MultiplePoints> of(const UnivariateRepresentation& r, const ExecutionContext& ctx);

  /// The points with k > 1.
  std::size_t multiple() const noexcept { return static_cast<std::size_t>(multiple_.polynomial.degree()); }
  /// Polynomials whose common zeros are the points with k > 1: H(t) and d_v H'(t) x_v - g_v(t), and where there are not
  /// too many points a reduced Groebner basis, whose degrees are lower.
  std::vector<VanishingPolynomials> vanishing_polynomials(const ExecutionContext& ctx) const;

  /// Whether every solution modulo p is one of the points there, and those with k = 1 are simple. plan: of the
  /// equations, prepared for all variables; coefficients: those of its polynomials modulo p. False also where it is not
  /// told, as for multiplicities that are not those modulo p. Precondition: the points are integral and different
  /// modulo p. With D the sum of k deg f_k, O(D) products of vectors and matrices of the form, and for every variable
  /// as many as the multiple points have multiplicities. Throws Cancelled and MemoryLimit.
  bool are_all_modulo(const SmallPrime& p, const QuotientPlan& plan,
                      std::span<const std::vector<std::uint32_t>> coefficients, const ExecutionContext& ctx) const;

 private:
  explicit MultiplePoints(const UnivariateRepresentation& r) : r_(&r) {}
  VanishingPolynomials by_form(const ExecutionContext& ctx) const;
  std::optional<VanishingPolynomials> by_basis(const ExecutionContext& ctx) const;

  const UnivariateRepresentation* r_;
  UnivariateRepresentation multiple_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
