// Bounds from the coefficients' lengths are off by the degree: (x - 1)^n has n for its second coefficient. Budan's test,
// that all coefficients of f(2^u (1 + t)) have one sign, is off by a small factor at most.
//
// In units of 2^e, A_i = floor(a_i (+-1)^i 2^(u i - e)), so the coefficient sum_i C(i, j) A_i is off by less than
// sum_{i=j}^n C(i, j) = C(n+1, j+1); it counts when it is larger. With all roots within 2^(u-1), |f(2^u)| is at least 3^-n
// times the largest term: log2(3) n bits and some more suffice.
#include "rootiso/largest_root.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/taylor_shift.hpp>

#include "poly/fixed_rows.hpp"
#include "ring/held.hpp"
#include "rootiso/fixed_point.hpp"
#include "rootiso/point_values.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

/// Rounded coefficients of f(+-2^u x).
IntegerVector scaled_coefficients(const IntegerVector& f, bool negative, std::int64_t u, std::size_t precision,
                                  const ExecutionContext& ctx) {
  const auto top = [&](std::size_t i) {
    return static_cast<std::int64_t>(f[i].bit_length()) + u * static_cast<std::int64_t>(i);
  };
  std::int64_t largest = top(f.size() - 1);
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!f[i].is_zero()) largest = std::max(largest, top(i));
  const std::int64_t exponent = largest - static_cast<std::int64_t>(precision);
  const std::size_t limbs = precision / 64 + 1;
  FixedRows rows(f.size(), limbs, ctx);
  parallel_for(ctx, f.size(), rows_of_a_task(limbs), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      const IntegerView a = negative && i % 2 == 1 ? -f[i] : f[i];
      fixed_from_integer(a, u * static_cast<std::int64_t>(i) - exponent, rows.row(i), limbs);
    }
  });
  return rows.to_vector(0, ctx);
}

/// Some values beyond 2^u have another sign than f far out: there is a root, and no shift is needed to see it.
bool some_root_shows(const IntegerVector& f, bool negative, std::int64_t u, int sign, const ExecutionContext& ctx) {
  std::vector<DyadicPoint> points;
  for (std::int64_t c = 65; c < 129; c += 9) points.push_back({negative ? -c : c, 6 - u});
  const std::vector<PointValue> values = values_at(f, points, ctx);
  return std::any_of(values.begin(), values.end(), [sign](const PointValue& v) { return v.sign != sign; });
}

bool no_root_beyond(const IntegerVector& f, bool negative, std::int64_t u, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  const int sign = f[n].sign() * (negative && n % 2 == 1 ? -1 : 1);
  if (some_root_shows(f, negative, u, sign, ctx)) return false;
  const std::size_t precision = n + n / 2 + n / 8 + 64;
  const IntegerVector scaled = scaled_coefficients(f, negative, u, precision, ctx);
  const MemoryReservation held(ctx.memory(), scaled.bytes());
  const IntegerVector shifted = taylor_shift(scaled, 1, ctx);
  const MemoryReservation held_too(ctx.memory(), shifted.bytes());
  Integer error = 1;  // C(n+1, j+1), from j = n down
  for (std::size_t j = n + 1; j-- > 0;) {
    if (j % 256 == 0) ctx.poll();
    if (shifted[j].sign() != sign || shifted[j].bit_length() <= error.bit_length()) return false;
    // C(n+1, j) = C(n+1, j+1) (j+1) / (n+1-j)
    error *= j + 1;
    error.with_mpz([&](mpz_ptr z) { mpz_divexact_ui(z, z, n + 1 - j); });
  }
  return true;
}

}  // namespace

std::int64_t tight_upper_exponent(const IntegerVector& f, bool negative, std::int64_t lower, std::int64_t upper,
                                  const ExecutionContext& ctx) {
  // A bound by lengths is at most 2 (degree + 1) times the largest modulus.
  lower = std::max(lower, upper - static_cast<std::int64_t>(std::bit_width(f.size())) - 2);
  while (upper - lower > 1) {
    const std::int64_t middle = lower + (upper - lower) / 2;
    if (no_root_beyond(f, negative, middle, ctx))
      upper = middle;
    else
      lower = middle;
  }
  return upper;
}

}  // namespace detail
}  // namespace polyfork::inline v1
