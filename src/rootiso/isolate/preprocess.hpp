// What every isolation method starts from: a square-free polynomial without rational roots, and the rational roots.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/isolate/early_search.hpp"
#include "rootiso/isolate/factored_poly.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct RationalRoot {
  Rational value;
  std::uint64_t multiplicity;
};

struct Preprocessed {
  std::vector<RationalRoot> rational_roots;  ///< ascending, zero included
  FactoredPoly factors;                      ///< square-free, without rational roots; see `searched`
  /// The largest h such that the polynomial, without its factor x, is one in x^h. For h > 1 the irrational real roots
  /// are those of x^h = s for the roots s of `deflated_factors` and for the rational `deflated_points`.
  std::size_t power = 1;
  std::vector<Rational> deflated_points;  ///< ascending; no h-th powers; positive for even h
  /// For h > 1: all rational roots of the polynomial in y = x^h, and its other factors, square-free without rational
  /// roots.
  std::vector<RationalRoot> deflated_roots;
  FactoredPoly deflated_factors;
  /// Without shortcuts: the product of the square-free factors with their rational roots, but without x.
  std::optional<PolyZ> whole;
  /// An early search of the factors' product has ended well. Its real roots are simple then; without a proof that it is
  /// square-free its complex roots may not be.
  bool searched = false;
  MemoryReservation reservation;  ///< charges all members while they live

  /// The polynomial whose roots are searched, the core of a certificate: the product of the factors, or Q for a
  /// polynomial Q(x^power).
  const IntegerVector& core() const noexcept { return core_factors().product().coefficients(); }
  const FactoredPoly& core_factors() const noexcept { return power == 1 ? factors : deflated_factors; }
};

/// The factors and rational roots of f. Without shortcuts the power is 1. Precondition: f != 0.
Preprocessed preprocess(const PolyZ& f, IsolationStats& stats, const ExecutionContext& ctx, bool shortcuts = true);

/// The factors and rational roots of f. Where threads are idle and the power is 1, `search` runs on the product of the
/// factors before it is known to be square-free without rational roots; with `proof_wanted` the product is proved to be
/// square-free also when its real roots have been found to be simple. Precondition: f != 0.
Preprocessed preprocess_and_search(const PolyZ& f, EarlySearch search, bool proof_wanted, IsolationStats& stats,
                                   const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
