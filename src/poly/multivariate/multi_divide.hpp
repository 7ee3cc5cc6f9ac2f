// Exact division of sparse polynomials: by the heap, or through univariate polynomials for those that are dense enough.
#pragma once

#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a / b, or nothing when b does not divide a. Precondition: b is not zero, equal variables.
///
/// By Kronecker's substitution in the box of a's degrees: with a = q b the univariate quotient is q's image, since q b
/// has no larger degrees; conversely, if the quotient's places are those of exponents up to deg a - deg b, then q b and
/// a lie in the box where the substitution is injective, and a = q b.
template <Ring R>
std::optional<SparseMultiPoly<R>> try_exact_div_box(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                    const ExecutionContext& ctx) {
  const MultiExponents da = exponent_columns(a).largest(ctx);
  const MultiExponents db = exponent_columns(b).largest(ctx);
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

/// Whether the box of a's degrees is full enough for a dense division: at most eight places for each term. Over Z the
/// term-by-term division costs about a nanosecond for each product of terms where sums fit two words, some twenty
/// otherwise; the dense one takes some hundred for each place. The quotient is taken to be as full as a.
template <Ring R>
bool divides_densely(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, const ExecutionContext& ctx) {
  const MultiExponents da = exponent_columns(a).largest(ctx);
  const MultiBox box(da);
  if (box.size > 8 * a.term_count()) return false;
  if constexpr (std::same_as<R, Integers>) {
    const bool two_words = a.coefficients().max_bits(ctx) <= 120 && b.coefficients().max_bits(ctx) <= 60;
    const double products_for_place = two_words ? 200 : 20;
    const MultiExponents db = exponent_columns(b).largest(ctx);
    double terms = static_cast<double>(a.term_count());
    for (std::size_t k = 0; k < da.size(); ++k)
      terms *= da[k] < db[k] ? 0 : static_cast<double>(da[k] - db[k] + 1) / static_cast<double>(da[k] + 1);
    return terms * static_cast<double>(b.term_count()) > products_for_place * static_cast<double>(box.size);
  }
  return true;
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
  return divides_densely(a, b, ctx) ? try_exact_div_box(a, b, ctx) : try_exact_div(a, b, ctx);
}

template <Ring R>
SparseMultiPoly<R> multi_divide(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, const ExecutionContext& ctx) {
  auto q = multi_try_divide(a, b, ctx);
  if (!q) throw DomainError("the polynomial division is not exact");
  return std::move(*q);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
