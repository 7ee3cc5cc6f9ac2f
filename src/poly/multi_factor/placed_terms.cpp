// A pair of exponents becomes one place, so that an image in two variables is computed as one in a single variable.
#include "poly/multi_factor/placed_terms.hpp"

#include <algorithm>
#include <numeric>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_places = std::size_t{1} << 31;

std::size_t largest(const WordTerms& a, std::size_t k) {
  std::size_t degree = 0;
  for (std::size_t i = 0; i < a.size(); ++i) degree = std::max<std::size_t>(degree, a.monomial(i)[k]);
  return degree;
}

/// The indices of the places from the largest down, equal ones in their sequence: by counting where there are not many
/// more places than terms.
std::vector<std::size_t> descending(const std::vector<std::size_t>& places, std::size_t end) {
  constexpr std::size_t sparse = 4;
  std::vector<std::size_t> sequence(places.size());
  if (end / sparse > places.size()) {
    std::iota(sequence.begin(), sequence.end(), std::size_t{0});
    std::stable_sort(sequence.begin(), sequence.end(),
                     [&](std::size_t i, std::size_t j) { return places[i] > places[j]; });
    return sequence;
  }
  std::vector<std::size_t> next(end + 1, 0);  // where a place's next index goes
  for (const std::size_t p : places) ++next[end - 1 - p + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t i = 0; i < places.size(); ++i) sequence[next[end - 1 - places[i]]++] = i;
  return sequence;
}

WordTerms placed(const WordTerms& a, std::size_t k, std::size_t width, std::size_t length) {
  const std::size_t n = a.variables;
  std::vector<std::size_t> places(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) places[i] = a.monomial(i)[0] * length + a.monomial(i)[k];
  WordTerms result;
  result.variables = n - 1;
  result.exponents.reserve(a.size() * (n - 1));
  result.coefficients.reserve(a.size());
  for (const std::size_t i : descending(places, width * length)) {
    result.exponents.push_back(static_cast<std::uint32_t>(places[i]));
    for (std::size_t v = 1; v < n; ++v)
      if (v != k) result.exponents.push_back(a.monomial(i)[v]);
    result.coefficients.push_back(a.coefficients[i]);
  }
  return result;
}

std::size_t checked_length(const WordTerms& a, std::size_t k, std::size_t width) {
  const std::size_t length = largest(a, k) + 1;
  if (width >= most_places / length) throw DomainError("factorization in several variables: the degrees are too high");
  return length;
}

}  // namespace

template <class F>
void shift_rows(SeriesRows& a, std::uint64_t value, const F& field) {
  std::vector<std::uint64_t> column(a.length);
  for (std::size_t x = 0; x < a.width; ++x) {
    for (std::size_t m = 0; m < a.length; ++m) column[m] = a.row(m)[x];
    field_shift(std::span(column), value, field);
    for (std::size_t m = 0; m < a.length; ++m) a.row(m)[x] = column[m];
  }
}

/// Row m of the result is the sum of C(j, m) value^(j - m) times row j over j >= m.
template <>
void shift_rows(SeriesRows& a, std::uint64_t value, const WordModulus& p) {
  if (value == 0) return;
  const SumModulus sums(p);
  const SumKernel& kernel = sum_kernel(p.value(), active_isa());
  const std::uint64_t shoup = p.shoup(value);
  std::vector<std::uint64_t> factors(a.length, 0);  // at j: C(j, m) value^(j - m) R
  factors[0] = sums.one;
  for (std::size_t j = 1; j < a.length; ++j) factors[j] = p.mul_shoup(factors[j - 1], value, shoup);
  std::vector<std::uint64_t> row(a.width);
  for (std::size_t m = 0; m < a.length; ++m) {
    kernel.combine(sums, factors.data() + m, a.length - m, a.row(m).data(), a.step(), row.data(), a.width);
    std::copy(row.begin(), row.end(), a.row(m).begin());
    // To m + 1: C(j, m + 1) value^(j - m - 1) is value times the one before it, and what was before that.
    std::uint64_t before = 0;
    for (std::size_t j = m; j < a.length; ++j) {
      const std::uint64_t old = factors[j];
      factors[j] = j == m ? 0 : p.add(p.mul_shoup(factors[j - 1], value, shoup), before);
      before = old;
    }
  }
}

PlacedTerms::PlacedTerms(const WordTerms& a, std::size_t k)
    : width(largest(a, 0) + 1), length(checked_length(a, k, width)), terms(placed(a, k, width, length)) {}

template <class F>
PlacedImages<F>::PlacedImages(const PlacedTerms& a, std::uint64_t value, std::span<const std::uint64_t> others,
                              std::size_t first, std::size_t steps, const F& field)
    : field_(field),
      value_(value),
      width_(a.width),
      length_(a.length),
      progression_(a.terms, others, steps, field, first),
      table_(width_ * length_) {}

template <class F>
SeriesRows PlacedImages<F>::next() {
  progression_.next(table_);
  SeriesRows rows(width_, length_);
  for (std::size_t x = 0; x < width_; ++x)
    for (std::size_t m = 0; m < length_; ++m) rows.row(m)[x] = table_[x * length_ + m];
  shift_rows(rows, value_, field_);
  return rows;
}

template <class F>
SeriesRows placed_image(const WordTerms& a, std::size_t k, std::uint64_t value, std::span<const std::uint64_t> others,
                        const F& field, const ExecutionContext* ctx) {
  constexpr std::size_t block_terms = std::size_t{1} << 14;
  const std::size_t width = largest(a, 0) + 1;
  const std::size_t length = checked_length(a, k, width);
  std::vector<std::uint64_t> point(others.begin(), others.end());
  point.insert(point.begin() + static_cast<std::ptrdiff_t>(k - 1), field.reduce(1));
  const std::vector<std::uint64_t> values = word_monomial_values(a, point, field, ctx);
  const auto sum_of = [&](std::size_t begin, std::size_t end) {
    SeriesRows rows(width, length);
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t& c = rows.row(a.monomial(i)[k])[a.monomial(i)[0]];
      c = field.add(c, field.mul(a.coefficients[i], values[i]));
    }
    return rows;
  };
  // Blocks have arrays of their own, and must be longer than these.
  const std::size_t block = std::max(block_terms, 4 * width * length);
  SeriesRows rows = ctx == nullptr || a.size() <= block
                        ? sum_of(0, a.size())
                        : parallel_reduce<SeriesRows>(*ctx, a.size(), block, SeriesRows(width, length), sum_of,
                                                      [&](SeriesRows&& x, SeriesRows&& y) {
                                                        for (std::size_t m = 0; m < length; ++m)
                                                          for (std::size_t e = 0; e < width; ++e)
                                                            x.row(m)[e] = field.add(x.row(m)[e], y.row(m)[e]);
                                                        return std::move(x);
                                                      });
  shift_rows(rows, value, field);
  return rows;
}

template class PlacedImages<WordModulus>;
template class PlacedImages<TableField>;
template void shift_rows(SeriesRows&, std::uint64_t, const TableField&);
template SeriesRows placed_image(const WordTerms&, std::size_t, std::uint64_t, std::span<const std::uint64_t>,
                                 const WordModulus&, const ExecutionContext*);
template SeriesRows placed_image(const WordTerms&, std::size_t, std::uint64_t, std::span<const std::uint64_t>,
                                 const TableField&, const ExecutionContext*);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
