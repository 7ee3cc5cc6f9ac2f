// How a resultant over Z or Z/pZ is found.
//
// What main_resultant.hpp leaves is a determinant for low degrees, else a sequence of subresultants, both of which pay
// for each operation what it is predicted to take; once that is more than images of the resultant cost, these are
// computed. So the choice depends on the operands alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "poly/multivariate/multi_subresultant.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The resultant of two lists in variable `main`, in the variables of `like`. Neither is zero.
template <Ring R>
SparseMultiPoly<R> resultant_of_lists(MainPoly<R> a, MainPoly<R> b, std::size_t main, const SparseMultiPoly<R>& like,
                                      const ExecutionContext& ctx);

/// By one method, not `automatic`. Both contain the main variable, in degrees below 2^28.
template <Ring R>
SparseMultiPoly<R> resultant_by_one_method(ResultantMethod method, const SparseMultiPoly<R>& a,
                                           const SparseMultiPoly<R>& b, std::size_t main, const ExecutionContext& ctx);

extern template MultiPolyZ resultant_of_lists(MainPoly<Integers>, MainPoly<Integers>, std::size_t, const MultiPolyZ&,
                                              const ExecutionContext&);
extern template MultiPolyZp resultant_of_lists(MainPoly<PrimeField>, MainPoly<PrimeField>, std::size_t,
                                               const MultiPolyZp&, const ExecutionContext&);
extern template MultiPolyZ resultant_by_one_method(ResultantMethod, const MultiPolyZ&, const MultiPolyZ&, std::size_t,
                                                   const ExecutionContext&);
extern template MultiPolyZp resultant_by_one_method(ResultantMethod, const MultiPolyZp&, const MultiPolyZp&,
                                                    std::size_t, const ExecutionContext&);

/// A polynomial apart from its content: a monomial without the main variable, over Z with the gcd of the
/// coefficients.
template <Ring R>
struct WithoutContent {
  SparseMultiPoly<R> content;
  SparseMultiPoly<R> rest;

  WithoutContent(const SparseMultiPoly<R>& a, std::size_t main, const ExecutionContext& ctx)
      : content(one_like(a)), rest(a) {
    MultiExponents e = smallest_exponents(a);
    e[main] = 0;
    rest = without_monomial(rest, e, ctx);
    typename R::element c = SparseOps<R>::content(a.ring(), a.packed_terms(), ctx);
    if (!a.ring().is_one(c)) {
      rest = SparseMultiPoly<R>::make(a.ring(), a.variables(),
                                      *SparseOps<R>::try_divide_scalar(a.ring(), rest.packed_terms(), c, ctx));
      content = content.constant_like(std::move(c));
    }
    content = with_monomial(content, e, ctx);
  }
};

/// content^k value.
template <Ring R>
SparseMultiPoly<R> with_content(const SparseMultiPoly<R>& value, const WithoutContent<R>& a, std::uint64_t k,
                                const ExecutionContext& ctx) {
  return a.content.is_one() ? value : mul(value, pow(a.content, k, ctx), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
