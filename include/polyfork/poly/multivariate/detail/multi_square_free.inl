// Square-free decomposition of sparse polynomials in several variables over every gcd domain: Yun's algorithm in one
// variable after another, p-th roots where degrees reach the characteristic (multi_square_free_finite.hpp).
//
// A factor that contains x_k has its multiplicity in the primitive part in x_k, where Yun's algorithm finds it: it
// needs that derivatives by x_k vanish for polynomials without x_k only, so degrees below the characteristic. The
// content goes on with the other variables. Powers of variables are read off first. Cost: as many gcds as the highest
// multiplicity for every variable. Literature: Yun, SYMSAC 1976.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/detail/multi_gcd_generic.hpp>
#include <polyfork/poly/multivariate/detail/multi_square_free_finite.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Gcds: how common divisors are found, GenericMultiGcd<R> or the images of src/poly/multivariate/multi_gcd.hpp, with
/// members run(a, b) for the normalised gcd, content(a, v) for the gcd of the coefficients in variable v without factor
/// in the ring, and divide(a, b) for exact quotients.
template <GcdDomain R, class Gcds>
class MultiSquareFree {
 public:
  using P = SparseMultiPoly<R>;

  MultiSquareFree(const Gcds& gcds, const ExecutionContext& ctx) : gcds_(gcds), generic_(ctx), ctx_(ctx) {}

  /// Precondition: a not zero.
  std::vector<MultiSquareFreeFactor<R>> run(P a) {
    generic_.take_content(a);
    const auto low = generic_.smallest_exponents(a);
    a = generic_.divided_by(a, low);
    for (std::size_t v = 0; v < low.size(); ++v)
      if (low[v] != 0) multiply(P::generator(a.ring(), a.variables(), a.variables().name(v)), low[v]);
    const std::uint64_t p = reached_characteristic(a);
    if (is_prime_field_v<R> && p != 0)
      by_roots(std::move(a), p);
    else
      in_every_variable(std::move(a));
    std::sort(factors_.begin(), factors_.end(),
              [](const auto& x, const auto& y) { return x.multiplicity < y.multiplicity; });
    return std::move(factors_);
  }

 private:
  void by_roots(P a, std::uint64_t p) {
    if constexpr (is_prime_field_v<R>)
      visit_square_free_factors(
          std::move(a), p, [&](const P& factor, std::uint64_t multiplicity) { multiply(factor, multiplicity); }, ctx_);
  }

  void in_every_variable(P a) {
    const Integer characteristic = a.ring().characteristic();
    for (std::size_t v = 0; v < a.variables().size(); ++v) {
      if (a.degree(v) < 1) continue;
      if (!characteristic.is_zero() && characteristic <= a.degree(v))
        throw DomainError("square-free decomposition: the characteristic is positive and at most the degree");
      P rest = gcds_.content(a, v);
      yun(rest.is_constant() ? a : gcds_.divide(a, rest), v);
      a = std::move(rest);
    }
  }

  /// a primitive in v.
  void yun(const P& a, std::size_t v) {
    const std::string name = a.variables().name(v);
    const P slope = derivative(a, name, 1, ctx_);
    const P repeated = gcds_.run(a, slope);
    if (repeated.is_constant()) return multiply(a, 1);
    P b = gcds_.divide(a, repeated);
    P c = gcds_.divide(slope, repeated);
    for (std::uint64_t multiplicity = 1; b.degree(v) > 0; ++multiplicity) {
      const P d = sub(c, derivative(b, name, 1, ctx_), ctx_);
      const P factor = gcds_.run(b, d);
      b = gcds_.divide(b, factor);
      c = gcds_.divide(d, factor);
      multiply(factor, multiplicity);
    }
  }

  void multiply(const P& factor, std::uint64_t multiplicity) {
    if (factor.is_constant()) return;
    for (auto& f : factors_)
      if (f.multiplicity == multiplicity) {
        f.factor = unit_normal(mul(f.factor, factor, ctx_), ctx_);
        return;
      }
    factors_.push_back({unit_normal(factor, ctx_), multiplicity});
  }

  const Gcds& gcds_;
  GenericMultiGcd<R> generic_;  // contents in the ring and monomials, which need no gcds of polynomials
  const ExecutionContext& ctx_;
  std::vector<MultiSquareFreeFactor<R>> factors_;
};

template <GcdDomain R, class Gcds>
MultiSquareFreeDecomposition<R> multi_square_free(const SparseMultiPoly<R>& a, const Gcds& gcds,
                                                  const ExecutionContext& ctx) {
  if (a.is_zero()) throw DomainError("the zero polynomial has no square-free decomposition");
  const R& ring = a.ring();
  MultiSquareFreeDecomposition<R> result{a.coefficient(0), MultiSquareFree<R, Gcds>(gcds, ctx).run(a)};
  typename R::element lead = ring.one();
  for (const auto& f : result.factors)
    lead = ring.mul(lead, polyfork::pow(ring, f.factor.coefficient(0), f.multiplicity));
  result.unit = *ring.try_divide(result.unit, lead);
  return result;
}

}  // namespace detail

template <GcdDomain R>
MultiSquareFreeDecomposition<R> square_free_decomposition(const SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  return detail::multi_square_free(a, detail::GenericMultiGcd<R>(ctx), ctx);
}

template <GcdDomain R>
bool is_square_free(const SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) return false;
  for (const std::uint64_t exponent : detail::GenericMultiGcd<R>::smallest_exponents(a))
    if (exponent > 1) return false;
  SparseMultiPoly<R> common = a;
  for (const std::string& name : a.variables().names()) {
    if (common.is_constant()) return true;
    common = gcd(common, derivative(a, name, 1, ctx), ctx);
  }
  if (common.is_constant()) return true;
  // An irreducible factor whose square is none of a's has no derivative: it is one in p-th powers of the variables, and
  // a p-th power over a perfect field.
  const Integer p = a.ring().characteristic();
  if (!is_prime_field_v<R> && !p.is_zero())
    for (const std::uint64_t degree : common.degrees())
      if (Integer(degree) >= p)
        throw DomainError("square-free test: the characteristic is positive and at most the degree");
  return false;
}

}  // namespace v1
}  // namespace polyfork
