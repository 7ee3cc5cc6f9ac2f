// Closed intervals with dyadic ends of one scale, and the enclosure of polynomials and quotients in them.
#pragma once

#include <cstdint>
#include <optional>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a 2^bits, rounded down for negative bits.
Integer shifted(const Integer& a, std::int64_t bits);

/// [lower, upper] 2^-scale.
struct DyadicInterval {
  Integer lower;
  Integer upper;
  std::int64_t scale = 0;

  bool contains_zero() const { return lower.sign() <= 0 && upper.sign() >= 0; }
  /// The number c of the standard cell (c, c + 1) 2^-level, an open interval, that holds this one; empty where there is
  /// none.
  std::optional<Integer> cell(std::int64_t level) const;
  /// upper - lower <= 2^-bits.
  bool narrower_than(std::int64_t bits) const;
};

/// The smallest interval of the scale around [lower, upper].
DyadicInterval enclose(const Rational& lower, const Rational& upper, std::int64_t scale);

/// An interval that holds a / (d b), of the same scale; empty where b holds zero. Precondition: d > 0.
std::optional<DyadicInterval> quotient(const DyadicInterval& a, const DyadicInterval& b, const Integer& d);

/// A number p/q with |p| and q below 2^bits in an interval that is at most 2^-least_precision(bits) wide, which holds
/// at most one. Throws Cancelled. O(bits^2).
std::optional<Rational> short_number_in(const DyadicInterval& x, std::size_t bits, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
