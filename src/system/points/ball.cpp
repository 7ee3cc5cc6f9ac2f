// Ball arithmetic in fixed point.
#include "system/points/ball.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

Ball operator+(const Ball& a, const Ball& b) { return {add(a.middle, b.middle), add(a.radius, b.radius)}; }

Ball product(const Ball& a, const Ball& b, std::int64_t scale) {
  // |a b - m n| <= |m| s + |n| r + r s; one unit for each of the roundings.
  Integer radius = mul(add(abs(a.middle), a.radius), b.radius) + mul(abs(b.middle), a.radius);
  return {shifted(mul(a.middle, b.middle), -scale), shifted(radius, -scale) + Integer(2)};
}

Ball times(const Ball& a, const Integer& factor) { return {mul(a.middle, factor), mul(a.radius, abs(factor))}; }

Ball ball_around(const DyadicInterval& x, std::int64_t scale) {
  const Integer lower = shifted(x.lower, scale - x.scale);
  const Integer upper = -shifted(-x.upper, scale - x.scale);
  const Integer middle = add(lower, upper) >> 1;
  return {middle, sub(upper, middle)};
}

Ball ball_around(const Rational& x, std::int64_t scale) { return ball_around(enclose(x, x, scale), scale); }

Ball evaluate(const std::vector<Ball>& f, const Ball& x, std::int64_t scale) {
  Ball value;
  for (std::size_t i = f.size(); i-- > 0;) value = product(value, x, scale) + f[i];
  return value;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
