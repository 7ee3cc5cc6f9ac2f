// The public functions over a prime field, written once for short and for long primes.
//
// `Square-free first`: f = unit * product of f_i^i, each f_i is factored for itself. Roots are those factors of degree
// 1, which x^p - x contains.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor_result.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor/factor_zp_generic.hpp"
#include "poly/factor/factor_zp_order.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Ring R>
Factorization<R> factor_over_field(const DensePoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  Factorization<R> result{f.leading_coefficient(), {}};
  if (f.is_constant()) return result;
  FieldFactorizer<R> factorizer(f.ring(), ctx);
  for (const SquareFreeFactor<R>& part : square_free_decomposition(f, ctx).factors)
    for (DensePoly<R>& factor : factorizer.square_free_factors(part.factor))
      result.factors.push_back({std::move(factor), static_cast<std::size_t>(part.multiplicity)});
  sort_canonically(result.factors);
  return result;
}

template <Ring R>
bool is_irreducible_over_field(const DensePoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_constant() || !is_square_free(f, ctx)) return false;
  const auto parts = FieldFactorizer<R>(f.ring(), ctx).distinct_degrees(make_monic(f, ctx));
  return parts.size() == 1 && parts.front().degree == static_cast<std::size_t>(f.degree());
}

template <Ring R>
std::vector<PolynomialRoot<R>> roots_in_field(const DensePoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every element is a root of the zero polynomial");
  std::vector<PolynomialRoot<R>> roots;
  for (const PolynomialFactor<R>& factor : factor_over_field(f, ctx).factors)
    if (factor.polynomial.degree() == 1)
      roots.push_back({f.ring().neg(factor.polynomial.coefficient(0)), factor.multiplicity});
  std::sort(roots.begin(), roots.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return roots;
}

/// Random monic polynomials until one is irreducible: n of them are expected for degree n.
template <Ring R>
DensePoly<R> irreducible_over_field(const R& ring, std::size_t degree, const ExecutionContext& ctx) {
  if (degree == 0) throw DomainError("an irreducible polynomial has a positive degree");
  FixedRandom random(degree);
  for (;;) {
    ctx.poll();
    std::vector<typename R::element> c;
    for (std::size_t i = 0; i < degree; ++i) c.push_back(random.element(ring));
    c.push_back(ring.one());
    DensePoly<R> f = DensePoly<R>::from_elements(ring, std::move(c));
    if (is_irreducible_over_field(f, ctx)) return f;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
