// Products, sums of products and exact quotients of sparse lists: term by term, or by the dense algorithms where they
// are faster.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/dense/detail/vector_product.hpp>
#include <polyfork/poly/sparse/detail/sparse_lists.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

using detail::bounded_power;
using detail::check_power;
using detail::within_memory;

/// The dense coefficient list of F, where a = x^low F(x^step). Precondition: the step divides that of a.
template <Ring R>
typename R::vector_type dense_list(const R& ring, const SparseList<R>& a, std::uint64_t low, std::uint64_t step) {
  CoefficientList<R> list;
  if (a.size() == 0) return list.finish();
  const std::size_t length = step == 0 ? 1 : static_cast<std::size_t>((a.exponents.front() - low) / step + 1);
  list.reserve(length);
  std::size_t next = a.size();
  for (std::size_t k = 0; k < length; ++k) {
    if (a.exponents[next - 1] == low + k * step)
      list.push_back(a[--next]);
    else
      list.push_back(ring.zero());
  }
  return list.finish();
}

/// x^low F(x^step) of a dense list F.
template <Ring R>
SparseList<R> sparse_list(const R& ring, const typename R::vector_type& f, std::uint64_t low, std::uint64_t step,
                          const ExecutionContext& ctx) {
  SparseListBuilder<R> out(ring, ctx);
  for (std::size_t k = f.size(); k-- != 0;)
    out.push_back(add_exponents(low, multiply_exponents(k, step)), typename R::element(f[k]));
  return out.finish();
}

template <class R>
inline constexpr bool fast_products_v =
    std::same_as<R, Integers> || std::same_as<R, Rationals> || std::same_as<R, PrimeField> || HasVectorProduct<R>;

/// Term by term: short ones row by row, else by the heap; over Q and Z/p with a long modulus on integers, with one
/// canonicalisation or reduction at the end.
template <Ring R>
SparseList<R> product_by_terms(const R& ring, const SparseList<R>& a, const SparseList<R>& b,
                               const ExecutionContext& ctx) {
  if constexpr (std::same_as<R, Rationals>) {
    SparseList<Integers> product = product_by_terms<Integers>({}, {a.exponents, a.coefficients.numerators()},
                                                              {b.exponents, b.coefficients.numerators()}, ctx);
    Integer denominator = polyfork::mul(a.coefficients.denominator(), b.coefficients.denominator());
    return {std::move(product.exponents), RationalVector(std::move(product.coefficients), std::move(denominator), ctx)};
  } else if constexpr (std::same_as<R, BigPrimeField>) {
    const SparseList<Integers> product =
        SparseListOps<Integers>::mul({}, {a.exponents, a.coefficients}, {b.exponents, b.coefficients}, ctx);
    const SparseList<R> reduced{product.exponents, ring.reduce(product.coefficients, ctx)};
    return SparseListOps<R>::mapped(
        ring, reduced, [](std::uint64_t, const Integer& c) { return c; }, ctx);  // sums that p divides are dropped
  } else {
    if constexpr (has_short_lists_v<R>) {
      const ListFactors<R> factors[] = {{&a, &b}};
      SparseList<R> product;
      if (short_dot(ring, product, factors, ctx)) return product;
    }
    return SparseListOps<R>::mul(ring, a, b, ctx);
  }
}

/// False, as a rule without a look at the exponents, where term by term is better.
template <Ring R>
bool prefers_dense(const SparseList<R>& a, const SparseList<R>& b, const ExecutionContext& ctx) {
  constexpr bool fast = fast_products_v<R>;
  const std::size_t available = ctx.memory().available();
  // Lengths are no less than numbers of terms.
  if (!prefer_dense_product(a.size(), a.size(), b.size(), b.size(), fast, available)) return false;
  const SparseShape sa = sparse_shape(a.exponents);
  const SparseShape sb = sparse_shape(b.exponents);
  const std::uint64_t step = std::gcd(sa.step, sb.step);
  return prefer_dense_product(sa.terms, sa.length(step), sb.terms, sb.length(step), fast, available);
}

