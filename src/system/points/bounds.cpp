// Coordinates against the ends of intervals: exact numbers are compared, others narrowed until an end is outside.
#include "system/points/bounds.hpp"

#include <algorithm>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Whether x keeps the bounds; empty where its interval does not tell.
std::optional<bool> keeps(const Coordinate& x, const CoordinateBounds& bounds) {
  const Rational low = x.exact ? x.value : Rational::dyadic(x.interval.lower, -x.interval.scale);
  const Rational high = x.exact ? x.value : Rational::dyadic(x.interval.upper, -x.interval.scale);
  if ((bounds.lower && high < *bounds.lower) || (bounds.upper && low > *bounds.upper)) return false;
  if ((bounds.lower && low < *bounds.lower) || (bounds.upper && high > *bounds.upper)) return std::nullopt;
  return true;
}

std::optional<bool> keeps(const std::vector<Coordinate>& point, const std::vector<CoordinateBounds>& bounds) {
  bool known = true;
  for (std::size_t v = 0; v < bounds.size(); ++v) {
    const std::optional<bool> inside = keeps(point[v], bounds[v]);
    if (inside == false) return false;
    known = known && inside.has_value();
  }
  if (!known) return std::nullopt;
  return true;
}

}  // namespace

std::size_t height_of(const std::vector<CoordinateBounds>& bounds, std::size_t least) {
  for (const CoordinateBounds& b : bounds)
    for (const std::optional<Rational>* const end : {&b.lower, &b.upper})
      if (*end) least = std::max({least, (*end)->numerator().bit_length(), (*end)->denominator().bit_length()});
  return least;
}

std::optional<std::vector<bool>> within_bounds(const std::vector<std::unique_ptr<CoordinateSource>>& sources,
                                               const std::vector<CoordinateBounds>& bounds, std::size_t height_bits,
                                               const ExecutionContext& ctx) {
  std::vector<bool> all;
  const bool decides = height_of(bounds, height_bits) == height_bits;
  const std::int64_t least = least_precision(height_bits);
  for (const auto& source : sources) {
    std::vector<bool> inside(source->size(), true);
    bool known = bounds.empty();
    for (std::int64_t bits = least; !known; bits *= 2) {
      // An end that is near is likely to be equal.
      if (!decides && bits > 4 * least) return std::nullopt;
      if (!source->refine(bits, bits / 2, ctx)) return std::nullopt;
      known = true;
      for (std::size_t i = 0; i < source->size() && known; ++i) {
        const std::optional<bool> answer = keeps(source->coordinates(i), bounds);
        known = answer.has_value();
        inside[i] = answer.value_or(false);
      }
    }
    all.insert(all.end(), inside.begin(), inside.end());
  }
  return all;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
