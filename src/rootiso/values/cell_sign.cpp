// Horner's rule in fixed point with a midpoint and a radius: x = (m +- r) 2^-l runs through the ball, the partial
// value is (v +- e) 2^s. A step multiplies, (v m +- (e (|m| + r) + |v| r)) 2^(s-l), adds a coefficient, and cuts v to
// guard_bits more bits than the middle has, which costs an ulp. O(n) products of numbers as long as the middle.
//
// The radius grows with sum i |a_i x^(i-1)|, so that the sign is found once the ball is small against the distance to
// the roots of g. Tighter forms that need derivatives or Taylor shifts are not worth their price: refinement is cheap.
#include "rootiso/values/cell_sign.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t guard_bits = 64;
constexpr std::size_t radius_bits = 8;

struct Ball {
  Integer value;
  Integer error = 0;
  std::int64_t exponent = 0;

  void cut(std::size_t bits) {
    const std::size_t length = std::max(value.bit_length(), error.bit_length());
    if (length > bits) shorten(length - bits);
  }

  void shorten(std::size_t drop) {
    value >>= drop;  // floors: less than one unit each
    error >>= drop;
    error += 2;
    exponent += static_cast<std::int64_t>(drop);
  }

  void add(IntegerView a, std::size_t bits) {
    if (a.is_zero()) return;
    Integer term(a);
    // What lies more than `bits` bits below the coefficient's leading one would be cut afterwards.
    const std::int64_t below =
        static_cast<std::int64_t>(term.bit_length()) - exponent - static_cast<std::int64_t>(bits);
    if (below > 64) shorten(static_cast<std::size_t>(below));
    if (exponent > 0) {
      term >>= static_cast<std::size_t>(exponent);
      error += 1;
    } else {
      term <<= static_cast<std::size_t>(-exponent);
    }
    value += term;
  }
};

}  // namespace

DyadicBall ball_around(const Rational& lower, const Rational& upper) {
  const auto level_of = [](const Rational& x) { return static_cast<std::int64_t>(x.denominator().bit_length()) - 1; };
  std::int64_t level = std::max(level_of(lower), level_of(upper));
  const Integer a = (lower * Rational::dyadic(1, level)).numerator();
  const Integer b = (upper * Rational::dyadic(1, level)).numerator();
  DyadicBall ball{a + b, b - a, level + 1};
  if (ball.radius.bit_length() > radius_bits) {
    const std::size_t drop = ball.radius.bit_length() - radius_bits;
    ball.middle >>= drop;  // floors: less than one unit each
    ball.radius >>= drop;
    ball.radius += 2;
    ball.level -= static_cast<std::int64_t>(drop);
  }
  return ball;
}

int sign_on_ball(const IntegerVector& g, const DyadicBall& ball, const ExecutionContext& ctx) {
  const Integer largest = abs(ball.middle) + ball.radius;
  const std::size_t bits = largest.bit_length() + guard_bits;
  // v and e, a product, a coefficient at the scale of the value, which lies below it at most by the bits of 1/x.
  const std::size_t small = ball.level > 0 ? static_cast<std::size_t>(ball.level) : 0;
  const std::size_t limbs = saturating_add(g.max_bits(ctx), 2 * bits + small) / 64 + 2;
  const MemoryReservation reservation(ctx.memory(), gmp_mul_bytes(2 * limbs));
  const std::size_t poll_every = std::max<std::size_t>(1, 100000 / (limbs * limbs));
  Ball y;
  for (std::size_t i = g.size(); i-- > 0;) {
    if (i % poll_every == 0) ctx.poll();
    y.error *= largest;
    y.error.add_mul(abs(y.value), ball.radius);
    y.value *= ball.middle;
    y.exponent = y.error.is_zero() && y.value.is_zero() ? 0 : y.exponent - ball.level;
    y.add(g[i], bits);
    y.cut(bits);
  }
  ctx.charge(g.size() * (bits / 64 + 1) * (bits / 64 + 1));
  return abs(y.value) > y.error ? y.value.sign() : 0;
}

int sign_on_cell(const IntegerVector& g, const DyadicCell& cell, const ExecutionContext& ctx) {
  return sign_on_ball(g, {(cell.c << 1) + Integer(1), 1, cell.k + 1}, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
