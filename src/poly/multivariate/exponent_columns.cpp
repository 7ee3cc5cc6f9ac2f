// Exponents of packed monomials, one variable at a time.
#include "poly/multivariate/exponent_columns.hpp"

#include <array>
#include <numeric>
#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

ExponentColumns::ExponentColumns(const PackedMonomials& monomials, const Variables& variables)
    : first_(monomials.data()),
      words_(monomials.words()),
      terms_(monomials.size()),
      guards_(monomials.layout().guards()),
      bits_(monomials.layout().bits) {
  columns_.reserve(variables.size());
  for (std::size_t v = 0; v < variables.size(); ++v) {
    columns_.push_back(exponent_place(monomials.layout(), variables, v));
    one_field_ = one_field_ && columns_.back().minus_mask == 0;
  }
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

std::uint64_t ExponentColumns::largest_fields(std::size_t w, std::size_t begin, std::size_t end) const noexcept {
  const std::uint64_t* const word = first_ + w;
  constexpr std::size_t lists = 4;  // side by side: each comparison waits for the one before
  std::array<std::uint64_t, lists> most{};
  for (; begin + lists <= end; begin += lists)
    for (std::size_t k = 0; k < lists; ++k)
      most[k] = MonomialLayout::larger_fields(most[k], word[(begin + k) * words_], guards_, bits_);
  for (; begin < end; ++begin) most[0] = MonomialLayout::larger_fields(most[0], word[begin * words_], guards_, bits_);
  for (std::size_t k = 1; k < lists; ++k) most[0] = MonomialLayout::larger_fields(most[0], most[k], guards_, bits_);
  return most[0];
}

std::vector<std::uint64_t> ExponentColumns::largest(std::size_t begin, std::size_t end) const {
  std::vector<std::uint64_t> result(variables());
  if (!one_field_) {
    for (std::size_t v = 0; v < result.size(); ++v) result[v] = largest(v, begin, end);
    return result;
  }
  std::vector<std::uint64_t> words(words_);  // all fields of a word at the same time
  for (std::size_t w = 0; w < words_; ++w) words[w] = largest_fields(w, begin, end);
  for (std::size_t v = 0; v < result.size(); ++v) result[v] = columns_[v](words.data());
  return result;
}

std::vector<std::uint64_t> ExponentColumns::largest(const ExecutionContext& ctx) const {
  constexpr std::size_t grain = std::size_t{1} << 13;
  return parallel_reduce<std::vector<std::uint64_t>>(
      ctx, terms_, grain, std::vector<std::uint64_t>(variables(), 0),
      [&](std::size_t begin, std::size_t end) { return largest(begin, end); },
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

namespace {

constexpr std::size_t sorted_grain = std::size_t{1} << 12;  // terms of a task

}  // namespace

// Every task counts how often its terms have an exponent, which says where each of them goes.
std::vector<std::size_t> ExponentColumns::counted_descending(std::size_t v, std::size_t keys,
                                                             const ExecutionContext& ctx) const {
  const std::size_t tasks = (terms_ + sorted_grain - 1) / sorted_grain;
  std::vector<std::size_t> places(tasks * keys, 0);
  const auto over_tasks = [&](const auto& visit) {
    parallel_for(ctx, tasks, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t t = first; t < last; ++t)
        for (std::size_t i = t * sorted_grain; i < std::min(terms_, (t + 1) * sorted_grain); ++i)
          visit(places[t * keys + static_cast<std::size_t>((*this)(i, v))], i);
    });
  };
  over_tasks([](std::size_t& count, std::size_t) { ++count; });
  std::size_t sum = 0;
  for (std::size_t k = keys; k-- > 0;)
    for (std::size_t t = 0; t < tasks; ++t) sum += std::exchange(places[t * keys + k], sum);
  std::vector<std::size_t> rows(terms_);
  over_tasks([&](std::size_t& place, std::size_t i) { rows[place++] = i; });
  return rows;
}

std::vector<std::size_t> ExponentColumns::descending(std::size_t v, const ExecutionContext& ctx) const {
  constexpr std::uint64_t most_counted = std::uint64_t{1} << 10;  // exponents: tasks have a count of each
  const std::uint64_t largest = parallel_reduce<std::uint64_t>(
      ctx, terms_, 2 * sorted_grain, 0,
      [&](std::size_t begin, std::size_t end) { return this->largest(v, begin, end); },
      [](std::uint64_t left, std::uint64_t right) { return std::max(left, right); });
  if (terms_ > 2 * sorted_grain && largest < most_counted)
    return counted_descending(v, static_cast<std::size_t>(largest) + 1, ctx);
  std::vector<std::size_t> rows(terms_);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  stable_sort_descending(rows, largest, [&](std::size_t i) { return (*this)(i, v); });
  return rows;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
