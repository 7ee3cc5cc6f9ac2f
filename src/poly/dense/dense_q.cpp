// DenseOps<Rationals>: one common denominator over flat integers.
//
// Every operation is the one over Z on the numerators, with the denominators joined by their gcd, and a single
// canonicalisation (gcd of the denominator with the numerators, which stops at 1). A rational gcd per coefficient
// never happens. Division and gcd are in division_q.cpp and gcd_q.cpp.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <utility>

#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "poly/dense/evaluate_z.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Rationals>;
using OpsZ = DenseOps<Integers>;
constexpr Integers integers{};

RationalVector add_signed(const RationalVector& a, const RationalVector& b, bool subtract,
                          const ExecutionContext& ctx) {
  const auto combine = [&](const IntegerVector& x, const IntegerVector& y) {
    return subtract ? OpsZ::sub(integers, x, y, ctx) : OpsZ::add(integers, x, y, ctx);
  };
  if (a.denominator() == b.denominator()) return {combine(a.numerators(), b.numerators()), a.denominator(), ctx};
  const Integer g = gcd(a.denominator(), b.denominator());
  const Integer factor_a = exact_div(b.denominator(), g);
  const Integer factor_b = exact_div(a.denominator(), g);
  return {combine(OpsZ::scale(integers, a.numerators(), factor_a, ctx),
                  OpsZ::scale(integers, b.numerators(), factor_b, ctx)),
          polyfork::mul(a.denominator(), factor_a), ctx};
}

}  // namespace

void Ops::normalise(const Rationals&, V& a, const ExecutionContext& ctx) {
  std::size_t n = a.size();
  while (n != 0 && a.is_zero(n - 1)) --n;
  if (n != a.size()) a.truncate(n, ctx);
}

Ops::V Ops::add(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  return add_signed(a, b, false, ctx);
}

Ops::V Ops::sub(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  return add_signed(a, b, true, ctx);
}

Ops::V Ops::neg(const Rationals&, V a) {
  Integer denominator = a.denominator();
  return {OpsZ::neg(integers, std::move(a).numerators()), std::move(denominator)};
}

Ops::V Ops::scale(const Rationals&, const V& a, const E& factor, const ExecutionContext& ctx) {
  if (factor.is_zero()) return {};
  // cross-cancel the factor's numerator so that the product stays short
  const Integer g = polyfork::gcd(factor.numerator(), a.denominator());
  return {OpsZ::scale(integers, a.numerators(), exact_div(factor.numerator(), g), ctx),
          polyfork::mul(exact_div(a.denominator(), g), factor.denominator()), ctx};
}

Ops::V Ops::mul(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  return {OpsZ::mul(integers, a.numerators(), b.numerators(), ctx), polyfork::mul(a.denominator(), b.denominator()),
          ctx};
}

Ops::V Ops::shift_left(const Rationals&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  return {OpsZ::shift_left(integers, a.numerators(), k, ctx), a.denominator(), ctx};
}

Ops::V Ops::shift_right(const Rationals&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  return {OpsZ::shift_right(integers, a.numerators(), k, ctx), a.denominator(), ctx};
}

Ops::V Ops::derivative(const Rationals&, const V& a, const ExecutionContext& ctx) {
  return {OpsZ::derivative(integers, a.numerators(), ctx), a.denominator(), ctx};
}

Ops::E Ops::evaluate(const Rationals&, const V& a, const E& x, const ExecutionContext& ctx) {
  if (a.empty()) return {};
  Integer value = evaluate_homogeneous(a.numerators(), x.numerator(), x.denominator(), ctx);
  if (x.is_integer()) return {std::move(value), a.denominator()};
  return {std::move(value), polyfork::mul(a.denominator(), bounded_power(x.denominator(), a.size() - 1, ctx))};
}

std::optional<Ops::V> Ops::try_divide_scalar(const Rationals& ring, const V& a, const E& factor,
                                             const ExecutionContext& ctx) {
  return scale(ring, a, factor.inverse(), ctx);
}

Ops::E Ops::content(const Rationals&, const V& a, const ExecutionContext& ctx) {
  return {OpsZ::content(integers, a.numerators(), ctx), a.denominator()};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
