// Pseudo-division over any commutative ring: division with remainder after multiplying by powers of lc(b).
//
// Row by row: r = lc(b) r - lc(r) x^k b, q = lc(b) q + lc(r) x^k, with every step (pseudo_div_rem, multiplier
// lc(b)^(deg a - deg b + 1)) or only where the remainder has a term (lazy). O((n - m + 1) n) ring operations. Over Z
// the work is done in src/poly/division/division_pseudo.cpp on flat integers.
// Literature: Knuth, TAOCP 2, 4.6.1, algorithm R; Collins, JACM 1967.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/detail/bounded_power.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class V, class E>
struct PseudoQuotient {
  V quotient;
  V remainder;
  E multiplier;
};

/// Over Z. Preconditions: normalised, b not empty, a at least as long as b.
POLYFORK_EXPORT PseudoQuotient<IntegerVector, Integer> pseudo_divide(const IntegerVector& a, const IntegerVector& b,
                                                                     bool lazy, const ExecutionContext& ctx);

template <Ring R>
PseudoDivision<R> pseudo_divide_rows(const DensePoly<R>& a, const DensePoly<R>& b, bool lazy,
                                     const ExecutionContext& ctx) {
  using E = typename R::element;
  const R& ring = a.ring();
  std::vector<E> r = a.elements();
  const std::vector<E> divisor = b.elements();
  const std::size_t nb = divisor.size();
  const E& lead = divisor.back();
  if (!lazy) check_power(ring, lead, r.size() - nb + 1);
  std::vector<E> q(r.size() - nb + 1, ring.zero());
  std::uint64_t exponent = 0;
  for (std::size_t k = q.size(); k-- != 0; r.pop_back()) {
    const E top = r.back();
    if (lazy && ring.is_zero(top)) continue;
    ctx.poll();
    ctx.charge(r.size() + nb + q.size() - k);
    ++exponent;
    const auto scale_all = [&](std::size_t begin, std::size_t end, std::vector<E>& list) {
      for (std::size_t i = begin; i < end; ++i) {
        if (i % 256 == 0) ctx.poll();
        list[i] = ring.mul(list[i], lead);
      }
    };
    scale_all(k + 1, q.size(), q);
    q[k] = top;
    scale_all(0, r.size() - 1, r);
    for (std::size_t i = 0; i + 1 < nb; ++i) r[k + i] = ring.sub(r[k + i], ring.mul(top, divisor[i]));
  }
  return {DensePoly<R>::from_elements(ring, std::move(q)), DensePoly<R>::from_elements(ring, std::move(r)),
          bounded_power(ring, lead, exponent, ctx)};
}

template <Ring R>
PseudoDivision<R> pseudo_division(const DensePoly<R>& a, const DensePoly<R>& b, bool lazy,
                                  const ExecutionContext& ctx) {
  const DensePoly<R>& named = DensePoly<R>::check(a, b);
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  if (a.length() < b.length())
    return {DensePoly<R>(a.ring()).with_variable(named.variable()), DensePoly<R>(a).with_variable(named.variable()),
            a.ring().one()};
  if constexpr (std::same_as<R, Integers>) {
    auto qr = pseudo_divide(a.coefficients(), b.coefficients(), lazy, ctx);
    return {DensePoly<R>::make(std::move(qr.quotient), named), DensePoly<R>::make(std::move(qr.remainder), named),
            std::move(qr.multiplier)};
  } else {
    auto qr = pseudo_divide_rows(a, b, lazy, ctx);
    qr.quotient.set_variable(named.variable());
    qr.remainder.set_variable(named.variable());
    return qr;
  }
}

}  // namespace detail

template <Ring R>
PseudoDivision<R> pseudo_div_rem(const DensePoly<R>& a, const DensePoly<R>& b, const ExecutionContext& ctx) {
  return detail::pseudo_division(a, b, false, ctx);
}

template <Ring R>
PseudoDivision<R> lazy_pseudo_div_rem(const DensePoly<R>& a, const DensePoly<R>& b, const ExecutionContext& ctx) {
  return detail::pseudo_division(a, b, true, ctx);
}

}  // namespace v1
}  // namespace polyfork
