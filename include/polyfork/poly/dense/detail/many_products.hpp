// Products of many sparse polynomials and sums of products: trees of which the two halves of a node run in parallel.
// Which tree follows from the numbers of terms alone.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Balanced by terms. Precondition: there is a factor.
template <class P>
P balanced_product(std::span<const P> factors, const ExecutionContext& ctx) {
  ctx.poll();
  if (factors.size() == 1) return factors[0];
  std::size_t total = 0;
  for (const P& f : factors) total += f.term_count();
  std::size_t cut = 1;
  for (std::size_t half = factors[0].term_count(); cut + 1 < factors.size() && 2 * half < total; ++cut)
    half += factors[cut].term_count();
  std::optional<P> left;
  std::optional<P> right;
  fork_join(
      ctx, [&] { left.emplace(balanced_product(factors.first(cut), ctx)); },
      [&] { right.emplace(balanced_product(factors.subspan(cut), ctx)); });
  return mul(*left, *right, ctx);
}

/// Precondition: as many a as b, at least one.
template <class P>
P paired_dot(std::span<const P> a, std::span<const P> b, const ExecutionContext& ctx) {
  ctx.poll();
  if (a.size() == 1) return mul(a[0], b[0], ctx);
  const std::size_t half = a.size() / 2;
  std::optional<P> left;
  std::optional<P> right;
  fork_join(
      ctx, [&] { left.emplace(paired_dot(a.first(half), b.first(half), ctx)); },
      [&] { right.emplace(paired_dot(a.subspan(half), b.subspan(half), ctx)); });
  return add(*left, *right, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
