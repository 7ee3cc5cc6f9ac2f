// Products of sparse polynomials over Z and Q.
#include <algorithm>
#include <bit>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_cells.hpp"
#include "poly/multi_products/multi_mul_kronecker.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_mul_small.hpp"
#include "poly/multi_products/multi_mul_strips.hpp"
#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZ = SparseTerms<Integers>;

std::vector<std::int64_t> signed_words(const IntegerVector& v) {
  std::vector<std::int64_t> words(v.size());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = v[i].to_int64();
  return words;
}

/// The bits of the sum of magnitudes.
std::size_t norm_bits(const std::vector<std::int64_t>& values) noexcept {
  WideWord sum;
  for (const std::int64_t value : values) sum.add_product(value, value < 0 ? -1 : 1);
  mp_limb_t limbs[3];
  const int size = sum.to_limbs(limbs);
  return size == 0 ? 0
                   : static_cast<std::size_t>(size) * 64 - static_cast<std::size_t>(std::countl_zero(limbs[size - 1]));
}

/// The algorithm with these sums, or these cells.
template <MultiMulAlgorithm algorithm, class Sum, class Cells>
ProductTerms<IntegerVector> product_in(const MultiMulPlan& plan, const PreparedProduct& product,
                                       const typename Sum::Operands& operands, const ExecutionContext& ctx) {
  const auto join = [&](std::span<const IntegerPiece> pieces) { return joined_integers(pieces, ctx); };
  if constexpr (algorithm == MultiMulAlgorithm::heap)
    return heap_product<Sum>(plan, product, operands, join, ctx);
  else if constexpr (algorithm == MultiMulAlgorithm::merged)
    return range_product<MergedRows, PairCells>(plan, product, operands, join, ctx);
  else if constexpr (algorithm == MultiMulAlgorithm::hashed)
    return range_product<HashedScatter, Cells>(plan, product, operands, join, ctx);
  else {
    static_assert(algorithm == MultiMulAlgorithm::array, "an algorithm without a run over Z");
    return range_product<ArrayScatter, Cells>(plan, product, operands, join, ctx);
  }
}

/// The algorithm for coefficients of one word, with accumulators that fit.
template <MultiMulAlgorithm algorithm>
ProductTerms<IntegerVector> product_of_words(const MultiMulPlan& plan, const PreparedProduct& product,
                                             const IntegerVector& f, const IntegerVector& g, std::size_t sum_bits,
                                             const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), (f.size() + g.size()) * sizeof(std::int64_t));
  const WordOperands operands{signed_words(f), signed_words(g)};
  // No sum exceeds the norm of one operand times a coefficient of the other.
  const std::size_t bits = std::min(
      {sum_bits, norm_bits(operands.f) + plan.shape.bits_b + 1, norm_bits(operands.g) + plan.shape.bits_a + 1});
  if constexpr (algorithm == MultiMulAlgorithm::array)
    if (auto strips = multi_mul_strips(plan, product, operands, bits, ctx)) return *std::move(strips);
  return bits <= 128 ? product_in<algorithm, WordSum, PairCells>(plan, product, operands, ctx)
                     : product_in<algorithm, WordSum, WideCells>(plan, product, operands, ctx);
}

}  // namespace

template <MultiMulAlgorithm algorithm>
ProductTerms<IntegerVector> multi_mul_integers(const MultiMulPlan& plan, const PreparedProduct& product,
                                               const IntegerVector& f, const IntegerVector& g,
                                               const ExecutionContext& ctx) {
  // Magnitude of a sum, and its sign.
  const std::size_t bits =
      plan.shape.bits_a + plan.shape.bits_b + static_cast<std::size_t>(std::bit_width(f.size())) + 1;
  if (plan.shape.bits_a < 64 && plan.shape.bits_b < 64)
    return product_of_words<algorithm>(plan, product, f, g, bits, ctx);
  if constexpr (algorithm != MultiMulAlgorithm::merged) {
    const LimbOperands operands{f, g, (bits + 63) / 64};
    return product_in<algorithm, LimbSum, LimbCells>(plan, product, operands, ctx);
  }
  throw DomainError("the coefficients are too large for the algorithm merged");
}

template <>
ProductTerms<IntegerVector> multi_mul_integers<MultiMulAlgorithm::small>(const MultiMulPlan&,
                                                                         const PreparedProduct& product,
                                                                         const IntegerVector& f, const IntegerVector& g,
                                                                         const ExecutionContext& ctx) {
  TermsZ terms;
  if (!mul_small(Integers{}, terms, {product.f(), f}, {product.g(), g}, ctx))
    throw DomainError("the operands are too large for the algorithm small");
  return {std::move(terms.monomials), std::move(terms.coefficients)};
}

