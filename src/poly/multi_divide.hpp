// Exact division of sparse polynomials that are dense enough: through univariate polynomials.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>

#include "poly/multi_parts.hpp"

namespace polyfork::inline v1::detail {

/// a / b, or nothing when b does not divide a. Precondition: b is not zero, equal variables.
///
/// By Kronecker's substitution in the box of a's degrees: with a = q b the univariate quotient is q's image, since q b has
/// no larger degrees; conversely, if the quotient's places are those of exponents up to deg a - deg b, then q b and a lie in the box
/// where the substitution is injective, and a = q b.
template <Ring R>
std::optional<SparseMultiPoly<R>> try_exact_div_box(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                    const ExecutionContext& ctx) {
  const MultiExponents da = a.degrees();
  const MultiExponents db = b.degrees();
  MultiExponents dq(da.size());
  for (std::size_t k = 0; k < da.size(); ++k) {
    if (db[k] > da[k]) return std::nullopt;
    dq[k] = da[k] - db[k];
  }
  const MultiBox box(da);
  const auto q = try_exact_div(to_box(a, box, ctx), to_box(b, box, ctx), ctx);
  if (!q) return std::nullopt;
  return from_box(*q, box, dq, a, ctx);
}

template <Ring R>
std::optional<SparseMultiPoly<R>> try_exact_div_map(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                    const ExecutionContext& ctx) {
  const R& ring = a.ring();
  std::map<MultiExponents, typename R::element, std::greater<>> rest;
  for (const auto& t : a.terms()) rest.emplace(t.exponents, t.coefficient);
  auto tb = b.terms();
  std::sort(tb.begin(), tb.end(), [](const auto& x, const auto& y) { return x.exponents > y.exponents; });
  typename SparseMultiPoly<R>::Collector collector(ring, a.variables());
  while (!rest.empty()) {
    ctx.poll();
    MultiExponents e = rest.begin()->first;
    for (std::size_t k = 0; k < e.size(); ++k) {
      if (e[k] < tb[0].exponents[k]) return std::nullopt;
      e[k] -= tb[0].exponents[k];
    }
    const auto q = ring.try_divide(rest.begin()->second, tb[0].coefficient);
    if (!q) return std::nullopt;
    collector.push_back(e, *q);
    for (const auto& t : tb) {
      MultiExponents place = e;
      for (std::size_t k = 0; k < e.size(); ++k) place[k] += t.exponents[k];
      auto [at, is_new] = rest.try_emplace(std::move(place), ring.zero());
      at->second = ring.sub(at->second, ring.mul(*q, t.coefficient));
      if (ring.is_zero(at->second)) rest.erase(at);
    }
  }
  return std::move(collector).finish(ctx);
}

template <Ring R>
std::optional<SparseMultiPoly<R>> multi_try_divide(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                   const ExecutionContext& ctx) {
  if (a.is_zero()) return a;
  if (b.is_constant()) {
    auto terms = SparseOps<R>::try_divide_scalar(a.ring(), a.packed_terms(), b.coefficient(0), ctx);
    if (!terms) return std::nullopt;
    return SparseMultiPoly<R>::make(a.ring(), a.variables(), std::move(*terms));
  }
  const MultiBox box(a.degrees());
  if (box.size <= 64 * a.term_count() + 4096) return try_exact_div_box(a, b, ctx);
  return try_exact_div_map(a, b, ctx);
}

template <Ring R>
SparseMultiPoly<R> multi_divide(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, const ExecutionContext& ctx) {
  auto q = multi_try_divide(a, b, ctx);
  if (!q) throw DomainError("the polynomial division is not exact");
  return std::move(*q);
}

}  // namespace polyfork::inline v1::detail
