// Exponents of packed monomials: every variable is one field, or the difference of two where fields are partial sums.
#include "poly/multivariate/exponent_columns.hpp"

#include <numeric>

namespace polyfork {
inline namespace v1 {
namespace detail {

ExponentColumns::ExponentColumns(const PackedMonomials& monomials, const Variables& variables)
    : first_(monomials.data()),
      words_(monomials.words()),
      terms_(monomials.size()),
      mask_(monomials.layout().largest()) {
  const MonomialLayout& layout = monomials.layout();
  const std::size_t n = variables.size();
  const bool sums = variables.order() == MonomialOrder::graded_reverse_lex;
  const std::size_t first = variables.fields() - n;  // 1 where a degree stands before the exponents
  columns_.reserve(n);
  for (std::size_t v = 0; v < n; ++v) {
    const std::size_t field = sums ? n - 1 - v : first + v;
    Column column{layout.word(field), layout.shift(field)};
    if (sums && v != 0) {
      column.minus_word = layout.word(field + 1);
      column.minus_shift = layout.shift(field + 1);
      column.minus_mask = mask_;
    }
    columns_.push_back(column);
  }
}

std::vector<std::uint64_t> ExponentColumns::table() const {
  const std::size_t n = variables();
  std::vector<std::uint64_t> table(terms_ * n);
  for (std::size_t i = 0; i < terms_; ++i)
    for (std::size_t v = 0; v < n; ++v) table[i * n + v] = (*this)(i, v);
  return table;
}

std::vector<std::uint64_t> ExponentColumns::least() const {
  std::vector<std::uint64_t> result(variables(), 0);
  for (std::size_t v = 0; v < result.size() && terms_ != 0; ++v) {
    result[v] = (*this)(0, v);
    for (std::size_t i = terms_; i-- > 0 && result[v] != 0;) result[v] = std::min(result[v], (*this)(i, v));
  }
  return result;
}

std::vector<std::uint64_t> ExponentColumns::largest() const {
  std::vector<std::uint64_t> result(variables(), 0);
  for (std::size_t v = 0; v < result.size(); ++v)
    for (std::size_t i = 0; i < terms_; ++i) result[v] = std::max(result[v], (*this)(i, v));
  return result;
}

std::vector<std::uint64_t> ExponentColumns::common_divisors() const {
  std::vector<std::uint64_t> result(variables(), 0);
  for (std::size_t v = 0; v < result.size(); ++v)
    for (std::size_t i = 0; i < terms_ && result[v] != 1; ++i) result[v] = std::gcd(result[v], (*this)(i, v));
  return result;
}

std::vector<std::size_t> ExponentColumns::descending(std::size_t v) const {
  std::vector<std::size_t> rows(terms_);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < terms_; ++i) largest = std::max(largest, (*this)(i, v));
  stable_sort_descending(rows, largest, [&](std::size_t i) { return (*this)(i, v); });
  return rows;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
