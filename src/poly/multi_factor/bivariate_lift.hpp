// Hensel lifting of factors in x from t = 0 to power series in t, over a field of words.
//
// With bases u_S, coprime, and the leading coefficients of the factors known as series, every further coefficient of t
// follows from the error E of the product so far: the factors change by E s_S mod u_S, s_S the inverse of the other
// bases' product modulo u_S. Partial products from the left are kept, so that a coefficient of t costs one sum of
// products for each factor. For r factors, length l and degree d in x: O(r l^2 d^2 / 2) products of words at most, half
// of it for two factors. Literature: Geddes, Czapor, Labahn, chapter 6; Bernardin, ISSAC 1999.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/multi_factor/series_corrections.hpp"
#include "poly/multi_factor/series_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class F>
class BivariateLifter {
 public:
  /// Bases are not constant, and normalised.
  BivariateLifter(std::vector<FieldPoly> bases, const F& field);
  /// Lifting needs it.
  bool coprime() const noexcept { return coprime_; }
  const std::vector<FieldPoly>& bases() const noexcept { return bases_; }

  /// The factors of a modulo t^length; rows that a does not have are zero. leads: of the factors, as series, that may
  /// be short, and are equal to the bases' leading coefficients at t = 0. Empty when the product of the leads is not
  /// that of a, or the product of the bases is not a's first row.
  std::vector<SeriesRows> lift(const SeriesRows& a, std::span<const FieldPoly> leads, std::size_t length,
                               const ExecutionContext& ctx) const;

 private:
  std::vector<FieldPoly> bases_;
  bool coprime_ = true;
  F field_;
  SeriesCorrections<F> corrections_;
};

/// The rows [from, length) of a f'/f, f' the derivative by x: for a factor f of a these are those of a polynomial
/// whose degree in t is at most a's. Precondition: f divides a modulo t^f.length and is monic.
template <class F>
SeriesRows logarithmic_rows(const SeriesRows& a, const SeriesRows& f, std::size_t from, const F& field,
                            const ExecutionContext& ctx);

/// The product modulo t^length.
template <class F>
SeriesRows series_product(const SeriesRows& a, const SeriesRows& b, std::size_t length, const F& field,
                          const ExecutionContext& ctx);

/// a(t) b(x, t) modulo t^length.
template <class F>
SeriesRows scaled_rows(FieldSpan a, const SeriesRows& b, std::size_t length, const F& field);

/// 1 / a modulo t^length. Precondition: a(0) is not zero.
template <class F>
FieldPoly inverse_series(FieldSpan a, std::size_t length, const F& field);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
