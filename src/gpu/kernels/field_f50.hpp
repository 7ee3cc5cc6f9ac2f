// Residues modulo a prime below 2^50 as doubles that hold balanced integers, multiplied without error.
//
// The kernels of transforms are templates over such a class: Value is what a residue is stored as, Root a constant
// factor with what multiplying by it wants to know beforehand.
//
// A value x stands for a residue and satisfies |x| <= A p for a small A that the kernels keep account of; all values
// are integers below 2^53 in size, so that sums and differences are exact. For |x| <= A p, A <= 4, and |w| <= p/2:
//
//   h = x w rounded, l = x w - h exactly (fused), q = the integer next to h / p, by adding and subtracting 1.5 2^52.
//
// |x w / p| <= A p / 2 < 2^51 makes the last a rounding to an integer. h and the reciprocal of p are off by 2^-53 each,
// relatively, so |q - x w / p| <= 1/2 + A p 2^-53 <= 1/2 + A / 8. With w / p rounded beforehand q is that of x (w / p),
// one rounding less: 1/2 + A / 16. Then x w - q p = (h - q p) + l is an integer below p (1/2 + A / 8) in size: h - q p
// is one below 2^51, hence formed exactly, and so is the sum. reduce() has |x / p - q| <= 1/2 + 2^-50 for |x| <= 4 p,
// so that its result, an integer, is at most (p - 1) / 2. (J. van der Hoeven, G. Lecerf, G. Quintin: Modular SIMD
// arithmetic in Mathemagix, ACM TOMS 43, 2016; FLINT's fft_small rests on it, too.)
//
//   operation               result at most, in units of p
//   reduce(x)               1/2
//   multiply(x, Value w)    1/2 + A / 8     |w| <= p / 2
//   multiply(x, Root w)     1/2 + A / 16
#pragma once

#include <cstdint>

#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct F50 {
  static constexpr unsigned prime_bits = 50;
  using Value = double;
  struct alignas(16) Root {
    double value;
    double quotient;  ///< value / p
  };

  double p;
  double inverse_p;

  static POLYFORK_DEVICE Value zero() { return 0.0; }
  static POLYFORK_DEVICE Value one() { return 1.0; }
  static POLYFORK_DEVICE Value add(Value x, Value y) { return simt::add(x, y); }
  static POLYFORK_DEVICE Value subtract(Value x, Value y) { return simt::add(x, -y); }
  static POLYFORK_DEVICE Value negate(Value x) { return -x; }

  POLYFORK_DEVICE Value multiply(Value x, Value w) const {
    const double h = simt::mul(x, w);
    const double q = simt::add(simt::fma(h, inverse_p, magic), -magic);
    return remainder(x, w, h, q);
  }
  POLYFORK_DEVICE Value multiply(Value x, const Root& w) const {
    const double q = simt::add(simt::fma(x, w.quotient, magic), -magic);
    return remainder(x, w.value, simt::mul(x, w.value), q);
  }
  POLYFORK_DEVICE Value reduce(Value x) const {
    const double q = simt::add(simt::fma(x, inverse_p, magic), -magic);
    return simt::fma(-q, p, x);
  }

  /// A word below 2^52 as it stands.
  static POLYFORK_DEVICE Value from_word(std::uint64_t word) {
    return simt::add(simt::from_bits(word | bits_of_two_to_52), -two_to_52);
  }
  /// The number in [0, p) that any value is congruent to.
  POLYFORK_DEVICE Value canonical(Value x) const {
    const double r = reduce(x);
    return r < 0 ? simt::add(r, p) : r;
  }
  /// The word of a canonical value.
  static POLYFORK_DEVICE std::uint64_t word_of(Value canonical_value) {
    return simt::bits(simt::add(canonical_value, two_to_52)) ^ bits_of_two_to_52;
  }
  POLYFORK_DEVICE std::uint64_t to_word(Value x) const { return word_of(canonical(x)); }

 private:
  static constexpr double magic = 6755399441055744.0;
  static constexpr double two_to_52 = 4503599627370496.0;
  static constexpr std::uint64_t bits_of_two_to_52 = 0x4330000000000000;

  POLYFORK_DEVICE double remainder(double x, double w, double h, double q) const {
    return simt::add(simt::fma(-q, p, h), simt::fma(x, w, -h));
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
