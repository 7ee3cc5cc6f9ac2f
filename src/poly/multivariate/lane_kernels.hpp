// Arithmetic of dense gcds modulo a prime in vectors: sums of products, and Euclid's algorithm at eight points at a
// time.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A prime p with what Montgomery's reduction by r = 2^52 needs. Precondition: p odd, below 2^50.
struct LaneModulus {
  explicit LaneModulus(const WordModulus& modulus) noexcept;

  std::uint64_t p;
  std::uint64_t negative_inverse;  ///< -p^-1 mod r
  std::uint64_t r1;                ///< r mod p
  std::uint64_t r2;                ///< r^2 mod p
};

/// Out row by row: out[i][j] = r^-2 sum over e < terms of w[i][e] rows[e][j] mod p.
struct LaneProduct {
  const std::uint64_t* w;     ///< w[i][e] is at w[i * w_row + e * w_step]
  std::size_t w_row, w_step;  ///< in words, as all strides
  std::size_t count;          ///< of i
  const std::uint64_t* rows;  ///< rows[e][j] is at rows[e * row_stride + j]
  std::size_t row_stride;
  std::size_t terms;
  std::uint64_t* out;
  std::size_t out_stride;
  std::size_t columns;  ///< of j
};

/// Polynomials in one variable at eight points: coefficient i at point j is at a[i * stride + j].
struct LaneOperands {
  const std::uint64_t* a;
  const std::uint64_t* b;
  const std::uint64_t* lead;  ///< one word for each point
  std::size_t na, nb;         ///< numbers of coefficients
  std::size_t stride;
};

/// h and the cofactors at eight points, in the layout of LaneOperands.
struct LaneCofactors {
  std::uint64_t* h;
  std::uint64_t* a;
  std::uint64_t* b;
  std::size_t nh;  ///< at least 2
  std::size_t stride;
};

/// The ends of a remainder sequence at eight points. The divisors are times r.
struct LaneRemainders {
  std::uint64_t* constants;        ///< the last remainders
  std::uint64_t* divisors;         ///< the resultant is their quotient times resultant_factor
  std::uint64_t* linear;           ///< null, or the remainders of degree 1: eight constant terms, eight coefficients
  std::uint64_t* linear_divisors;  ///< the first subresultant is linear / these times first_subresultant_factor
};

/// Terms along a geometric progression of points.
struct LaneTerms {
  std::uint64_t* values;           ///< below 2p, and so they stay
  const std::uint64_t* ratios;     ///< canonical
  const std::uint64_t* quotients;  ///< floor(ratio 2^52 / p)
  std::size_t n;                   ///< at most LaneKernels::most_terms, not 0
};

/// All residues canonical, but for LaneTerms' values. Sums of at most `most_terms` products.
struct LaneKernels {
  static constexpr std::size_t lanes = 8;
  static constexpr std::size_t most_terms = 4000;

  void (*product)(const LaneModulus& m, const LaneProduct& product) noexcept;
  /// Euclid's algorithm at eight points: gcds with nh coefficients, up to units, into h. The result has bit j where
  /// point j took the steps that all points are expected to take; the others' words are of no use. scratch: 8 (na + nb)
  /// words.
  unsigned (*euclid)(const LaneModulus& m, const LaneOperands& operands, const LaneCofactors& out,
                     std::uint64_t* scratch) noexcept;
  /// The inverses of n words, a multiple of 8, times r; anything for zeros. scratch: n words.
  void (*invert)(const LaneModulus& m, std::uint64_t* words, std::size_t n, std::uint64_t* scratch) noexcept;
  /// h monic times lead, and the quotients of a and b by the monic h; inverses: of h's leading coefficients, by invert.
  /// scratch: 8 nh words.
  void (*finish)(const LaneModulus& m, const LaneOperands& operands, const std::uint64_t* inverses,
                 const LaneCofactors& out, std::uint64_t* scratch) noexcept;
  /// Whether h times the cofactors is lead a and lead b at all eight points.
  bool (*verify)(const LaneModulus& m, const LaneOperands& operands, const LaneCofactors& parts) noexcept;
  /// The remainder sequence at eight points to its end. Bits of points as euclid's. lead is not read; na, nb >= 2.
  /// scratch: 8 (na + nb) words.
  unsigned (*resultant)(const LaneModulus& m, const LaneOperands& operands, const LaneRemainders& out,
                        std::uint64_t* scratch) noexcept;
  /// x[i] = x[i] y[i] factor / r^2 for n words, a multiple of 8.
  void (*multiply)(const LaneModulus& m, std::uint64_t* x, const std::uint64_t* y, std::uint64_t factor,
                   std::size_t n) noexcept;
  /// Multiplies the values by the ratios so many times: sums[j] is the sum of the values after j + 1 products.
  /// steps: a multiple of 8. scratch: 8 steps words.
  void (*progress)(const LaneModulus& m, const LaneTerms& terms, std::size_t steps, std::uint64_t* sums,
                   std::uint64_t* scratch) noexcept;
};

/// What `multiply` takes to make resultants from remainders and inverted divisors: a sign and the powers of r that
/// Montgomery's reductions have divided by.
std::uint64_t resultant_factor(const WordModulus& modulus, std::size_t degree_a, std::size_t degree_b) noexcept;

/// The same for the first subresultant, up to a sign that the degrees determine; in place of the subresultant of an
/// operand of degree 1 this operand.
std::uint64_t first_subresultant_factor(const WordModulus& modulus, std::size_t degree_a,
                                        std::size_t degree_b) noexcept;

/// Null without vectors.
const LaneKernels* lane_kernels(Isa isa) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
