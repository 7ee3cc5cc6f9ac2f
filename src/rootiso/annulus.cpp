#include "rootiso/annulus.hpp"

#include <algorithm>
#include <vector>

#include "rootiso/point_values.hpp"

namespace polyfork::inline v1 {
namespace detail {

std::int64_t least_size(const IntegerVector& f, const Annulus& annulus, const ExecutionContext& ctx) {
  // In units of 2^(j - 16); far from short fractions, where polynomials like to have their roots.
  constexpr std::int64_t numerators[] = {66347, 81931, 98327, 114713, 130027};
  std::vector<DyadicPoint> points;
  for (const std::int64_t c : numerators) points.push_back({annulus.negative ? -c : c, 16 - annulus.j});
  const std::vector<PointValue> values = values_at(f, points, ctx);
  return std::min_element(values.begin(), values.end(),
                          [](const PointValue& a, const PointValue& b) { return a.size < b.size; })
      ->size;
}

}  // namespace detail
}  // namespace polyfork::inline v1
