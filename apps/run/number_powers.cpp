// Powers in the numbers of options. They are no part of the library's grammar of rational numbers, which is that of
// data: streams and files have fractions and decimal numbers only.
#include "run/number_powers.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork_app {

namespace {

using polyfork::ExecutionContext;
using polyfork::Integer;
using polyfork::MemoryReservation;
using polyfork::ParseError;
using polyfork::Rational;

/// (odd 2^twos)^exponent: a power of two is a shift.
struct Power {
  Integer odd;
  std::size_t twos = 0;
  std::uint64_t exponent = 1;
  bool inverse = false;

  /// At least as many bits as the power of the odd part has, and that of the whole: hardly more. Numbers and exponents
  /// are so short that the products fit.
  std::size_t odd_bits() const {
    if (odd.is_one() || odd.is_zero()) return 1;
    const std::size_t length = odd.bit_length();
    const std::size_t cut = length - std::min<std::size_t>(length, 48);
    const double logarithm = static_cast<double>(cut) + std::log2((odd >> cut).to_double() + (cut > 0 ? 1 : 0));
    return static_cast<std::size_t>(logarithm * static_cast<double>(exponent) * (1 + 1e-12)) + 1;
  }
  std::size_t bits() const { return odd_bits() + twos * exponent; }
};

/// A text p or p/q in pieces.
struct Fraction {
  bool negative = false;
  Power numerator;
  Power denominator;
};

class PowerReader {
 public:
  /// Digits to limbs: GMP takes less than 5 bytes for each.
  PowerReader(std::string_view text, const ExecutionContext& ctx)
      : text_(text), reading_(ctx.memory(), text.size() * 5 + 4096) {}

  Fraction fraction() {
    Fraction f;
    f.negative = sign();
    f.numerator = power();
    f.denominator.odd = Integer(1);
    if (accept('/')) {
      const std::size_t before = at_;
      f.denominator = power();
      if (f.denominator.odd.is_zero() && f.denominator.exponent != 0) fail("the denominator is zero", before);
    }
    if (at_ != text_.size()) fail("the number should end here", at_);
    return f;
  }

 private:
  Power power() {
    const std::size_t before = at_;
    Power p;
    p.odd = Integer(digits());
    if (at_ != text_.size() && (text_[at_] == '.' || text_[at_] == 'e' || text_[at_] == 'E'))
      fail("beside powers numbers are whole", at_);
    if (!p.odd.is_zero()) p.twos = p.odd.trailing_zeros();
    p.odd >>= p.twos;
    if (accept('^')) {
      p.inverse = sign();
      const std::size_t start = at_;
      const std::string_view exponent = digits();
      const auto [end, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), p.exponent);
      if (error != std::errc{} || p.exponent > most_power_bits) fail("the exponent is beyond 10^9", start);
      if (p.odd.is_zero() && p.inverse && p.exponent != 0) fail("zero has no negative powers", before);
    }
    return p;
  }
  bool sign() {
    if (accept('-')) return true;
    accept('+');
    return false;
  }
  std::string_view digits() {
    skip_blanks();
    const std::size_t first = at_;
    while (at_ != text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    if (at_ == first) fail("a digit is expected", at_);
    return text_.substr(first, at_ - first);
  }
  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void skip_blanks() {
    while (at_ != text_.size() && text_[at_] == ' ') ++at_;
  }
  [[noreturn]] static void fail(const char* reason, std::size_t at) { throw ParseError(1, at + 1, reason); }

  std::string_view text_;
  std::size_t at_ = 0;
  MemoryReservation reading_;
};

/// By squaring: a single call of GMP for 3^(6 10^8) would take seconds that nothing could stop.
Integer value_of(const Power& p, const ExecutionContext& ctx) {
  Integer power(1);
  for (int bit = std::bit_width(p.exponent) - 1; bit >= 0 && !p.odd.is_one(); --bit) {
    ctx.poll();
    power = power * power;
    if ((p.exponent >> bit & 1) != 0) power *= p.odd;
  }
  return power <<= p.twos * p.exponent;
}

}  // namespace

std::size_t longest_power(const std::string& text, const ExecutionContext& ctx) {
  const Fraction f = PowerReader(text, ctx).fraction();
  return std::max(f.numerator.bits(), f.denominator.bits());
}

Rational parse_powers(const std::string& text, const ExecutionContext& ctx) {
  const Fraction f = PowerReader(text, ctx).fraction();
  const std::size_t bits = std::max(f.numerator.bits(), f.denominator.bits());
  if (bits - 1 > most_power_bits) throw ParseError(1, 1, "the power has more than 10^9 bits");
  // Both powers, and what GMP takes beside them: five times the size of a product, and nine times that of the operands
  // of a gcd.
  const bool both_long = f.numerator.bits() > 64 && f.denominator.bits() > 64;
  const std::size_t odd = std::max(f.numerator.odd_bits(), f.denominator.odd_bits());
  const MemoryReservation reservation(ctx.memory(), bits / 8 * (both_long ? 14 : 3) + odd / 8 * 5 + 4096);
  Integer above = value_of(f.numerator, ctx);
  Integer below = value_of(f.denominator, ctx);
  ctx.poll();
  if (f.numerator.inverse && f.denominator.inverse) {
    std::swap(above, below);
  } else if (f.numerator.inverse) {
    below *= above;
    above = Integer(1);
  } else if (f.denominator.inverse) {
    above *= below;
    below = Integer(1);
  }
  if (f.negative) above.negate();
  return below.is_one() ? Rational(std::move(above)) : Rational(std::move(above), std::move(below));
}

}  // namespace polyfork_app
