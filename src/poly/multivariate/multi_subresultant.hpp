// Subresultants of polynomials in one variable with sparse polynomials over Z, Q and Z/p as coefficients.
//
// The reference for everything about several variables: Ducos' sequence, with exact divisions instead of gcds or
// points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/detail/main_list.hpp>
#include <polyfork/poly/multivariate/detail/main_subresultants.hpp>

#include "poly/multivariate/multi_coefficients.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial in the main variable.
template <Ring R>
using MainPoly = MainList<ChargedMulti<R>>;

/// a by powers of variable v.
template <Ring R>
MainPoly<R> main_poly(const SparseMultiPoly<R>& a, std::size_t v, const ExecutionContext& ctx) {
  const MultiParts<R> parts(a, v, ctx);
  MainPoly<R> p;
  p.reserve(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k)
    p.push_back({parts.exponent(k), ChargedMulti<R>(parts.part(k, ctx), ctx)});
  return p;
}

template <Ring R>
SparseMultiPoly<R> from_main_poly(const MainPoly<R>& p, std::size_t v, const SparseMultiPoly<R>& like,
                                  const ExecutionContext& ctx) {
  std::vector<MultiPart<R>> parts;
  parts.reserve(p.size());
  for (const auto& [exponent, coefficient] : p) parts.push_back({exponent, coefficient.poly()});
  return from_parts(parts, v, like, ctx);
}

/// visit(j, S_j) for the subresultants of a and b, deg a >= deg b >= 1, that are not zero, by descending index j: S_j
/// as a polynomial, whose degree may be lower than j. The first one is S_(deg b) = lc(b)^(deg a - deg b - 1) b.
template <Ring R, class Visit>
void visit_subresultants(const MainPoly<R>& a, const MainPoly<R>& b, const Visit& visit, const ExecutionContext& ctx) {
  const MultiCoefficients<R> domain(a.front().coefficient.poly(), ctx);
  MainSubresultants<MultiCoefficients<R>>(domain, ctx).run(a, b, visit);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
