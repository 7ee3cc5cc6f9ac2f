// Residues modulo an odd prime below 2^31 in words of 32 bits, in Montgomery's form: for cards whose double precision
// is slow, and where few primes suffice.
//
// The kernels of transforms are templates over such a class, as over F50. A residue x stands as x 2^32 modulo p,
// canonical always, so that bounds need no account: reduce() has nothing to do. Products of two such values are
// reduced by Montgomery's method (Modular multiplication without trial division, Math. Comp. 44, 1985), in the form
// that subtracts: t = x w < 2^32 p, m = t p^-1 modulo 2^32, (t - m p) / 2^32 lies between -p and p. A constant factor
// stands as the plain residue w beside w' = floor(w 2^32 / p), by V. Shoup's method: with q = floor(x w' / 2^32) the
// difference x w - q p is below 2 p for every word x. Either takes the residue of any word x < 2^32.
//
// Corrections are minima of words: of r and r - p, which is the larger one where it has wrapped around.
#pragma once

#include <cstdint>

#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct F31 {
  static constexpr unsigned prime_bits = 31;
  using Value = std::uint32_t;
  struct alignas(8) Root {
    std::uint32_t value;     ///< plain
    std::uint32_t quotient;  ///< floor(value 2^32 / p)
  };

  std::uint32_t p;
  std::uint32_t inverse_p;  ///< p^-1 modulo 2^32
  std::uint32_t unit;       ///< 2^32 modulo p: the value of 1
  std::uint32_t square;     ///< 2^64 modulo p

  static POLYFORK_DEVICE Value zero() { return 0; }
  POLYFORK_DEVICE Value one() const { return unit; }
  POLYFORK_DEVICE Value add(Value x, Value y) const { return lesser(x + y, x + y - p); }
  POLYFORK_DEVICE Value subtract(Value x, Value y) const { return lesser(x - y, x - y + p); }
  POLYFORK_DEVICE Value negate(Value x) const { return subtract(0, x); }

  POLYFORK_DEVICE Value multiply(Value x, Value w) const {
    const std::uint64_t t = std::uint64_t{x} * w;
    const std::uint32_t m = static_cast<std::uint32_t>(t) * inverse_p;
    return subtract(static_cast<std::uint32_t>(t >> 32), simt::mul_high_32(m, p));
  }
  POLYFORK_DEVICE Value multiply(Value x, const Root& w) const {
    const std::uint32_t r = x * w.value - simt::mul_high_32(x, w.quotient) * p;
    return lesser(r, r - p);
  }
  static POLYFORK_DEVICE Value reduce(Value x) { return x; }

  /// The residue of any word below 2^32.
  POLYFORK_DEVICE Value from_word(std::uint32_t word) const { return multiply(word, square); }
  /// The number in [0, p) that a value stands for.
  POLYFORK_DEVICE std::uint64_t to_word(Value x) const { return multiply(x, Value{1}); }

 private:
  static POLYFORK_DEVICE Value lesser(Value x, Value y) { return x < y ? x : y; }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
