// Taylor shifts by one as a walk over Pascal's triangle, in tiles, by three schedules.
//
// Horner's scheme for f(x + 1) forms s_i(j) = s_i(j + 1) + s_(i-1)(j), s_(-1)(j) = a_j, for rows i and places j; with
// columns t = n - 1 - j its domain is the triangle i + t < n. Entry (i, t) needs what row i and column t hold so far:
// r = row[i] + column[t] becomes both. So any order works in which tiles come after those above and to the left of
// them, in place, and when all is done row[i] is coefficient i of f(x + 1). Work n^2 / 2 additions of coefficients.
// Schedules: row by row; by bands, the blocks of one diagonal in parallel, span O(n B) for blocks of B; by halves, a
// rectangle, then two triangles in parallel, span O(n^log2(3)). C. Chen, M. Moreno Maza, Y. Xie, Cache complexity and
// multicore implementation for univariate real root isolation (HPCS 2011).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/rows/fixed_rows.hpp"
#include "poly/shift/pascal_tile.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class PascalTableau {
 public:
  /// Digits of a coefficient whose values, intermediate ones included, have at most `bits` bits: a multiple of 8.
  static constexpr std::size_t digits_for(std::size_t bits) noexcept {
    return (bits / pascal_digit_bits + pascal_lanes) / pascal_lanes * pascal_lanes;
  }
  static std::size_t words(std::size_t length, std::size_t digits) noexcept;

  /// storage: words(length, digits), aligned to 64 bytes. Preconditions: digits a multiple of 8, length >= 1.
  PascalTableau(std::size_t length, std::size_t digits, std::span<std::int64_t> storage) noexcept;

  /// Column n - 1 - j = (-1)^j a_j where alternate, else a_j; rows zero.
  void load(const IntegerVector& f, bool alternate, const ExecutionContext& ctx);
  /// Column n - 1 - j = (-1)^j q_(first + j) 2^(step (n - 1 - j)) where alternate, else without the sign, and zero
  /// where q ends; rows zero.
  void load(const FixedRows& q, std::size_t first, std::size_t step, bool alternate, const ExecutionContext& ctx);
  void run(ShiftAlgorithm schedule, std::size_t block, const ExecutionContext& ctx);
  /// The rows, those of odd index negated where alternate.
  IntegerVector result(bool alternate, const ExecutionContext& ctx) const;
  /// The result modulo 2^(64 limbs) of the rows of `out`, which are as many.
  void result(bool alternate, FixedRows& out, const ExecutionContext& ctx) const;
  /// Row i, modulo 2^(64 limbs), to room(i), and then done(i), on any thread; rows of one task one after the other.
  void over_rows(FunctionRef<std::span<mp_limb_t>(std::size_t i)> room, FunctionRef<void(std::size_t i)> done,
                 const ExecutionContext& ctx) const;

 private:
  std::int64_t* column(std::size_t t) const noexcept { return columns_ + t * digits_; }
  std::int64_t* row(std::size_t i) const noexcept { return rows_ + i * digits_; }
  /// Rows [i, i + height) of columns [t, t + width), as far as they lie in the triangle.
  void rectangle(std::size_t i, std::size_t height, std::size_t t, std::size_t width,
                 const ExecutionContext& ctx) const;
  void bands(std::size_t block, const ExecutionContext& ctx) const;
  void triangle_by_halves(std::size_t i, std::size_t t, std::size_t size, std::size_t block,
                          const ExecutionContext& ctx) const;
  void rectangle_by_halves(std::size_t i, std::size_t height, std::size_t t, std::size_t width, std::size_t block,
                           const ExecutionContext& ctx) const;

  std::size_t length_;
  std::size_t digits_;
  std::int64_t* columns_;
  std::int64_t* rows_;
  const PascalKernels* kernels_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
