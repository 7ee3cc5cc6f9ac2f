// Sizes of a polynomial in an annulus: its values at five fixed points, by certified evaluation.
#include "rootiso/values/annulus.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<SizeAt> sizes_in(const MeasuredVector& f, const Annulus& annulus, const ExecutionContext& ctx,
                             NeededBits* needed) {
  // In units of 2^(j - 16). The points are far from short fractions, at which many polynomials of practice vanish.
  constexpr std::int64_t numerators[] = {66347, 81931, 98327, 114713, 130027};
  std::vector<DyadicPoint> points;
  for (const std::int64_t c : numerators) points.push_back({annulus.negative ? -c : c, 16 - annulus.j});
  const std::vector<PointValue> values = values_at(f, points, ctx, needed);
  std::vector<SizeAt> sizes;
  for (std::size_t i = 0; i < values.size(); ++i)
    sizes.push_back({std::log2(static_cast<double>(numerators[i])) + static_cast<double>(annulus.j - 16),
                     values[i].size, values[i].sign});
  return sizes;
}

std::int64_t least_size(const MeasuredVector& f, const Annulus& annulus, const ExecutionContext& ctx) {
  const std::vector<SizeAt> sizes = sizes_in(f, annulus, ctx);
  return std::min_element(sizes.begin(), sizes.end(), [](const SizeAt& a, const SizeAt& b) { return a.size < b.size; })
      ->size;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
