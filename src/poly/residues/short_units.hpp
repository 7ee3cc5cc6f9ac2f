// What divisions of polynomials modulo a prime, remainders of multiples of the dividend, leave behind in a resultant.
//
// The units l^k are gathered as in half_gcd.hpp: one inverse at the end. A Reduction has mul, reduce, radix and
// inverse; numbers are times its R, as short_euclid.cpp has them.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The units that divisions leave behind, of numbers times R: the resultant of the first pair is numerator /
/// (denominator units^deg v) times that of the last pair u, v.
template <class Reduction>
class ShortUnits {
 public:
  using Wide = typename Reduction::Wide;
  ShortUnits(const Reduction& m, const WordModulus& modulus, bool negative) noexcept
      : m_(m), modulus_(modulus), one_(m.radix(modulus)), square_(modulus.mul(one_, one_)), negative_(negative) {}

  std::uint64_t one() const noexcept { return one_; }
  /// R^2 modulo p.
  std::uint64_t square() const noexcept { return square_; }

  struct Lengths {
    std::size_t u, v;
    std::uint64_t lead;  ///< of v
  };
  /// A division with multiplier lead^steps, whose remainder has so many words, at least one.
  void add(const Lengths& before, std::size_t steps, std::size_t remainder) noexcept {
    negative_ ^= before.u % 2 == 0 && before.v % 2 == 0;
    const std::uint64_t square = m_.mul(before.lead, before.lead);
    numerator_ = times_power(numerator_, before.lead, square, before.u - remainder);
    units_ = times_power(units_, before.lead, square, steps);
    denominator_ = times_power(denominator_, units_, 0, before.v - remainder);
  }
  /// The resultant, not times R, when v is a constant c with Res(u, v) = c^degree.
  std::uint64_t finish(std::uint64_t c, std::size_t degree) const noexcept {
    const std::uint64_t numerator = times_power(numerator_, c, m_.mul(c, c), degree);
    const std::uint64_t denominator = m_.reduce(Wide{denominator_});
    const std::uint64_t result =
        denominator == 1 ? m_.reduce(Wide{numerator}) : m_.mul(numerator, m_.inverse(denominator));
    return negative_ ? modulus_.neg(result) : result;
  }

 private:
  /// x base^exponent; square: that of the base where the exponent is 2.
  std::uint64_t times_power(std::uint64_t x, std::uint64_t base, std::uint64_t square,
                            std::size_t exponent) const noexcept {
    if (exponent == 1) return m_.mul(x, base);
    if (exponent == 2 && square != 0) return m_.mul(x, square);
    for (; exponent != 0; exponent >>= 1) {
      if (exponent % 2 != 0) x = m_.mul(x, base);
      if (exponent > 1) base = m_.mul(base, base);
    }
    return x;
  }

  const Reduction& m_;
  const WordModulus& modulus_;
  std::uint64_t one_, square_;
  std::uint64_t numerator_ = one_, units_ = one_, denominator_ = one_;
  bool negative_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