template <>
ProductTerms<IntegerVector> multi_mul_integers<MultiMulAlgorithm::kronecker>(const MultiMulPlan&,
                                                                             const PreparedProduct& product,
                                                                             const IntegerVector& f,
                                                                             const IntegerVector& g,
                                                                             const ExecutionContext& ctx) {
  return multi_mul_kronecker(product, f, g, ctx);
}

template ProductTerms<IntegerVector> multi_mul_integers<MultiMulAlgorithm::heap>(
    const MultiMulPlan&, const PreparedProduct&, const IntegerVector&, const IntegerVector&, const ExecutionContext&);
template ProductTerms<IntegerVector> multi_mul_integers<MultiMulAlgorithm::merged>(
    const MultiMulPlan&, const PreparedProduct&, const IntegerVector&, const IntegerVector&, const ExecutionContext&);
template ProductTerms<IntegerVector> multi_mul_integers<MultiMulAlgorithm::hashed>(
    const MultiMulPlan&, const PreparedProduct&, const IntegerVector&, const IntegerVector&, const ExecutionContext&);
template ProductTerms<IntegerVector> multi_mul_integers<MultiMulAlgorithm::array>(
    const MultiMulPlan&, const PreparedProduct&, const IntegerVector&, const IntegerVector&, const ExecutionContext&);

namespace {

/// The shape of the operands in the sequence of the prepared product.
MultiMulShape full_shape(const PreparedProduct& product, const IntegerVector& f, const IntegerVector& g,
                         const ExecutionContext& ctx) {
  MultiMulShape shape = product.shape(ctx);
  shape.bits_a = f.max_bits(ctx);
  shape.bits_b = g.max_bits(ctx);
  return shape;
}

/// Precondition: neither operand is zero.
TermsZ mul_planned(const TermsZ& a, const TermsZ& b, const MultiMulAlgorithm* algorithm, const ExecutionContext& ctx) {
  const PreparedProduct product(a.monomials, b.monomials);
  const IntegerVector& f = product.swapped() ? b.coefficients : a.coefficients;
  const IntegerVector& g = product.swapped() ? a.coefficients : b.coefficients;
  const MultiMulShape shape = full_shape(product, f, g, ctx);
  const PlanBudget budget = PlanBudget(ctx).with_memory(ctx.memory().available());
  const MultiMulPlan plan =
      algorithm != nullptr ? plan_multi_mul_with(*algorithm, shape, budget) : plan_multi_mul(shape, budget);
  ctx.poll();
  auto [monomials, coefficients] = multi_mul_method(plan.algorithm).integers(plan, product, f, g, ctx);
  return {std::move(monomials), std::move(coefficients)};
}

}  // namespace

TermsZ mul_terms(const Integers& ring, const TermsZ& a, const TermsZ& b, const ExecutionContext& ctx) {
  TermsZ product;
  mul_terms_into(ring, product, a, b, ctx);
  return product;
}

void mul_terms_into(const Integers& ring, TermsZ& out, const TermsZ& a, const TermsZ& b, const ExecutionContext& ctx) {
  const IntegerTerms x{a.monomials, a.coefficients};
  const IntegerTerms y{b.monomials, b.coefficients};
  if (FewProducts few; few.multiply(x, y)) {
    ctx.poll();
    ctx.charge(a.size() * b.size());
    const MemoryReservation held = reserve_unless_short(
        ctx, vector_bytes(few.sum.size(), 2 * few.sum.size()) + few.sum.size() * sizeof(std::uint64_t));
    return terms_of_rows(out, a.monomials.layout(), few.sum);
  }
  if (!mul_small(ring, out, a, b, ctx)) out = mul_planned(a, b, nullptr, ctx);
}

}  // namespace detail

MultiMulShape multi_mul_shape(const MultiPolyZ& a, const MultiPolyZ& b, const ExecutionContext& ctx) {
  const MultiPolyZ::Operands o(a, b);
  const detail::PreparedProduct product(o.a().monomials, o.b().monomials);
  const bool swapped = product.swapped();
  return detail::full_shape(product, (swapped ? o.b() : o.a()).coefficients, (swapped ? o.a() : o.b()).coefficients,
                            ctx);
}

MultiPolyZ mul_with(MultiMulAlgorithm algorithm, const MultiPolyZ& a, const MultiPolyZ& b,
                    const ExecutionContext& ctx) {
  const MultiPolyZ::Operands o(a, b);
  if (a.is_zero() || b.is_zero()) return MultiPolyZ(o.variables);
  return MultiPolyZ::make({}, o.variables, detail::mul_planned(o.a(), o.b(), &algorithm, ctx));
}

}  // namespace v1
}  // namespace polyfork
