// Ball arithmetic in fixed point.
#include "system/points/ball.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

void set_abs(Integer& a, const Integer& b) {
  a = b;
  if (a.sign() < 0) a.negate();
}

/// Divides by 2^scale and rounds down.
void drop(Integer& a, std::int64_t scale) {
  if (scale >= 0)
    a >>= static_cast<std::size_t>(scale);
  else
    a <<= static_cast<std::size_t>(-scale);
}

/// a = a b. In place, since most of the time of short products is that of their storage.
void multiply(Ball& a, const Ball& b, std::int64_t scale, Integer& scratch) {
  // |a b - m n| <= |m| s + |n| r + r s; one unit for each of the roundings.
  set_abs(scratch, a.middle);
  scratch += a.radius;
  scratch *= b.radius;
  a.radius *= b.middle;
  if (a.radius.sign() < 0) a.radius.negate();
  a.radius += scratch;
  drop(a.radius, scale);
  a.radius += 2;
  a.middle *= b.middle;
  drop(a.middle, scale);
}

}  // namespace

Ball operator+(const Ball& a, const Ball& b) { return {add(a.middle, b.middle), add(a.radius, b.radius)}; }

Ball product(const Ball& a, const Ball& b, std::int64_t scale) {
  Ball result = a;
  Integer scratch;
  multiply(result, b, scale, scratch);
  return result;
}

Ball times(const Ball& a, const Integer& factor) { return {mul(a.middle, factor), mul(a.radius, abs(factor))}; }

void subtract_product(Ball& sum, const Integer& a, const Ball& b, std::int64_t scale) {
  Integer part = mul(a, b.middle);
  drop(part, scale);
  sum.middle -= part;
  part = mul(a, b.radius);
  if (part.sign() < 0) part.negate();
  drop(part, scale);
  // A unit for each of the roundings.
  part += 2;
  sum.radius += part;
}

void add_multiples(Ball& sum, const Ball& a, const Integer& radius, std::int64_t scale) {
  Integer most;
  set_abs(most, a.middle);
  most += a.radius;
  most *= radius;
  drop(most, scale);
  most += 1;
  sum.radius += most;
}

Ball ball_around(const DyadicInterval& x, std::int64_t scale) {
  const Integer lower = shifted(x.lower, scale - x.scale);
  const Integer upper = -shifted(-x.upper, scale - x.scale);
  const Integer middle = add(lower, upper) >> 1;
  return {middle, sub(upper, middle)};
}

Ball ball_around(const Rational& x, std::int64_t scale) { return ball_around(enclose(x, x, scale), scale); }

Ball evaluate(const std::vector<Ball>& f, const Ball& x, std::int64_t scale) {
  Ball value;
  Integer scratch;
  for (std::size_t i = f.size(); i-- > 0;) {
    multiply(value, x, scale, scratch);
    value.middle += f[i].middle;
    value.radius += f[i].radius;
  }
  return value;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
