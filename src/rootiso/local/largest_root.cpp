// An upper bound of the roots of one half-line by Budan's test and bisection of the exponent.
//
// Bounds from the coefficients' lengths are off by the degree: (x - 1)^n has n for its second coefficient. Budan's
// test, that all coefficients of f(2^u (1 + t)) have one sign, is off by a small factor at most (verify_budan.hpp).
#include "rootiso/local/largest_root.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "rootiso/check/verify_budan.hpp"
#include "rootiso/values/point_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Whether one of a few values beyond 2^u has another sign than f at infinity: there is a root, and no shift is needed
/// to see it.
bool sign_changes_beyond(const MeasuredVector& f, bool negative, std::int64_t u, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  const int sign = f.sign(n) * (negative && n % 2 == 1 ? -1 : 1);
  std::vector<DyadicPoint> points;
  for (std::int64_t c = 65; c < 129; c += 9) points.push_back({negative ? -c : c, 6 - u});
  const std::vector<PointValue> values = values_at(f, points, ctx);
  return std::any_of(values.begin(), values.end(), [sign](const PointValue& v) { return v.sign != sign; });
}

}  // namespace

bool excludes_roots_beyond(const MeasuredVector& f, bool negative, std::int64_t u, const ExecutionContext& ctx) {
  return !sign_changes_beyond(f, negative, u, ctx) && no_root_beyond(f.vector(ctx), negative, u, ctx);
}

std::int64_t tight_upper_exponent(const MeasuredVector& f, bool negative, std::int64_t lower, std::int64_t upper,
                                  const ExecutionContext& ctx) {
  // A bound by lengths is at most 2 (degree + 1) times the largest modulus.
  lower = std::max(lower, upper - static_cast<std::int64_t>(std::bit_width(f.size())) - 2);
  while (upper - lower > 1) {
    const std::int64_t middle = lower + (upper - lower) / 2;
    if (excludes_roots_beyond(f, negative, middle, ctx))
      upper = middle;
    else
      lower = middle;
  }
  return upper;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
