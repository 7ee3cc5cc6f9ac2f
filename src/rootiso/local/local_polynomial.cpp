// The polynomial on an interval with rational ends: Horner's scheme on integers over a common denominator. Roots are
// counted there by Descartes' rule, which is exact for 0 and 1, and by bisection.
#include "rootiso/local/local_polynomial.hpp"

#include <algorithm>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "rootiso/values/descartes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_limbs = 1 << 14;  // multiplied and added: some tens of microseconds

}  // namespace

FixedRows local_polynomial(const IntegerVector& g, const Rational& lower, const Rational& upper,
                           const ExecutionContext& ctx) {
  // lower = A/D, upper - lower = W/D: D^n g((A + W t)/D) = sum g_i D^(n-i) (A + W t)^i
  const Integer denominator = lcm(lower.denominator(), upper.denominator());
  const Integer start = (lower * Rational(denominator)).numerator();
  const Integer width = (upper * Rational(denominator)).numerator() - start;
  const std::size_t n = g.size() - 1;
  // Every number on the way is at most the sum of n + 1 products of a coefficient and n factors.
  const std::size_t factor = std::max({denominator.bit_length(), start.bit_length(), width.bit_length()}) + 1;
  const std::size_t bound = saturating_add(g.max_bits(ctx) + 64, saturating_mul(n, factor));
  const MemoryReservation reservation(ctx.memory(), saturating_mul(n + 1, bound / 8 + sizeof(Integer) + 16));
  const std::size_t poll_every = std::max<std::size_t>(1, poll_limbs / (bound / 64 + 1));
  std::vector<Integer> a(n + 1);
  Integer power = 1;
  for (std::size_t i = n + 1; i-- > 0;) {
    ctx.poll();
    a[i] = mul(g[i], power);
    power *= denominator;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = n; j-- > i;) {
      if (j % poll_every == 0) ctx.poll();
      a[j].add_mul(a[j + 1], start);
    }
  }
  power = 1;
  std::size_t bits = 0;
  for (Integer& x : a) {
    ctx.poll();
    x *= power;
    power *= width;
    bits = std::max(bits, x.bit_length());
  }
  FixedRows rows(n + 1, bits / 64 + 1, ctx);
  for (std::size_t i = 0; i <= n; ++i) {
    if (i % poll_every == 0) ctx.poll();
    rows.assign(i, a[i], 0);
  }
  return rows;
}

std::size_t count_roots_inside(const IntegerVector& g, const Rational& lower, const Rational& upper, std::size_t limit,
                               const ExecutionContext& ctx) {
  if (g.size() <= 1 || limit == 0) return 0;
  const std::size_t bound = descartes_bound(local_polynomial(g, lower, upper, ctx), 2, ctx);
  if (bound < 2) return bound;
  const Rational middle = (lower + upper) * Rational(Integer(1), Integer(2));
  const std::size_t left = count_roots_inside(g, lower, middle, limit, ctx);
  return left >= limit ? left : left + count_roots_inside(g, middle, upper, limit - left, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
