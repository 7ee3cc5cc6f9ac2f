// Greatest common divisors and contents of sparse polynomials: the public functions.
//
// Over Q the work is done on numerators over Z: no rational coefficient is ever formed before the last step.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <utility>

#include <polyfork/poly/multivariate/convert_multi.hpp>

#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multivariate/multi_rationals.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

/// Both in the variables of the result.
template <GcdDomain R>
SparseMultiPoly<R> checked_gcd(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, const ExecutionContext& ctx) {
  using P = SparseMultiPoly<R>;
  if (a.variables() == b.variables()) {
    P::check(a, b);
    return MultiGcd<R>(ctx).run(a, b);
  }
  const typename P::Operands o(a, b);
  return MultiGcd<R>(ctx).run(P::make(a.ring(), o.variables, o.a()), P::make(a.ring(), o.variables, o.b()));
}

template <GcdDomain R>
SparseMultiPoly<R> content_of(const SparseMultiPoly<R>& a, std::string_view variable, const ExecutionContext& ctx) {
  const std::size_t v = a.variables().index(variable);
  if (a.is_zero()) return a;
  SparseMultiPoly<R> part = a;
  const typename R::element c = take_content(part, ctx);
  return normal_associate(scale(MultiGcd<R>(ctx).content(part, v), c, ctx), ctx);
}

template <class P>
P primitive_part_of(const P& a, std::string_view variable, const ExecutionContext& ctx) {
  const P c = content_in(a, variable, ctx);
  return a.is_zero() ? a : multi_divide(a, c, ctx);
}

}  // namespace

MultiPolyZ gcd(const MultiPolyZ& a, const MultiPolyZ& b, const ExecutionContext& ctx) { return checked_gcd(a, b, ctx); }
MultiPolyZp gcd(const MultiPolyZp& a, const MultiPolyZp& b, const ExecutionContext& ctx) {
  return checked_gcd(a, b, ctx);
}
MultiPolyQ gcd(const MultiPolyQ& a, const MultiPolyQ& b, const ExecutionContext& ctx) {
  return monic_rational(checked_gcd(numerator_polynomial(a), numerator_polynomial(b), ctx), ctx);
}

MultiPolyZ content_in(const MultiPolyZ& a, std::string_view variable, const ExecutionContext& ctx) {
  return content_of(a, variable, ctx);
}
MultiPolyZp content_in(const MultiPolyZp& a, std::string_view variable, const ExecutionContext& ctx) {
  return content_of(a, variable, ctx);
}
MultiPolyQ content_in(const MultiPolyQ& a, std::string_view variable, const ExecutionContext& ctx) {
  return monic_rational(content_of(numerator_polynomial(a), variable, ctx), ctx);
}

MultiPolyZ primitive_part_in(const MultiPolyZ& a, std::string_view variable, const ExecutionContext& ctx) {
  return primitive_part_of(a, variable, ctx);
}
MultiPolyZp primitive_part_in(const MultiPolyZp& a, std::string_view variable, const ExecutionContext& ctx) {
  return primitive_part_of(a, variable, ctx);
}
MultiPolyQ primitive_part_in(const MultiPolyQ& a, std::string_view variable, const ExecutionContext& ctx) {
  if (a.is_zero()) return a;
  // lc(a) times a monic polynomial over a monic one
  const MultiPolyZ numerators = numerator_polynomial(a);
  const MultiPolyZ part = primitive_part_of(numerators, variable, ctx);
  return scale(monic_rational(part, ctx), a.coefficient(0), ctx);
}

}  // namespace v1
}  // namespace polyfork