/// Throws DomainError when the degree of the product is 2^63 or more.
template <Ring R>
SparseList<R> sparse_product(const R& ring, const SparseList<R>& a, const SparseList<R>& b,
                             const ExecutionContext& ctx) {
  if (a.size() != 0 && b.size() != 0) add_exponents(a.exponents.front(), b.exponents.front());
  if (!prefers_dense(a, b, ctx)) return product_by_terms(ring, a, b, ctx);
  const SparseShape sa = sparse_shape(a.exponents);
  const SparseShape sb = sparse_shape(b.exponents);
  const std::uint64_t step = std::gcd(sa.step, sb.step);
  const auto product =
      DenseOps<R>::mul(ring, dense_list(ring, a, sa.low, step), dense_list(ring, b, sb.low, step), ctx);
  return sparse_list(ring, product, sa.low + sb.low, step, ctx);
}

/// out = a b, where `out` may be an operand: short products over Z and Z/p in the memory that it has.
template <Ring R>
void sparse_product_into(const R& ring, SparseList<R>& out, const SparseList<R>& a, const SparseList<R>& b,
                         const ExecutionContext& ctx) {
  if constexpr (has_short_lists_v<R>) {
    const ListFactors<R> factors[] = {{&a, &b}};
    if (!prefers_dense(a, b, ctx) && short_dot(ring, out, factors, ctx)) return;
  }
  out = sparse_product(ring, a, b, ctx);
}

/// The sum of all products, at least one: at once where terms are few and no product is better made as a dense one,
/// else halves in parallel.
template <Ring R>
SparseList<R> sparse_dot(const R& ring, std::span<const ListFactors<R>> factors, const ExecutionContext& ctx) {
  ctx.poll();
  if (factors.size() == 1) return sparse_product(ring, *factors[0].a, *factors[0].b, ctx);
  if constexpr (has_short_lists_v<R>) {
    const auto dense = [&](const ListFactors<R>& pair) { return prefers_dense(*pair.a, *pair.b, ctx); };
    SparseList<R> sum;
    if (std::none_of(factors.begin(), factors.end(), dense) && short_dot(ring, sum, factors, ctx)) return sum;
  }
  const std::size_t half = factors.size() / 2;
  SparseList<R> left;
  SparseList<R> right;
  fork_join(
      ctx, [&] { left = sparse_dot(ring, factors.first(half), ctx); },
      [&] { right = sparse_dot(ring, factors.subspan(half), ctx); });
  return SparseListOps<R>::sum(ring, left, right, false, ctx);
}

/// Precondition: b not empty.
template <Ring R>
std::optional<SparseList<R>> sparse_exact_quotient(const R& ring, const SparseList<R>& a, const SparseList<R>& b,
                                                   const ExecutionContext& ctx) {
  if constexpr (!IntegralDomain<R>) {  // with zero divisors the lowest terms of factors say nothing about the product's
    auto qr = SparseListOps<R>::try_div_rem(ring, a, b, false, ctx);
    if (!qr || qr->second.size() != 0) return std::nullopt;
    return std::move(qr->first);
  }
  const SparseShape sa = sparse_shape(a.exponents);
  const SparseShape sb = sparse_shape(b.exponents);
  if (a.size() == 0) return a;
  if (sa.degree < sb.degree || sa.low < sb.low) return std::nullopt;
  const std::uint64_t step = std::gcd(sa.step, sb.step);
  const std::uint64_t length_a = sa.length(step);
  const std::uint64_t length_b = sb.length(step);
  if (length_a < length_b) return std::nullopt;
  // The quotient may have as many terms as its length.
  const auto quotient_terms = static_cast<std::size_t>(std::min(length_a - length_b + 1, max_dense_length));
  if (prefer_dense_product(quotient_terms, length_a, sb.terms, length_b, fast_products_v<R>,
                           ctx.memory().available()) &&
      !prefer_sparse(sa.terms, length_a)) {
    auto q =
        DenseOps<R>::try_exact_div(ring, dense_list(ring, a, sa.low, step), dense_list(ring, b, sb.low, step), ctx);
    if (!q) return std::nullopt;
    return sparse_list(ring, *q, sa.low - sb.low, step, ctx);
  }
  auto qr = SparseListOps<R>::try_div_rem(ring, a, b, true, ctx);
  if (!qr) return std::nullopt;
  return std::move(qr->first);
}

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork
