// Sets of few local factors, filtered by what a factor over Z must fulfil.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/ring/integer.hpp>

#include "poly/factor_z/factor_z_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The sets of local factors, by size and then as numbers, that pass all tests: a possible degree, and for each column
/// a sum of residues that obeys the column's bound. A column is kept as fractions x / p^a in 64 bits, so that a sum is
/// reduced modulo p^a by overflow; a set is tested by a few additions. Sets that do not pass are no factors over Z.
class SubsetSearch {
 public:
  /// degrees[i] of the i-th local factor, of which there are fewer than 32. Tables of 2^(r/2) sums for r factors.
  SubsetSearch(std::span<const std::size_t> degrees, const DegreeSet& possible);
  /// Canonical residues modulo p^a and log2 of the bound; a column that tells little is left out.
  void add_column(std::span<const Integer> residues, const Integer& modulus, double bound_bits);
  /// The next set that passes, of at most half of the factors: one of each set and its complement. Bit i of the set
  /// stands for local factor i. Nothing when there is none left.
  std::optional<std::uint32_t> next();

 private:
  struct Column {
    std::vector<std::uint64_t> low, high;  // sums over the subsets of the lower and of the other factors
    std::uint64_t tolerance;
  };
  bool passes(std::uint32_t set) const noexcept;
  template <class T>
  void fill(std::span<const T> values, std::vector<T>& low, std::vector<T>& high) const;

  std::size_t r_, split_;
  std::vector<std::size_t> low_degrees_, high_degrees_;
  const DegreeSet& possible_;
  std::vector<Column> columns_;
  std::size_t size_ = 1;
  std::uint32_t set_ = 0;  // the last one, 0 before the first
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
