// Polynomials in several variables of which one occurs, as sparse univariate ones and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a, in which no variable but v occurs, with x^e for the e-th power of v.
template <Ring R>
SparsePoly<R> univariate_in(const SparseMultiPoly<R>& a, std::size_t v, const ExecutionContext& ctx) {
  std::vector<typename SparsePoly<R>::Term> terms;
  terms.reserve(a.term_count());
  for (std::size_t i = 0; i < a.term_count(); ++i) terms.push_back({a.exponent(i, v), a.coefficient(i)});
  return SparsePoly<R>(a.ring(), std::move(terms), ctx);
}
/// f in several variables, with the e-th power of v for x^e.
template <Ring R>
SparseMultiPoly<R> multivariate_from(const SparsePoly<R>& f, std::size_t v, const Variables& variables,
                                     const ExecutionContext& ctx) {
  typename SparseMultiPoly<R>::Collector collector(f.ring(), variables);
  std::vector<std::uint64_t> exponents(variables.size(), 0);
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    if (i % poll_terms == 0) ctx.poll();
    exponents[v] = f.packed_terms().exponents[i];
    collector.push_back(exponents, f.packed_terms()[i]);
  }
  return std::move(collector).finish(ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
