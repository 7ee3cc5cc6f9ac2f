// Reduction of integers modulo a fixed one of any length, by a precomputed reciprocal.
//
// With b = 2^64, n the limbs of p and mu = floor(b^(2n) / p): for x < b^(2n) the quotient estimate
// q = floor(floor(x / b^(n-1)) mu / b^(n+1)) is at most two below the true one, so that x - q p, computed modulo
// b^(n+1), takes at most two subtractions of p more. Longer x, and all modulo short p, are reduced by GMP's division.
// Literature: Barrett, CRYPTO 1986; Menezes, van Oorschot, Vanstone, Handbook of Applied Cryptography, 14.42.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <gmp.h>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class BarrettModulus {
 public:
  /// Precondition: p >= 2.
  explicit BarrettModulus(const Integer& p);

  const Integer& value() const noexcept { return p_; }
  /// Number of limbs of p.
  std::size_t limbs() const noexcept { return limbs_; }
  /// Limbs of scratch that reduce and multiply ask for.
  std::size_t scratch_limbs() const noexcept { return 6 * limbs_ + 8; }

  /// out = x mod p, x >= 0 of any length. out has limbs() limbs and is disjoint from x and scratch.
  void reduce(std::span<const mp_limb_t> x, mp_limb_t* out, mp_limb_t* scratch) const;
  Integer multiply(IntegerView a, IntegerView b) const;

 private:
  Integer p_;
  std::size_t limbs_;
  std::vector<mp_limb_t> mu_;  // limbs_ + 1 limbs
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
