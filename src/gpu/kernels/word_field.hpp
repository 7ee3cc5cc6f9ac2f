// Residues modulo primes below 2^30 in words of 32 bits, with the two multiplications that M. Moreno Maza and W. Pan
// compare (Fast polynomial multiplication on a GPU, J. Phys.: Conf. Ser. 256, 2010, section 2.3): by a quotient in
// double precision, and by Montgomery's reduction (Modular multiplication without trial division, 1985).
//
// A factor that many residues are multiplied by is kept in the form that the multiplication wants, a residue is
// canonical always: the product of a residue and a factor is a residue, that of two factors a factor.
#pragma once

#include <cstdint>

#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An odd prime below 2^30.
struct WordField {
  std::uint32_t p = 0;
  std::uint32_t negative_inverse = 0;  ///< -1 / p modulo 2^32
  std::uint32_t one = 0;               ///< 2^32 modulo p
  std::uint32_t square = 0;            ///< 2^64 modulo p
  double inverse = 0;                  ///< 1 / p

  static WordField of(std::uint32_t p) noexcept {
    WordField field;
    field.p = p;
    std::uint32_t inverse = p;  // modulo 8; every step doubles the bits
    for (int i = 0; i < 4; ++i) inverse *= 2 - p * inverse;
    field.negative_inverse = 0 - inverse;
    field.one = static_cast<std::uint32_t>((std::uint64_t{1} << 32) % p);
    field.square = static_cast<std::uint32_t>(std::uint64_t{field.one} * field.one % p);
    field.inverse = 1.0 / p;
    return field;
  }

  /// Sums and differences of residues.
  POLYFORK_BOTH std::uint32_t add(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t sum = a + b;
    return sum >= p ? sum - p : sum;
  }
  POLYFORK_BOTH std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const { return a >= b ? a - b : a + p - b; }
};

/// The quotient of a b below 2^60 by p is rounded three times in double precision, so that its integer part is off by
/// at most one.
struct DoubleQuotient {
  static constexpr const char* name = "double quotient";

  POLYFORK_BOTH static std::uint32_t multiply(const WordField& f, std::uint32_t a, std::uint32_t b) {
    const auto quotient = static_cast<std::uint32_t>(static_cast<double>(a) * static_cast<double>(b) * f.inverse);
    auto rest = static_cast<std::int32_t>(a * b - quotient * f.p);
    if (rest < 0) rest += static_cast<std::int32_t>(f.p);
    const auto residue = static_cast<std::uint32_t>(rest);
    return residue >= f.p ? residue - f.p : residue;
  }
  POLYFORK_BOTH static std::uint32_t to_factor(const WordField&, std::uint32_t residue) { return residue; }
  POLYFORK_BOTH static std::uint32_t one(const WordField&) { return 1; }
};

/// Factors are w 2^32 modulo p.
struct MontgomeryReduction {
  static constexpr const char* name = "Montgomery";

  POLYFORK_BOTH static std::uint32_t multiply(const WordField& f, std::uint32_t a, std::uint32_t b) {
    const std::uint64_t product = std::uint64_t{a} * b;
    const std::uint32_t digit = static_cast<std::uint32_t>(product) * f.negative_inverse;
    const auto reduced = static_cast<std::uint32_t>((product + std::uint64_t{digit} * f.p) >> 32);
    return reduced >= f.p ? reduced - f.p : reduced;
  }
  POLYFORK_BOTH static std::uint32_t to_factor(const WordField& f, std::uint32_t residue) {
    return multiply(f, residue, f.square);
  }
  POLYFORK_BOTH static std::uint32_t one(const WordField& f) { return f.one; }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
