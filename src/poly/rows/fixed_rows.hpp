// FixedRows: integers of one fixed width in two's complement, the working form of Taylor shifts and subdivision nodes.
//
// The growth of a node's coefficients is known beforehand, so each row has the limbs it will need and every addition
// is one mpn_add_n of constant length: no sizes, no signs, no allocation inside the Taylor shift.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/polled.hpp"
#include "ring/integer_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Rows of so many limbs that make a task of some tens of microseconds in a pass over all of them.
constexpr std::size_t rows_of_a_task(std::size_t limbs) noexcept {
  constexpr std::size_t limbs_of_a_task = std::size_t{1} << 14;
  constexpr std::size_t limbs_of_a_call = 8;  // what a row takes besides, in limbs
  return limbs_of_a_task / (limbs + limbs_of_a_call) + 1;
}

/// Bits of the magnitude of a row: the smallest b with |row| < 2^b, or = 2^b for -2^b.
std::size_t fixed_bits(const mp_limb_t* row, std::size_t limbs) noexcept;
/// The bit length of |row|: for -2^b one more than fixed_bits.
std::size_t magnitude_bits(const mp_limb_t* row, std::size_t limbs) noexcept;

class FixedRows {
 public:
  FixedRows() = default;
  /// rows zeros of `limbs` >= 1 limbs; charged to the memory account.
  FixedRows(std::size_t rows, std::size_t limbs, const ExecutionContext& ctx);
  /// Zeros that the caller charges.
  FixedRows(std::size_t rows, std::size_t limbs);

  /// A copy, charged like the original. (Copies are explicit: they are large.)
  FixedRows copy(const ExecutionContext& ctx) const;

  std::size_t rows() const noexcept { return rows_; }
  std::size_t limbs() const noexcept { return limbs_; }
  mp_limb_t* row(std::size_t i) noexcept { return data_.data() + i * limbs_; }
  const mp_limb_t* row(std::size_t i) const noexcept { return data_.data() + i * limbs_; }
  bool is_negative(std::size_t i) const noexcept { return (row(i)[limbs_ - 1] >> 63) != 0; }
  bool is_zero(std::size_t i) const noexcept { return mpn_zero_p(row(i), static_cast<mp_size_t>(limbs_)) != 0; }
  int sign(std::size_t i) const noexcept { return is_negative(i) ? -1 : (is_zero(i) ? 0 : 1); }

  /// The rows as conversions to residues take them; `mirrored`: those of odd number with the other sign.
  IntegerRows integers(bool mirrored = false) const noexcept {
    return {data_.data(), limbs_, rows_, limbs_, nullptr, mirrored};
  }
  /// Row i = value 2^shift. Precondition: it fits, sign bit included.
  void assign(std::size_t i, IntegerView value, std::size_t shift);
  /// Rows [from, rows()). The caller charges the vector.
  IntegerVector to_vector(std::size_t from, const ExecutionContext& ctx) const;
  /// Bits that a row needs beside its sign bit: the maximum over all rows, or over the first `rows`.
  std::size_t max_bits(const ExecutionContext& ctx) const { return max_bits(rows_, ctx); }
  std::size_t max_bits(std::size_t rows, const ExecutionContext& ctx) const;
  /// Largest k such that 2^k divides all rows; 0 when all are zero.
  std::size_t common_trailing_zeros(const ExecutionContext& ctx) const;

 private:
  std::size_t rows_ = 0;
  std::size_t limbs_ = 0;
  ZeroedArray<mp_limb_t> data_;
  MemoryReservation reservation_;
};

/// Copies row i of `from`, shifted by 2^(left_shift - right_shift), into row `to_row` of `to`, extending the sign.
/// Precondition: the value is divisible by 2^right_shift and fits.
void copy_row(const FixedRows& from, std::size_t i, FixedRows& to, std::size_t to_row, std::size_t left_shift,
              std::size_t right_shift);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
