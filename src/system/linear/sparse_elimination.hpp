// Triangular factors of sparse matrices modulo a prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The entries of a row that are not zero modulo the prime, in any sequence.
struct WordRow {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint64_t> values;
};

/// A square submatrix of as many rows as the rank modulo p and its triangular factors.
class SparseFactors {
 public:
  /// Precondition: p < 2^60. Gaussian elimination with the pivots of Markowitz (1957), dense for what is left when a
  /// tenth of it is not zero. Throws Cancelled and MemoryLimit. The factors give their memory back to the account of
  /// ctx, which has to outlive them.
  static SparseFactors of(std::vector<WordRow> rows, std::size_t columns, std::uint64_t p, const ExecutionContext& ctx);

  /// The rows of the submatrix and its columns, one for each.
  const std::vector<std::uint32_t>& rows() const noexcept { return pivot_rows_; }
  const std::vector<std::uint32_t>& columns() const noexcept { return pivot_columns_; }
  /// The x with A x = right modulo p for rows(), which has zeros where no pivot is: right has an entry for each of
  /// rows(), x for each column of the matrix.
  void solve(std::span<const std::uint64_t> right, std::span<std::uint64_t> x) const;

 private:
  friend class SparseElimination;
  explicit SparseFactors(std::uint64_t p) : modulus_(p) {}

  /// Sparse rows one after another.
  struct Rows {
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> columns;
    std::vector<std::uint64_t> values;
  };
  std::uint64_t dot(const Rows& rows, std::size_t i, std::span<const std::uint64_t> x) const;

  WordModulus modulus_;
  std::vector<std::uint32_t> pivot_rows_;  // by step
  std::vector<std::uint32_t> pivot_columns_;
  std::vector<std::uint64_t> inverses_;  // of pivots
  Rows lower_;                           // by step: earlier steps and their factors
  Rows upper_;                           // by step: the other entries of the pivot's row, by column
  MemoryReservation held_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
