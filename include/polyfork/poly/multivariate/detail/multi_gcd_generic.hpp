// Greatest common divisors in several variables over any gcd domain.
//
// What Z, Q and Z/pZ do by images (src/poly/multivariate/multi_gcd.hpp) is done here with nothing but ring operations:
// contents and common monomials come off, a variable that occurs in one operand only goes, two polynomials in one
// variable are the univariate gcd's, and otherwise the primitive parts in a main variable run through the subresultant
// remainder sequence, whose divisions are exact. Contents are gcds in one variable less. Cost: that of the
// subresultants, which is exponential in the number of variables for dense operands; Z[t], fields of fractions and
// finite extensions have nothing better here. Over Q(i) and modulo long primes images take their place. One thread, but
// for the products inside.
// Literature: docs/reference/bibliography.md, [ducos00]; Brown, Traub, JACM 1971.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/detail/gaussian_multi_gcd.hpp>
#include <polyfork/poly/multivariate/detail/long_field_gcd.hpp>
#include <polyfork/poly/multivariate/detail/one_variable.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The associate whose leading coefficient is its own gcd with zero: monic over fields.
template <GcdDomain R>
SparseMultiPoly<R> unit_normal(const SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) return a;
  if constexpr (Field<R>) return make_monic(a, ctx);
  const R& ring = a.ring();
  const typename R::element lead = a.coefficient(0);
  const typename R::element unit = *ring.try_divide(lead, ring.gcd(lead, ring.zero()));
  return ring.is_one(unit) ? a : exact_div_scalar(a, unit, ctx);
}

template <GcdDomain R>
class GenericMultiGcd {
 public:
  using P = SparseMultiPoly<R>;
  using Exponents = typename P::Exponents;

  explicit GenericMultiGcd(const ExecutionContext& ctx) : ctx_(ctx) {}

  /// Any two polynomials in the same variables; the result is normalised.
  P run(P a, P b) const {
    if (a.is_zero()) return unit_normal(b, ctx_);
    if (b.is_zero()) return unit_normal(a, ctx_);
    const typename R::element common = a.ring().gcd(take_content(a), take_content(b));
    Exponents low = smallest_exponents(a);
    const Exponents low_b = smallest_exponents(b);
    a = divided_by(a, low);
    b = divided_by(b, low_b);
    for (std::size_t v = 0; v < low.size(); ++v) low[v] = std::min(low[v], low_b[v]);
    const P g = mul(primitive(a, b), P::monomial(a.ring(), a.variables(), common, low), ctx_);
    return unit_normal(g, ctx_);
  }

  /// a / b, which is exact.
  P divide(const P& a, const P& b) const { return exact_div(a, b, ctx_); }

  /// The gcd of the coefficients of a, not zero, in variable v, without factor in the ring.
  P content(const P& a, std::size_t v) const { return of_list(coefficients_in(a, v)); }

  /// The coefficients' gcd, by which a is divided; 1 over a field. Precondition: a not zero.
  typename R::element take_content(P& a) const {
    if constexpr (Field<R>) return a.ring().one();
    typename R::element c = polyfork::content(a, ctx_);
    if (!a.ring().is_one(c)) a = exact_div_scalar(a, c, ctx_);
    return c;
  }

  static Exponents smallest_exponents(const P& a) {
    Exponents low = a.exponents(0);
    Exponents fields(a.variables().fields());
    Exponents e(low.size());
    for (std::size_t i = 1; i < a.term_count(); ++i) {
      a.monomials().get_fields(i, fields);
      a.variables().from_fields(fields, e);
      for (std::size_t v = 0; v < low.size(); ++v) low[v] = std::min(low[v], e[v]);
    }
    return low;
  }

  /// By a monomial that divides every term.
  P divided_by(const P& a, const Exponents& monomial) const {
    if (std::all_of(monomial.begin(), monomial.end(), [](std::uint64_t e) { return e == 0; })) return a;
    return exact_div(a, P::monomial(a.ring(), a.variables(), a.ring().one(), monomial), ctx_);
  }

