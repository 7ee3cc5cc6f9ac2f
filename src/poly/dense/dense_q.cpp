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

void add_signed(RationalVector& out, const RationalVector& a, const RationalVector& b, bool subtract,
                const ExecutionContext& ctx) {
  const auto combine = [&](IntegerVector& sum, const IntegerVector& x, const IntegerVector& y) {
    subtract ? OpsZ::sub_into(integers, sum, x, y, ctx) : OpsZ::add_into(integers, sum, x, y, ctx);
  };
  if (a.denominator() == b.denominator()) {
    const bool is_a = &out == &a;
    const bool is_b = &out == &b;
    Integer denominator = a.denominator();
    IntegerVector sum = std::move(out).numerators();
    combine(sum, is_a ? sum : a.numerators(), is_b ? sum : b.numerators());
    out = RationalVector(std::move(sum), std::move(denominator), ctx);
    return;
  }
  const Integer g = gcd(a.denominator(), b.denominator());
  const Integer factor_a = exact_div(b.denominator(), g);
  const Integer factor_b = exact_div(a.denominator(), g);
  Integer denominator = polyfork::mul(a.denominator(), factor_a);
  const IntegerVector x = OpsZ::scale(integers, a.numerators(), factor_a, ctx);
  const IntegerVector y = OpsZ::scale(integers, b.numerators(), factor_b, ctx);
  IntegerVector sum = std::move(out).numerators();
  combine(sum, x, y);
  out = RationalVector(std::move(sum), std::move(denominator), ctx);
}

}  // namespace

void Ops::normalise(const Rationals&, V& a, const ExecutionContext& ctx) {
  std::size_t n = a.size();
  while (n != 0 && a.is_zero(n - 1)) --n;
  if (n != a.size()) a.truncate(n, ctx);
}

void Ops::add_into(const Rationals&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  add_signed(out, a, b, false, ctx);
}

void Ops::sub_into(const Rationals&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  add_signed(out, a, b, true, ctx);
}

Ops::V Ops::add(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  V sum;
  add_signed(sum, a, b, false, ctx);
  return sum;
}

Ops::V Ops::sub(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  V difference;
  add_signed(difference, a, b, true, ctx);
  return difference;
}

Ops::V Ops::neg(const Rationals&, V a) {
  Integer denominator = a.denominator();
  return {OpsZ::neg(integers, std::move(a).numerators()), std::move(denominator)};
}

Ops::V Ops::scale(const Rationals& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
  V product;
  scale_into(ring, product, a, factor, ctx);
  return product;
}

void Ops::scale_into(const Rationals&, V& out, const V& a, const E& factor, const ExecutionContext& ctx) {
  if (factor.is_zero()) {
    out = V();
    return;
  }
  // cross-cancel the factor's numerator so that the product stays short
  const Integer g = polyfork::gcd(factor.numerator(), a.denominator());
  const Integer by = g.is_one() ? factor.numerator() : exact_div(factor.numerator(), g);
  Integer denominator =
      polyfork::mul(g.is_one() ? a.denominator() : exact_div(a.denominator(), g), factor.denominator());
  const bool is_operand = &out == &a;
  IntegerVector product = std::move(out).numerators();
  OpsZ::scale_into(integers, product, is_operand ? product : a.numerators(), by, ctx);
  out = V(std::move(product), std::move(denominator), ctx);
}

Ops::V Ops::mul(const Rationals& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V product;
  mul_into(ring, product, a, b, ctx);
  return product;
}

void Ops::mul_into(const Rationals&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  const bool is_a = &out == &a;
  const bool is_b = &out == &b;
  Integer denominator = polyfork::mul(a.denominator(), b.denominator());
  IntegerVector product = std::move(out).numerators();
  OpsZ::mul_into(integers, product, is_a ? product : a.numerators(), is_b ? product : b.numerators(), ctx);
  out = V(std::move(product), std::move(denominator), ctx);
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

void Ops::derivative_into(const Rationals&, V& out, const V& a, const ExecutionContext& ctx) {
  Integer denominator = a.denominator();
  const bool is_operand = &out == &a;
  IntegerVector slope = std::move(out).numerators();
  OpsZ::derivative_into(integers, slope, is_operand ? slope : a.numerators(), ctx);
  out = V(std::move(slope), std::move(denominator), ctx);
}

Ops::E Ops::evaluate(const Rationals&, const V& a, const E& x, const ExecutionContext& ctx) {
  if (a.empty()) return {};
  Integer value = evaluate_homogeneous(a.numerators(), x.numerator(), x.denominator(), ctx);
  if (x.is_integer()) return {std::move(value), a.denominator()};
  return {std::move(value), polyfork::mul(a.denominator(), bounded_power(x.denominator(), a.size() - 1, ctx))};
}

void Ops::evaluate_into(const Rationals& ring, E& out, const V& a, const E& x, const ExecutionContext& ctx) {
  out = evaluate(ring, a, x, ctx);
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
