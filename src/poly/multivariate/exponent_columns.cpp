// Exponents of packed monomials, one variable at a time.
#include "poly/multivariate/exponent_columns.hpp"

#include <numeric>
#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

ExponentColumns::ExponentColumns(const PackedMonomials& monomials, const Variables& variables)
    : first_(monomials.data()), words_(monomials.words()), terms_(monomials.size()) {
  columns_.reserve(variables.size());
  for (std::size_t v = 0; v < variables.size(); ++v)
    columns_.push_back(exponent_place(monomials.layout(), variables, v));
}

std::vector<std::uint64_t> ExponentColumns::least() const {
  std::vector<std::uint64_t> result(variables(), 0);
  for (std::size_t v = 0; v < result.size() && terms_ != 0; ++v) {
    result[v] = (*this)(0, v);
    for (std::size_t i = terms_; i-- > 0 && result[v] != 0;) result[v] = std::min(result[v], (*this)(i, v));
  }
  return result;
}

std::uint64_t ExponentColumns::largest(std::size_t v, std::size_t begin, std::size_t end) const noexcept {
  const ExponentPlace& place = columns_[v];
  std::uint64_t most = 0;
  if (place.minus_mask == 0) {  // one field
    const std::uint64_t* word = first_ + begin * words_ + place.word;
    for (std::size_t i = begin; i < end; ++i, word += words_)
      most = std::max(most, (*word >> place.shift) & place.mask);
  } else {
    for (std::size_t i = begin; i < end; ++i) most = std::max(most, (*this)(i, v));
  }
  return most;
}

std::vector<std::uint64_t> ExponentColumns::largest() const {
  std::vector<std::uint64_t> result(variables(), 0);
  for (std::size_t v = 0; v < result.size(); ++v) result[v] = largest(v, 0, terms_);
  return result;
}

std::vector<std::uint64_t> ExponentColumns::largest(const ExecutionContext& ctx) const {
  constexpr std::size_t grain = std::size_t{1} << 13;
  return parallel_reduce<std::vector<std::uint64_t>>(
      ctx, terms_, grain, std::vector<std::uint64_t>(variables(), 0),
      [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint64_t> part(variables());
        for (std::size_t v = 0; v < part.size(); ++v) part[v] = largest(v, begin, end);
        return part;
      },
      [](std::vector<std::uint64_t>&& left, std::vector<std::uint64_t>&& right) {
        for (std::size_t v = 0; v < left.size(); ++v) left[v] = std::max(left[v], right[v]);
        return std::move(left);
      });
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
