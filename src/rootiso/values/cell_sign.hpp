// The sign of a polynomial on a whole interval, where one evaluation with an error bound shows it.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The numbers x with |2^level x - middle| <= radius.
struct DyadicBall {
  Integer middle;
  Integer radius;
  std::int64_t level = 0;
};

/// A ball around the interval, whose middle is no longer than the interval asks for. Preconditions: dyadic ends, lower
/// <= upper.
DyadicBall ball_around(const Rational& lower, const Rational& upper);

/// The sign, -1 or 1, that the polynomial certainly has on the ball; 0 when that is not certain. Precondition: g not
/// empty.
int sign_on_ball(const IntegerVector& g, const DyadicBall& ball, const ExecutionContext& ctx);
/// The sign, -1 or 1, that the polynomial certainly has on the closed cell; 0 when that is not certain. Precondition: g
/// not empty.
int sign_on_cell(const IntegerVector& g, const DyadicCell& cell, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
