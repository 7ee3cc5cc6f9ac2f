// Numbers told from algebraic ones: integers, doubles, decimal digits, hashes.
//
// All follow from one fact. An irrational x lies in exactly one standard cell of each level k, and this cell is
// (c, c+1) 2^-k with c = floor(2^k x); a finer cell gives c by a shift. So whatever is a function of some floor(2^k x)
// is a function of the number alone, decided without a proof of its own, and rational numbers join by the same formula.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <polyfork/core/memory.hpp>

#include "ring/held.hpp"
#include "ring/integer_limits.hpp"
#include "ring/power_of_ten.hpp"
#include "ring/split_mix.hpp"
#include "rootiso/algebraic/algebraic_state.hpp"
#include "rootiso/algebraic/round_decimal.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::DyadicCell;

/// floor(2^level |x|), and whether 2^level |x| is an integer.
struct Mantissa {
  Integer floor;
  bool exact = false;
};

/// The e with 2^e <= |x| < 2^(e+1). Precondition: x != 0. A standard cell away from zero lies in one such annulus.
std::int64_t exponent_of(const AlgebraicReal& x, const ExecutionContext& ctx) {
  if (!x.is_rational()) {
    const DyadicCell& cell = x.state()->first(ctx);
    const DyadicCell positive = cell.c.sign() < 0 ? cell.mirrored() : cell;
    return static_cast<std::int64_t>(positive.c.bit_length()) - 1 - positive.k;
  }
  const Rational magnitude = abs(x.rational_value());
  const std::int64_t e = static_cast<std::int64_t>(magnitude.numerator().bit_length()) -
                         static_cast<std::int64_t>(magnitude.denominator().bit_length());
  return magnitude >= Rational::dyadic(1, e) ? e : e - 1;
}

Mantissa mantissa_at(const AlgebraicReal& x, std::int64_t level, const ExecutionContext& ctx) {
  if (x.is_rational()) {
    const Rational scaled = abs(x.rational_value()) * Rational::dyadic(1, level);
    return {scaled.floor(), scaled.is_integer()};
  }
  const DyadicCell cell = x.state()->at_level(level, ctx)->cell.ancestor(level);
  return {x.sign(ctx) < 0 ? -(cell.c + Integer(1)) : cell.c, false};
}

}  // namespace

Integer AlgebraicReal::floor(const ExecutionContext& ctx) const {
  if (is_rational()) return value_.floor();
  return root_->at_level(0, ctx)->cell.ancestor(0).c;
}

Integer AlgebraicReal::ceil(const ExecutionContext& ctx) const {
  return is_rational() ? value_.ceil() : floor(ctx) + Integer(1);
}

// The number is cut to one bit more than a double has, at the double's place or at that of the smallest subnormals.
double AlgebraicReal::to_double(const ExecutionContext& ctx) const {
  using limits = std::numeric_limits<double>;
  if (is_zero()) return 0;
  const std::int64_t e = exponent_of(*this, ctx);
  const double sign_of_it = sign(ctx) < 0 ? -1.0 : 1.0;
  if (e >= limits::max_exponent) return sign_of_it * limits::infinity();
  constexpr std::int64_t finest =
      limits::digits - limits::min_exponent + 1;  // half of the smallest double is 2^-finest
  const std::int64_t level = std::min<std::int64_t>(limits::digits - e, finest);
  if (e < -finest - 1) return sign_of_it * 0.0;
  const Mantissa m = mantissa_at(*this, level, ctx);
  Integer half_up = (m.floor + Integer(1)) >> 1;
  const bool tie = m.exact && m.floor.is_odd();
  if (tie && half_up.is_odd()) half_up -= Integer(1);
  return sign_of_it * std::ldexp(half_up.to_double(), static_cast<int>(1 - level));
}

// GMP ends the process where there is no memory: the system is asked for long scratch.
std::string AlgebraicReal::to_decimal(std::size_t digits, const ExecutionContext& ctx) const {
  constexpr std::size_t long_scratch = std::size_t{1} << 26;
  const Integer scale = detail::power_of_ten(digits, ctx);
  const MemoryReservation held(ctx.memory(), detail::bytes_of(scale) + digits);
  if (is_rational()) {
    const std::size_t bytes = detail::rounding_bytes(detail::bytes_of(value_), scale);
    const MemoryReservation scratch(ctx.memory(), bytes);
    if (bytes >= long_scratch) detail::require_obtainable(bytes);
    return detail::decimal_text(detail::round_half_even(value_, scale), digits);
  }
  for (std::int64_t level = std::max<std::int64_t>(detail::decimal_level(scale), root_->first(ctx).k);; level += 64) {
    const DyadicCell cell = root_->cell_at(level, ctx);
    const std::size_t bytes = detail::rounding_bytes(detail::bytes_of(cell.c), scale);
    const MemoryReservation scratch(ctx.memory(), bytes);
    if (bytes >= long_scratch) detail::require_obtainable(bytes);
    // Never half-way between two decimals: this ends.
    if (const auto value = detail::rounded_cell(cell, scale, ctx)) return detail::decimal_text(*value, digits);
  }
}

/// The sign, the exponent and the leading 64 bits.
std::size_t AlgebraicReal::hash(const ExecutionContext& ctx) const {
  if (is_zero()) return 0;
  const std::int64_t e = exponent_of(*this, ctx);
  const Mantissa m = mantissa_at(*this, 63 - e, ctx);
  const std::uint64_t word = m.floor.view().limbs().front();
  const auto exponent_and_sign = (static_cast<std::uint64_t>(e) << 1) | (sign(ctx) < 0 ? 1U : 0U);
  return static_cast<std::size_t>(detail::SplitMix::mixed(word ^ detail::SplitMix(exponent_and_sign).next()));
}

}  // namespace v1
}  // namespace polyfork
