// Resultants and discriminants of short polynomials over Z and Z/pZ, without what operations on polynomials allocate
// and decide, which would take most of the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "poly/multivariate/main_discriminant.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The resultant in variable `main`, which occurs in both; nothing when it is predicted to take more than `budget`
/// nanoseconds, or is not for this: more than 512 bits, many terms, a high degree that is left in the main variable.
/// By a determinant after what main_resultant.hpp finds.
template <Ring R>
std::optional<SparseMultiPoly<R>> short_resultant(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                  std::size_t main, double budget, const ExecutionContext& ctx);

/// The discriminant likewise, of a polynomial as undivided_discriminant wants it.
template <Ring R>
std::optional<UndividedDiscriminant<SparseMultiPoly<R>>> short_discriminant(const SparseMultiPoly<R>& a,
                                                                            std::size_t main, double budget,
                                                                            const ExecutionContext& ctx);

extern template std::optional<MultiPolyZ> short_resultant(const MultiPolyZ&, const MultiPolyZ&, std::size_t, double,
                                                          const ExecutionContext&);
extern template std::optional<MultiPolyZp> short_resultant(const MultiPolyZp&, const MultiPolyZp&, std::size_t, double,
                                                           const ExecutionContext&);
extern template std::optional<UndividedDiscriminant<MultiPolyZ>> short_discriminant(const MultiPolyZ&, std::size_t,
                                                                                    double, const ExecutionContext&);
extern template std::optional<UndividedDiscriminant<MultiPolyZp>> short_discriminant(const MultiPolyZp&, std::size_t,
                                                                                     double, const ExecutionContext&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
