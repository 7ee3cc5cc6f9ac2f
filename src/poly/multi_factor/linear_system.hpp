// Dense linear systems over fields of words, several right sides at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Solves equations in n unknowns. Row i of `rows` has the n coefficients of an equation and its right sides; as many
/// rows as words say. Afterwards row j has the values of unknown j in the places of the right sides. False where there
/// is no solution or more than one. O(n^2) row operations. Preconditions: n >= 1, width > n.
template <class F>
bool solve_equations(std::vector<std::uint64_t>& rows, std::size_t n, std::size_t width, const F& field,
                     const ExecutionContext& ctx) {
  const std::size_t count = rows.size() / width;
  const auto row = [&](std::size_t i) { return std::span(rows).subspan(i * width, width); };
  // a[from...] += factor b[from...].
  const auto add_multiple = [&](std::span<std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t factor,
                                std::size_t from) {
    const std::uint64_t shoup = field.shoup(factor);
    for (std::size_t k = from; k < width; ++k) a[k] = field.add(a[k], field.mul_shoup(b[k], factor, shoup));
  };
  for (std::size_t j = 0; j < n; ++j) {
    ctx.poll();
    ctx.charge(count * width);
    std::size_t pivot = j;
    while (pivot < count && row(pivot)[j] == 0) ++pivot;
    if (pivot == count) return false;
    if (pivot != j) std::swap_ranges(row(j).begin(), row(j).end(), row(pivot).begin());
    const std::uint64_t inverse = field.inverse(row(j)[j]);
    for (std::size_t k = j; k < width; ++k) row(j)[k] = field.mul(row(j)[k], inverse);
    for (std::size_t i = j + 1; i < count; ++i)
      if (row(i)[j] != 0) add_multiple(row(i), row(j), field.neg(row(i)[j]), j);
  }
  for (std::size_t i = n; i < count; ++i)
    if (std::any_of(row(i).begin() + static_cast<std::ptrdiff_t>(n), row(i).end(),
                    [](std::uint64_t c) { return c != 0; }))
      return false;
  for (std::size_t j = n; j-- > 0;) {
    ctx.poll();
    for (std::size_t i = 0; i < j; ++i)
      if (row(i)[j] != 0) add_multiple(row(i), row(j), field.neg(row(i)[j]), n);
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
