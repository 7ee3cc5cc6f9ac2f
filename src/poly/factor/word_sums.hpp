// Sums of products modulo a word, reduced once each by Montgomery's method: columns of polynomial products and linear
// combinations of rows, which arithmetic modulo short polynomials and modular composition are made of.
//
// Every sum comes out divided by R = 2^64 (by 1 for p = 2): for residues that carry a factor R the product carries it,
// too. One text for scalar words and one for vectors of 32-bit residues (p < 2^31, four or eight at a time).
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A modulus with what Montgomery's reduction needs.
struct SumModulus {
  explicit SumModulus(const WordModulus& m) noexcept;

  WordModulus modulus;
  std::uint64_t p;
  std::uint64_t inverse;  ///< p^-1 modulo 2^64, for odd p
  std::uint64_t one;      ///< R mod p
  std::uint64_t one_shoup;

  std::uint64_t with_r(std::uint64_t a) const noexcept { return modulus.mul_shoup(a, one, one_shoup); }
};

/// Rows of coefficients, the next one `step` words on.
struct SumRows {
  const std::uint64_t* words;
  std::size_t width;
  std::ptrdiff_t step;
};

struct SumKernel {
  /// Words on either side of operand b that kernels with `vectors` read; in columns() and square() they must be zero.
  static constexpr std::size_t padding = 16;

  /// out[k - begin] = sum of a[i] b[k - i] / R for begin <= k < end <= la + lb - 1; la, lb >= 1, canonical. a may be b.
  void (*columns)(const SumModulus& m, const std::uint64_t* a, std::size_t la, const std::uint64_t* b, std::size_t lb,
                  std::uint64_t* out, std::size_t begin, std::size_t end);
  /// out[k] = column k of a^2 / R, k < 2 n - 1.
  void (*square)(const SumModulus& m, const std::uint64_t* a, std::size_t n, std::uint64_t* out);
  /// out[j] = sum over i < n of x[i] rows[i stride + j] / R for j < count; rows readable up to a multiple of `padding`.
  void (*combine)(const SumModulus& m, const std::uint64_t* x, std::size_t n, const std::uint64_t* rows,
                  std::size_t stride, std::uint64_t* out, std::size_t count);
  bool vectors;
  /// out = sum over j < rows of the product of row j of a and row j of b, divided by R; width a.width + b.width - 1.
  /// b's rows are padded with zeros. Null where `vectors` is false.
  void (*rows)(const SumModulus& m, const SumRows& a, const SumRows& b, std::size_t rows, std::uint64_t* out) = nullptr;
};

/// The fastest for the modulus.
const SumKernel& sum_kernel(std::uint64_t p, Isa isa) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
