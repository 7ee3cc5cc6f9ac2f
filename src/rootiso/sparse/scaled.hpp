// Nonnegative numbers m 2^e with m of few bits and exponents of two words: powers x^n for n up to 2^63, rounded down or
// up, so that an enclosure of a polynomial with huge exponents takes as many bits as its sign needs.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

__extension__ using WideExponent = __int128;

enum class Rounding { down, up };

/// The number mantissa 2^exponent, mantissa >= 0.
struct Scaled {
  Integer mantissa;
  WideExponent exponent = 0;

  bool is_zero() const noexcept { return mantissa.is_zero(); }
  /// 2^(top - 1) <= the number < 2^top. Precondition: it is not zero.
  WideExponent top() const noexcept { return exponent + static_cast<WideExponent>(mantissa.bit_length()); }
};

/// The number with at most `bits` bits.
Scaled rounded_to(Scaled x, std::size_t bits, Rounding rounding);
/// Sum, product and power with at most `bits` bits: off by at most a unit in the last place for each operation.
Scaled sum(const Scaled& a, const Scaled& b, std::size_t bits, Rounding rounding);
Scaled product(const Scaled& a, const Scaled& b, std::size_t bits, Rounding rounding);
Scaled power(const Scaled& x, std::uint64_t n, std::size_t bits, Rounding rounding);
std::strong_ordering compare(const Scaled& a, const Scaled& b);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
