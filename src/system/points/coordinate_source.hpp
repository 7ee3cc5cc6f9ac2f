// Where boxes get the coordinates of real solutions from: exact numbers, or intervals that narrow on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/system/representation.hpp>

#include "system/points/dyadic_interval.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A real number: a rational value, or an interval around it.
struct Coordinate {
  bool exact = false;
  Rational value;
  DyadicInterval interval;
};

/// |p| and q of the number p/q are below 2^bits.
inline bool is_short(const Rational& x, std::size_t bits) {
  return x.numerator().bit_length() <= bits && x.denominator().bit_length() <= bits;
}

/// An interval of at most this width 2^-bits holds at most one number p/q with |p| and q below 2^height_bits, since two
/// of them are 2^(-2 height_bits) apart, and hardly ever one that is not the coordinate.
constexpr std::int64_t least_precision(std::size_t height_bits) { return 3 * static_cast<std::int64_t>(height_bits); }

/// Real solutions, all different.
class CoordinateSource {
 public:
  CoordinateSource() = default;
  CoordinateSource(const CoordinateSource&) = delete;
  CoordinateSource& operator=(const CoordinateSource&) = delete;
  virtual ~CoordinateSource() = default;

  virtual std::size_t size() const noexcept = 0;
  /// The coordinates of solution i as far as they are known.
  virtual const std::vector<Coordinate>& coordinates(std::size_t i) const = 0;
  /// In the equations that the source was made of; empty where it does not know.
  virtual std::optional<std::size_t> multiplicity(std::size_t i) const = 0;
  /// The representation that the solutions come from, if there is one.
  virtual const UnivariateRepresentation* representation() const noexcept { return nullptr; }
  /// A polynomial that is not zero and has coordinate v of solution i among its roots.
  virtual PolyZ annihilator(std::size_t i, std::size_t v, const ExecutionContext& ctx) const = 0;
  /// Makes every interval at most 2^-bits wide and so small that one open cell of the level holds it. The rational
  /// numbers that is_short(x, height_bits) holds for and those on the end of a cell become exact; others may.
  /// Precondition: bits >= least_precision(height_bits), bits > level. False where the source cannot decide whether two
  /// numbers are equal; then it is of no more use.
  virtual bool refine(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
