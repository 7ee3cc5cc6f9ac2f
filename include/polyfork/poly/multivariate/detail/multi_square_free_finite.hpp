// Square-free decomposition in several variables over prime fields of p elements, whatever the degrees.
//
// With a = prod f_i^i and c the gcd of a and its derivatives by all variables, c = prod f_i^(i - 1) over the i that p
// does not divide times prod f_i^i over the others: an irreducible factor of a without derivatives would be a p-th
// power. So a / c has one of each f_i of the first kind, which gcds with c take apart by their multiplicities (Musser),
// and what is left of c is a polynomial in p-th powers of the variables, hence the p-th power of one with the same
// coefficients. As many gcds as variables and multiplicities. Where p is above the degrees Yun's algorithm in one
// variable after another does with fewer. Literature: Musser, JACM 1975; Geddes, Czapor, Labahn, section 8.3.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The characteristic when it is positive and some degree reaches it, else 0.
template <Ring R>
std::uint64_t reached_characteristic(const SparseMultiPoly<R>& a) {
  const Integer p = a.ring().characteristic();
  if (p.is_zero()) return 0;
  for (const std::uint64_t degree : a.degrees())
    if (p <= Integer(degree)) return static_cast<std::uint64_t>(p.to_int64());
  return 0;
}

/// f with f(x^p, y^p, ...) = a: over the field of p elements the p-th root.
template <Field R>
SparseMultiPoly<R> multi_frobenius_root(const SparseMultiPoly<R>& a, std::uint64_t p, const ExecutionContext& ctx) {
  typename SparseMultiPoly<R>::Collector collector(a.ring(), a.variables());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % poll_terms == 0) ctx.poll();
    std::vector<std::uint64_t> exponents = a.exponents(i);
    for (std::uint64_t& e : exponents) e /= p;
    collector.push_back(exponents, a.coefficient(i));
  }
  return std::move(collector).finish(ctx);
}

/// visit(f, i) for the square-free factors, not constant, and their multiplicities, of which none comes twice.
/// Precondition: a not zero, over a field of p elements.
template <Field R, class Visit>
void visit_square_free_factors(SparseMultiPoly<R> a, std::uint64_t p, const Visit& visit, const ExecutionContext& ctx) {
  using P = SparseMultiPoly<R>;
  for (std::uint64_t power = 1; !a.is_constant(); power *= p) {
    P rest = a;
    for (const std::string& name : a.variables().names()) rest = gcd(rest, derivative(a, name, 1, ctx), ctx);
    P simple = exact_div(a, rest, ctx);
    for (std::uint64_t multiplicity = 1; !simple.is_constant(); ++multiplicity) {
      P common = gcd(simple, rest, ctx);
      rest = exact_div(rest, common, ctx);
      const P factor = exact_div(simple, common, ctx);
      if (!factor.is_constant()) visit(factor, power * multiplicity);
      simple = std::move(common);
    }
    a = multi_frobenius_root(rest, p, ctx);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
