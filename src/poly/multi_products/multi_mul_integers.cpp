// Products of sparse polynomials over Z and Q.
#include <algorithm>
#include <bit>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include "poly/multi_products/multi_cells.hpp"
#include "poly/multi_products/multi_mul_kronecker.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_mul_small.hpp"
#include "poly/multi_products/multi_mul_strips.hpp"
#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"

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

template <class Join>
std::pair<PackedMonomials, IntegerVector> merged_rows(const SparseMulPlan& plan, const PreparedProduct& product,
                                                      const WordOperands& operands, const Join& join,
                                                      const ExecutionContext& ctx) {
  PieceArenas arenas(ctx.memory());
  const MemoryReservation reservation(ctx.memory(), plan.workspace_bytes);
  const MonomialKeys keys = product.binary_keys();
  const std::vector<std::uint64_t> f = product.keys_f(keys);
  const std::vector<std::uint64_t> g = product.keys_g(keys);
  const ScatterKeys ranges{f, g, quantile_bounds(f, g, plan.ranges)};
  auto pieces = scatter_pieces<MergedRows, PairCells>(ranges, operands, plan.block, arenas, ctx);
  auto coefficients = join(pieces);
  return {joined_monomials(product.layout(), &keys, pieces, ctx), std::move(coefficients)};
}

/// The plan's algorithm with accumulators that fit.
std::pair<PackedMonomials, IntegerVector> execute(const SparseMulPlan& plan, const PreparedProduct& product,
                                                  const IntegerVector& f, const IntegerVector& g,
                                                  const ExecutionContext& ctx) {
  if (plan.algorithm == SparseMulAlgorithm::kronecker) return mul_sparse_kronecker(product, f, g, ctx);
  const auto join = [&](std::span<const IntegerPiece> pieces) { return joined_integers(pieces, ctx); };
  // Magnitude of a sum, and its sign.
  std::size_t bits = plan.shape.bits_a + plan.shape.bits_b + static_cast<std::size_t>(std::bit_width(f.size())) + 1;
  if (plan.shape.bits_a < 64 && plan.shape.bits_b < 64) {
    const MemoryReservation reservation(ctx.memory(), (f.size() + g.size()) * sizeof(std::int64_t));
    const WordOperands operands{signed_words(f), signed_words(g)};
    // No sum exceeds the norm of one operand times a coefficient of the other.
    bits =
        std::min({bits, norm_bits(operands.f) + plan.shape.bits_b + 1, norm_bits(operands.g) + plan.shape.bits_a + 1});
    if (plan.algorithm == SparseMulAlgorithm::array)
      if (auto strips = mul_sparse_strips(plan, product, operands, bits, ctx)) return *std::move(strips);
    if (plan.algorithm == SparseMulAlgorithm::merged) return merged_rows(plan, product, operands, join, ctx);
    return bits <= 128 ? scattered_or_merged<WordSum, PairCells>(plan, product, operands, join, ctx)
                       : scattered_or_merged<WordSum, WideCells>(plan, product, operands, join, ctx);
  }
  const LimbOperands operands{f, g, (bits + 63) / 64};
  return scattered_or_merged<LimbSum, LimbCells>(plan, product, operands, join, ctx);
}

/// The shape of the operands in the sequence of the prepared product.
SparseMulShape full_shape(const PreparedProduct& product, const IntegerVector& f, const IntegerVector& g,
                          const ExecutionContext& ctx) {
  SparseMulShape shape = product.shape(ctx);
  shape.bits_a = f.max_bits(ctx);
  shape.bits_b = g.max_bits(ctx);
  return shape;
}

/// Precondition: neither operand is zero.
TermsZ mul_planned(const TermsZ& a, const TermsZ& b, const SparseMulAlgorithm* algorithm, const ExecutionContext& ctx) {
  const PreparedProduct product(a.monomials, b.monomials);
  const IntegerVector& f = product.swapped() ? b.coefficients : a.coefficients;
  const IntegerVector& g = product.swapped() ? a.coefficients : b.coefficients;
  const SparseMulShape shape = full_shape(product, f, g, ctx);
  const PlanBudget budget = PlanBudget(ctx).with_memory(ctx.memory().available());
  const SparseMulPlan plan =
      algorithm != nullptr ? plan_sparse_mul_with(*algorithm, shape, budget) : plan_sparse_mul(shape, budget);
  ctx.poll();
  auto [monomials, coefficients] = execute(plan, product, f, g, ctx);
  return {std::move(monomials), std::move(coefficients)};
}

}  // namespace

TermsZ mul_sparse(const Integers&, const TermsZ& a, const TermsZ& b, const ExecutionContext& ctx) {
  if (auto product = a.size() <= b.size() ? mul_small(a, b) : mul_small(b, a)) return std::move(*product);
  return mul_planned(a, b, nullptr, ctx);
}

SparseTerms<Rationals> mul_sparse(const Rationals&, const SparseTerms<Rationals>& a, const SparseTerms<Rationals>& b,
                                  const ExecutionContext& ctx) {
  const MemoryReservation copies(
      ctx.memory(), a.coefficients.bytes() + b.coefficients.bytes() + a.monomials.bytes() + b.monomials.bytes());
  const TermsZ za{a.monomials, a.coefficients.numerators()};
  const TermsZ zb{b.monomials, b.coefficients.numerators()};
  TermsZ product = mul_sparse(Integers{}, za, zb, ctx);
  Integer denominator = mul(a.coefficients.denominator(), b.coefficients.denominator());
  return {std::move(product.monomials), RationalVector(std::move(product.coefficients), std::move(denominator), ctx)};
}

}  // namespace detail

SparseMulShape sparse_mul_shape(const MultiPolyZ& a, const MultiPolyZ& b, const ExecutionContext& ctx) {
  const MultiPolyZ::Operands o(a, b);
  const detail::PreparedProduct product(o.a().monomials, o.b().monomials);
  const bool swapped = product.swapped();
  return detail::full_shape(product, (swapped ? o.b() : o.a()).coefficients, (swapped ? o.a() : o.b()).coefficients,
                            ctx);
}

MultiPolyZ mul_with(SparseMulAlgorithm algorithm, const MultiPolyZ& a, const MultiPolyZ& b,
                    const ExecutionContext& ctx) {
  const MultiPolyZ::Operands o(a, b);
  if (a.is_zero() || b.is_zero()) return MultiPolyZ(o.variables);
  return MultiPolyZ::make({}, o.variables, detail::mul_planned(o.a(), o.b(), &algorithm, ctx));
}

}  // namespace v1
}  // namespace polyfork
