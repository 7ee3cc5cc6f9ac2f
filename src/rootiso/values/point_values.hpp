// Certified signs and sizes of a polynomial at many short dyadic points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "poly/rational_roots/measured_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The number c 2^-k.
struct DyadicPoint {
  Integer c;
  std::int64_t k = 0;
};

/// The sign of f and, unless that is 0, an exponent with 2^(size - 2) < |f| < 2^(size + 2).
struct PointValue {
  int sign = 0;
  std::int64_t size = 0;
};

/// How many bits below the largest term of f values turned out to lie: a guess for further points nearby, whose
/// precision does not have to be found by doubling then.
struct NeededBits {
  std::size_t bits = 0;
};

/// About how small f is where 2^(s-1) <= |x| < 2^s, on one half-line, as an exponent of two. It chooses the first
/// precision and proves nothing.
struct ExpectedSize {
  std::int64_t s;
  bool negative;
  std::int64_t size;
};

/// The values of f at the points, in their order: fixed point with an error bound, the precision as small as the points
/// allow; where no precision decides, exactly. O(n precision) word operations for a point, several at a time, in
/// parallel over the points. Precondition: f not empty, last coefficient != 0, no point is zero. `needed`, if any, is
/// the guess that it starts from where nothing is `expected`, and receives what these points needed (0 when that is not
/// known).
std::vector<PointValue> values_at(const MeasuredVector& f, const std::vector<DyadicPoint>& points,
                                  const ExecutionContext& ctx, NeededBits* needed = nullptr,
                                  std::span<const ExpectedSize> expected = {});

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
