// Polynomials over Z in a power of x: coefficients taken out and put apart.
#include "poly/dense/deflation.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::size_t deflation_power(const IntegerVector& f, const ExecutionContext& ctx) {
  std::size_t h = 0;
  for (std::size_t i = 1; i < f.size() && h != 1; ++i) {
    if (i % 4096 == 0) ctx.poll();
    if (!f[i].is_zero()) h = std::gcd(h, i);
  }
  return std::max<std::size_t>(h, 1);
}

IntegerVector deflate(const IntegerVector& f, std::size_t h, const ExecutionContext& ctx) {
  IntegerVectorBuilder builder;
  for (std::size_t i = 0; i < f.size(); i += h) {
    ctx.poll();
    builder.push_back(f[i]);
  }
  return builder.finish(ctx);
}

IntegerVector inflate(const IntegerVector& q, std::size_t h, const ExecutionContext& ctx) {
  // Zeros take four bytes, and as many while the builder hands them over.
  const std::size_t length = saturating_add(saturating_mul(q.size() - 1, h), 1);
  const MemoryReservation held(ctx.memory(), saturating_add(saturating_mul(length, sizeof(std::int32_t)), q.bytes()));
  IntegerVectorBuilder builder;
  builder.reserve(length, q.bytes() / sizeof(mp_limb_t));
  for (std::size_t i = 0; i < q.size(); ++i) {
    ctx.poll();
    for (std::size_t k = 1; i != 0 && k < h; ++k) {
      if (k % 4096 == 0) ctx.poll();
      builder.push_back(IntegerView());
    }
    builder.push_back(q[i]);
  }
  return builder.finish(ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
