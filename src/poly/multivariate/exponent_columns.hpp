// The exponents of packed monomials, one variable at a time.
//
// Where the fields of a variable stand takes divisions, and rows of exponents take memory: what needs one variable of
// all terms, or a few of them, reads them here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>
#include <polyfork/poly/multi_products/variables.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Reads the monomials, which must outlive it.
class ExponentColumns {
 public:
  ExponentColumns(const PackedMonomials& monomials, const Variables& variables);

  /// Of term i in variable v.
  std::uint64_t operator()(std::size_t i, std::size_t v) const noexcept { return columns_[v](first_ + i * words_); }
  std::size_t terms() const noexcept { return terms_; }
  std::size_t variables() const noexcept { return columns_.size(); }

  /// Those of every variable: the least, the largest, zeros where there is no term; the greatest common divisor.
  std::vector<std::uint64_t> least() const;
  std::vector<std::uint64_t> largest() const { return largest(0, terms_); }
  /// The same, in parallel over the terms.
  std::vector<std::uint64_t> largest(const ExecutionContext& ctx) const;
  std::vector<std::uint64_t> common_divisors() const;
  /// The terms by descending exponents of v, the sequence of equal ones kept. In parallel where they are many.
  std::vector<std::size_t> descending(std::size_t v, const ExecutionContext& ctx) const;

 private:
  std::uint64_t largest(std::size_t v, std::size_t begin, std::size_t end) const noexcept;
  /// The largest fields of the terms [begin, end) in word w, as such a word.
  std::uint64_t largest_fields(std::size_t w, std::size_t begin, std::size_t end) const noexcept;
  std::vector<std::uint64_t> largest(std::size_t begin, std::size_t end) const;
  std::vector<std::size_t> counted_descending(std::size_t v, std::size_t keys, const ExecutionContext& ctx) const;

  const std::uint64_t* first_;
  std::size_t words_;
  std::size_t terms_;
  std::uint64_t guards_;
  unsigned bits_;
  bool one_field_ = true;  // an exponent is one field
  std::vector<ExponentPlace> columns_;
};

/// Sorts row numbers by descending keys, key(row) <= largest; the sequence of equal ones is kept. O(n) where the
/// largest key is of the size of n.
template <class Key>
void stable_sort_descending(std::vector<std::size_t>& rows, std::uint64_t largest, const Key& key) {
  constexpr std::uint64_t few_keys = 256;
  if (largest >= few_keys && largest > rows.size()) {
    std::stable_sort(rows.begin(), rows.end(), [&](std::size_t i, std::size_t j) { return key(i) > key(j); });
    return;
  }
  std::vector<std::size_t> place(static_cast<std::size_t>(largest) + 1, 0);
  bool sorted = true;
  std::uint64_t before = largest;
  for (const std::size_t i : rows) {
    const std::uint64_t k = key(i);
    ++place[static_cast<std::size_t>(k)];
    sorted = sorted && k <= before;
    before = k;
  }
  if (sorted) return;
  std::size_t sum = 0;
  for (std::size_t k = place.size(); k-- > 0;) sum += std::exchange(place[k], sum);
  std::vector<std::size_t> result(rows.size());
  for (const std::size_t i : rows) result[place[static_cast<std::size_t>(key(i))]++] = i;
  rows = std::move(result);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
