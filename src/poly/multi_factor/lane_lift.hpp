// Hensel lifting of factors in two variables at eight points at once, modulo an odd prime p < 2^31.
//
// A cell is eight words, one for each point. All residues are canonical and carry a factor R = 2^64, so that a sum of
// products, which Montgomery's reduction divides by R once, carries it as well. Points may be unlucky one by one: what
// stands in their words is then of no use.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "poly/factor/word_sums.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial as a list of sums, one for each place: place k has the terms from ends[k - 1] to ends[k], each a
/// coefficient times one of several values.
struct LaneTerms {
  const std::uint64_t* coefficients;
  const std::uint32_t* values;  ///< numbers of cells
  const std::uint32_t* ends;
  std::size_t places;
};

/// Factors of degrees d_s >= 1 in x, n the sum of them, as series in t: row m holds the coefficients of t^m.
struct LaneLifting {
  const std::uint32_t* degrees;
  std::size_t count;       ///< of factors, at least 2
  std::size_t length;      ///< rows of the factors
  const std::uint64_t* a;  ///< the product, n + 1 cells in each row
  std::size_t a_length;    ///< its rows; those beyond are zero
  /// Rows of the first factor, then of the second one, ..., d_s + 1 cells each: first the factors at t = 0, in the
  /// other rows the leading coefficients, which are known, and zeros.
  std::uint64_t* factors;
  std::uint64_t* scratch;  ///< scratch_cells()

  std::size_t scratch_cells() const noexcept {
    std::size_t n = 0;
    std::size_t products = 0;
    for (std::size_t s = 0; s < count; ++s) {
      n += degrees[s];
      products += (length + 1) * (n + 1);
    }
    return n * n + products + 10 * (n + 2) + 2 * count;
  }
};

struct LaneLiftKernel {
  static constexpr std::size_t lanes = 8;

  /// Cell first + i becomes the product of cells factors[2 i] and factors[2 i + 1], i < count, one after another.
  void (*products)(const SumModulus& m, std::uint64_t* cells, std::size_t first, const std::uint32_t* factors,
                   std::size_t count) noexcept;
  /// Cell k of out: the sum of place k.
  void (*sums)(const SumModulus& m, const LaneTerms& terms, const std::uint64_t* cells, std::uint64_t* out) noexcept;
  /// Row i of out is the sum of matrix[i length + j] times row j of `rows` over i <= j < length, i < length; rows of
  /// `width` cells. out must not be rows.
  void (*combine)(const SumModulus& m, const std::uint64_t* matrix, std::size_t length, std::size_t width,
                  const std::uint64_t* rows, std::uint64_t* out) noexcept;
  /// The factors modulo t^length. The result has bit j where point j is lucky: the factors at t = 0 have their degrees,
  /// are coprime, with remainders of the same degrees at all points, and the product is that of the leading
  /// coefficients and of the factors at t = 0.
  unsigned (*lift)(const SumModulus& m, const LaneLifting& lifting) noexcept;
};

/// Null where there are no vectors.
const LaneLiftKernel* lane_lift_kernel(Isa isa) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
