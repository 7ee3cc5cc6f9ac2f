// Ball arithmetic in fixed point.
#include "system/points/ball.hpp"

#include "system/points/upper_bound.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Divides by 2^scale and rounds down.
void drop(Integer& a, std::int64_t scale) {
  if (scale >= 0)
    a >>= static_cast<std::size_t>(scale);
  else
    a <<= static_cast<std::size_t>(-scale);
}

UpperBound size_of(const Integer& a) { return UpperBound(IntegerView(a)); }

/// a = a b. In place, since most of the time of short products is that of their storage; radii by short bounds.
void multiply(Ball& a, const Ball& b, std::int64_t scale) {
  // |a b - m n| <= |m| s + r (|n| + s), and a unit for the rounding of m n.
  const UpperBound s = size_of(b.radius);
  const UpperBound error = size_of(a.middle) * s + size_of(a.radius) * (size_of(b.middle) + s);
  a.radius = error.shifted(-scale).ceil();
  a.radius += 1;
  a.middle *= b.middle;
  drop(a.middle, scale);
}

}  // namespace

Ball operator+(const Ball& a, const Ball& b) { return {add(a.middle, b.middle), add(a.radius, b.radius)}; }

Ball product(const Ball& a, const Ball& b, std::int64_t scale) {
  Ball result = a;
  multiply(result, b, scale);
  return result;
}

Ball times(const Ball& a, const Integer& factor) { return {mul(a.middle, factor), mul(a.radius, abs(factor))}; }

void subtract_product(Ball& sum, const Integer& a, const Ball& b, std::int64_t scale) {
  Integer part = mul(a, b.middle);
  drop(part, scale);
  sum.middle -= part;
  sum.radius += (size_of(a) * size_of(b.radius)).shifted(-scale).ceil();
  sum.radius += 1;
}

void add_multiples(Ball& sum, const Ball& a, const Integer& radius, std::int64_t scale) {
  sum.radius += ((size_of(a.middle) + size_of(a.radius)) * size_of(radius)).shifted(-scale).ceil();
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
  for (std::size_t i = f.size(); i-- > 0;) {
    multiply(value, x, scale);
    value.middle += f[i].middle;
    value.radius += f[i].radius;
  }
  return value;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
