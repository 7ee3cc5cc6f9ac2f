// Division in one variable in words: the dividend stands in cells for all exponents up to its degree.
//
// Where few exponents are missing, that is the long division of dense polynomials: a product of a quotient's term and
// one of the divisor goes to its cell by one addition, where rows (row_division.hpp) look for their next monomials.
// Cost: O(#q #b) products of words. Preconditions: lex or any order of one variable whose monomials are its exponents.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <polyfork/core/workspace.hpp>

#include "poly/multi_rationals/row_division.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class CellDivision {
 public:
  static constexpr std::size_t most_quotient = RowDivision::most_rows;
  static constexpr std::size_t most_remainder = 256;

  explicit CellDivision(Workspace::Frame& frame) : frame_(frame) {}

  /// dividend(i) and divisor(j) are the terms' coefficients, the former below 2^124, the latter below 2^59. Undecided
  /// where exponents are far apart, a coefficient is not divisible and a remainder is wanted, or numbers are long.
  template <class Dividend, class Divisor>
  RowDivisionEnd run(const DivisionKeys& keys, const Dividend& dividend, const Divisor& divisor, bool exact) {
    const std::size_t n = keys.dividend.size();
    const std::size_t m = keys.divisor.size();
    const std::uint64_t degree = keys.dividend[0];
    const std::uint64_t least = keys.divisor[0];
    if (degree < least || degree >= most_cells || degree >= most_gaps * (n + m)) return RowDivisionEnd::undecided;
    if (m < few_terms || n < 2 * m) return RowDivisionEnd::undecided;  // rows are as good
    SignedPair* const cells = frame_.allocate<SignedPair>(static_cast<std::size_t>(degree) + 1).data();
    std::fill_n(cells, degree + 1, SignedPair{0});
    for (std::size_t i = 0; i < n; ++i) cells[keys.dividend[i]] = dividend(i);
    std::int64_t* const tail = frame_.allocate<std::int64_t>(m).data();
    for (std::size_t j = 0; j < m; ++j) tail[j] = divisor(j);
    for (std::uint64_t top = degree + 1; top-- != least;) {
      const SignedPair value = cells[top];
      if (value == 0) continue;
      const auto word = static_cast<std::int64_t>(value);
      const bool is_word = word == value && word != INT64_MIN;
      if ((is_word ? word % tail[0] : static_cast<std::int64_t>(value % tail[0])) != 0)
        return exact ? RowDivisionEnd::inexact : RowDivisionEnd::undecided;
      const SignedPair q = is_word ? word / tail[0] : value / tail[0];
      if (found_ == most_quotient || (q >> word_bits != 0 && q >> word_bits != -1)) return RowDivisionEnd::undecided;
      quotient_keys_[found_] = top - least;
      quotient_[found_++] = static_cast<std::int64_t>(q);
      SignedPair* const row = cells + (top - least);
      for (std::size_t j = 1; j < m; ++j) row[keys.divisor[j]] -= q * tail[j];
    }
    for (std::uint64_t e = least; e-- != 0;) {
      if (cells[e] == 0) continue;
      if (exact) return RowDivisionEnd::inexact;
      if (kept_ == most_remainder || (cells[e] >> pair_bits != 0 && cells[e] >> pair_bits != -1))
        return RowDivisionEnd::undecided;
      remainder_keys_[kept_] = e;
      remainder_[kept_++] = cells[e];
    }
    return RowDivisionEnd::done;
  }
  std::span<const std::uint64_t> quotient_keys() const noexcept { return {quotient_keys_, found_}; }
  std::span<const std::uint64_t> remainder_keys() const noexcept { return {remainder_keys_, kept_}; }
  const std::int64_t* quotient() const noexcept { return quotient_; }
  const SignedPair* remainder() const noexcept { return remainder_; }

 private:
  static constexpr std::uint64_t most_cells = 1 << 12;
  static constexpr std::uint64_t most_gaps = 8;
  static constexpr std::size_t few_terms = 4;
  static constexpr std::size_t word_bits = 59;
  static constexpr std::size_t pair_bits = 124;

  Workspace::Frame& frame_;
  std::size_t found_ = 0;
  std::size_t kept_ = 0;
  std::uint64_t quotient_keys_[most_quotient];
  std::int64_t quotient_[most_quotient];
  std::uint64_t remainder_keys_[most_remainder];
  SignedPair remainder_[most_remainder];
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
