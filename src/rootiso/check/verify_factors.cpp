// The factorisation of a certificate, multiplied out.
#include <algorithm>
#include <cstddef>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/composition.hpp>

#include "ring/held.hpp"
#include "rootiso/check/verify.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// P with f = x^zeros P(x^h).
IntegerVector inner_of(const IntegerVector& f, std::size_t zeros, std::size_t h, const ExecutionContext& ctx) {
  const MemoryReservation held = hold(f, ctx);
  if (zeros == 0 && h == 1) return f.copy(ctx);
  IntegerVectorBuilder builder;
  for (std::size_t i = zeros; i < f.size(); ++i) {
    if (i % 1024 == 0) ctx.poll();
    if ((i - zeros) % h == 0)
      builder.push_back(f[i]);
    else if (!f[i].is_zero())
      throw Rejection{"the polynomial is not one in the power that is stated"};
  }
  return builder.finish(ctx);
}

PolyZ product(const std::vector<PolyZ>& list, std::size_t begin, std::size_t end, const ExecutionContext& ctx) {
  if (end - begin == 1) return list[begin];
  const std::size_t middle = begin + (end - begin) / 2;
  PolyZ left;
  PolyZ right;
  if (end - begin >= 64) {
    fork_join(
        ctx, [&] { left = product(list, begin, middle, ctx); }, [&] { right = product(list, middle, end, ctx); });
  } else {
    ctx.poll();
    left = product(list, begin, middle, ctx);
    right = product(list, middle, end, ctx);
  }
  const MemoryReservation held_left = hold(left.coefficients(), ctx);
  const MemoryReservation held_right = hold(right.coefficients(), ctx);
  return mul(left, right, ctx);
}

/// Rejects degrees that do not add up, before anything is raised to a power.
void check_degrees(const IsolationCertificate& c, std::size_t degree) {
  std::size_t rest = degree;
  const auto take = [&rest](std::uint64_t multiplicity, std::size_t factor_degree) {
    if (multiplicity == 0 || multiplicity > rest / factor_degree)
      throw Rejection{"the degrees of the factors do not add up to that of the polynomial"};
    rest -= static_cast<std::size_t>(multiplicity) * factor_degree;
  };
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    if (c.points[i].value.is_zero() || (i > 0 && c.points[i].value <= c.points[i - 1].value))
      throw Rejection{"the rational points are not in order"};
    take(c.points[i].multiplicity, 1);
  }
  for (const CertifiedFactor& g : c.factors) {
    if (g.polynomial.is_constant()) throw Rejection{"a constant factor"};
    take(g.multiplicity, static_cast<std::size_t>(g.polynomial.degree()));
  }
  if (rest != 0) throw Rejection{"the degrees of the factors do not add up to that of the polynomial"};
}

}  // namespace

ProvedFactors prove_factors(const IsolationCertificate& c, const ExecutionContext& ctx) {
  const IntegerVector& f = c.polynomial.coefficients();
  if (f.empty()) throw Rejection{"the zero polynomial"};
  ProvedFactors proved;
  while (f[proved.zeros].is_zero()) ++proved.zeros;
  if (c.power == 0 || c.power > std::max<std::size_t>(f.size() - 1 - proved.zeros, 1))
    throw Rejection{"the power is not possible"};
  IntegerVector inner = inner_of(f, proved.zeros, c.power, ctx);
  if (c.points.empty() && c.factors.empty()) {
    if (!c.content.is_one()) throw Rejection{"a content without factors"};
    proved.factors.push_back(inner.copy(ctx));
    proved.multiplicities.push_back(1);
    proved.core = std::move(inner);
    return proved;
  }
  check_degrees(c, inner.size() - 1);

  std::vector<PolyZ> powers;
  std::vector<PolyZ> simple;
  powers.push_back(PolyZ::constant(c.content));
  std::size_t bytes = 0;
  for (const CertifiedPoint& p : c.points)
    powers.push_back(pow(PolyZ{-p.value.numerator(), p.value.denominator()}, p.multiplicity, ctx));
  for (const CertifiedFactor& g : c.factors) {
    PolyZ factor(g.polynomial.coefficients().copy(ctx));
    powers.push_back(pow(factor, g.multiplicity, ctx));
    proved.factors.push_back(factor.coefficients().copy(ctx));
    proved.multiplicities.push_back(g.multiplicity);
    simple.push_back(std::move(factor));
  }
  for (const PolyZ& p : powers) bytes += 2 * p.coefficients().bytes();
  const MemoryReservation held(ctx.memory(), bytes);
  if (product(powers, 0, powers.size(), ctx).coefficients() != inner)
    throw Rejection{"the product of the factors is not the polynomial"};
  proved.core =
      (simple.empty() ? PolyZ::constant(Integer(1)) : product(simple, 0, simple.size(), ctx)).coefficients().copy(ctx);
  return proved;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
