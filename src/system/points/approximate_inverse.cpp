// Gauss and Jordan's elimination with integers.
#include "system/points/approximate_inverse.hpp"

#include <cstddef>
#include <utility>

#include "system/points/dyadic_interval.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<std::vector<Integer>> approximate_inverse(std::vector<std::vector<Integer>> a, std::int64_t scale) {
  const std::size_t n = a.size();
  const Integer one = shifted(Integer(1), scale);
  for (std::size_t i = 0; i < n; ++i) {
    a[i].resize(2 * n);
    a[i][n + i] = one;
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < n; ++r)
      if (abs(a[r][c]) > abs(a[pivot][c])) pivot = r;
    if (a[pivot][c].is_zero()) return {};
    std::swap(a[pivot], a[c]);
    const Integer by = a[c][c];
    for (Integer& entry : a[c]) entry = floor_div_rem(shifted(entry, scale), by).first;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c || a[r][c].is_zero()) continue;
      const Integer factor = a[r][c];
      for (std::size_t k = c; k < 2 * n; ++k) a[r][k] -= shifted(mul(factor, a[c][k]), -scale);
    }
  }
  for (auto& row : a) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return a;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
