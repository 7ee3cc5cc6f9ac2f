// Sums of many products of sparse polynomials: at once where terms are few, else the sums of two halves.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "poly/multi_products/multi_mul_small.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Precondition: no f is longer than its g.
template <Ring R>
SparseTerms<R> dot_of_halves(const R& ring, std::span<const TermFactors<R>> factors, const ExecutionContext& ctx) {
  ctx.poll();
  if (factors.size() == 1) return SparseOps<R>::mul(ring, *factors[0].f, *factors[0].g, ctx);
  SparseTerms<R> sum;
  if (sum_small(ring, sum, factors, ctx)) return sum;
  const std::size_t half = factors.size() / 2;
  SparseTerms<R> other;
  fork_join(
      ctx, [&] { sum = dot_of_halves(ring, factors.first(half), ctx); },
      [&] { other = dot_of_halves(ring, factors.subspan(half), ctx); });
  return SparseOps<R>::add(ring, sum, other, ctx);
}

template <Ring R>
SparseTerms<R> dot_of_ordered(const R& ring, std::span<const TermFactors<R>> factors, const ExecutionContext& ctx) {
  std::vector<TermFactors<R>> ordered(factors.begin(), factors.end());
  for (auto& [f, g] : ordered)
    if (f->size() > g->size()) std::swap(f, g);
  return dot_of_halves<R>(ring, ordered, ctx);
}

}  // namespace

SparseTerms<Integers> dot_terms(const Integers& ring, std::span<const TermFactors<Integers>> factors,
                                const ExecutionContext& ctx) {
  return dot_of_ordered(ring, factors, ctx);
}

SparseTerms<PrimeField> dot_terms(const PrimeField& ring, std::span<const TermFactors<PrimeField>> factors,
                                  const ExecutionContext& ctx) {
  return dot_of_ordered(ring, factors, ctx);
}

/// Over Z on a common denominator, by which the shorter factors are multiplied; where it is much longer than those of
/// the products, each half of the list on its own.
SparseTerms<Rationals> dot_terms(const Rationals& ring, std::span<const TermFactors<Rationals>> factors,
                                 const ExecutionContext& ctx) {
  constexpr std::size_t much_longer_bits = 128;
  ctx.poll();
  std::size_t bytes = 0;
  std::size_t shorter_terms = 0;
  std::size_t longest = 0;
  std::vector<Integer> denominators;
  Integer common(1);
  for (const auto& [f, g] : factors) {
    bytes += f->coefficients.bytes() + g->coefficients.bytes() + f->monomials.bytes() + g->monomials.bytes();
    denominators.push_back(mul(f->coefficients.denominator(), g->coefficients.denominator()));
    common = lcm(common, denominators.back());
    shorter_terms += std::min(f->size(), g->size());
    longest = std::max(longest, denominators.back().bit_length());
    if (factors.size() > 1 && common.bit_length() > longest + much_longer_bits) {
      const std::size_t half = factors.size() / 2;
      return SparseOps<Rationals>::add(ring, dot_terms(ring, factors.first(half), ctx),
                                       dot_terms(ring, factors.subspan(half), ctx), ctx);
    }
  }
  const MemoryReservation copies(ctx.memory(),
                                 bytes + shorter_terms * (common.bit_length() / 64 + 1) * sizeof(std::uint64_t));
  std::vector<SparseTerms<Integers>> terms;
  terms.reserve(2 * factors.size());
  std::vector<TermFactors<Integers>> over_z;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const bool swapped = factors[i].f->size() > factors[i].g->size();
    const SparseTerms<Rationals>& f = swapped ? *factors[i].g : *factors[i].f;
    const SparseTerms<Rationals>& g = swapped ? *factors[i].f : *factors[i].g;
    const Integer scale = exact_div(common, denominators[i]);
    terms.push_back({f.monomials, DenseOps<Integers>::scale({}, f.coefficients.numerators(), scale, ctx)});
    terms.push_back({g.monomials, g.coefficients.numerators()});
    over_z.push_back({&terms[2 * i], &terms[2 * i + 1]});
  }
  SparseTerms<Integers> sum = dot_of_halves<Integers>({}, over_z, ctx);
  return {std::move(sum.monomials), RationalVector(std::move(sum.coefficients), std::move(common), ctx)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
