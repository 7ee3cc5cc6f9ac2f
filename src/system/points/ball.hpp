// Real numbers within a radius of a middle, in units of 2^-scale that the caller keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/rational.hpp>

#include "system/points/dyadic_interval.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct Ball {
  Integer middle;
  Integer radius;

  bool contains_zero() const { return abs(middle) <= radius; }
  /// The sign of all numbers in the ball; 0 where it holds zero.
  int sign() const { return contains_zero() ? 0 : middle.sign(); }
  Integer lower() const { return sub(middle, radius); }
  Integer upper() const { return add(middle, radius); }
};

Ball operator+(const Ball& a, const Ball& b);
/// The product in units of 2^-scale, rounded outwards.
Ball product(const Ball& a, const Ball& b, std::int64_t scale);
Ball times(const Ball& a, const Integer& factor);
/// sum - a b in units of 2^-scale for a number a in these units, rounded outwards.
void subtract_product(Ball& sum, const Integer& a, const Ball& b, std::int64_t scale);
/// sum + a b in units of 2^-scale for all numbers b with |b| <= radius, rounded outwards.
void add_multiples(Ball& sum, const Ball& a, const Integer& radius, std::int64_t scale);
/// The smallest ball of the scale around the interval or number.
Ball ball_around(const DyadicInterval& x, std::int64_t scale);
Ball ball_around(const Rational& x, std::int64_t scale);

/// The values on x of the polynomials whose coefficients lie in the balls, lowest degree first: Horner's rule.
Ball evaluate(const std::vector<Ball>& f, const Ball& x, std::int64_t scale);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
