// Subresultants of polynomials in one variable with sparse polynomials as coefficients: Ducos' algorithm.
//
// The reference for everything about several variables: exact divisions instead of gcds or points, over any domain.
// Cost: O(deg a deg b) products and exact divisions of coefficients that grow up to the size of subresultants.
// Literature: docs/bibliography.md, [ducos00]; Collins, JACM 1967.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/multi_divide.hpp"
#include "poly/multi_parts.hpp"

namespace polyfork::inline v1::detail {

/// A polynomial in the main variable: coefficients ascending, the last one not zero; empty for zero.
template <Ring R>
using MainPoly = std::vector<SparseMultiPoly<R>>;

/// Throws MemoryLimit when a list as long as the degree in v does not fit; the coefficients share the terms of a.
template <Ring R>
MainPoly<R> main_poly(const SparseMultiPoly<R>& a, std::size_t v, const ExecutionContext& ctx) {
  MainPoly<R> p;
  for (MultiPart<R>& part : parts_in(a, v, ctx)) {
    if (p.empty()) {
      const MemoryReservation fits(ctx.memory(), saturating_mul(part.exponent + 1, sizeof(SparseMultiPoly<R>)));
      p.assign(part.exponent + 1, SparseMultiPoly<R>(a.ring(), a.variables()));
    }
    p[part.exponent] = std::move(part.part);
  }
  return p;
}

template <Ring R>
SparseMultiPoly<R> from_main_poly(const MainPoly<R>& p, std::size_t v, const SparseMultiPoly<R>& like,
                                  const ExecutionContext& ctx) {
  std::vector<MultiPart<R>> parts;
  for (std::size_t e = p.size(); e-- > 0;) parts.push_back({e, p[e]});
  return from_parts(parts, v, like, ctx);
}

template <Ring R>
void strip_zeros(MainPoly<R>& p) {
  while (!p.empty() && p.back().is_zero()) p.pop_back();
}

template <Ring R>
SparseMultiPoly<R> multi_power(SparseMultiPoly<R> base, std::size_t exponent, const ExecutionContext& ctx) {
  SparseMultiPoly<R> result = one_like(base);
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = mul(result, base, ctx);
    if (exponent > 1) base = mul(base, base, ctx);
  }
  return result;
}

/// lc(b)^(deg a - deg b + 1) a mod b. Preconditions: deg a >= deg b >= 0.
template <Ring R>
MainPoly<R> pseudo_remainder(MainPoly<R> a, const MainPoly<R>& b, const ExecutionContext& ctx) {
  std::size_t steps = a.size() - b.size() + 1;
  const SparseMultiPoly<R>& lead = b.back();
  while (a.size() >= b.size()) {
    ctx.poll();
    const SparseMultiPoly<R> top = std::move(a.back());
    const std::size_t shift = a.size() - b.size();
    a.pop_back();
    for (auto& c : a) c = mul(c, lead, ctx);
    for (std::size_t i = 0; i + 1 < b.size(); ++i) a[shift + i] = sub(a[shift + i], mul(top, b[i], ctx), ctx);
    strip_zeros(a);
    --steps;
  }
  const SparseMultiPoly<R> rest = multi_power(lead, steps, ctx);
  for (auto& c : a) c = mul(c, rest, ctx);
  return a;
}

/// lead^(d-1) c / s^(d-1) for every coefficient c, by steps that are exact (Lazard): from the subresultant of defective
/// index to the regular one.
template <Ring R>
MainPoly<R> lazard_power(MainPoly<R> c, const SparseMultiPoly<R>& lead, const SparseMultiPoly<R>& s, std::size_t d,
                         const ExecutionContext& ctx) {
  if (d <= 1) return c;
  SparseMultiPoly<R> x = lead;  // lead^(d-1) / s^(d-2)
  for (std::size_t i = 2; i < d; ++i) x = multi_divide(mul(x, lead, ctx), s, ctx);
  for (auto& e : c) e = multi_divide(mul(e, x, ctx), s, ctx);
  return c;
}

/// The subresultants S_j of a and b, deg a >= deg b >= 1, that are not zero, by descending index j: S_j as a polynomial,
/// whose degree may be lower than j. The first one is S_(deg b) = lc(b)^(deg a - deg b - 1) b.
template <Ring R>
struct IndexedSubresultant {
  std::size_t index;
  MainPoly<R> value;
};

template <Ring R>
std::vector<IndexedSubresultant<R>> subresultants_of(const MainPoly<R>& a, const MainPoly<R>& b,
                                                     const ExecutionContext& ctx) {
  std::vector<IndexedSubresultant<R>> chain;
  const std::size_t delta = a.size() - b.size();
  SparseMultiPoly<R> s = multi_power(b.back(), delta, ctx);  // the principal coefficient of S_(deg b)
  {
    MainPoly<R> first = b;
    if (delta >= 2) {
      const SparseMultiPoly<R> factor = multi_power(b.back(), delta - 1, ctx);
      for (auto& c : first) c = mul(c, factor, ctx);
    }
    chain.push_back({b.size() - 1, std::move(first)});
  }
  // S_(deg b - 1) = (-1)^(delta+1) prem(a, b)
  MainPoly<R> next = pseudo_remainder(a, b, ctx);
  if (delta % 2 == 0)
    for (auto& c : next) c = neg(c);
  MainPoly<R> previous = b;
  while (!next.empty()) {
    ctx.poll();
    const std::size_t d = previous.size() - 1;  // next is S_(d-1)
    const std::size_t e = next.size() - 1;
    chain.push_back({d - 1, next});
    MainPoly<R> lower = next;
    if (d - e > 1) {
      lower = lazard_power(next, next.back(), s, d - e, ctx);
      chain.push_back({e, lower});
    }
    if (e == 0) break;
    // S_(e-1) = (-1)^(d-e+1) prem(previous, next) / (lc(previous) s^(d-e))
    MainPoly<R> r = pseudo_remainder(previous, next, ctx);
    const SparseMultiPoly<R> divisor = mul(previous.back(), multi_power(s, d - e, ctx), ctx);
    for (auto& c : r) {
      c = multi_divide(c, divisor, ctx);
      if ((d - e) % 2 == 0) c = neg(c);
    }
    s = lower.back();
    previous = std::move(next);
    next = std::move(r);
    if (d - e > 1) previous = std::move(lower);
  }
  return chain;
}

}  // namespace polyfork::inline v1::detail
