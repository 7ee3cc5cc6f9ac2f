// Elimination in one matrix of a basis computation modulo a prime below 2^31.
//
// Pivot rows are sparse and monic; rows to be reduced become dense for the time of their reduction, whose sums are
// brought into [0, p) only where a column is decided. What remains of a row is monic and a pivot for the rows after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A row that lies elsewhere: ascending columns and the coefficients there.
struct RowView {
  const std::uint32_t* columns = nullptr;
  const std::uint32_t* coefficients = nullptr;
  std::size_t size = 0;
};

struct SparseRow {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> coefficients;
  RowView view() const noexcept { return {columns.data(), coefficients.data(), columns.size()}; }
};

/// What becomes of a row's leading term.
enum class RowEnd {
  eliminated,  ///< rows are brought to reduced echelon form; they become pivots
  kept,        ///< the other terms are reduced; rows do not become pivots
  reduced      ///< all terms are reduced, and the row stays as it is then; rows do not become pivots
};

class Echelon {
 public:
  Echelon(std::size_t columns, const SmallPrime& p)
      : p_(p), dense_(columns, 0), pivot_at_(columns, no_pivot), new_at_(columns, no_pivot) {}

  /// Precondition: monic, not empty, no pivot has its leading column.
  void add_pivot(const RowView& row) {
    pivot_at_[row.columns[0]] = static_cast<std::int32_t>(pivots_.size());
    pivots_.push_back(row);
  }
  /// A row that pivots have reduced.
  struct Partial {
    SparseRow rest;
    std::vector<std::uint32_t> used;  ///< the pivots that multiples of were subtracted

    std::size_t bytes() const noexcept {
      return (rest.columns.capacity() + rest.coefficients.capacity() + used.capacity()) * sizeof(std::uint32_t);
    }
  };
  /// Reduces the row by all pivots. `dense`: zeros, one for each column, and again afterwards. Rows may be reduced at
  /// the same time, with dense rows of their own, also beside `add`.
  Partial by_pivots(const RowView& row, RowEnd end, std::vector<std::int64_t>& dense) const;
  /// Reduces it by the rows that have been added, of rows that are eliminated. Rows may be reduced at the same time.
  void by_rows(Partial& row, std::vector<std::int64_t>& dense) const;
  /// Reduces it by all rows that have been added, of rows that are eliminated, and adds what remains. Returns whether
  /// something does. In echelon form rows have no columns of pivots, so that all is as if it had been reduced by pivots
  /// and rows together.
  bool add(Partial row, RowEnd end);
  /// The row by pivots and rows, and adds it as `add` does.
  bool reduce(const RowView& row, RowEnd end);
  /// Reduces the remaining rows by one another; then they are in reduced echelon form. In ascending order of leading
  /// terms: the greatest leading column comes first. Rows that are no pivots stay as they are. In blocks, on as many
  /// threads as there are dense rows, as those of `by_pivots`; without any on one thread.
  std::vector<SparseRow> finish(RowEnd end, const ExecutionContext& ctx,
                                std::span<std::vector<std::int64_t>> dense = {});

  /// What the elimination takes: for so many columns and pivots, and for the rows that remain by now.
  static constexpr std::size_t bytes_for(std::size_t columns, std::size_t pivots) noexcept {
    return columns * (sizeof(std::int64_t) + 2 * sizeof(std::int32_t)) + pivots * sizeof(RowView);
  }
  std::size_t row_bytes() const noexcept { return row_bytes_; }

  /// The leading column of what remained in the last reduce.
  std::uint32_t last_lead() const noexcept { return rows_.back().columns[0]; }
  /// The pivots that multiples of were subtracted in the last reduce.
  const std::vector<std::uint32_t>& used_pivots() const noexcept { return used_; }

 private:
  static constexpr std::int32_t no_pivot = -1;
  void subtract(std::vector<std::int64_t>& dense, const RowView& row, std::uint32_t factor) const;
  /// The row, reduced by pivots, in `dense` from its first column on.
  void reduce_by_pivots(const RowView& row, RowEnd end, std::vector<std::int64_t>& dense,
                        std::vector<std::uint32_t>& used) const;
  void reduce_by_rows(std::vector<std::int64_t>& dense, std::size_t first) const;
  bool has_columns_of_rows(const SparseRow& row) const;
  /// A row that nothing is left to do for.
  void append(SparseRow row, RowEnd end);
  /// Reduces the dense row from column `first` on: `row_at` tells for each column the number of a monic row with this
  /// leading column or no_pivot, `row(number)` is its view, `used(number)` hears of every row that is subtracted.
  template <class Row, class Used>
  void eliminate(std::vector<std::int64_t>& dense, std::size_t first, const std::vector<std::int32_t>& row_at,
                 const Row& row, const Used& used) const;
  /// Divides by the leading coefficient.
  void make_monic(SparseRow& row) const;

  SmallPrime p_;
  std::vector<std::int64_t> dense_;
  std::vector<std::int32_t> pivot_at_;
  std::vector<std::int32_t> new_at_;
  std::vector<RowView> pivots_;
  std::vector<SparseRow> rows_;
  std::size_t row_bytes_ = 0;
  std::vector<std::uint32_t> used_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
