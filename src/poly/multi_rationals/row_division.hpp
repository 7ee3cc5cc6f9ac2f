// Division of few terms by one polynomial in rows: the monomials' part.
//
// As the heap of detail/multi_term_division.hpp, for few terms of a quotient: every one has a row, its next product
// with the tail of the divisor; the largest monomial of all rows is found by looking at those of blocks of rows. Up to
// some hundred rows that is less work than a heap, and allocates nothing. Cost: a look at every block for every
// monomial that is met, and at the rows of the blocks that have it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

enum class RowDivisionEnd { done, inexact, undecided };

/// What is divided: descending monomials of one word and one layout.
struct DivisionKeys {
  std::span<const std::uint64_t> dividend;
  std::span<const std::uint64_t> divisor;
};

class RowDivision {
 public:
  static constexpr std::size_t most_rows = 128;

  RowDivision(const DivisibilityTest& test, std::size_t most_remainder, Workspace::Frame& frame)
      : test_(test), remainder_(frame.allocate<std::uint64_t>(most_remainder)) {}

  /// numbers: clear(), add(i) for term i of the dividend, subtract(row, j) for term j of the divisor, is_zero();
  /// divide(row): makes the coefficient of the quotient's term from the sum, done where it has; and keep(k): the sum is
  /// the coefficient k of the remainder, false where there is no room.
  template <class Numbers>
  RowDivisionEnd run(const DivisionKeys& keys, Numbers& numbers, bool exact, const ExecutionContext& ctx) {
    std::size_t next = 0;
    for (std::size_t step = 1;; ++step) {
      if (step % polled_steps == 0) ctx.poll();
      std::uint64_t top = next < keys.dividend.size() ? keys.dividend[next] + 1 : 0;
      const std::size_t blocks = (rows_ + block_rows - 1) / block_rows;
      for (std::size_t k = 0; k < blocks; ++k) top = std::max(top, largest_[k]);
      if (top == 0) return RowDivisionEnd::done;
      numbers.clear();
      if (next < keys.dividend.size() && keys.dividend[next] + 1 == top) numbers.add(next++);
      for (std::size_t k = 0; k < blocks; ++k) {
        if (largest_[k] != top) continue;
        for (std::size_t r = k * block_rows; r < (k + 1) * block_rows; ++r) {
          if (heads_[r] != top) continue;
          numbers.subtract(r, at_[r]);
          if (!advance(r, keys.divisor)) return RowDivisionEnd::undecided;
        }
        find_largest(k);
      }
      if (numbers.is_zero()) continue;
      std::uint64_t key;
      if (!test_.divides(keys.divisor[0], top - 1, key)) {
        if (exact) return RowDivisionEnd::inexact;
        if (remaining_ == remainder_.size() || !numbers.keep(remaining_)) return RowDivisionEnd::undecided;
        remainder_[remaining_++] = top - 1;
        continue;
      }
      if (rows_ == most_rows) return RowDivisionEnd::undecided;
      if (const RowDivisionEnd end = numbers.divide(rows_); end != RowDivisionEnd::done) return end;
      if (rows_ % block_rows == 0) std::fill_n(heads_ + rows_, block_rows, 0);
      quotient_[rows_] = key;
      at_[rows_] = 0;
      if (!advance(rows_, keys.divisor)) return RowDivisionEnd::undecided;
      find_largest(rows_++ / block_rows);
    }
  }
  /// The monomials of the results.
  std::span<const std::uint64_t> quotient() const noexcept { return {quotient_, rows_}; }
  std::span<const std::uint64_t> remainder() const noexcept { return remainder_.first(remaining_); }

 private:
  static constexpr std::size_t polled_steps = 256;
  static constexpr std::size_t block_rows = 8;

  /// The largest of a block's next monomials.
  void find_largest(std::size_t block) noexcept {
    const std::uint64_t* const heads = heads_ + block * block_rows;
    std::uint64_t largest = 0;
    for (std::size_t r = 0; r < block_rows; ++r) largest = std::max(largest, heads[r]);
    largest_[block] = largest;
  }

  /// False when a field overflows.
  bool advance(std::size_t row, std::span<const std::uint64_t> divisor) noexcept {
    if (++at_[row] == divisor.size()) {
      heads_[row] = 0;
      return true;
    }
    const std::uint64_t key = quotient_[row] + divisor[at_[row]];
    heads_[row] = key + 1;
    return !test_.overflown(key);
  }

  const DivisibilityTest& test_;
  std::uint64_t heads_[most_rows];  // the next monomial of a row and one more, 0 where there is none
  std::uint64_t largest_[most_rows / block_rows];
  std::uint64_t quotient_[most_rows];
  std::uint32_t at_[most_rows];
  std::size_t rows_ = 0;
  std::span<std::uint64_t> remainder_;
  std::size_t remaining_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