 private:
  P one_like(const P& a) const { return a.constant_like(a.ring().one()); }

  std::vector<P> coefficients_in(const P& a, std::size_t v) const {
    std::vector<P> list;
    for (auto& part : recursive_view(a, a.variables().name(v), ctx_).parts)
      list.push_back(part.coefficient.with_variables(a.variables(), ctx_));
    return list;
  }

  /// The gcd of polynomials that are not zero, without factor in the ring.
  P of_list(std::vector<P> list) const {
    std::stable_sort(list.begin(), list.end(), [](const P& x, const P& y) { return x.term_count() < y.term_count(); });
    P g = list.front();
    take_content(g);
    for (std::size_t i = 1; i < list.size() && !g.is_constant(); ++i) {
      g = run(g, list[i]);
      take_content(g);
    }
    return g.is_constant() ? one_like(g) : g;
  }

  /// Neither is zero nor has a monomial or an element of the ring as a factor.
  P primitive(const P& a, const P& b) const {
    ctx_.poll();
    if (a.is_constant() || b.is_constant()) return one_like(a);
    const Exponents da = a.degrees();
    const Exponents db = b.degrees();
    std::vector<std::size_t> both;
    for (std::size_t v = 0; v < da.size(); ++v) {
      if (da[v] != 0 && db[v] != 0) both.push_back(v);
      if ((da[v] != 0) != (db[v] != 0)) return without_variable(v, da[v] != 0 ? a : b, da[v] != 0 ? b : a);
    }
    if (both.size() == 1)
      return multivariate_from(gcd(univariate_in(a, both[0], ctx_), univariate_in(b, both[0], ctx_), ctx_), both[0],
                               a.variables(), ctx_);
    if constexpr (std::same_as<R, GaussianRationals>) return gaussian_multi_gcd(a, b, ctx_);
    if constexpr (std::same_as<R, BigPrimeField>)
      if (auto g = long_field_gcd(a, b, ctx_)) return *std::move(g);
    const std::size_t x = *std::min_element(both.begin(), both.end(), [&](std::size_t v, std::size_t w) {
      return std::min(da[v], db[v]) < std::min(da[w], db[w]);
    });
    const P content_a = content(a, x);
    const P content_b = content(b, x);
    const P g = by_subresultants(exact_div(a, content_a, ctx_), exact_div(b, content_b, ctx_), x);
    return mul(g, run(content_a, content_b), ctx_);
  }

  /// v does not occur in b, hence not in the gcd: that of b and the coefficients of a.
  P without_variable(std::size_t v, const P& a, const P& b) const {
    std::vector<P> list = coefficients_in(a, v);
    list.push_back(b);
    return of_list(std::move(list));
  }

  /// Both primitive in x: the subresultant remainder sequence, its last member made primitive.
  P by_subresultants(P a, P b, std::size_t x) const {
    const std::string name = a.variables().name(x);
    if (a.degree(x) < b.degree(x)) std::swap(a, b);
    P g = one_like(a);
    P h = one_like(a);
    for (;;) {
      if (b.degree(x) <= 0) return one_like(a);
      const auto delta = static_cast<std::uint64_t>(a.degree(x) - b.degree(x));
      P r = pseudo_div_rem(a, b, name, ctx_).remainder;
      if (r.is_zero()) break;
      a = std::exchange(b, exact_div(r, mul(g, pow(h, delta, ctx_), ctx_), ctx_));
      g = leading_coefficient_in(a, name, ctx_);
      if (delta != 0) h = exact_div(pow(g, delta, ctx_), pow(h, delta - 1, ctx_), ctx_);
    }
    take_content(b);
    b = exact_div(b, content(b, x), ctx_);
    take_content(b);
    return b;
  }

  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
