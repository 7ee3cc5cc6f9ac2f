// Residues modulo a polynomial over Z/pZ for a prime below 2^31, by vectors of words.
//
// Quadratic algorithms: what representations compute beside these products takes O(D^2) operations for each of more
// than D terms of a sequence, so that transforms would save nothing of it, and for the degrees of small systems they
// take several times as long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "groebner/dot_product.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Coefficients in [0, p), ascending; leading zeros are allowed.
using WordCoefficients = std::vector<std::uint32_t>;

/// The coefficients of f, `length` of them, with zeros if f has fewer. Precondition: it has no more.
WordCoefficients word_coefficients(const PolyZp& f, std::size_t length);

/// The monic greatest common divisor, without leading zeros; empty for zeros. O(n^2). Throws Cancelled.
WordCoefficients monic_gcd(WordCoefficients a, WordCoefficients b, const SmallPrime& p, const ExecutionContext& ctx);

class ResidueAlgebra {
 public:
  /// The residues modulo a monic polynomial of degree N >= 1, of N words each, N + 1 words with the leading 1.
  ResidueAlgebra(WordCoefficients modulus, const SmallPrime& p);

  std::size_t degree() const noexcept { return modulus_.size() - 1; }
  const SmallPrime& prime() const noexcept { return p_; }

  /// The residue of a polynomial of any length.
  WordCoefficients residue(WordCoefficients f) const;
  /// sum += a b, not reduced: 2 N - 1 words.
  void add_product(WordCoefficients& sum, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) const;
  WordCoefficients product(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) const;
  /// a += c b, for arrays of which b is the shorter one.
  void add_multiple(std::span<std::uint32_t> a, std::span<const std::uint32_t> b, std::uint32_t c) const;
  /// Empty where a is no unit. O(N^2). Throws Cancelled.
  std::optional<WordCoefficients> inverse(WordCoefficients a, const ExecutionContext& ctx) const;
  /// The derivative of the modulus.
  WordCoefficients slope() const;

 private:
  WordCoefficients modulus_;
  SmallPrime p_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
