// Arithmetic with directed rounding on numbers of few bits and any exponent.
#include "rootiso/sparse/scaled.hpp"

#include <bit>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::size_t as_size(WideExponent n) noexcept { return static_cast<std::size_t>(n); }

}  // namespace

Scaled rounded_to(Scaled x, std::size_t bits, Rounding rounding) {
  const std::size_t length = x.mantissa.bit_length();
  if (length <= bits) return x;
  const std::size_t drop = length - bits;
  const bool carried = rounding == Rounding::up && x.mantissa.trailing_zeros() < drop;
  x.mantissa >>= drop;
  if (carried) x.mantissa += 1;
  x.exponent += static_cast<WideExponent>(drop);
  return x;
}

Scaled sum(const Scaled& a, const Scaled& b, std::size_t bits, Rounding rounding) {
  if (a.is_zero()) return rounded_to(b, bits, rounding);
  if (b.is_zero()) return rounded_to(a, bits, rounding);
  if (a.top() < b.top()) return sum(b, a, bits, rounding);
  if (b.top() + 2 < a.top() - static_cast<WideExponent>(bits) && b.top() <= a.exponent) {
    // b is less than a unit in the last place of a, whatever that is rounded to.
    if (rounding == Rounding::down) return rounded_to(a, bits, rounding);
    Scaled raised = a;
    const std::size_t length = a.mantissa.bit_length();
    if (length < bits) {
      raised.mantissa <<= bits - length;
      raised.exponent -= static_cast<WideExponent>(bits - length);
    }
    raised.mantissa += 1;
    return rounded_to(std::move(raised), bits, rounding);
  }
  if (a.exponent >= b.exponent)
    return rounded_to({(a.mantissa << as_size(a.exponent - b.exponent)) + b.mantissa, b.exponent}, bits, rounding);
  return rounded_to({a.mantissa + (b.mantissa << as_size(b.exponent - a.exponent)), a.exponent}, bits, rounding);
}

Scaled product(const Scaled& a, const Scaled& b, std::size_t bits, Rounding rounding) {
  return rounded_to({a.mantissa * b.mantissa, a.exponent + b.exponent}, bits, rounding);
}

Scaled power(const Scaled& x, std::uint64_t n, std::size_t bits, Rounding rounding) {
  Scaled result{1, 0};
  for (int i = std::bit_width(n); i-- > 0;) {
    result = product(result, result, bits, rounding);
    if ((n >> i & 1) != 0) result = product(result, x, bits, rounding);
  }
  return result;
}

std::strong_ordering compare(const Scaled& a, const Scaled& b) {
  if (a.is_zero() || b.is_zero()) return a.mantissa.sign() <=> b.mantissa.sign();
  if (a.top() != b.top()) return a.top() <=> b.top();
  if (a.exponent >= b.exponent) return (a.mantissa << as_size(a.exponent - b.exponent)) <=> b.mantissa;
  return a.mantissa <=> (b.mantissa << as_size(b.exponent - a.exponent));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
