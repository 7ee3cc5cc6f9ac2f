// Subresultants of polynomials in one variable with sparse polynomials over Z, Q and Z/p as coefficients.
//
// The reference for everything about several variables: the sequence of detail/subresultants.hpp, with exact divisions
// instead of gcds or points.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/gcd/detail/subresultants.hpp>

#include "poly/multivariate/multi_divide.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

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
      within_memory(ctx, [&] { p.assign(part.exponent + 1, SparseMultiPoly<R>(a.ring(), a.variables())); });
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
SparseMultiPoly<R> multi_power(SparseMultiPoly<R> base, std::size_t exponent, const ExecutionContext& ctx) {
  SparseMultiPoly<R> result = one_like(base);
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = mul(result, base, ctx);
    if (exponent > 1) base = mul(base, base, ctx);
  }
  return result;
}

/// Sparse polynomials as coefficients, divided as they divide fastest.
template <Ring R>
class MultiCoefficients {
 public:
  using value = SparseMultiPoly<R>;

  MultiCoefficients(value like, const ExecutionContext& ctx) : like_(std::move(like)), ctx_(ctx) {}
  value one() const { return one_like(like_); }
  bool is_zero(const value& a) const { return a.is_zero(); }
  value negated(const value& a) const { return neg(a); }
  value sum(const value& a, const value& b) const { return add(a, b, ctx_); }
  value difference(const value& a, const value& b) const { return sub(a, b, ctx_); }
  value product(const value& a, const value& b) const { return mul(a, b, ctx_); }
  value quotient(const value& a, const value& b) const { return multi_divide(a, b, ctx_); }

 private:
  value like_;
  const ExecutionContext& ctx_;
};

/// The subresultants S_j of a and b, deg a >= deg b >= 1, that are not zero, by descending index j: S_j as a
/// polynomial, whose degree may be lower than j. The first one is S_(deg b) = lc(b)^(deg a - deg b - 1) b.
template <Ring R>
struct IndexedSubresultant {
  std::size_t index;
  MainPoly<R> value;
};

template <Ring R>
std::vector<IndexedSubresultant<R>> subresultants_of(const MainPoly<R>& a, const MainPoly<R>& b,
                                                     const ExecutionContext& ctx) {
  const MultiCoefficients<R> domain(a.back(), ctx);
  std::vector<IndexedSubresultant<R>> chain;
  SubresultantSequence<MultiCoefficients<R>>(domain, ctx).run(a, b, [&](std::size_t index, const MainPoly<R>& s) {
    chain.push_back({index, s});
  });
  return chain;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
