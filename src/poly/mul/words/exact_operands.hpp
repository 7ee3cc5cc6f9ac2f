// Products of integers below 2^31 by columns in vectors of doubles (kernels/exact_columns.hpp).
#pragma once

#include <cstddef>

#include <polyfork/ring/integer_vector.hpp>

#include "poly/mul/kernels/exact_columns.hpp"
#include "poly/mul/mul_algorithms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Both operands as doubles, the shorter one in halves where products are longer than ExactColumns::whole_bits.
struct ExactOperands {
  /// The memory is that of the columns: one double for each coefficient and one more for each of the shorter operand,
  /// and ExactColumns::block zeros twice.
  ExactOperands(const MulShape& s, const IntegerVector& a, const IntegerVector& b, double* memory) noexcept;
  ExactColumns::Operands columns;
};

/// Columns [begin, end) of the product into the result's rows of `stride` limbs.
void store_exact_columns(const ExactColumns::Operands& operands, IntegerVector& result, std::size_t stride,
                         std::size_t begin, std::size_t end) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
