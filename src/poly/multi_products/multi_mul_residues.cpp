// Products of sparse polynomials modulo p.
#include <bit>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include "poly/multi_products/multi_cells.hpp"
#include "poly/multi_products/multi_mul_kronecker.hpp"
#include "poly/multi_products/multi_mul_small.hpp"
#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZp = SparseTerms<PrimeField>;

}  // namespace

template <MultiMulAlgorithm algorithm>
ProductTerms<ResidueVector> multi_mul_residues(const MultiMulPlan& plan, const PreparedProduct& product,
                                               const PrimeField& field, const ResidueVector& f, const ResidueVector& g,
                                               const ExecutionContext& ctx) {
  const auto join = [&](std::span<const ResiduePiece> pieces) { return joined_residues(pieces, ctx); };
  const ResidueOperands operands{f, g, field.word_modulus()};
  if constexpr (algorithm == MultiMulAlgorithm::heap)
    return heap_product<ResidueSum>(plan, product, operands, join, ctx);
  else if constexpr (algorithm == MultiMulAlgorithm::hashed)
    return range_product<HashedScatter, ResidueCells>(plan, product, operands, join, ctx);
  else {
    static_assert(algorithm == MultiMulAlgorithm::array, "an algorithm without a run over Z/pZ");
    return range_product<ArrayScatter, ResidueCells>(plan, product, operands, join, ctx);
  }
}

template <>
ProductTerms<ResidueVector> multi_mul_residues<MultiMulAlgorithm::small>(const MultiMulPlan&,
                                                                         const PreparedProduct& product,
                                                                         const PrimeField& field,
                                                                         const ResidueVector& f, const ResidueVector& g,
                                                                         const ExecutionContext& ctx) {
  TermsZp terms;
  if (!mul_small(field, terms, {product.f(), f}, {product.g(), g}, ctx))
    throw DomainError("the operands are too large for the algorithm small");
  return {std::move(terms.monomials), std::move(terms.coefficients)};
}

template <>
ProductTerms<ResidueVector> multi_mul_residues<MultiMulAlgorithm::kronecker>(
    const MultiMulPlan&, const PreparedProduct& product, const PrimeField& field, const ResidueVector& f,
    const ResidueVector& g, const ExecutionContext& ctx) {
  return multi_mul_kronecker(product, field, f, g, ctx);
}

template ProductTerms<ResidueVector> multi_mul_residues<MultiMulAlgorithm::heap>(
    const MultiMulPlan&, const PreparedProduct&, const PrimeField&, const ResidueVector&, const ResidueVector&,
    const ExecutionContext&);
template ProductTerms<ResidueVector> multi_mul_residues<MultiMulAlgorithm::hashed>(
    const MultiMulPlan&, const PreparedProduct&, const PrimeField&, const ResidueVector&, const ResidueVector&,
    const ExecutionContext&);
template ProductTerms<ResidueVector> multi_mul_residues<MultiMulAlgorithm::array>(
    const MultiMulPlan&, const PreparedProduct&, const PrimeField&, const ResidueVector&, const ResidueVector&,
    const ExecutionContext&);

namespace {

/// Precondition: neither operand is zero.
TermsZp mul_planned(const PrimeField& field, const TermsZp& a, const TermsZp& b, const MultiMulAlgorithm* algorithm,
                    const ExecutionContext& ctx) {
  const PreparedProduct product(a.monomials, b.monomials);
  const ResidueVector& f = product.swapped() ? b.coefficients : a.coefficients;
  const ResidueVector& g = product.swapped() ? a.coefficients : b.coefficients;
  MultiMulShape shape = product.shape(ctx);
  shape.modulus = field.modulus();
  // Costs are those of words whatever p is.
  shape.bits_a = shape.bits_b = static_cast<std::size_t>(std::bit_width(field.modulus() - 1));
  const PlanBudget budget = PlanBudget(ctx).with_memory(ctx.memory().available());
  const MultiMulPlan plan =
      algorithm != nullptr ? plan_multi_mul_with(*algorithm, shape, budget) : plan_multi_mul(shape, budget);
  ctx.poll();
  auto [monomials, coefficients] = multi_mul_method(plan.algorithm).residues(plan, product, field, f, g, ctx);
  return {std::move(monomials), std::move(coefficients)};
}

}  // namespace

TermsZp mul_terms(const PrimeField& field, const TermsZp& a, const TermsZp& b, const ExecutionContext& ctx) {
  TermsZp product;
  if (mul_small(field, product, a, b, ctx)) return product;
  return mul_planned(field, a, b, nullptr, ctx);
}

void mul_terms_into(const PrimeField& field, TermsZp& out, const TermsZp& a, const TermsZp& b,
                    const ExecutionContext& ctx) {
  if (!mul_small(field, out, a, b, ctx)) out = mul_planned(field, a, b, nullptr, ctx);
}

}  // namespace detail

MultiPolyZp mul_with(MultiMulAlgorithm algorithm, const MultiPolyZp& a, const MultiPolyZp& b,
                     const ExecutionContext& ctx) {
  const MultiPolyZp::Operands o(a, b);
  if (a.is_zero() || b.is_zero()) return MultiPolyZp(a.ring(), o.variables);
  return MultiPolyZp::make(a.ring(), o.variables, detail::mul_planned(a.ring(), o.a(), o.b(), &algorithm, ctx));
}

}  // namespace v1
}  // namespace polyfork
