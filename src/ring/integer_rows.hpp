// Signed integers as rows of limbs, wherever they lie: what conversions to residues read.
//
// IntegerVector keeps magnitudes with signed sizes beside them, in stripes of 64 rows that have a width each; FixedRows
// (poly/rows) keeps rows of one width in two's complement. Conversions see both through one view, so that the rows of a
// model become residues without becoming a vector first. The vector kernels multiply digits of magnitudes: rows in
// two's complement are brought into that form a panel at a time, in memory that stays in cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {

class CrtBasis;

namespace detail {

/// A view of `count` rows: row i begins at limbs + i stride and has `width` limbs. Valid as long as the memory is.
struct IntegerRows {
  const mp_limb_t* limbs = nullptr;
  std::size_t stride = 0;  ///< limbs from a row to the next, at least the width
  std::size_t count = 0;
  std::size_t width = 0;
  /// Where rows are magnitudes: their signed sizes in GMP's convention, the limbs above being zero. Null: rows are in
  /// two's complement.
  const std::int32_t* sizes = nullptr;
  bool mirrored = false;  ///< rows of odd number count with the other sign: the coefficients of f(-x)

  const mp_limb_t* row(std::size_t i) const noexcept { return limbs + i * stride; }
  /// Whether the integer is below zero. Precondition: rows are magnitudes.
  bool is_negative(std::size_t i) const noexcept { return sizes[i] != 0 && (sizes[i] < 0) != (mirrored && i % 2 != 0); }
  /// Rows [begin, begin + n); begin is even.
  IntegerRows part(std::size_t begin, std::size_t n) const noexcept {
    return {row(begin), stride, n, width, sizes == nullptr ? nullptr : sizes + begin, mirrored};
  }
};

/// The integers of one conversion: those of a vector, whose stripes are views, or of one view.
class IntegerSource {
 public:
  explicit IntegerSource(const IntegerVector& vector) noexcept : vector_(&vector), size_(vector.size()) {}
  explicit IntegerSource(const IntegerRows& rows) noexcept : rows_(rows), size_(rows.count) {}

  std::size_t size() const noexcept { return size_; }
  /// Integers [begin, begin + count), which lie between two neighbouring multiples of IntegerVector::stripe_rows.
  IntegerRows rows(std::size_t begin, std::size_t count) const noexcept {
    if (vector_ == nullptr) return rows_.part(begin, count);
    const std::size_t stride = vector_->stride(begin / IntegerVector::stripe_rows);
    return {vector_->row(begin), stride, count, stride, vector_->signed_sizes().data() + begin, false};
  }
  /// Limbs that no integer exceeds.
  std::size_t most_limbs(const ExecutionContext& ctx) const {
    return vector_ == nullptr ? rows_.width : vector_->max_limbs(ctx);
  }

 private:
  const IntegerVector* vector_ = nullptr;
  IntegerRows rows_;
  std::size_t size_;
};

/// The rows as magnitudes: themselves, or copies in the frame's memory, as wide as the longest.
IntegerRows magnitudes_of(const IntegerRows& rows, Workspace::Frame& frame);
/// Bytes of such copies that a thread holds at a time, of rows of so many limbs.
constexpr std::size_t magnitudes_bytes(std::size_t width) noexcept {
  return IntegerVector::stripe_rows * (width * sizeof(mp_limb_t) + sizeof(std::int32_t));
}

/// CrtBasis::to_residues for the rows of a view: residues[j][i] = row i modulo prime(j), canonical. Each span has
/// rows.count words, else DomainError. Rows in two's complement take magnitudes_bytes(rows.width) for each thread,
/// which the caller charges.
void rows_to_residues(const CrtBasis& basis, const IntegerRows& rows,
                      std::span<const std::span<std::uint64_t>> residues, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
