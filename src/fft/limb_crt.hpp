// From residues modulo transform_primes to the limbs of a sum of shifted coefficients: the last step of a product of
// natural numbers by transforms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "fft/word_crt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Constants of Garner's algorithm for the first of transform_primes.
struct LimbCrt {
  explicit LimbCrt(unsigned primes, bool with_signs = false);

  /// With signs all coefficients are increased by c (2^64 - 1), c = 2^64 offset_word(), whose sum over neighbouring
  /// places collapses: that over [0, n) is c 2^(64 n) - c.
  std::uint64_t offset_word() const noexcept { return std::uint64_t{1} << (primes == 3 ? 20 : 56); }

  unsigned primes;
  bool is_signed;
  std::array<std::uint64_t, 3> digits{};  // of the product of up to three primes, to the base 2^52
  GarnerInverses inverses;
  std::array<std::uint64_t, 4> offset{};  // c (2^64 - 1) modulo the primes
};

/// What a run of coefficients leaves for the two places behind it: low + 2^64 high.
struct LimbCarry {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// For three or four primes: out[0 .. n) = the low n limbs of the sum of x_i 2^(64 i), i < n, where x_i =
/// residues[j][i] modulo q_j lies in [0, 2^191); returns what is left of the sum, divided by 2^(64 n). Residues are
/// canonical. With signs the same for the increased coefficients, where |x_i| <= 2^148 - 2^84 with three primes, 2^184
/// - 2^120 with four: sums of up to 2^20, or 2^56, products of two limbs.
using LimbCrtFn = LimbCarry (*)(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                                std::size_t n);
LimbCrtFn limb_crt_kernel(Isa isa);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
