// Taylor shifts and affine substitutions in one variable of sparse polynomials in several variables: those of
// polynomials in one variable (sparse_shift.hpp), applied to the terms with equal exponents of the others. substitute
// puts in anything, by products; this is linear in the terms beside the univariate shifts, which have fast algorithms
// over Z, Q and Z/p.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/sparse/sparse_shift.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// change(f) in place of every f in R[variable] by which a monomial in the others is multiplied.
template <Ring R, class F>
SparseMultiPoly<R> changed_in(const SparseMultiPoly<R>& a, std::string_view variable, const F& change,
                              const ExecutionContext& ctx) {
  const std::size_t v = a.variables().index(variable);
  std::map<std::vector<std::uint64_t>, std::vector<typename SparsePoly<R>::Term>> parts;
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % poll_terms == 0) ctx.poll();
    std::vector<std::uint64_t> others = a.exponents(i);
    const std::uint64_t e = std::exchange(others[v], 0);
    parts[std::move(others)].push_back({e, a.coefficient(i)});
  }
  typename SparseMultiPoly<R>::Collector collector(a.ring(), a.variables());
  for (auto& [others, terms] : parts) {
    const SparsePoly<R> changed = change(SparsePoly<R>(a.ring(), std::move(terms), ctx));
    std::vector<std::uint64_t> exponents = others;
    for (std::size_t i = 0; i < changed.term_count(); ++i) {
      exponents[v] = changed.packed_terms().exponents[i];
      collector.push_back(exponents, changed.packed_terms()[i]);
    }
  }
  return std::move(collector).finish(ctx);
}

}  // namespace detail

/// f with x + c in place of a variable x. Throws DomainError for an unknown name, and what univariate shifts throw:
/// MemoryLimit where the result's terms would not fit.
template <Ring R>
SparseMultiPoly<R> taylor_shift(const SparseMultiPoly<R>& f, std::string_view variable, const typename R::element& c,
                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::changed_in(
      f, variable, [&](const SparsePoly<R>& part) { return taylor_shift(part, c, ctx); }, ctx);
}

/// f with a x + b in place of a variable x. For b = 0 with at most as many terms as f has.
template <Ring R>
SparseMultiPoly<R> affine(const SparseMultiPoly<R>& f, std::string_view variable, const typename R::element& a,
                          const typename R::element& b,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::changed_in(
      f, variable, [&](const SparsePoly<R>& part) { return affine(part, a, b, ctx); }, ctx);
}

}  // namespace v1
}  // namespace polyfork
