// Cutting a sparse product into ranges of its monomials: bounds are quantiles of a sample, the beginning of a range in
// every row is found in one walk over both operands.
#include <polyfork/poly/multi_products/detail/multi_ranges.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t samples_per_range = 16;

/// The k-th of n positions spread over a list of `size`.
std::size_t spread(std::size_t k, std::size_t n, std::size_t size) { return (2 * k + 1) * size / (2 * n); }

/// a b, compared with c.
int compare_product(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c, std::size_t words) {
  for (std::size_t w = 0; w < words; ++w) {
    const std::uint64_t product = a[w] + b[w];
    if (product != c[w]) return product < c[w] ? -1 : 1;
  }
  return 0;
}

}  // namespace

PackedMonomials range_bounds(const PackedMonomials& f, const PackedMonomials& g, std::size_t ranges) {
  PackedMonomials bounds(f.layout());
  if (ranges <= 1) return bounds;
  const std::size_t words = f.words();
  const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(ranges * samples_per_range))));
  const std::size_t rows = std::min(f.size(), side);
  const std::size_t columns = std::min(g.size(), std::max(side, ranges * samples_per_range / rows));
  std::vector<std::uint64_t> sample;
  sample.reserve(rows * columns * words);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t* const a = f[spread(i, rows, f.size())];
    for (std::size_t j = 0; j < columns; ++j) {
      const std::uint64_t* const b = g[spread(j, columns, g.size())];
      for (std::size_t w = 0; w < words; ++w) sample.push_back(a[w] + b[w]);
    }
  }
  std::vector<std::size_t> order(rows * columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return compare_words(&sample[i * words], &sample[j * words], words) > 0;
  });
  for (std::size_t r = 1; r < ranges; ++r) {
    const std::uint64_t* const bound = &sample[order[r * order.size() / ranges] * words];
    if (bounds.empty() || compare_words(bounds[bounds.size() - 1], bound, words) > 0) bounds.push_back(bound);
  }
  return bounds;
}

namespace {

/// first[i] = the first j with f_i g_j < bound.
void first_below(const PackedMonomials& f, const PackedMonomials& g, const std::uint64_t* bound,
                 std::span<std::uint32_t> first) {
  std::size_t j = g.size();  // falls as i grows: smaller f_i are below the bound sooner
  for (std::size_t i = 0; i < f.size(); ++i) {
    while (j != 0 && compare_product(f[i], g[j - 1], bound, f.words()) < 0) --j;
    first[i] = static_cast<std::uint32_t>(j);
  }
}

}  // namespace

std::vector<RowRange> rows_of_range(const PackedMonomials& f, const PackedMonomials& g, const PackedMonomials& bounds,
                                    std::size_t r) {
  std::vector<std::uint32_t> begin(f.size(), 0);
  std::vector<std::uint32_t> end(f.size(), static_cast<std::uint32_t>(g.size()));
  if (r > 0) first_below(f, g, bounds[r - 1], begin);
  if (r < bounds.size()) first_below(f, g, bounds[r], end);
  std::vector<RowRange> rows(f.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {begin[i], end[i]};
  return rows;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
